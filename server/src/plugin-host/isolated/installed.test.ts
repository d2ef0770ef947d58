import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pluginArchive } from '../../../test/plugin-package.ts'
import { createInstalled, type Installed } from './installed.ts'

let data = ''
let installed: Installed
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'askwell-data-'))
  installed = createInstalled({ data })
})
afterEach(() => {
  vi.useRealTimers()
  installed.close()
  rmSync(data, { recursive: true })
})

test('lines of a log stand in their order, however many come at once', async () => {
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at}`)
  const write = installed.logFor('shout')
  for (const line of lines) write(line)
  const file = join(data, 'plugins/.logs/shout.log')
  const written = () => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [])
  await expect.poll(written, { timeout: 20_000 }).toHaveLength(lines.length)
  expect(written().map((line) => line.replace(/^\S+ /, ''))).toEqual(lines)
})

test('what was unpacked of a former version stays for an hour, as another process may run it still', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const former = join(data, 'plugins/.ready/shout-of-before')
  mkdirSync(former, { recursive: true })
  const weekAgo = new Date(Date.now() - 7 * 24 * 60 * 60_000)
  utimesSync(former, weekAgo, weekAgo)
  const look = () => installed.look([], new Set())
  await look()
  vi.setSystemTime(Date.now() + 59 * 60_000)
  await look()
  expect(existsSync(former)).toBe(true)
  vi.setSystemTime(Date.now() + 2 * 60_000)
  await look()
  expect(existsSync(former)).toBe(false)
})

test('of two looks at once the one that was asked for last counts, however long the other takes', async () => {
  const archive = await pluginArchive({ slug_name: 'shout' })
  const slow = async () => {
    await setTimeout(200)
    return archive
  }
  const before = installed.look([{ slug_name: 'shout', digest: 'any', read: slow }], new Set())
  const after = installed.look([], new Set()) // it was removed meanwhile
  await Promise.all([before, after])
  expect(installed.find('shout')).toBeUndefined()
})
