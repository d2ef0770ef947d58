import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'askwell.mjs')
const top = mkdtempSync(join(tmpdir(), 'askwell-plugin-'))
const folder = join(top, 'Loud Words')
const data = join(top, 'data')
afterAll(() => rmSync(top, { recursive: true }))
const askwell = (...args: string[]) =>
  spawnSync(process.execPath, [PROGRAM, 'plugin', ...args, '--data', data], { encoding: 'utf8' })

test('a new plugin works: its own test passes, and a site would take it', () => {
  expect(askwell('new', folder)).toMatchObject({ status: 0 })
  expect(spawnSync(process.execPath, ['--test'], { cwd: folder, encoding: 'utf8' })).toMatchObject({ status: 0 })
  expect(askwell('check', folder)).toMatchObject({ status: 0, stdout: 'loud_words 0.1.0 is a plugin; 2 files.\n' })
  expect(askwell('new', folder).status).toBe(1)
})

test('what is wrong with a plugin is said before any site sees it', () => {
  const file = join(folder, 'package.json')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, before.replace('"render"', '"magic"'))
  const { status, stderr } = askwell('check', folder)
  expect(status).toBe(1)
  expect(stderr).toContain('"magic" is no kind')
  writeFileSync(file, before)
})

test('dev puts it into the site and follows changes', { timeout: 60_000 }, async () => {
  const child = spawn(process.execPath, [PROGRAM, 'plugin', 'dev', folder, '--data', data])
  try {
    const placed = join(data, 'plugins/loud_words/index.js')
    await expect.poll(() => existsSync(placed), { timeout: 30_000 }).toBe(true)
    await expect
      .poll(
        () => {
          writeFileSync(join(folder, 'index.js'), '// changed\nexport default {}\n')
          return readFileSync(placed, 'utf8')
        },
        { timeout: 30_000, interval: 1500 },
      )
      .toContain('// changed')
  } finally {
    child.kill()
  }
})
