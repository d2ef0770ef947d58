import { type Kysely, sql } from 'kysely'

/** The newest of a group are read without reading the others, and a group that is still open is found among few. */
export const up = async (db: Kysely<any>) => {
  for (const statement of [
    `drop index notifications_group`,
    `create index notifications_group on notifications (user_id, group_key, group_since, updated_at desc, id desc)`,
    `create index notifications_open on notifications (user_id, group_key) where is_latest = 1 and is_read = 0`,
  ])
    await sql.raw(statement).execute(db)
}
