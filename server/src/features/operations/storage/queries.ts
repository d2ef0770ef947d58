import { sql } from 'kysely'
import { type Db, isPostgres } from '../../../db/dialect.ts'

/** Bytes of the search index within it. */
export const searchBytes = async (db: Db) => {
  const query = isPostgres(db)
    ? sql<{ bytes: number | string }>`select pg_total_relation_size('search_terms') as bytes`
    : sql<{ bytes: number | string }>`select coalesce(sum(length(block)), 0) as bytes from search_index_data`
  return Number((await query.execute(db)).rows[0]!.bytes)
}

const NAMES_UPLOAD = '%/uploads/%'

/** Members whose picture or text is an upload. */
export const listUsersWithUploads = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('users')
    .select(['id', 'avatar_custom', 'bio'])
    .where('id', '>', after)
    .where((eb) => eb.or([eb('avatar_custom', '!=', ''), eb('bio', 'like', NAMES_UPLOAD)]))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Every text of a tag, also earlier ones and suggested ones. */
export const listTagTexts = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('revisions')
    .select(['id', 'original_text'])
    .where('id', '>', after)
    .where('object_type', '=', 'tag')
    .where('original_text', 'like', NAMES_UPLOAD)
    .orderBy('id')
    .limit(limit)
    .execute()

/** What stands in tags, drafts, settings (former ones too, as one can go back to them) and what members have set of plugins. */
export const listTextsWithUploads = async (db: Db) => [
  ...(await db
    .selectFrom('tags')
    .select('original_text as text')
    .where('original_text', 'like', NAMES_UPLOAD)
    .execute()),
  ...(await db.selectFrom('drafts').select('fields as text').where('fields', 'like', NAMES_UPLOAD).execute()),
  ...(await db.selectFrom('settings').select('value as text').where('value', 'like', NAMES_UPLOAD).execute()),
  ...(await db.selectFrom('member_settings').select('value as text').where('value', 'like', NAMES_UPLOAD).execute()),
  ...(
    await db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('kind', '=', 'setting')
      .where((eb) => eb.or([eb('before', 'like', NAMES_UPLOAD), eb('after', 'like', NAMES_UPLOAD)]))
      .execute()
  ).map(({ before, after }) => ({ text: `${before} ${after}` })),
]

/** What unfinished long work of these kinds was told to do. */
export const listUnfinishedArgs = async (db: Db, kinds: string[]) =>
  (
    await db
      .selectFrom('tasks')
      .select('args')
      .where('kind', 'in', kinds)
      .where('status', 'in', ['waiting', 'running', 'stopping', 'stopped'])
      .execute()
  ).map(({ args }) => JSON.parse(args) as unknown)
