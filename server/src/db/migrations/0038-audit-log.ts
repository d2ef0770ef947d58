import { type Kysely, sql } from 'kysely'
import { wide } from '../dialect.ts'

const TEXTS = ['kind', 'via', 'part', 'name']
const NUMBERS = ['user_id', 'question_id']

/** What the audit log is filtered by. Until now only badges and corrections of reputation were recorded. */
export const up = async (db: Kysely<any>) => {
  for (const name of TEXTS)
    await db.schema
      .alterTable('audit_entries')
      .addColumn(name, 'text', (c) => c.notNull().defaultTo(''))
      .execute()
  for (const name of NUMBERS)
    await db.schema
      .alterTable('audit_entries')
      .addColumn(name, wide(db), (c) => c.notNull().defaultTo(0))
      .execute()
  await sql`update audit_entries set kind = case when action like 'badge.%' then 'badge' else 'reputation' end,
    via = case when session_id > 0 then 'session' else 'site' end,
    part = case when action like 'badge.%' then 'administration' else 'moderation' end,
    user_id = case when object_type = 'user' then object_id else 0 end`.execute(db)
  await sql`create index audit_entries_part on audit_entries (part, id desc)`.execute(db)
  await sql`create index audit_entries_kind on audit_entries (kind, id desc)`.execute(db)
  await sql`create index audit_entries_name on audit_entries (object_type, name, id desc)`.execute(db)
  await sql`create index audit_entries_user on audit_entries (user_id, id desc)`.execute(db)
  await sql`create index audit_entries_question on audit_entries (question_id, id desc)`.execute(db)
  await sql`create index audit_entries_time on audit_entries (created_at, id)`.execute(db)
}
