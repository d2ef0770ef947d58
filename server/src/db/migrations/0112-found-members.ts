import { type Kysely, sql } from 'kysely'

/**
 * Whether an import found a member here: taken back, it leaves them. Of former imports it is known of those who registered here; of those whom
 * several accounts elsewhere stand for it isn't known which of them they came with, so they are left.
 */
export const up = async (db: Kysely<any>) => {
  await sql`alter table import_mappings add column was_here integer not null default 0`.execute(db)
  await sql`update import_mappings set was_here = 1 where kind = 'user' and (
    object_id in (select object_id from events where type = 'user.registered')
    or object_id in (select object_id from import_mappings where kind = 'user' group by object_id having count(*) > 1))`.execute(
    db,
  )
}
