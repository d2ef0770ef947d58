import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { engines, world } from '../../../../../test/world.ts'
import type { Import } from '../batches.ts'
import { createTally } from '../tally.ts'
import { copyUploads, UPLOADS } from './copy.ts'

test.each(engines)('a file that is too large is told without a copy of it (%s)', async (engine) => {
  const w = await world(engine)
  const folder = mkdtempSync(join(tmpdir(), 'askwell-copy-'))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await w.close()
    rmSync(folder, { recursive: true })
  })
  mkdirSync(join(folder, 'post'))
  writeFileSync(join(folder, 'post/film.png'), '')
  truncateSync(join(folder, 'post/film.png'), 5 * 2 ** 30)
  const tally = createTally([UPLOADS], [UPLOADS], (file) => file)
  const one = { app: w.app, site: 'old', tally, batch: 1, signal: new AbortController().signal } as unknown as Import
  vi.stubEnv('TMPDIR', join(folder, 'none'))
  await copyUploads(one, folder, [
    { key: 'film.png', path: 'post/film.png', name: 'film.png', source: 'post', line: 1, by: null, created_at: 0 },
  ])
  expect(tally.report().complaints).toMatchObject([
    { line: 1, problem: expect.stringMatching(/^post\/film\.png: .*MB/) },
  ])
})

test.each(engines)('a name that no file can have is told, and the others come along (%s)', async (engine) => {
  const w = await world(engine)
  const folder = mkdtempSync(join(tmpdir(), 'askwell-copy-'))
  onTestFinished(async () => {
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const path = `post/${'a'.repeat(300)}.png`
  const tally = createTally([UPLOADS], [UPLOADS], (file) => file)
  const one = { app: w.app, site: 'old', tally, batch: 1, signal: new AbortController().signal } as unknown as Import
  await copyUploads(one, folder, [{ key: path, path, name: 'a.png', source: 'post', line: 1, by: null, created_at: 0 }])
  expect(tally.report().complaints).toMatchObject([{ line: 1, problem: expect.stringContaining('post/aaa') }])
})
