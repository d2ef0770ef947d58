import { type Kysely, sql } from 'kysely'

/** What a moderator has corrected today is counted with every correction. */
export const up = async (db: Kysely<any>) => {
  await sql`create index reputation_corrections on reputation_entries (trigger_user_id, created_at)
    where reason = 'correction'`.execute(db)
}
