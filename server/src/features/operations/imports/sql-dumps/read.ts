import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { createTurns } from '../../../../lib/turns.ts'
import { Stopped } from '../import-stopped.ts'
import { ROW_MAX, TOO_LONG } from '../row-limit.ts'
import { type Cell, readInsertRow } from './insert-values.ts'

// The rows of a database as mysqldump, phpMyAdmin or pg_dump write it (INSERT and COPY), a row at a time.

/** A row of the dump, what is wrong with one, or where the file breaks off. */
export type DumpItem =
  | { line: number; table: string; columns: string[]; cells: Cell[] }
  | { line: number; table: string; problem: string }
  | { line: number; isCut: true }

/** What stands before the first row of a statement, and what describes a table. */
const HEAD_MAX = 2 ** 18
/** A packed dump grows to at most this much; what grows beyond is none. */
const GROWS_AT_MOST = 100
export class GrowsTooMuch extends Error {}

interface Reading {
  /** Rows of others are passed over. */
  isWanted: (table: string) => boolean
  onBytes: (bytes: number) => void
  signal: AbortSignal
}

async function* unpacked(path: string, { onBytes, signal }: Omit<Reading, 'isWanted'>): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 2 ** 18 })
  let [read, given] = [0, 0]
  file.on('data', (chunk) => {
    read += chunk.length
    onBytes(chunk.length)
  })
  const isPacked = path.endsWith('.gz')
  const content = isPacked ? file.pipe(createGunzip({ chunkSize: 2 ** 18 })) : file
  file.on('error', (error) => content.destroy(error))
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (signal.aborted) throw new Stopped()
      given += chunk.length
      if (isPacked && given > Math.max(read, 2 ** 20) * GROWS_AT_MOST) throw new GrowsTooMuch()
      yield chunk
    }
  } finally {
    file.destroy()
  }
}

/** A text that comes in pieces: what was read of it is let go, and its lines are counted. */
const createWindow = (pieces: AsyncIterator<Buffer>) => {
  const decoder = new TextDecoder()
  const window = { text: '', at: 0, line: 1, isEnd: false }
  /** Where the line ends in which it stands; looked for once for all the rows that stand there. */
  let lineEnd = -1
  const moveTo = (end: number) => {
    for (;;) {
      if (lineEnd < window.at) {
        const found = window.text.indexOf('\n', window.at)
        lineEnd = found < 0 ? Infinity : found
      }
      if (lineEnd >= end) break
      window.line++
      window.at = lineEnd + 1
    }
    window.at = end
  }
  const more = async () => {
    const { value, done } = await pieces.next()
    const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
    window.isEnd = Boolean(done)
    window.text = window.text.slice(window.at) + text
    window.at = 0
    lineEnd = -1
    return !done
  }
  const ensure = async (length: number) => {
    while (window.text.length - window.at < length && !window.isEnd) await more()
  }
  /** The rest of this line, and over its end; undefined where it is too long, then the end is passed all the same. */
  const takeLine = async (): Promise<string | undefined> => {
    for (let from = window.at; ;) {
      const end = window.text.indexOf('\n', from)
      if (end >= 0 || window.isEnd) {
        const line = window.text.slice(window.at, end < 0 ? window.text.length : end)
        window.at = end < 0 ? window.text.length : end + 1
        if (end >= 0) window.line++
        return line
      }
      if (window.text.length - window.at > ROW_MAX) {
        window.at = window.text.length
        await passLine()
        return undefined
      }
      const read = window.text.length - window.at
      await more()
      from = read
    }
  }
  const passLine = async () => {
    for (;;) {
      const end = window.text.indexOf('\n', window.at)
      window.at = end < 0 ? window.text.length : end + 1
      if (end >= 0) window.line++
      if (end >= 0 || !(await more())) return
    }
  }
  return Object.assign(window, { moveTo, more, ensure, takeLine, passLine })
}
type Window = ReturnType<typeof createWindow>

/** Over the rest of a row, to behind its parenthesis, or of a statement, to behind its semicolon. @returns whether there was one. */
const passOver = async (window: Window, what: 'row' | 'statement', hasEscapes: boolean) => {
  let [isString, isEscaped, depth] = [false, false, 0]
  for (;;) {
    const { text } = window
    for (let here = window.at; here < text.length; here++) {
      const sign = text[here]
      if (isEscaped) isEscaped = false
      else if (isString) {
        if (sign === "'") isString = false
        else if (hasEscapes && sign === '\\') isEscaped = true
      } else if (sign === "'") isString = true
      else if (sign === '(') depth++
      else if ((sign === ')' && --depth === 0 && what === 'row') || (sign === ';' && what === 'statement')) {
        window.moveTo(here + 1)
        return true
      }
    }
    window.moveTo(text.length)
    if (!(await window.more())) return false
  }
}

const NAME = String.raw`(?:\x60[^\x60]+\x60|"[^"]+"|[\w$]+)`
const TABLE = `(${NAME}(?:\\.${NAME})?)`
const INSERT = new RegExp(
  String.raw`(?:INSERT|REPLACE)\s+(?:IGNORE\s+)?INTO\s+${TABLE}\s*(?:\(([^()]*)\)\s*)?(?:OVERRIDING \w+ VALUE\s*)?VALUES\s*`,
  'iy',
)
const COPY = new RegExp(String.raw`COPY\s+${TABLE}\s*\(([^()]*)\)\s+FROM\s+stdin;[^\n]*\n`, 'iy')
const CREATE = new RegExp(String.raw`CREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?${TABLE}\s*\(`, 'iy')
const BEGINNING = String.raw`(?:INSERT|REPLACE|COPY|CREATE\s+TABLE)\s`
const BEGINNINGS = new RegExp(`^${BEGINNING}`, 'i')
/** Where the columns of a CREATE end. Where another statement begins before, they have no end, and nobody looks further. */
const COLUMNS_END = new RegExp(String.raw`\n(?:(\))|${BEGINNING})`, 'gi')

const plain = (name: string) => name.trim().replace(/^[\x60"](.*)[\x60"]$/, '$1')
/** Without its schema; one that isn't `public` holds other tables of the same names. */
const tableName = (name: string) => {
  const parts = name.split('.')
  return parts.length > 1 && plain(parts[0]!) !== 'public' && !name.includes('\x60') ? name : plain(parts.at(-1)!)
}
const namesIn = (list: string) => list.split(',').map(plain)

const NO_COLUMN =
  /^(?:CONSTRAINT|PRIMARY\s+KEY|UNIQUE|KEY\s+[\x60(]|INDEX|FULLTEXT|SPATIAL|FOREIGN\s+KEY|CHECK|EXCLUDE)\b/
const columnsIn = (body: string) =>
  body.split('\n').flatMap((row) => {
    const text = row.trim()
    const [, name] = new RegExp(`^(${NAME})\\s+\\S`).exec(text) ?? []
    return name && (/^[\x60"]/.test(name) || !NO_COLUMN.test(text)) ? [plain(name)] : []
  })

const matchHere = (pattern: RegExp, { text, at }: Window) => {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** The head of a CREATE, up to behind its columns, as the other two have it. */
const createHere = (window: Window) => {
  const found = matchHere(CREATE, window)
  if (!found) return null
  const from = window.at + found[0].length
  COLUMNS_END.lastIndex = from
  const end = COLUMNS_END.exec(window.text)
  if (!end?.[1]) return null
  return [window.text.slice(window.at, COLUMNS_END.lastIndex), found[1]!, window.text.slice(from, end.index)]
}

const COPIED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }
/** A field of COPY: tabs and ends of lines stand behind backslashes, and `\N` is no value. */
const copied = (field: string): Cell =>
  field === '\\N'
    ? null
    : field.includes('\\')
      ? field.replace(/\\(?:x([\da-f]{1,2})|([0-7]{1,3})|([\s\S]))/gi, (_, hex?: string, octal?: string, sign = '') =>
          hex
            ? String.fromCharCode(parseInt(hex, 16))
            : octal
              ? String.fromCharCode(parseInt(octal, 8))
              : (COPIED[sign] ?? sign),
        )
      : field

const fits = (columns: string[], cells: Cell[]) =>
  cells.length === columns.length ? undefined : `it has ${cells.length} values for ${columns.length} columns`

async function* copyRows(
  window: Window,
  table: string,
  columns: string[],
  isWanted: boolean,
): AsyncGenerator<DumpItem> {
  for (;;) {
    if (window.at === window.text.length && !(await window.more()) && window.at === window.text.length) {
      yield { line: window.line, isCut: true }
      return
    }
    const { line } = window
    const text = await window.takeLine()
    if (text === '\\.' || text === '\\.\r') return
    if (!isWanted) continue
    if (text === undefined) {
      yield { line, table, problem: TOO_LONG }
      continue
    }
    const cells = text.split('\t').map(copied)
    const problem = fits(columns, cells)
    yield problem ? { line, table, problem } : { line, table, columns, cells }
  }
}

async function* insertRows(
  window: Window,
  table: string,
  columns: string[] | undefined,
  hasEscapes: boolean,
): AsyncGenerator<DumpItem> {
  for (;;) {
    window.moveTo(window.at + /^\s*/.exec(window.text.slice(window.at, window.at + 1000))![0].length)
    if (window.at === window.text.length) {
      if (await window.more()) continue
      yield { line: window.line, isCut: true }
      return
    }
    const { line } = window
    let row = readInsertRow(window.text, window.at, hasEscapes)
    while (row === 'more' && window.text.length - window.at <= ROW_MAX && (await window.more()))
      row = readInsertRow(window.text, window.at, hasEscapes)
    if (row === 'more' && !window.isEnd) {
      yield { line, table, problem: TOO_LONG }
      if (!(await passOver(window, 'row', hasEscapes))) yield { line, isCut: true }
    } else if (row === 'more') {
      yield { line, isCut: true }
      window.moveTo(window.text.length)
      return
    } else if (row === 'broken') {
      yield { line, table, problem: "it can't be read, nor what stands behind it in the same statement" }
      await passOver(window, 'statement', hasEscapes)
      return
    } else {
      window.moveTo(row.end)
      const names = columns ?? row.cells.map((_, at) => String(at))
      const problem = columns ? fits(columns, row.cells) : 'nothing says which columns its table has'
      yield problem ? { line, table, problem } : { line, table, columns: names, cells: row.cells }
    }
    await window.ensure(1000)
    const [gap = '', sign] = /^\s*(,)?/.exec(window.text.slice(window.at, window.at + 1000)) ?? []
    if (sign !== ',') {
      if (!(await passOver(window, 'statement', hasEscapes))) yield { line: window.line, isCut: true }
      return
    }
    window.moveTo(window.at + gap.length)
  }
}

/** The lines of a file, packed or not; those that are too long without what stands there. */
export async function* linesOf(path: string, reading: Omit<Reading, 'isWanted'>) {
  const window = createWindow(unpacked(path, reading))
  const giveWay = createTurns()
  for (;;) {
    await giveWay()
    const { line } = window
    await window.ensure(1)
    if (window.at >= window.text.length) return
    yield { line, text: await window.takeLine() }
  }
}

const DOLLARS = /\$(?:[A-Za-z_]\w*)?\$/g
const DELIMITER = /^DELIMITER\s+(\S+)/i

/** What ends the body that begins in this line; undefined where none does, or it ends there, too. */
const bodyEnd = (line: string) => {
  let open: string | undefined
  for (const [mark] of line.matchAll(DOLLARS)) {
    if (open === undefined) open = mark
    else if (mark === open) open = undefined
  }
  return open
}

/** Over a line, and over the body of a function or a trigger that begins in it: what stands there are no rows. */
const passCode = async (window: Window) => {
  const line = (await window.takeLine()) ?? ''
  const delimiter = DELIMITER.exec(line)?.[1]
  const end = delimiter === undefined ? bodyEnd(line) : undefined
  if (end === undefined && (delimiter ?? ';') === ';') return
  while (window.at < window.text.length || (await window.more())) {
    const next = (await window.takeLine()) ?? ''
    if (end === undefined ? DELIMITER.exec(next)?.[1] === ';' : next.split(end).length % 2 === 0) return
  }
}

/** The rows of the tables that are wanted, in the order of the file. */
export async function* readDump(path: string, reading: Reading): AsyncGenerator<DumpItem> {
  const giveWay = createTurns()
  for await (const item of itemsOf(path, reading)) {
    await giveWay()
    yield item
  }
}

async function* itemsOf(path: string, reading: Reading): AsyncGenerator<DumpItem> {
  const window = createWindow(unpacked(path, reading))
  const columns = new Map<string, string[]>()
  for (;;) {
    await window.ensure(40)
    if (window.at >= window.text.length) return
    if (!BEGINNINGS.test(window.text.slice(window.at, window.at + 40))) {
      await passCode(window)
      continue
    }
    await window.ensure(HEAD_MAX)
    const create = createHere(window)
    const copy = create ? null : matchHere(COPY, window)
    const insert = create || copy ? null : matchHere(INSERT, window)
    const [head = '', name = '', list] = create ?? copy ?? insert ?? []
    if (!head) {
      await window.passLine()
      continue
    }
    const table = tableName(name)
    window.moveTo(window.at + head.length)
    if (create) columns.set(table, columnsIn(list ?? ''))
    else if (copy) yield* copyRows(window, table, namesIn(list ?? ''), reading.isWanted(table))
    else {
      const hasEscapes = head.includes('\x60')
      if (reading.isWanted(table))
        yield* insertRows(window, table, list === undefined ? columns.get(table) : namesIn(list), hasEscapes)
      else await passOver(window, 'statement', hasEscapes)
    }
  }
}
