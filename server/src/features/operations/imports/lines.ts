import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { ROW_MAX } from './row-limit.ts'

const LINE_END = 10

export interface Lines {
  lines: string[]
  /** Those with bytes that aren't UTF-8, by their place. */
  foreign: Set<number>
  isTooLong?: true
}
const OVERLONG: Lines = { lines: [''], foreign: new Set(), isTooLong: true }

const linesOf = (bytes: Buffer): Lines => {
  if (isUtf8(bytes)) return { lines: bytes.toString().split('\n'), foreign: new Set() }
  const [lines, foreign]: [string[], Set<number>] = [[], new Set()]
  for (let at = 0; at <= bytes.length;) {
    const end = bytes.indexOf(LINE_END, at)
    const line = bytes.subarray(at, end < 0 ? bytes.length : end)
    if (!isUtf8(line)) foreign.add(lines.length)
    lines.push(line.toString())
    at = end < 0 ? bytes.length + 1 : end + 1
  }
  return { lines, foreign }
}

/**
 * The lines of a file, many at once. Not `readline`, which also ends a line at U+2028, and posts hold those. One that is longer than a row may
 * be is let go and comes by itself, empty.
 */
export async function* readLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Lines> {
  let rest: Buffer[] = []
  let length = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length)
    const last = chunk.lastIndexOf(LINE_END)
    if (last < 0) {
      length += chunk.length
      if (length > ROW_MAX) rest = []
      else rest.push(chunk)
      continue
    }
    if (length > ROW_MAX) {
      yield OVERLONG
      const first = chunk.indexOf(LINE_END)
      if (first < last) yield linesOf(chunk.subarray(first + 1, last))
    } else yield linesOf(Buffer.concat([...rest, chunk.subarray(0, last)]))
    rest = [chunk.subarray(last + 1)]
    length = rest[0]!.length
  }
  yield length > ROW_MAX ? OVERLONG : linesOf(Buffer.concat(rest))
}
