import { expect, it } from 'vitest'
import { countReaders, readerHash, withReaders } from './reader-sketch.ts'

const readers = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => readerHash('a secret', 7, `member ${from + n}`))
const NOBODY = Buffer.alloc(0)

it('counts a few people exactly, however often they come', () => {
  let sketch: Buffer = NOBODY
  for (let n = 1; n <= 63; n++) {
    sketch = withReaders(sketch, readers(n))
    expect(countReaders(sketch)).toBe(n)
  }
})

it.each([64, 100, 1000, 20_000])('counts %i people well enough, in no more than 256 bytes', (count) => {
  let sketch: Buffer = NOBODY
  for (let from = 0; from < count; from += 50) sketch = withReaders(sketch, readers(Math.min(50, count - from), from))
  expect(sketch.length).toBe(256)
  expect(Math.abs(countReaders(sketch) / count - 1)).toBeLessThan(0.2)
  expect(countReaders(withReaders(sketch, readers(count)))).toBe(countReaders(sketch))
})

it('tells nobody who they were: another site or another question has another hash for them', () => {
  const hash = readerHash('a secret', 7, 'member 1')
  expect(readerHash('another secret', 7, 'member 1')).not.toBe(hash)
  expect(readerHash('a secret', 8, 'member 1')).not.toBe(hash)
})
