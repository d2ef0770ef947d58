import { type Kysely, sql } from 'kysely'

const TABLES = [
  ['repeats', 'idempotency_keys'],
  ['origins', 'import_mappings'],
  ['question_letters', 'question_emails'],
] as const

const INDEXES = [
  ['idempotency_keys', 'repeats_age', 'idempotency_keys_age', 'created_at'],
  ['import_mappings', 'origins_key', 'import_mappings_key', 'kind, key'],
  ['import_mappings', 'origins_object', 'import_mappings_object', 'object_id'],
  ['question_emails', 'question_letters_lately', 'question_emails_lately', 'user_id, source, created_at'],
  ['question_emails', 'question_letters_old', 'question_emails_old', 'created_at'],
] as const

const EVENTS = [
  ['letter.wanted', 'email.requested'],
  ['code.wanted', 'code.requested'],
  ['binding.wanted', 'binding.requested'],
] as const

/** Work that waits is found by its name, so it takes the new one. */
const JOBS = [
  ['letter.wanted/sendLetter', 'email.requested/sendEmail'],
  ['code.wanted/mailCode', 'code.requested/mailCode'],
  ['binding.wanted/mailBindingCode', 'binding.requested/mailBindingCode'],
] as const

/** What kind of e-mail it is to be. */
const withKind = sql<string>`replace(payload, '"letter":', '"kind":')`

/** Tables, events and jobs are called by the words that the field has for them. */
export const up = async (db: Kysely<any>) => {
  for (const [before, after] of TABLES) await db.schema.alterTable(before).renameTo(after).execute()
  for (const [table, before, after, columns] of INDEXES) {
    await sql`drop index ${sql.ref(before)}`.execute(db)
    await sql`create index ${sql.ref(after)} on ${sql.table(table)} (${sql.raw(columns)})`.execute(db)
  }
  await db.schema.alterTable('external_profiles').renameColumn('letters', 'emails').execute()
  for (const [before, after] of EVENTS)
    await db.updateTable('events').set({ type: after }).where('type', '=', before).execute()
  for (const [before, after] of JOBS)
    await db.updateTable('jobs').set({ effect: after }).where('effect', '=', before).execute()
  await db.updateTable('events').set({ payload: withKind }).where('type', '=', 'email.requested').execute()
  await db.updateTable('jobs').set({ payload: withKind }).where('effect', '=', 'email.requested/sendEmail').execute()
}
