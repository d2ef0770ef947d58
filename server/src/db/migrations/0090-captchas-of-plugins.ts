import type { Kysely } from 'kysely'

/** Which plugin has made it, and so has to say whether it is solved; nothing for the site's own. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .alterTable('captchas')
    .addColumn('made_by', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
}
