import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFolder } from '@askwell/server/plugin-host/isolated/package-files.ts'
import { createPlugin, KINDS } from 'create-askwell-plugin/src/create-plugin.ts'
import { afterAll, expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'askwell.mjs')
const top = mkdtempSync(join(tmpdir(), 'askwell-plugin-'))
const folder = join(top, 'Loud Words')
const data = join(top, 'data')
afterAll(() => rmSync(top, { recursive: true }))
const askwell = (...args: string[]) =>
  spawnSync(process.execPath, [PROGRAM, 'plugin', ...args, '--data', data], { encoding: 'utf8' })

test('a new plugin is one that a site would take, and none is written over', () => {
  expect(askwell('new', folder)).toMatchObject({ status: 0 })
  expect(askwell('check', folder)).toMatchObject({ status: 0, stdout: 'loud_words 0.1.0 is a plugin; 2 files.\n' })
  const again = askwell('new', folder, '--kind', 'event')
  expect(again).toMatchObject({ status: 1 })
  expect(again.stderr).toContain('is there already')
})

test.each(KINDS)('a plugin that begins as %s works: its own tests pass, and a site would take it', async (kind) => {
  const place = join(top, `askwell-plugin-of-${kind}`)
  createPlugin(place, kind)
  const { scripts } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as { scripts: { test: string } }
  const tests = spawnSync(process.execPath, scripts.test.split(' ').slice(1), { cwd: place, encoding: 'utf8' })
  expect(tests).toMatchObject({ status: 0 })
  expect(tests.stdout).toMatch(/pass [1-9]/)
  expect((await readFolder(place)).manifest).toMatchObject({ slug_name: `of_${kind}`, kinds: [kind] })
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
