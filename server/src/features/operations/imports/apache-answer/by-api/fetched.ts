import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { NotADump } from '../../not-a-dump.ts'
import { type AnswerDatabase, COLUMNS, type TableName } from '../queries.ts'
import { REVISION_STATES } from '../records.ts'

// What the calls answered, as the old site has it in its own database: so it comes in, goes on and is compared as that does.

export type FetchedRow = Record<string, SQLInputValue>
/** The table that says what has been read. */
export const FETCHED = 'fetched'
/** The kind of the row that names the host which was asked. */
const ASKED = 'host'
const AT_ONCE = 500
const WAITING = REVISION_STATES.waiting
const quoted = (name: string) => `"${name}"`
const KEYS: Partial<Record<TableName, string>> = {
  user: '"id"',
  tag: '"id"',
  question: '"id"',
  answer: '"id"',
  comment: '"id"',
  revision: '"id"',
  tag_rel: '"object_id", "tag_id"',
  meta: '"object_id", "key"',
  site_info: '"id"',
}

/** What is looked for by something else than its key, again and again. */
const INDEXED: Partial<Record<TableName, string>> = {
  answer: 'question_id',
  comment: 'question_id',
  revision: 'object_id',
}

/** Ids are larger than a number here can be. */
const bound = (name: string, value: SQLInputValue): SQLInputValue =>
  (name === 'id' || name.endsWith('_id')) && /^\d+$/.test(String(value)) ? BigInt(value as string) : value

/** The hosts that it was fetched from; the old site may call itself otherwise. */
export const hostsAsked = ({ database, tables }: AnswerDatabase): string[] =>
  tables.has(FETCHED)
    ? database
        .prepare(`select key from ${FETCHED} where kind = '${ASKED}'`)
        .all()
        .map(({ key }) => String(key))
    : []

/** What was fetched so far, in a file that stays until everything is there. */
export const openFetched = (folder: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let database: DatabaseSync
  try {
    database = new DatabaseSync(join(folder, 'answer.db'), { timeout: 0 })
    database.exec('pragma journal_mode = truncate; pragma synchronous = normal; begin exclusive')
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) throw new NotADump('This site is being fetched already.')
    throw error
  }
  for (const [table, { ids, others }] of Object.entries(COLUMNS)) {
    const columns = [...ids.map((name) => `${quoted(name)} integer`), ...others.map((name) => quoted(name))]
    const key = KEYS[table as TableName]
    database.exec(
      `create table if not exists ${quoted(table)} (${columns.join(', ')}${key ? `, primary key (${key})` : ''})`,
    )
    // One that was begun before these were read.
    const there = new Set(
      database
        .prepare(`pragma table_info(${quoted(table)})`)
        .all()
        .map(({ name }) => String(name)),
    )
    for (const name of [...ids, ...others])
      if (!there.has(name)) database.exec(`alter table ${quoted(table)} add column ${quoted(name)}`)
    const indexed = INDEXED[table as TableName]
    if (indexed)
      database.exec(`create index if not exists ${quoted(`${table}_${indexed}`)} on ${quoted(table)} (${indexed})`)
  }
  // Of a thing that is read by itself: what the list said of it, and what it had said when it was last read.
  database.exec(
    `create table if not exists ${FETCHED} (kind text, key text, listed text, read text, primary key (kind, key))`,
  )
  database.exec('commit; pragma locking_mode = exclusive; begin exclusive')

  const statements = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const prepared = (sql: string) =>
    statements.getOrInsertComputed(sql, () => {
      const statement = database.prepare(sql)
      statement.setReadBigInts(true) // or it fails to say which row it wrote
      return statement
    })
  const insert = (table: TableName, row: FetchedRow, otherwise: (names: string[]) => string) => {
    const names = Object.keys(row)
    prepared(
      `insert into ${quoted(table)} (${names.map(quoted).join(', ')}) values (${names.map(() => '?').join(', ')}) on conflict do ${otherwise(names)}`,
    ).run(...names.map((name) => bound(name, row[name]!)))
  }
  return {
    /** Newer than what was there; other columns stay. */
    put: (table: TableName, row: FetchedRow) =>
      insert(
        table,
        row,
        (names) => `update set ${names.map((name) => `${quoted(name)} = excluded.${quoted(name)}`).join(', ')}`,
      ),
    /** Where nothing is known yet. */
    add: (table: TableName, row: FetchedRow) => insert(table, row, () => 'nothing'),
    change: (table: TableName, id: string, row: FetchedRow) => {
      const names = Object.keys(row)
      prepared(`update ${quoted(table)} set ${names.map((name) => `${quoted(name)} = ?`).join(', ')} where id = ?`).run(
        ...names.map((name) => bound(name, row[name]!)),
        BigInt(id),
      )
    },
    noteHost: (host: string) =>
      prepared(`insert into ${FETCHED} (kind, key) values ('${ASKED}', ?) on conflict do nothing`).run(host),
    /** All that belongs to a question goes before it comes anew. */
    clear: (question: string) => {
      const id = BigInt(question)
      prepared(
        `delete from revision where status <> ${WAITING} and (object_id = ? or object_id in (select id from answer where question_id = ?))`,
      ).run(id, id)
      prepared('delete from comment where question_id = ?').run(id)
      prepared('delete from answer where question_id = ?').run(id)
      prepared('delete from tag_rel where object_id = ?').run(id)
    },
    /** The texts that a tag has had go before they come anew. */
    clearTag: (tag: string) =>
      prepared(`delete from revision where status <> ${WAITING} and object_id = ?`).run(BigInt(tag)),
    /** What waited may be decided by now. */
    clearWaiting: () => prepared(`delete from revision where status = ${WAITING}`).run(),
    note: (kind: string, key: string, listed: string) =>
      prepared(
        'insert into fetched (kind, key, listed) values (?, ?, ?) on conflict (kind, key) do update set listed = excluded.listed',
      ).run(kind, key, listed),
    /** What has to be read of the first so many (-1: of all), in the order of their numbers; not all at once. */
    due: (kind: string, limit: number) =>
      prepared(
        `select key, listed from (select * from fetched where kind = ? order by length(key), key limit ?) where read is not listed limit ${AT_ONCE}`,
      )
        .all(kind, limit)
        .map(({ key, listed }) => ({ key: String(key), listed: String(listed) })),
    countDue: (kind: string, limit: number) =>
      Number(
        prepared(
          'select count(*) as n from (select * from fetched where kind = ? order by length(key), key limit ?) where read is not listed',
        ).get(kind, limit)!.n,
      ),
    done: (kind: string, key: string, listed: string) =>
      prepared('update fetched set read = ? where kind = ? and key = ?').run(listed, kind, key),
    count: (table: TableName) => Number(prepared(`select count(*) as n from ${quoted(table)}`).get()!.n),
    createdAt: (table: 'tag', id: string) =>
      String(prepared(`select created_at from ${quoted(table)} where id = ?`).get(BigInt(id))?.created_at ?? ''),
    idOf: (table: TableName, slug: string) => {
      const row = prepared(`select cast(id as text) as id from ${quoted(table)} where slug_name = ?`).get(slug)
      return row && String(row.id)
    },
    noteUsers: () =>
      prepared(
        `insert into fetched (kind, key, listed) select 'user', cast(id as text), username from user where username <> ''
          on conflict (kind, key) do update set listed = excluded.listed`,
      ).run(),
    /** What was fetched up to here stays, whatever comes. */
    save: () => database.exec('commit; begin exclusive'),
    close: () => {
      if (database.isTransaction) database.exec('commit')
      statements.clear()
      database.close()
    },
  }
}
export type Fetched = ReturnType<typeof openFetched>
