import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SETTINGS_PAGES } from '@askwell/contract/plugins.ts'
import { readFolder, readPackages } from '@askwell/server/plugin-host/isolated/package-files.ts'
import { wordHints } from '@askwell/server/plugin-host/isolated/words.ts'
import { createPlugin, KINDS, TAKEN_NAMES } from 'create-askwell-plugin/src/create-plugin.ts'
import { afterAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 60_000 })

const PROGRAM = join(import.meta.dirname, 'askwell.mjs')
const TOP = join(import.meta.dirname, '..')
const PLUGINS = join(TOP, 'plugins')
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

test('names that a site refuses are refused at once, and a folder is named as a shell takes it', () => {
  expect(TAKEN_NAMES).toEqual(SETTINGS_PAGES)
  for (const name of TAKEN_NAMES) {
    expect(() => createPlugin(join(top, name), 'event')).toThrow('choose another one')
    expect(existsSync(join(top, name))).toBe(false)
  }
  const begin = join(TOP, 'create-plugin/src/index.ts')
  expect(spawnSync(process.execPath, [begin, 'Bad Name'], { cwd: top, encoding: 'utf8' }).stdout).toContain(
    'cd "Bad Name"\n',
  )
})

test('the pages for authors name every kind that there is something to begin with of', () => {
  const pages = ['docs/plugins.md', 'create-plugin/README.md'].map((page) => readFileSync(join(TOP, page), 'utf8'))
  expect(KINDS).toContain('importer')
  expect(KINDS.filter((kind) => !pages.every((page) => page.includes(`\`${kind}\``)))).toEqual([])
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

test.each(['today', 'before registerHooks'])(
  'without the kit its tests run with functions that do the same (Node of %s)',
  (age) => {
    const place = join(top, `askwell-plugin-of-${age.replaceAll(' ', '-')}`)
    createPlugin(place, 'event')
    const probe = `import { retryAfter, textOf, TryLater } from '@askwell/plugin-kit'
    const waits = ['7', '0.2', 'soon'].map((said) => retryAfter({ headers: new Headers({ 'retry-after': said }) }))
    const { retry_after, message } = new TryLater(3, 'busy')
    console.log(JSON.stringify([waits, retry_after, message, textOf({ a: 'b' }, 'a'), textOf({ a: true }, 'a')]))`
    const older = "import m from 'node:module'; delete m.registerHooks; m.syncBuiltinESMExports()"
    const before = age === 'today' ? [] : ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
    const ran = spawnSync(
      process.execPath,
      [...before, '--import', './tests/kit.js', '--input-type=module', '--eval', probe],
      { cwd: place, encoding: 'utf8' },
    )
    expect(ran).toMatchObject({ status: 0, stdout: `${JSON.stringify([[7, 1, 30], 3, 'busy', 'b', ''])}\n` })
  },
)

test('what is wrong with a plugin is said before any site sees it', () => {
  const file = join(folder, 'package.json')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, before.replace('"render"', '"magic"'))
  const { status, stderr } = askwell('check', folder)
  expect(status).toBe(1)
  expect(stderr).toContain('"magic" is no kind')
  writeFileSync(file, before.replace('"kind": "text"', '"kind": "choice", "options": ["?"]'))
  expect(askwell('check', folder).stderr).toContain('config[0].default is none of its options')
  writeFileSync(
    file,
    before.replace('"main": "index.js"', '"main": "none.js"').replace('"api"', '"icon": "none.svg", "api"'),
  )
  expect(askwell('check', folder).stderr).toContain(
    `none.js isn't there, which "main" names; none.svg isn't there, which "icon" names`,
  )
  writeFileSync(file, before)
  expect(askwell('check', join(top, 'nowhere')).stderr).toBe(`There is no folder ${join(top, 'nowhere')}.\n`)
})

test.each(KINDS)('a plugin that begins as %s has all words in both languages, and its tests are not packed', (kind) => {
  const place = join(top, `packed-${kind}`)
  createPlugin(place, kind)
  const { askwell } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    askwell: { words: Record<string, object> }
  }
  expect(Object.keys(askwell.words.de_DE!)).toEqual(Object.keys(askwell.words.en_US!))
  writeFileSync(join(place, 'packed-before.tgz'), '')
  const packed = spawnSync('npm', ['pack', '--dry-run', '--json'], { cwd: place, encoding: 'utf8' })
  const [{ files }] = JSON.parse(packed.stdout) as [{ files: { path: string }[] }]
  expect(files.map(({ path }) => path).sort()).toEqual(['index.js', 'package.json'])
})

test.each([
  ["import 'node:fs'\nexport default {}", "node:fs isn't there for plugins"],
  ["import 'left-pad'\nexport default {}", "Cannot find package 'left-pad' imported from index.js"],
  ['export default {}', 'it has no function render'],
  ["import './lib/cards.js'\nexport default {}", "lib/cards.js:3: Unexpected token ';'"],
  [
    "import { ace } from './lib/ok.js'\nexport default { ace }",
    "index.js:1: The requested module './lib/ok.js' does not",
  ],
])('what would not run in a site is said, too: %j', (code, why) => {
  const file = join(folder, 'index.js')
  const before = readFileSync(file, 'utf8')
  writeFileSync(file, code)
  mkdirSync(join(folder, 'lib'), { recursive: true })
  writeFileSync(join(folder, 'lib/cards.js'), 'export const cards = [\n  1,\n  ;\n]\n')
  writeFileSync(join(folder, 'lib/ok.js'), 'export const king = 1\n')
  const { status, stderr } = askwell('check', folder)
  expect(status).toBe(1)
  expect(stderr).toContain(why)
  writeFileSync(file, before)
  rmSync(join(folder, 'lib'), { recursive: true })
})

const browserPlugin = (module: string) => {
  const place = mkdtempSync(join(top, 'drawing-'))
  const words = { en_US: { name: 'Drawing', description: 'For a test.' } }
  const askwell = {
    slug_name: 'drawing',
    api: '^1.0.0',
    kinds: ['browser'],
    module: 'web.js',
    draws: ['drawing'],
    words,
  }
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name: 'drawing', version: '1.0.0', askwell }))
  if (module) writeFileSync(join(place, 'web.js'), module)
  return place
}

test.each([
  ['', `web.js isn't there, which "module" names`],
  ['export const mount = [\n  1,\n  ;\n]\n', "it can't be loaded: web.js:3: Unexpected token ';'"],
  [
    "import pad from 'left-pad'\nexport const mount = () => pad('')",
    'web.js imports left-pad, but browsers get this one',
  ],
  ["import './lib/more.js'\nexport const mount = () => {}", 'web.js imports ./lib/more.js, but browsers get this one'],
  ['export default { mount() {} }', 'web.js exports no function mount'],
  [
    `export const mount = () => {} // ${randomBytes(3 * 2 ** 20).toString('base64')}`,
    'is no plugin that could be uploaded: it is larger than 2 MB',
  ],
])('what would not run in browsers is said, too: %#', (module, why) => {
  const { status, stderr } = askwell('check', browserPlugin(module))
  expect(status).toBe(1)
  expect(stderr).toContain(why)
})

test.each(['mermaid', 'formulas'])('%s has a module that browsers can run, which is only read', (name) => {
  expect(askwell('check', join(PLUGINS, name))).toMatchObject({ status: 0, stderr: '' })
  const throwing = "export function mount() {}\nthrow new Error('it ran')"
  expect(askwell('check', browserPlugin(throwing))).toMatchObject({ status: 0, stderr: '' })
})

test('packages that its author only develops with do not come along', async () => {
  const place = join(top, 'askwell-plugin-bundling')
  createPlugin(place, 'filter')
  for (const name of ['typescript', 'used']) {
    mkdirSync(join(place, 'node_modules', name), { recursive: true })
    writeFileSync(join(place, 'node_modules', name, 'index.js'), '')
  }
  const packages = { 'node_modules/typescript': { dev: true }, 'node_modules/used': {} }
  writeFileSync(join(place, 'node_modules/.package-lock.json'), JSON.stringify({ packages }))
  expect([...(await readFolder(place)).files.keys()]).toEqual([
    'index.js',
    'node_modules/used/index.js',
    'package.json',
  ])
})

test('words that are missing or misspelt are named, and no hindrance', () => {
  const file = join(folder, 'package.json')
  const before = readFileSync(file, 'utf8')
  expect(askwell('check', folder)).toMatchObject({ status: 0, stderr: '' })
  writeFileSync(file, before.replace('"field_mark"', '"feild_mark"'))
  const { status, stderr } = askwell('check', folder)
  expect(status).toBe(0)
  expect(stderr).toBe(
    'Hint: askwell.words.en_US has no field_mark\nHint: askwell.words.en_US.feild_mark is used nowhere\n',
  )
  writeFileSync(file, before)
})

const comingAlong = readdirSync(PLUGINS).filter((name) => {
  const file = join(PLUGINS, name, 'package.json')
  return existsSync(file) && 'askwell' in (JSON.parse(readFileSync(file, 'utf8')) as object)
})
test.each(comingAlong)('the words of %s, which comes along, are whole', async (name) => {
  for (const { manifest } of await readPackages(join(PLUGINS, name))) expect(wordHints(manifest)).toEqual([])
})

test('dev puts it into the site, follows changes, and says at its end that it stays', { timeout: 60_000 }, async () => {
  const manifest = join(folder, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"field_mark"', '"feild_mark"'))
  const child = spawn(process.execPath, [PROGRAM, 'plugin', 'dev', folder, '--data', data])
  let hinted = ''
  child.stderr.on('data', (part) => (hinted += String(part)))
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
    let said = ''
    child.stdout.on('data', (part) => (said += String(part)))
    child.kill('SIGTERM')
    const [code] = (await once(child, 'close')) as [number | null]
    expect(code).toBe(0)
    // Its files were changed at least once; what it said of them before is said no more.
    expect(hinted.split('\n').filter((line) => line.includes('has no field_mark'))).toHaveLength(1)
    expect(said).toContain(`loud_words stays in the site. To take it out, delete ${dirname(placed)}\n`)
  } finally {
    child.kill()
  }
})
