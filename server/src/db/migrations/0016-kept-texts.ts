import { type Kysely, sql } from 'kysely'

/**
 * What lists, search hits and e-mails quote of a text is stored with it, so that the text isn't parsed again to show it. The columns are empty at
 * first: the words of posts are filled in step by step (features/content/search), so that a large site starts at once.
 */
export const up = async (db: Kysely<any>) => {
  await db.schema.alterTable('search_state').addColumn('plain_text', 'text').execute()
  await db.schema.alterTable('revisions').addColumn('description', 'text').execute()
  await sql`create index search_state_bare on search_state (post_id) where plain_text is null`.execute(db)
}
