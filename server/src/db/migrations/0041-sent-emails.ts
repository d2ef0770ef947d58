import { type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

/** What became of each e-mail: to whom, when, and what the mail server said. Never what it says. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('sent_emails')
    .addColumn('id', ...idColumn(db))
    .addColumn('job_id', wide(db), (c) => c.notNull())
    .addColumn('event_id', wide(db), (c) => c.notNull())
    .addColumn('user_id', wide(db), (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('created_at', wide(db), (c) => c.notNull())
    .addColumn('updated_at', wide(db), (c) => c.notNull())
    .execute()
  await sql`create unique index sent_emails_job on sent_emails (job_id)`.execute(db)
  await sql`create index sent_emails_status on sent_emails (status, id desc)`.execute(db)
  await sql`create index sent_emails_user on sent_emails (user_id)`.execute(db)
  await sql`create index sent_emails_created on sent_emails (created_at)`.execute(db)
}
