import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'askwell-lean-'))
  const lean = pathToFileURL(join(import.meta.dirname, 'lean.ts')).href
  writeFileSync(
    join(folder, 'command.mjs'),
    `import { lean } from '${lean}'\nlean()\nconsole.log(process.argv.slice(2).join(' '), process.execArgv.length)`,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(folder, 'command.mjs'), ...args], { encoding: 'utf8' })

test.skipIf(process.platform === 'win32')(
  'an import runs with a small heap, with what was given to it; other commands as they are',
  () => {
    expect(run('import', 'stackexchange', 'a folder')).toMatchObject({
      stdout: 'import stackexchange a folder 2\n',
      stderr: '',
    })
    expect(run('doctor', '--repair')).toMatchObject({ stdout: 'doctor --repair 0\n', stderr: '' })
  },
)
