import { sql, type SqlBool } from 'kysely'
import { type Db, isPostgres } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'

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

/** Where uploads are named and their uses aren't recorded one by one. Of tags also earlier and suggested texts, of settings former ones, as one can go back to them. */
const NAMING = {
  users: { key: ['id'], texts: ['avatar_custom', 'bio'] },
  tags: { key: ['id'], texts: ['original_text'] },
  revisions: { key: ['id'], texts: ['original_text'], only: sql`object_type = 'tag'` },
  drafts: { key: ['user_id', 'name'], texts: ['fields'] },
  settings: { key: ['name'], texts: ['value'] },
  member_settings: { key: ['user_id', 'plugin'], texts: ['value'] },
  audit_entries: { key: ['id'], texts: ['before', 'after'], only: sql`kind = 'setting'` },
} satisfies Partial<Record<keyof DB, { key: string[]; texts: string[]; only?: ReturnType<typeof sql> }>>
type Naming = { key: string[]; texts: string[]; only?: ReturnType<typeof sql> }
type Key = (number | string)[]

const namingPage = async (
  db: Db,
  table: string,
  { key, texts, only }: Naming,
  after: Key | undefined,
  limit: number,
) => {
  const keys = sql.join(key.map((column) => sql.ref(column)))
  const naming = sql.join(
    texts.map((column) => sql`${sql.ref(column)} like ${NAMES_UPLOAD}`),
    sql` or `,
  )
  const { rows } = await sql<
    Record<string, number | string>
  >`select ${keys}, ${sql.join(texts.map((column) => sql.ref(column)))}
    from ${sql.table(table)} where (${naming}) ${only ? sql`and ${only}` : sql``}
    ${after ? sql`and (${keys}) > (${sql.join(after)})` : sql``} order by ${keys} limit ${limit}`.execute(db)
  return {
    texts: rows.map((row) => texts.map((column) => row[column]).join(' ')),
    last: rows.at(-1) && key.map((column) => rows.at(-1)![column]!),
  }
}

/** All of them, so many at once. */
export async function* textsWithUploads(db: Db, limit: number) {
  for (const [table, naming] of Object.entries<Naming>(NAMING))
    for (let after: Key | undefined; ;) {
      const { texts, last } = await namingPage(db, table, naming, after, limit)
      if (!last) break
      yield texts
      after = last
    }
}

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
