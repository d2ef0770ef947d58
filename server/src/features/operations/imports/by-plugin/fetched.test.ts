import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFetched } from './fetched.ts'

test('a plugin that never comes to an end fills half of the room that there is, and then it is told', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-fetched-'))
  const file = join(folder, 'x.fetched')
  const fetched = openFetched(file, 'now', 4 * 2 ** 20)
  try {
    const bringAll = () => {
      for (let page = 0; page < 100; page++)
        fetched.put({ members: [{ id: page, about: 'x'.repeat(100_000) }] }, String(page + 1))
    }
    expect(bringAll).toThrow('error.import.fetch')
    expect(statSync(file).size).toBeLessThan(3 * 2 ** 20)
    expect(fetched.countOf('members').n).toBe(Number(fetched.next()))
  } finally {
    fetched.remove()
    expect(readdirSync(folder)).toEqual([])
    rmSync(folder, { recursive: true })
  }
})
