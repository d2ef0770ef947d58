import { sql } from 'kysely'
import { type Db, isPostgres } from './dialect.ts'

/** Where texts are kept with the HTML that was made of them. */
export const RENDERED = {
  posts: { source: 'original_text', html: 'parsed_text', mode: 'post', versioned: true, described: true },
  revisions: { source: 'original_text', html: 'parsed_text', mode: 'post', versioned: false, described: true },
  comments: { source: 'original_text', html: 'parsed_text', mode: 'comment', versioned: true, described: false },
  tags: { source: 'original_text', html: 'parsed_text', mode: 'post', versioned: false, described: false },
  users: { source: 'bio', html: 'bio_html', mode: 'post', versioned: false, described: false },
} as const
export type RenderedTable = keyof typeof RENDERED
export const RENDERED_TABLES = Object.keys(RENDERED) as RenderedTable[]

const older = (table: RenderedTable, version: number | undefined) =>
  RENDERED[table].versioned && version !== undefined ? sql`and renderer < ${version}` : sql``

/** The next texts that an older renderer has made, by their ids; without a version, all of them. */
export const listOlder = async (
  db: Db,
  table: RenderedTable,
  { after, version, limit }: { after: number; version?: number; limit: number },
) => {
  const { source } = RENDERED[table]
  const query = sql<{ id: number; source: string }>`select id, ${sql.ref(source)} as source from ${sql.table(table)}
    where id > ${after} and ${sql.ref(source)} <> '' ${older(table, version)} order by id limit ${limit}`
  return (await query.execute(db)).rows
}

export const countOlder = async (db: Db, table: RenderedTable, version?: number) => {
  const { source } = RENDERED[table]
  const query = sql<{ count: number | string }>`select count(*) as count from ${sql.table(table)}
    where ${sql.ref(source)} <> '' ${older(table, version)}`
  return Number((await query.execute(db)).rows[0]!.count)
}

export interface Rerendered {
  id: number
  source: string
  html: string
  description: string
}

/** A text that was changed meanwhile keeps what was made of it then. */
export const setRendered = (db: Db, table: RenderedTable, texts: Rerendered[], version: number) => {
  const { source, html, versioned, described } = RENDERED[table]
  const rows = JSON.stringify(texts)
  const given = isPostgres(db)
    ? sql`select * from json_to_recordset(${rows}::json) as row (id bigint, source text, html text, description text)`
    : sql`select value ->> 'id' as id, value ->> 'source' as source, value ->> 'html' as html,
        value ->> 'description' as description from json_each(${rows})`
  return sql`update ${sql.table(table)} set ${sql.ref(html)} = given.html
    ${described ? sql`, description = given.description` : sql``} ${versioned ? sql`, renderer = ${version}` : sql``}
    from (${given}) as given where ${sql.ref(`${table}.id`)} = given.id
    and ${sql.ref(`${table}.${source}`)} = given.source`.execute(db)
}

export const listUnfinished = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'revision_id', 'original_text as source', 'renderer'])
    .where('renderer', '<', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** A text that was changed meanwhile is another. */
export const setRenderer = async (db: Db, texts: { id: number; source: string; renderer: number }[]) => {
  for (const { id, source, renderer } of texts)
    await db.updateTable('posts').set({ renderer }).where('id', '=', id).where('original_text', '=', source).execute()
}
