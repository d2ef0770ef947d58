import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
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

/** Read at once. */
const CHUNK = 1 << 18

/**
 * The lines of a file, many at once. Not `readline`, which also ends a line at U+2028, and posts hold those. One that is longer than a row may
 * be is let go and comes by itself, empty. All is read into the same memory: what is allocated anew for each piece stays with the allocator.
 */
export async function* readLines(path: string, onBytes: (bytes: number) => void): AsyncGenerator<Lines> {
  await using file = await open(path)
  let buffer = Buffer.allocUnsafe(CHUNK * 2)
  let length = 0
  let isOverlong = false
  for (;;) {
    if (buffer.length - length < CHUNK) buffer = Buffer.concat([buffer.subarray(0, length)], buffer.length * 2)
    const { bytesRead } = await file.read(buffer, length, CHUNK)
    if (bytesRead === 0) break
    onBytes(bytesRead)
    const read = buffer.subarray(0, length + bytesRead)
    const last = read.lastIndexOf(LINE_END)
    const first = isOverlong ? read.indexOf(LINE_END) + 1 : 0
    if (isOverlong && last >= 0) yield OVERLONG
    if (last >= first) yield linesOf(read.subarray(first, last))
    isOverlong = last < 0 && (isOverlong || read.length > ROW_MAX)
    length = isOverlong ? 0 : read.copy(buffer, 0, last + 1)
  }
  yield isOverlong ? OVERLONG : linesOf(buffer.subarray(0, length))
}
