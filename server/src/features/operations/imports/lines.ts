import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'

const LINE_END = 10

export interface Lines {
  lines: string[]
  /** Those with bytes that aren't UTF-8, by their place. */
  foreign: Set<number>
}

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

/** The lines of a file, many at once. Not `readline`, which also ends a line at U+2028, and posts hold those. */
export async function* readLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Lines> {
  let rest: Buffer[] = []
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
    onBytes(chunk.length)
    const end = chunk.lastIndexOf(LINE_END)
    if (end < 0) {
      rest.push(chunk)
      continue
    }
    yield linesOf(Buffer.concat([...rest, chunk.subarray(0, end)]))
    rest = [chunk.subarray(end + 1)]
  }
  yield linesOf(Buffer.concat(rest))
}
