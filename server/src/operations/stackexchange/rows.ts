import { createReadStream } from 'node:fs'
import { SaxesParser, type SaxesAttributePlain } from 'saxes'

/** One `<row …/>` of a dump's file, or what is wrong with it; at last, if the file has no end, where it breaks off. */
export type Row =
  | { line: number; fields: Record<string, string> }
  | { line: number; problem: string }
  | { line: number; isCut: true }

/** Dumps hold a few characters that XML doesn't allow even when escaped; one of them mustn't cost a whole post. */
const FORBIDDEN_REFERENCE = /&#(?:x0*(?:[0-8bcef]|1[0-9a-f])|0*(?:[0-8]|1[124-9]|2\d|3[01]));/gi

/** The end of the whole: `</rows>`, or `<rows/>` of a file without any. */
const END = /^\s*(<\w+[^>]*>\s*)?(<\/\w+>|<(?!row\b)\w+[^>]*\/>)\s*$/

/** Not `readline`, which also ends a line at U+2028, and posts hold those. */
async function* readLines(path: string, onBytes: (bytes: number) => void) {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length)
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  yield rest
}

/**
 * The rows of a dump's file, one after the other, however large it is. Each row stands on a line of its own, so after a
 * broken one the next line is a new beginning.
 */
export async function* readRows(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Row> {
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
  let line = 0
  let isWhole = false
  for await (const text of readLines(path, onBytes)) {
    line++
    if (!/^\s*<row\b/.test(text)) {
      isWhole ||= END.test(text)
      continue
    }
    found = undefined
    problem = ''
    parser.write(text.replace(FORBIDDEN_REFERENCE, '\uFFFD'))
    if (found && !problem) {
      yield { line, fields: found }
      continue
    }
    yield { line, problem: problem || 'the row has no end' }
    parser = createParser()
  }
  if (!isWhole) yield { line, isCut: true }
}
