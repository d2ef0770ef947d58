import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { install } from './debian.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'askwell-debian-'))
  const program = (name: string, script: string) => {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  program('apt-get', `echo "$@" >> ${join(folder, 'called')}`)
  program('sudo', 'shift; exec "$@"') // sudo -n
  vi.stubEnv('PATH', [folder, process.env.PATH].join(delimiter))
  vi.spyOn(console, 'log').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('what is missing is installed from Debian’s packages', async () => {
  expect(await install(['postgresql'])).toBe(true)
  expect(existsSync(join(folder, 'called'))).toBe(true)
})

test('with ASKWELL_TEST_INSTALL=off nothing is installed', async () => {
  vi.stubEnv('ASKWELL_TEST_INSTALL', 'off')
  expect(await install(['postgresql'])).toBe(false)
  expect(existsSync(join(folder, 'called'))).toBe(false)
})
