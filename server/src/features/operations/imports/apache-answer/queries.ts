import { DatabaseSync } from 'node:sqlite'
import { evenLength } from '../../../../db/insert-many.ts'
import type { StagedTables } from '../sql-dumps/staging.ts'
import { numberIn } from './number.ts'

// The database of Apache Answer, as its SQLite file has it. Its ids are larger than a number here can be, so they are read as text.

type Cell = string | number | null
export type Row = Record<string, Cell>

/** Only what is needed of each table; what a version lacks is empty. */
export const COLUMNS = {
  user: {
    ids: ['id'],
    others: [
      'created_at',
      'last_login_date',
      'suspended_at',
      'suspended_until',
      'deleted_at',
      'username',
      'pass',
      'e_mail',
      'mail_status',
      'rank',
      'status',
      'display_name',
      'avatar',
      'bio',
      'website',
      'location',
    ],
  },
  tag: {
    ids: ['id', 'main_tag_id', 'user_id'],
    others: ['created_at', 'slug_name', 'display_name', 'original_text', 'status', 'recommend', 'reserved'],
  },
  question: {
    ids: ['id', 'user_id', 'accepted_answer_id', 'last_edit_user_id'],
    others: [
      'created_at',
      'updated_at',
      'post_update_time',
      'title',
      'original_text',
      'status',
      'show',
      'pin',
      'view_count',
      'vote_count',
      'answer_count',
      'collection_count',
    ],
  },
  answer: {
    ids: ['id', 'question_id', 'user_id', 'last_edit_user_id'],
    others: ['created_at', 'updated_at', 'original_text', 'status', 'adopted', 'vote_count'],
  },
  comment: {
    ids: ['id', 'user_id', 'object_id', 'question_id'],
    others: ['created_at', 'original_text', 'status', 'vote_count'],
  },
  tag_rel: { ids: ['object_id', 'tag_id'], others: ['status'] },
  meta: { ids: ['object_id'], others: ['key', 'value', 'updated_at'] },
  revision: { ids: ['id', 'object_id', 'user_id'], others: ['created_at', 'content', 'log', 'status'] },
  notification: {
    ids: ['id', 'user_id'],
    others: ['created_at', 'updated_at', 'content', 'type', 'is_read', 'status'],
  },
  site_info: { ids: ['id'], others: ['type', 'content', 'status'] },
  badge: { ids: ['id'], others: ['name'] },
  badge_award: { ids: ['id', 'user_id', 'badge_id', 'award_key'], others: ['created_at'] },
} as const
export type TableName = keyof typeof COLUMNS

const NUMBERS = [
  'mail_status',
  'rank',
  'status',
  'show',
  'pin',
  'adopted',
  'view_count',
  'vote_count',
  'answer_count',
  'collection_count',
]
/** As its own database has them. */
const INDEXED: Record<string, string[]> = { tag_rel: ['object_id'], meta: ['object_id'], revision: ['object_id'] }

/** The same tables, for a dump that is read into them. */
export const stagedTables: StagedTables = Object.fromEntries(
  Object.entries(COLUMNS).map(([table, { ids, others }]) => [
    table,
    {
      ...(INDEXED[table] && { indexes: [INDEXED[table]] }),
      columns: Object.fromEntries(
        [...ids, ...others].map((name) => [name, NUMBERS.includes(name) ? ('integer' as const) : ('text' as const)]),
      ),
    },
  ]),
)

export class NoSuchDatabase extends Error {}

const quoted = (name: string) => `"${name}"`

/** A file that comes from elsewhere: nothing in it is run. */
export const openDatabase = (path: string): AnswerDatabase => {
  try {
    const database = new DatabaseSync(path, { readOnly: true })
    database.exec('pragma trusted_schema = off')
    const names = database.prepare("select name from sqlite_master where type = 'table'").all()
    const tables = new Set(names.map(({ name }) => String(name)))
    if (!tables.has('question') || !tables.has('user')) throw new NoSuchDatabase()
    return { database, tables, close: () => database.close() }
  } catch (error) {
    throw error instanceof NoSuchDatabase ? error : new NoSuchDatabase(undefined, { cause: error })
  }
}
export interface AnswerDatabase {
  database: DatabaseSync
  tables: Set<string>
  close: () => void
}

const selecting = ({ database }: AnswerDatabase, table: TableName, where: string) => {
  const there = new Set(
    database
      .prepare(`pragma table_info(${quoted(table)})`)
      .all()
      .map(({ name }) => String(name)),
  )
  const { ids, others } = COLUMNS[table]
  const columns = [
    ...ids.map((name) =>
      there.has(name) ? `cast(${quoted(name)} as text) as ${quoted(name)}` : `'' as ${quoted(name)}`,
    ),
    ...others.map((name) => (there.has(name) ? quoted(name) : `null as ${quoted(name)}`)),
  ]
  return database.prepare(`select ${columns.join(', ')} from ${quoted(table)} where ${where} order by rowid`)
}

/** The rows of a table, in the order of their ids, however many. */
export function* rowsOf(answer: AnswerDatabase, table: TableName, where = 'true'): Generator<Row> {
  if (!answer.tables.has(table)) return
  for (const row of selecting(answer, table, where).iterate()) yield row as Row
}

/** The rows about these things; as many as one statement takes. */
const rowsAbout = (answer: AnswerDatabase, table: 'tag_rel' | 'meta' | 'revision', ids: string[], where: string) => {
  if (!answer.tables.has(table) || ids.length === 0) return []
  const about = evenLength(ids)
  return selecting(answer, table, `object_id in (${about.map(() => '?').join(', ')}) and ${where}`).all(
    ...about,
  ) as Row[]
}

export const countRows = ({ database, tables }: AnswerDatabase, table: TableName) =>
  tables.has(table) ? Number(database.prepare(`select count(*) as n from ${quoted(table)}`).get()!.n) : 0

/** The tags of these questions, by their names, in their order. */
export const tagsOfQuestions = (answer: AnswerDatabase, names: Map<string, string>, ids: string[]) => {
  const found = new Map<string, string[]>()
  for (const { object_id, tag_id } of rowsAbout(answer, 'tag_rel', ids, 'status <> 10')) {
    const name = names.get(String(tag_id))
    if (name) found.getOrInsert(String(object_id), []).push(name)
  }
  return found
}

/** What these things have been, the oldest first. */
export const revisionsOf = (answer: AnswerDatabase, ids: string[]) => rowsAbout(answer, 'revision', ids, 'true')

/** Why these questions were closed. */
export const reasonsOf = (answer: AnswerDatabase, ids: string[]) =>
  new Map(rowsAbout(answer, 'meta', ids, `"key" = 'question.close.reason'`).map((row) => [String(row.object_id), row]))

/** The highest number that a post has there. */
export const lastPostNumber = (answer: AnswerDatabase) =>
  Math.max(
    0,
    ...(['question', 'answer'] as const).map((table) => {
      if (!answer.tables.has(table)) return 0
      const row = answer.database.prepare(`select cast(max(id) as text) as id from ${quoted(table)}`).get()
      return numberIn(String(row?.id ?? ''))
    }),
  )
