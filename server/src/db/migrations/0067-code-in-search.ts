import { type Kysely, sql } from 'kysely'

/** Words within code, and names of several parts, are found by terms of their own: posts that have any are indexed again, step by step. */
export const up = async (db: Kysely<any>) => {
  await sql`update search_state set plain_text = null where post_id in (select id from posts
    where parsed_text like '%<code%' or parsed_text like '%::%' or parsed_text like '%!_%' escape '!')`.execute(db)
}
