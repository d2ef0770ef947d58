import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register, type TestUser } from './people.ts'
import { answer, ask } from './posts.ts'
import { type Site, startSite } from './site.ts'

// What somebody does who has nothing of ours but the packed client and the page about the API.

const TOP = join(import.meta.dirname, '..')
const EXAMPLES = join(TOP, 'docs/examples')
const folder = mkdtempSync(join(tmpdir(), 'askwell-stranger-'))
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
const run = async (program: string, args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)(program, args, { cwd: folder, env: { ...process.env, PATH, ...env } })
const node = (file: string, args: string[], env: Record<string, string>) => run(process.execPath, [file, ...args], env)

let site: Site
let ada: TestUser
let bea: TestUser
let token: string
let mirrored: string

beforeAll(async () => {
  site = await startSite({ limits: true })
  ;[ada, bea] = [await register(site, 'Ada'), await register(site, 'Bea')]
  const made = await site.call<{ token: string }>('POST', '/answer/api/v1/user/api-token', {
    token: ada.token,
    body: { name: 'examples', scopes: ['read', 'write'], days: 30, pass: ada.pass },
  })
  token = made.token
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder, join(TOP, 'client')])
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }]
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, filename)])
  for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.ts')))
    cpSync(join(EXAMPLES, file), join(folder, file))
}, 240_000)
afterAll(async () => {
  await site.stop()
  rmSync(folder, { recursive: true, force: true })
})

const checkTypes = async (file: string, options: object) => {
  const compilerOptions = { strict: true, module: 'NodeNext', target: 'ES2024', noEmit: true, ...options }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: [file] }))
  return run(join(TOP, 'node_modules/.bin/tsc'), ['-p', '.']).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

test(
  'the package is small, needs nothing else, and brings types that know each call',
  { timeout: 240_000 },
  async () => {
    const installed = join(folder, 'node_modules/@askwell/client')
    expect(readdirSync(join(folder, 'node_modules/@askwell'))).toEqual(['client'])
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@askwell'])
    const files = readdirSync(join(installed, 'dist'))
    expect(files.filter((name) => !/\.(js|d\.ts)$/.test(name))).toEqual([])
    const code = files.filter((name) => name.endsWith('.js')).map((name) => readFileSync(join(installed, 'dist', name)))
    expect(gzipSync(Buffer.concat(code)).length).toBeLessThan(12_000)
    expect(statSync(join(installed, 'dist/calls.d.ts')).size).toBeLessThan(400_000)
    const program = `import { Askwell, fieldsOf } from '@askwell/client'
const askwell = new Askwell({ url: 'https://ask.example' })
export const title: string = (await askwell.call('questionInfo', { id: '1' })).title
export const why: string | undefined = fieldsOf(new Error(), 'askQuestion')?.title
for await (const { user } of askwell.each('userDirectory')) user.username.toUpperCase()
askwell.call('siteInfo')
// @ts-expect-error what has no default is needed
askwell.call('questionInfo')
// @ts-expect-error and of its type
askwell.call('questionInfo', { id: 1 })
// @ts-expect-error no such order
askwell.call('questionPage', { order: 'upwards' })
// @ts-expect-error no such call
askwell.call('askNothing')
// @ts-expect-error no list
askwell.each('siteInfo')
// @ts-expect-error no such field
fieldsOf(new Error(), 'askQuestion')?.titel
`
    writeFileSync(join(folder, 'check.ts'), program)
    expect(await checkTypes('check.ts', { types: [], skipLibCheck: false })).toBe('')
    const node26 = {
      lib: ['ESNext'],
      types: ['node'],
      typeRoots: [join(TOP, 'node_modules/@types')],
      allowImportingTsExtensions: true,
    }
    expect(await checkTypes('*-*.ts', node26)).toBe('')
  },
)

test('a question is asked, and its answer is waited for', async () => {
  const args = ['Who answers a program?', 'It asks, and waits for whatever comes.', 'support']
  const child = spawn(process.execPath, ['ask-and-wait.ts', ...args], {
    cwd: folder,
    env: { ...process.env, ASKWELL_URL: site.url, ASKWELL_TOKEN: token },
  })
  const closed = once(child, 'close')
  const lines: string[] = []
  const reading = createInterface(child.stdout).on('line', (line) => lines.push(line))
  await once(reading, 'line')
  const id = lines[0]!.replace('asked ', '')
  await answer(site, bea, id, 'I do, gladly.')
  expect(await closed).toEqual([0, null])
  expect(lines[1]).toBe('Bea answers: I do, gladly.')
})

test('what is wrong with a question is said by field', async () => {
  const { stderr } = (await node('ask-and-wait.ts', ['Who?', '', 'support'], {
    ASKWELL_URL: site.url,
    ASKWELL_TOKEN: token,
  }).catch((error: unknown) => error)) as { stderr: string }
  expect(stderr).toMatch(/^title: .*\ncontent: .*\n$/)
})

test('the questions of a tag become Markdown files', async () => {
  const { id } = await ask(site, bea, { title: 'How does one mirror a tag?' })
  mirrored = id
  await answer(site, ada, id, 'With the *client*, page by page.')
  await node('mirror-tag.ts', ['support', 'mirror'], { ASKWELL_URL: site.url })
  const file = join(folder, 'mirror', `${id}-how-does-one-mirror-a-tag.md`)
  expect(readFileSync(file, 'utf8')).toMatch(
    /^# How does one mirror a tag\?\n\nBea, \d{4}-\d\d-\d\d\n\nHow does .*\n\n## Ada, .*\n\nWith the \*client\*, page by page\.\n$/,
  )
})

test('unanswered questions are answered with questions like them', async () => {
  const { id } = await ask(site, bea, { title: 'How does one mirror a tag all at once?' })
  const { stdout } = await node('related-questions.ts', [], { ASKWELL_URL: site.url, ASKWELL_TOKEN: token })
  expect(stdout).toContain(`answered ${id}`)
  const { list } = await site.call<{ list: { content: string }[] }>(
    'GET',
    `/answer/api/v1/answer/page?question_id=${id}`,
  )
  expect(list[0]!.content).toContain(`These may help meanwhile:\n\n- #${mirrored}`)
  expect((await node('related-questions.ts', [], { ASKWELL_URL: site.url, ASKWELL_TOKEN: token })).stdout).toBe('')
})
