import { sql, type SqlBool } from 'kysely'
import { type Db, isPostgres } from '../../../db/dialect.ts'

/** Bytes of the search index within it. */
export const searchBytes = async (db: Db) => {
  const query = isPostgres(db)
    ? sql<{ bytes: number | string }>`select pg_total_relation_size('search_terms') as bytes`
    : sql<{ bytes: number | string }>`select coalesce(sum(length(block)), 0) as bytes from search_index_data`
  return Number((await query.execute(db)).rows[0]!.bytes)
}

/** The largest first, from after one of them on. */
export const listLargest = (db: Db, after: { bytes: number; id: number } | undefined, limit: number) =>
  db
    .selectFrom('files')
    .selectAll()
    .$if(after !== undefined, (q) => q.where(sql<SqlBool>`(bytes, id) < (${after!.bytes}, ${after!.id})`))
    .orderBy('bytes', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

interface Use {
  file_id: number
  /** Posts that the file stands in. */
  used: number | string
  id: number
  kind: 'question' | 'answer'
  question_id: number
  title: string
  url_title: string
}

/** The first posts that each of these files stands in, in their comments and suggested edits too. */
export const listUsesOf = async (db: Db, file_ids: number[], each: number) =>
  file_ids.length === 0
    ? []
    : (
        await sql<Use>`select placed.file_id, placed.used, posts.id, posts.kind, posts.question_id,
            questions.title, questions.url_title
          from (select file_id, post_id, count(*) over (partition by file_id) as used,
              row_number() over (partition by file_id order by post_id) as place
            from (select file_id, post_id from file_uses where file_id in (${sql.join(file_ids)})
              union select file_id, post_id from suggested_files
                where file_id in (${sql.join(file_ids)}) and post_id > 0) as uses) as placed
          join posts on posts.id = placed.post_id
          join posts as questions on questions.id = posts.question_id
          where placed.place <= ${each} order by placed.file_id, posts.id`.execute(db)
      ).rows

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
