import { type Kysely, sql } from 'kysely'

/** Everything there is, newest first, whatever its state. The expressions keep other lists away from these indexes. */
export const up = async (db: Kysely<any>) => {
  const index = (name: string, table: string, columns: string, where?: string) =>
    sql.raw(`create index ${name} on ${table} (${columns})${where ? ` where ${where}` : ''}`).execute(db)
  await index('posts_in_any_state', 'posts', `(kind || ''), created_at desc, id desc`)
  await index('posts_by_score', 'posts', `(kind || ''), score, created_at desc, id desc`)
  await index('posts_pinned', 'posts', 'created_at desc, id desc', `kind = 'question' and pin = 2`)
  await index('posts_unlisted', 'posts', 'created_at desc, id desc', `kind = 'question' and show = 2`)
  await index('comments_in_any_state', 'comments', 'created_at desc, id desc')
  await index('comments_by_state', 'comments', '(status + 0), created_at desc, id desc')
  await index('reports_about_user', 'reports', 'author_id, id desc')
}
