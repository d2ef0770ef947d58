import { type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

/** Invitations to come to the site, and who has come by them. */
export const up = async (db: Kysely<any>) => {
  const number = wide(db)
  await db.schema
    .createTable('site_invitations')
    .addColumn('id', ...idColumn(db))
    .addColumn('code_hash', 'text', (c) => c.unique())
    .addColumn('e_mail', 'text', (c) => c.notNull())
    .addColumn('display_name', 'text', (c) => c.notNull())
    .addColumn('role_id', 'integer', (c) => c.notNull())
    .addColumn('inviter_id', number, (c) => c.notNull())
    .addColumn('batch', 'text', (c) => c.notNull())
    .addColumn('max_uses', 'integer', (c) => c.notNull())
    .addColumn('used_count', 'integer', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('sent_at', number, (c) => c.notNull())
    .addColumn('send_error', 'text', (c) => c.notNull())
    .addColumn('expires_at', number, (c) => c.notNull())
    .addColumn('ended_at', number, (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('site_invitation_uses')
    .addColumn('user_id', number, (c) => c.primaryKey())
    .addColumn('invitation_id', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute()
  await sql`create index site_invitation_uses_of on site_invitation_uses (invitation_id, user_id)`.execute(db)
  await sql`create index site_invitations_e_mail on site_invitations (e_mail)`.execute(db)
  await sql`create index site_invitations_batch on site_invitations (batch, id)`.execute(db)
  await sql`create index site_invitations_end on site_invitations (expires_at)`.execute(db)
}
