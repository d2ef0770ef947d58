import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { TOP } from '../source.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const place = mkdtempSync(join(tmpdir(), 'askwell-published-'))
const folder = join(place, 'askwell-plugin-shout')
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
const here = { cwd: place, encoding: 'utf8', env: { ...process.env, PATH } } as const
const run = (program: string, args: string[], cwd = place) =>
  execFileSync(program, args, { ...here, cwd, stdio: 'pipe' })
/** The packages as npm would publish them. */
const pack = (from: string) => join(place, run('npm', ['pack', from, '--silent']).trim().split('\n').at(-1)!)

beforeAll(() => {
  run(process.execPath, [join(TOP, 'tools/packages/plugin-kit.ts')])
  const kit = pack(join(TOP, 'plugin-kit/dist'))
  const create = pack(join(TOP, 'create-plugin'))
  run('npm', [
    'exec',
    '--yes',
    '--offline',
    `--package=${create}`,
    '--',
    'create-askwell-plugin',
    folder,
    '--kind=notification',
  ])
  run('npm', ['install', '--offline', '--include=dev', '--no-audit', '--no-fund', kit], folder)
}, 120_000)
afterAll(() => rmSync(place, { recursive: true }))

test('whoever has nothing but the packages gets a plugin whose tests pass with the kit', () => {
  expect(run('npm', ['test'], folder)).toMatch(/pass [1-9]/)
})

test('the kit brings its types: what is right compiles, what is wrong does not', { timeout: 120_000 }, () => {
  const complaints = (parts: string) => {
    const program = `import { plugin } from '@askwell/plugin-kit'\nexport default plugin(${parts})\n`
    writeFileSync(join(folder, 'typed.ts'), program)
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', '']
    return spawnSync(join(TOP, 'node_modules/.bin/tsc'), [...options, 'typed.ts'], { ...here, cwd: folder }).stdout
  }
  expect(complaints('{ filter: ({ content }) => content.trim() }')).toBe('')
  expect(complaints('{ filter: ({ content }) => content.length }')).toContain('typed.ts(2,')
  const shows = (part: string) => `{ widget: () => ({ title: 'a', parts: [{ part: 'heading', text: 'b' }, ${part}] }) }`
  expect(complaints(shows("{ part: 'links', links: [{ title: 'c', to: '/' }] }"))).toBe('')
  expect(complaints(shows("{ part: 'links', text: 'c' }"))).toContain('typed.ts(2,')
})
