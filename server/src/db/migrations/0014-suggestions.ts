import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

const FILE = /\/uploads\/((?:post|post_attachment)\/[\w-]+\.\w+)/g
const BATCH = 500

interface Suggested {
  id: number
  object_type: string
  object_id: number
  user_id: number
  original_text: string
  created_at: number
}

/** Notes the files in the suggestions there are. */
const noteSuggested = async (db: Kysely<any>) => {
  for (let after = 0; ;) {
    const { rows } =
      await sql<Suggested>`select id, object_type, object_id, user_id, original_text, created_at from revisions
      where id > ${after} and (status in (1, 3) or decided_at > 0) and original_text like '%/uploads/%' order by id limit ${BATCH}`.execute(
        db,
      )
    for (const { id, object_type, object_id, user_id, original_text, created_at } of rows)
      for (const path of new Set([...original_text.matchAll(FILE)].map(([, found]) => found))) {
        const file = await db.selectFrom('files').select('id').where('path', '=', path).executeTakeFirst()
        const use = {
          file_id: file?.id,
          revision_id: id,
          post_id: object_type === 'tag' ? 0 : object_id,
          user_id,
          created_at,
        }
        if (file)
          await db
            .insertInto('suggested_files')
            .values(use)
            .onConflict((on) => on.doNothing())
            .execute()
      }
    if (rows.length < BATCH) return
    after = rows.at(-1)!.id
  }
}

/** What a suggested edit brings along waits with it: pictures, and tags that there are none of yet. And the timeline of a tag tells of mergers. */
export const up = async (db: Kysely<any>) => {
  const numbers = ['file_id', 'revision_id', 'post_id', 'user_id', 'created_at']
  await numbers
    .reduce<CreateTableBuilder<any, any>>(
      (table, name) => table.addColumn(name, wide(db), (c) => c.notNull()),
      db.schema.createTable('suggested_files'),
    )
    .addPrimaryKeyConstraint('suggested_files_pk', ['file_id', 'revision_id'])
    .execute()
  await sql`create index suggested_files_post on suggested_files (post_id)`.execute(db)
  await noteSuggested(db)
  await db.schema
    .alterTable('revisions')
    .addColumn('new_tags', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute()
  await sql`create index events_mergers on events (object_type, object_id, id) where type in ('tag.merged', 'tag.parted', 'tag.widened')`.execute(
    db,
  )
}
