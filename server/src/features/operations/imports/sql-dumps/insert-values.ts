// One row behind VALUES: `(1,'it\'s',NULL,0xFF)`. Every function begins at a place in a text that may break off, and says so.

export type Cell = string | null
/** A row and where it ends; `more` where the text ends first, `broken` where no row stands. */
export type InsertRow = { cells: Cell[]; end: number } | 'more' | 'broken'

const [QUOTE, BACKSLASH, OPEN, CLOSE, COMMA] = ["'", '\\', '(', ')', ','].map((sign) => sign.charCodeAt(0))
const isSpace = (code: number) => code === 32 || (code >= 9 && code <= 13)

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', 0: '\0', Z: '\u001A' }
const unescaped = (text: string) => text.replace(/\\([\s\S])/g, (_, sign: string) => ESCAPES[sign] ?? sign)

/** Where a string ends that begins at `at`, behind its closing quote; -1 where the text ends first. */
export const endOfString = (text: string, at: number, hasEscapes: boolean) => {
  for (let here = at + 1; here < text.length; here++) {
    const code = text.charCodeAt(here)
    if (hasEscapes && code === BACKSLASH) here++
    else if (code === QUOTE) {
      if (here + 1 === text.length) return -1 // another quote may follow
      if (text.charCodeAt(here + 1) !== QUOTE) return here + 1
      here++
    }
  }
  return -1
}

const stringOf = (text: string, from: number, end: number, hasEscapes: boolean) => {
  const plain = text.slice(from + 1, end - 1)
  const single = plain.includes("''") && !hasEscapes ? plain.replaceAll("''", "'") : plain
  if (!hasEscapes) return single
  // In one pass: a quote behind a backslash is none of a pair.
  return plain.includes("''")
    ? plain.replace(/\\([\s\S])|''/g, (_, sign?: string) => (sign === undefined ? "'" : (ESCAPES[sign] ?? sign)))
    : plain.includes('\\')
      ? unescaped(plain)
      : plain
}

const bare = (word: string): Cell => {
  if (/^null$/i.test(word)) return null
  // As COPY writes booleans.
  if (/^(?:true|false)$/i.test(word)) return word[0]!.toLowerCase()
  if (/^0x(?:[0-9a-f]{2})*$/i.test(word)) return Buffer.from(word.slice(2), 'hex').toString()
  return word
}

/** Where a number, a word or a call ends: at the comma or parenthesis behind it. */
const endOfBare = (text: string, at: number) => {
  let depth = 0
  for (let here = at; here < text.length; here++) {
    const code = text.charCodeAt(here)
    if (code === OPEN) depth++
    else if (code === CLOSE && depth-- === 0) return here
    else if (code === COMMA && depth === 0) return here
    else if (code === QUOTE) return here
  }
  return -1
}

/** `hasEscapes`: as MySQL writes strings; PostgreSQL means every backslash literally, but for those in E'…'. */
export const readInsertRow = (text: string, from: number, hasEscapes: boolean): InsertRow => {
  if (text.charCodeAt(from) !== OPEN) return 'broken'
  const cells: Cell[] = []
  let at = from + 1
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at++
    if (at >= text.length) return 'more'
    let prefix = ''
    if (text.charCodeAt(at) !== QUOTE) {
      const end = endOfBare(text, at)
      if (end < 0) return 'more'
      const word = text.slice(at, end).trim()
      at = end
      if (text.charCodeAt(end) !== QUOTE) cells.push(bare(word))
      else prefix = word // _binary 'x', E'x'
      if (word === '' || (text.charCodeAt(end) === QUOTE && !/^(?:_\w+|[enxb])$/i.test(word))) return 'broken'
    }
    if (text.charCodeAt(at) === QUOTE) {
      const escapes = hasEscapes || /^e$/i.test(prefix)
      const end = endOfString(text, at, escapes)
      if (end < 0) return 'more'
      const value = stringOf(text, at, end, escapes)
      cells.push(/^x$/i.test(prefix) ? Buffer.from(value, 'hex').toString() : value)
      at = end
      // A cast may follow: '2019-01-01'::date
      const behind = endOfBare(text, at)
      if (behind < 0) return 'more'
      if (!/^\s*(?:::[\w\s."()]+)?$/.test(text.slice(at, behind))) return 'broken'
      at = behind
    }
    if (text.charCodeAt(at) === CLOSE) return { cells, end: at + 1 }
    at++
  }
}
