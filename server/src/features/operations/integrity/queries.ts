import type { UploadStore } from '@askwell/contract/storage.ts'
import { sql, type SqlBool } from 'kysely'
import type { Check, Within } from '../../../db/checks.ts'
import { type Db, findSchemaFaults } from '../../../db/dialect.ts'
import { DAY } from '../../../lib/clock.ts'
import { findSetting } from '../settings/queries.ts'

/** The range of a table that one statement checks. */
export interface Range {
  after: number
  upTo: number
}
/** Every nth key of a table, in order. */
export const listMilestones = async (db: Db, table: string, key: string, every: number) => {
  const { rows } = await sql<{
    at: number
  }>`select distinct at from (select ${sql.ref(key)} as at, row_number() over (order by ${sql.ref(key)}) as place
    from ${sql.table(table)}) as numbered where place % ${every} = 0 order by at`.execute(db)
  return rows.map(({ at }) => at)
}

/** Rows for which a check doesn't hold. */
export const listWrong = async (db: Db, { rows }: Check, { after, upTo }: Range, now: number) => {
  const within: Within = (column) => sql<SqlBool>`(${sql.ref(column)} > ${after} and ${sql.ref(column)} <= ${upTo})`
  return (await rows(within, db, now).execute(db)).rows.map(({ id }) => id)
}

/** The unique keys that migrations made. */
const UNIQUE = [
  'users_username',
  'users_e_mail',
  'sessions_token',
  'codes_hash',
  'passkeys_credential',
  'api_tokens_hash',
  'external_logins_identity',
  'external_logins_user',
  'question_tags_tag',
  'tags_slug',
  'votes_once',
  'files_path',
  'reports_once',
  'reviews_thing',
  'revisions_number',
  'revisions_one_waiting',
]

/** The damage that the database itself reports, and missing unique keys. */
export const listDamage = (db: Db) => findSchemaFaults(db, UNIQUE)

export const listFiles = (db: Db, storage: UploadStore, after: number, limit: number) =>
  db
    .selectFrom('files')
    .select(['id', 'path', 'bytes'])
    .where('storage', '=', storage)
    .where('id', '>', after)
    .where('deleted_at', '=', 0)
    .orderBy('id')
    .limit(limit)
    .execute()

/** The setting that records a proxy that isn't trusted (http/guards/proxies.ts). */
export const UNBELIEVED_PROXY = 'unbelieved_proxy'

/** Untrusted proxies of the last day. */
export const listUnbelievedProxies = async (db: Db, now: number) => {
  const noted = (await findSetting(db, UNBELIEVED_PROXY)) as { address: string; at: number } | undefined
  return noted && now - noted.at < DAY ? [noted.address] : []
}
