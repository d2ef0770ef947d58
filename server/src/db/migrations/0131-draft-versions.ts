import { hash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

const BATCH = 20
const EXCERPT = 240

const beginningOf = (text: string) =>
  [
    ...text
      .trimStart()
      .slice(0, 8 * EXCERPT)
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, EXCERPT)
    .join('')

/** What tells a draft from what was saved over it, and what lists show of it without reading its texts. */
export const up = async (db: Kysely<any>) => {
  for (const column of ['version', 'title', 'excerpt'])
    await sql`alter table drafts add column ${sql.ref(column)} text not null default ''`.execute(db)
  for (let last: { user_id: number; name: string } | undefined, isMore = true; isMore;) {
    const after = last
    const rows: { user_id: number; name: string; fields: string }[] = await db
      .selectFrom('drafts')
      .select(['user_id', 'name', 'fields'])
      .$if(after !== undefined, (query) =>
        query.where((eb) => eb(eb.refTuple('user_id', 'name'), '>', eb.tuple(after!.user_id, after!.name))),
      )
      .orderBy('user_id')
      .orderBy('name')
      .limit(BATCH)
      .execute()
    for (const { user_id, name, fields } of rows) {
      const { content, original_text, answer_content, bio, title, ...others } = JSON.parse(fields)
      const written = [content, original_text, answer_content, bio, title, ...Object.values<string>(others)]
      await db
        .updateTable('drafts')
        .set({
          version: hash('sha256', fields),
          title: beginningOf(title ?? ''),
          excerpt: beginningOf(written.find(Boolean) ?? ''),
        })
        .where('user_id', '=', user_id)
        .where('name', '=', name)
        .execute()
    }
    last = rows.at(-1)
    isMore = rows.length === BATCH
  }
}
