import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

const FILE = /\/uploads\/((?:post|post_attachment)\/[\w-]+\.\w+)/g
const BATCH = 500

interface Text {
  id: number
  post_id: number
  comment_id: number
  user_id: number
  original_text: string
  created_at: number
}

/** Notes the files in the texts there are, as their authors' doing. */
const noteTexts = async (db: Kysely<any>, table: 'posts' | 'comments') => {
  for (let after = 0; ;) {
    const comment = table === 'comments'
    const { rows } =
      await sql<Text>`select id, ${sql.raw(comment ? 'post_id' : 'id')} as post_id, ${sql.raw(comment ? 'id' : '0')} as comment_id, user_id, original_text, created_at
      from ${sql.table(table)} where id > ${after} and original_text like '%/uploads/%' order by id limit ${BATCH}`.execute(
        db,
      )
    for (const { original_text, id: _id, ...use } of rows)
      for (const path of new Set([...original_text.matchAll(FILE)].map(([, found]) => found))) {
        const file = await db.selectFrom('files').select('id').where('path', '=', path).executeTakeFirst()
        if (file)
          await db
            .insertInto('file_uses')
            .values({ ...use, file_id: file.id })
            .onConflict((on) => on.doNothing())
            .execute()
      }
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/** In which posts and comments a file is, or was, named: a viewer who may see none of them may not see the file. */
export const up = async (db: Kysely<any>) => {
  const numbers = ['file_id', 'post_id', 'comment_id', 'user_id', 'created_at']
  await numbers
    .reduce<CreateTableBuilder<any, any>>(
      (table, name) => table.addColumn(name, wide(db), (c) => c.notNull()),
      db.schema.createTable('file_uses'),
    )
    .addPrimaryKeyConstraint('file_uses_pk', ['file_id', 'post_id', 'comment_id'])
    .execute()
  await noteTexts(db, 'posts')
  await noteTexts(db, 'comments')
}
