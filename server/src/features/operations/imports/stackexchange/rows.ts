import { SaxesParser, type SaxesAttributePlain } from 'saxes'
import { readLines } from '../lines.ts'
import { TOO_LONG } from '../row-limit.ts'

/** One `<row …/>` of a dump's file, or what is wrong with it; at last, if the file has no end, where it breaks off. */
export type Row =
  | { line: number; fields: Record<string, string>; hasForeignBytes?: true }
  | { line: number; problem: string }
  | { line: number; isCut: true }

/** Dumps contain a few characters that XML doesn't allow even when escaped; one of them mustn't cost a whole post. */
const FORBIDDEN_REFERENCE = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi

/** The end of the whole: `</rows>`, or `<rows/>` of a file without any. */
const END = /^\s*(<\w[^>]*>\s*)?(<\/\w+>|<(?!row\b)\w[^>]*\/>)\s*$/

/** Whether a value is needed, by its name and by what stands before it; decoding a text takes longer than finding it. */
export type Wants = (name: string, before: Record<string, string>) => boolean
const EVERYTHING: Wants = () => true

/** What XML allows only as a reference or not at all, or reads as something else: that is for the parser to judge. */
const UNUSUAL = /[\0-\x1f<\ufffe\uffff]/
const COMMON = /&(?!(?:lt|gt|amp|quot|apos|#xA|#xD);)/

const NAMED: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const isAllowed = (code: number) =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code < 0xd800) ||
  (code > 0xdfff && code < 0xfffe) ||
  (code > 0xffff && code <= 0x10ffff)

/** Undefined if it isn't a reference that XML knows. */
const decoded = (value: string): string | undefined => {
  if (!value.includes('&')) return value
  if (!COMMON.test(value))
    return value
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&apos;', "'")
      .replaceAll('&#xA;', '\n')
      .replaceAll('&#xD;', '\r')
      .replaceAll('&amp;', '&')
  let isKnown = true
  const text = value.replace(
    /&(?:(lt|gt|amp|quot|apos)|#x([\da-f]{1,6})|#(\d{1,7}));|&/gi,
    (_, name?: string, hex?: string, digits?: string) => {
      const code = hex ? parseInt(hex, 16) : Number(digits)
      const letter = name ? NAMED[name] : isAllowed(code) ? String.fromCodePoint(code) : undefined
      if (letter === undefined) isKnown = false
      return letter ?? ''
    },
  )
  return isKnown ? text : undefined
}

/** Rows of a file have the same attributes in the same order, or some of them: one that was there before isn't cut out of the text again. */
const createNames = () => {
  const known: { name: string; start: string }[] = []
  let next = 0
  return {
    begin: () => void (next = 0),
    /** The name that begins here, if it is one that dumps write. */
    at: (line: string, at: number) => {
      for (let n = next; n < known.length; n++) {
        const { name, start } = known[n]!
        if (!line.startsWith(start, at)) continue
        next = n + 1
        return name
      }
      const [, name] = NAME.exec(line.slice(at, at + NAME_MAX)) ?? []
      if (name && known.length < NAMES_MAX && !known.some((one) => one.name === name))
        known.splice(next++, 0, { name, start: `${name}="` })
      return name
    },
  }
}
type Names = ReturnType<typeof createNames>
const NAME = /^([A-Za-z]+)="/
const NAME_MAX = 64
/** Their files have 22 at most. */
const NAMES_MAX = 40

/** The values of a row that is written as dumps write them; undefined for any other, which is for the parser. */
const fieldsOf = (line: string, wants: Wants, names: Names) => {
  const fields: Record<string, string> = {}
  let at = line.indexOf('<row') + 4
  names.begin()
  for (;;) {
    if (line[at] !== ' ') return undefined
    while (line[at] === ' ') at++
    if (line.startsWith('/>', at)) return line.slice(at + 2).trim() === '' ? fields : undefined
    const name = names.at(line, at)
    if (name === undefined || name in fields) return undefined
    const from = at + name.length + 2
    const end = line.indexOf('"', from)
    if (end < 0) return undefined
    at = end + 1
    if (!wants(name, fields)) continue
    const value = line.slice(from, end)
    if (UNUSUAL.test(value)) return undefined
    const text = decoded(value)
    if (text === undefined) return undefined
    fields[name] = text
  }
}

/**
 * The rows of a dump's file, one after the other, however large it is. Each row stands on a line of its own, so after a
 * broken one the next line is a new beginning.
 */
export async function* readRows(
  path: string,
  onBytes: (bytes: number) => void,
  wants: Wants = EVERYTHING,
): AsyncGenerator<Row> {
  let found: Record<string, string> | undefined
  let problem = ''
  const createParser = () => {
    const parser = new SaxesParser({ fragment: true, position: false })
    parser.on('opentag', ({ name, attributes }) => {
      if (name === 'row') found = attributes as Record<string, SaxesAttributePlain['value']>
    })
    parser.on('error', (error) => {
      problem ||= error.message
    })
    return parser
  }
  let parser = createParser()
  const names = createNames()
  let line = 0
  let isWhole = false
  for await (const { lines, foreign, isTooLong } of readLines(path, onBytes))
    for (const [at, text] of lines.entries()) {
      line++
      if (isTooLong) {
        yield { line, problem: TOO_LONG }
        continue
      }
      const isForeign = foreign.has(at) && ({ hasForeignBytes: true } as const)
      if (!/^\s*<row\b/.test(text)) {
        isWhole ||= END.test(text)
        continue
      }
      const fields = fieldsOf(text, wants, names)
      if (fields) {
        yield { line, fields, ...isForeign }
        continue
      }
      found = undefined
      problem = ''
      parser.write(text.replace(FORBIDDEN_REFERENCE, '\uFFFD'))
      if (found && !problem) {
        yield { line, fields: found, ...isForeign }
        continue
      }
      yield { line, problem: problem || 'the row has no end' }
      parser = createParser()
    }
  if (!isWhole) yield { line, isCut: true }
}
