import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// In a process of its own: what it collects is the whole heap.
const script = (spare: boolean) => `
  ${spare ? `(await import(${JSON.stringify(join(import.meta.dirname, 'spare-memory.ts'))})).spareMemory(100)` : ''}
  let held = Array.from({ length: 300_000 }, (_, n) => ({ n, text: [n] }))
  const grown = process.memoryUsage().heapTotal
  held = undefined
  setTimeout(() => console.log(process.memoryUsage().heapTotal / grown), 1500)`

const left = (spare: boolean) =>
  Number(execFileSync(process.execPath, ['--input-type=module', '-e', script(spare)], { encoding: 'utf8' }))

test('a process that nobody asks for a while gives its heap back', () => {
  expect(left(false)).toBeGreaterThan(0.9)
  expect(left(true)).toBeLessThan(0.5)
})
