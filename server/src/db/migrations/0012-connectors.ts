import { type CreateTableBuilder, type Kysely, sql } from 'kysely'
import { idColumn, wide } from '../dialect.ts'

/** Accounts elsewhere that members log in with, sign-ins that are under way, and people who came from there and have to prove an address. */
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

  await db.schema
    .createTable('external_logins')
    .addColumn('id', ...idColumn(db))
    .$call(numbers('user_id'))
    .$call(texts('connector', 'external_id', 'known_as'))
    .$call(numbers('created_at', 'used_at'))
    .execute()
  await sql`create unique index external_logins_identity on external_logins (connector, external_id)`.execute(db)
  await sql`create unique index external_logins_user on external_logins (user_id, connector)`.execute(db)

  await db.schema
    .createTable('sign_ins')
    .addColumn('state_hash', 'text', (c) => c.primaryKey())
    .$call(texts('connector', 'browser_hash', 'nonce', 'code_verifier', 'back'))
    .$call(numbers('user_id', 'expires_at'))
    .execute()
  await sql`create index sign_ins_expiry on sign_ins (expires_at)`.execute(db)

  await db.schema
    .createTable('external_profiles')
    .addColumn('key_hash', 'text', (c) => c.primaryKey())
    .$call(
      texts(
        'connector',
        'service',
        'external_id',
        'username',
        'display_name',
        'known_as',
        'e_mail',
        'browser_hash',
        'code_hash',
        'code_e_mail',
      ),
    )
    .$call(numbers('code_expires_at', 'letters', 'tries', 'expires_at'))
    .execute()
  await sql`create index external_profiles_expiry on external_profiles (expires_at)`.execute(db)
}
