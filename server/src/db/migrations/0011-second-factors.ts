import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

/** What one can tell one's sessions apart by, second factors, and tokens for programs. */
export const up = async (db: Kysely<any>) => {
  type Table = CreateTableBuilder<any, any>
  const numbers =
    (...names: string[]) =>
    (table: Table) =>
      names.reduce<Table>((t, name) => t.addColumn(name, wide(db), (c) => c.notNull().defaultTo(0)), table)
  const texts =
    (...names: string[]) =>
    (table: Table) =>
      names.reduce<Table>((t, name) => t.addColumn(name, 'text', (c) => c.notNull().defaultTo('')), table)

  for (const column of ['browser', 'system', 'network'])
    await db.schema
      .alterTable('sessions')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute()

  await db.schema
    .createTable('one_time_secrets')
    .addColumn('user_id', wide(db), (c) => c.primaryKey())
    .$call(texts('secret'))
    .$call(numbers('created_at', 'confirmed_at', 'last_step'))
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .$call(numbers('user_id'))
    .$call(texts('code_hash'))
    .$call(numbers('used_at'))
    .addPrimaryKeyConstraint('recovery_codes_pk', ['user_id', 'code_hash'])
    .execute()
  await db.schema
    .createTable('passkeys')
    .addColumn('id', ...idColumn(db))
    .$call(numbers('user_id'))
    .$call(texts('credential_id', 'public_key', 'transports', 'name'))
    .$call(numbers('counter', 'created_at', 'used_at'))
    .execute()
  await sql`create unique index passkeys_credential on passkeys (credential_id)`.execute(db)
  await sql`create index passkeys_user on passkeys (user_id)`.execute(db)
  await db.schema
    .createTable('challenges')
    .addColumn('id_hash', 'text', (c) => c.primaryKey())
    .$call(texts('purpose', 'secret'))
    .$call(numbers('user_id', 'tries', 'expires_at'))
    .execute()
  await sql`create index challenges_expiry on challenges (expires_at)`.execute(db)

  await db.schema
    .createTable('api_tokens')
    .addColumn('id', ...idColumn(db))
    .$call(numbers('user_id'))
    .$call(texts('token_hash', 'name', 'scopes'))
    .$call(numbers('created_at', 'used_at', 'expires_at'))
    .execute()
  await sql`create unique index api_tokens_hash on api_tokens (token_hash)`.execute(db)
  await sql`create index api_tokens_user on api_tokens (user_id)`.execute(db)
}
