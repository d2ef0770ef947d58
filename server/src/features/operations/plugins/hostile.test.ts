import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { dashboard } from '@askwell/contract/dashboard.ts'
import { plugins, removePlugin, savePluginConfig, setPluginStatus, uploadPlugin } from '@askwell/contract/plugins.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { askQuestion, questionInfo } from '@askwell/contract/questions.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../../../../test/matrix/cast.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { sendPackage, turnPlugin } from '../../../../test/plugins.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { argumentsOf } from '../../../plugin-host/isolated/plugin-process.ts'

const BLOCK = '```shout\nx\n```'
const PATIENT = { timeout: 60_000, interval: 100 }

describe.each(engines)('a hostile plugin (%s)', { timeout: 90_000 }, (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    w.site.installed.supervision.pauseMs = 10
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  afterEach(async () => {
    w.site.installed.supervision.limits = {}
    await w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'shout' } })
  })

  const listed = async () => (await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === 'shout')!
  const install = async (code: string, askwell: Record<string, unknown> = {}, files: Record<string, string> = {}) => {
    const bytes = await pluginArchive({ code, askwell, files })
    await ask(w, uploadPlugin, { body: {}, file: { name: 'a.tgz', bytes } }, { token: admin.token, ip: '198.51.100.7' })
    const agreed = (await listed()).powers.map(({ power }) => power)
    await w.as(admin).call(setPluginStatus, { body: { plugin_slug_name: 'shout', enabled: true, agreed } })
  }
  const render = (content = BLOCK) => w.as(admin).call(renderPost, { body: { content } })
  const log = () => w.site.installed.logOf('shout').join('')

  /** Until the site has switched it off, with blocks to draw all the while; the site itself is unharmed. */
  const faultOnceOff = async () => {
    const seen: string[] = []
    await expect
      .poll(async () => {
        seen.push(await render(`\`\`\`shout\n${seen.length}\n\`\`\``))
        await w.nobody.call(siteInfo)
        return (await listed()).enabled
      }, PATIENT)
      .toBe(false)
    expect(seen.join('')).not.toContain('drawn')
    const { health } = await w.as(admin).call(dashboard, { query: {} })
    expect(health.find(({ check }) => check === 'plugins')).toMatchObject({
      finding: 'plugins_failed',
      values: { names: 'shout' },
    })
    return (await listed()).fault!.message
  }

  test('that can’t be loaded is switched off, and the admin reads why', async () => {
    await install('throw new Error("I crash at once")')
    expect(await faultOnceOff()).toMatch(/can't be loaded: I crash at once/)
  })

  test('that ends its process is switched off', async () => {
    await install('export default { render: () => process.exit(3) }')
    expect(await faultOnceOff()).toMatch(/its process ended \(code 3\)/)
  })

  test('that never ends its work at the start is ended', async () => {
    w.site.installed.supervision.limits = { startMs: 800 }
    await install('for (;;);')
    expect(await faultOnceOff()).toMatch(/more than 0.8 s to start/)
  })

  test('that computes without end is ended, and the others go on meanwhile', async () => {
    await install('export default { render: () => { for (;;); } }')
    const waiting = render()
    for (let n = 0; n < 20; n++) await w.nobody.call(siteInfo)
    expect(await waiting).toContain('<code')
    await expect.poll(log, PATIENT).toMatch(/fault 1 of 5: it took more than 3 s for render/)
  })

  test('that is asked much at once and answers nothing has one fault, not one for each', async () => {
    await install('export default { render: () => new Promise(() => {}) }')
    const before = log().length
    const since = () => log().slice(before)
    await Promise.all(Array.from({ length: 8 }, (_, n) => render(`\`\`\`shout\nwaiting ${n}\n\`\`\``)))
    await expect.poll(since, PATIENT).toMatch(/fault 1 of 5: it took more than 3 s for render/)
    expect((await listed()).enabled).toBe(true)
    expect(since()).not.toContain('fault 2')
  })

  test('that never answers which text is to be kept takes nobody’s place, and the text is kept as it was written', async () => {
    await install("export default { filter() { console.log('asked'); return new Promise(() => {}) } }", {
      kinds: ['filter'],
      languages: undefined,
    })
    const title = `How does a filtered zephyr begin on ${engine}?`
    const asking = w
      .as(admin)
      .call(askQuestion, { body: { title, content: 'As it was written.', tags: [{ slug_name: 'support' }] } })
    await expect.poll(log, PATIENT).toContain('asked')
    expect(w.site.loadShedder.inWork).toBe(0)
    const { id } = await asking
    expect(await w.nobody.call(questionInfo, { query: { id } })).toMatchObject({ content: 'As it was written.' })
  })

  test('that fills its memory is ended', async () => {
    w.site.installed.supervision.limits = { heap: 32 }
    await install(
      'const all = []\nexport default { render() { for (;;) all.push(new Array(1e5).fill(Math.random())) } }',
    )
    expect(await faultOnceOff()).toMatch(/its process ended|MB of memory/)
  })

  test('that fills memory outside of its heap is ended', async () => {
    if (process.platform !== 'linux') return
    w.site.installed.supervision.limits = { memory: 160 }
    await install(`const all = []
const sleep = (ms) => new Promise((resume) => setTimeout(resume, ms))
export default { async render() { for (;;) { all.push(Buffer.alloc(2e7, 1)); await sleep(20) } } }`)
    expect(await faultOnceOff()).toMatch(/more than 160 MB of memory/)
  })

  test('that answers with 100 MB is ended before anybody has read it', async () => {
    await install('export default { render: () => Array.from({ length: 100 }, () => "x".repeat(1e6)) }')
    expect(await faultOnceOff()).toMatch(
      /more than 1 MB at once|MB of memory|its process ended|no longer answers|more than 3 s/,
    )
  })

  test('that asks the site without pause is ended', async () => {
    await install(
      'export default { render: async (_, { storage }) => { for (;;) void storage.get("a").catch(() => {}) || await 0 } }',
      { permissions: ['storage'] },
    )
    expect(await faultOnceOff()).toMatch(
      /things in a second|MB of memory|its process ended|no longer answers|more than 3 s/,
    )
  })

  test('reaches no file, no other process and no address by itself', async () => {
    const database = JSON.stringify(`file://${join(w.folder, 'config.json')}`)
    await sendPackage(
      w,
      admin,
      await pluginArchive({
        slug_name: 'other',
        code: 'export default { event() {} } // other',
        askwell: { kinds: ['event'], events: ['question.asked'], languages: undefined },
      }),
    )
    await turnPlugin(w, admin, 'other', true)
    const ready = join(w.folder, 'plugins/.ready')
    const other = readdirSync(ready, { recursive: true, encoding: 'utf8' })
      .map((name) => join(ready, name))
      .find((path) => path.endsWith('index.js') && readFileSync(path, 'utf8').includes('// other'))
    expect(other).toBeDefined()
    await install(
      `
const tries = {
  fs: () => import('node:fs'),
  require: async () => (await import('node:module')).createRequire(import.meta.url)('fs'),
  builtin: async () => process.getBuiltinModule('node:fs').readFileSync('/etc/passwd'),
  binding: async () => process.binding('fs'),
  passwd: () => import('file:///etc/passwd', { with: { type: 'json' } }),
  site: () => import(${database}, { with: { type: 'json' } }),
  other: () => import(${JSON.stringify(pathToFileURL(other!).href)}),
  common: async () => (await import('./common.cjs')).default.read(),
  kill: async () => process.kill(process.ppid, 9),
  children: () => import('node:child_process'),
  thread: () => import('node:worker_threads'),
  sqlite: () => import('node:sqlite'),
  fetch: () => fetch('http://127.0.0.1:${(w.server.server.address() as AddressInfo | null)?.port ?? 80}/'),
  net: () => import('node:net'),
  socket: () => new Promise((_, reject) => { new WebSocket('ws://127.0.0.1:8080').onerror = () => reject(new Error('no socket')) }),
  said: async () => process.stdout.write('{}'),
  environment: async () => { if (Object.keys(process.env).some((name) => !['TZ', 'NO_COLOR'].includes(name))) return 1; throw new Error('empty') },
}
export default { async render(blocks) {
  const seen = []
  for (const [name, attempt] of Object.entries(tries)) await attempt().then(() => seen.push(name), () => {})
  return blocks.map(() => '<p>reached: ' + seen.join(' ') + '</p>')
} }`,
      {},
      {
        'common.cjs': `module.exports = { read() {
  const found = []
  for (const load of [require, module.require.bind(module), module.constructor._load, module.constructor.prototype.require.bind(module)])
    for (const name of ['fs', 'node:fs', 'node:sqlite', 'node:os', 'node:v8', 'node:module', 'node:process', 'node:inspector', 'node:test'])
      try { load(name); found.push(name) } catch {}
  if (!found.length) throw new Error('nothing')
} }`,
      },
    )
    expect(await render()).toBe('<div class="drawn"><p>reached: </p></div>')
    await w.as(admin).call(removePlugin, { body: { plugin_slug_name: 'other' } })
  })

  test('that fails strangers who ask its endpoint fills only its own log', async () => {
    await install('export default { endpoint() { throw new Error("no answer today") } }', {
      kinds: ['endpoint'],
      languages: undefined,
    })
    expect((await w.server.inject({ url: '/plugins/shout/api/x' })).statusCode).toBe(503)
    await expect.poll(log, PATIENT).toContain('no answer today')
    expect(w.faults).toEqual([])
  })

  test('gets no other modules by replacing what they are judged by', async () => {
    await install(
      `import common from './common.cjs'
const { Module, require } = common
const replaced = async (owner, name, value, work) => {
  const before = Object.getOwnPropertyDescriptor(owner, name)
  owner[name] = value
  try { return await work() } finally { Object.defineProperty(owner, name, before) }
}
const leaked = (owner, name) => async (wanted) => {
  let found
  await replaced(owner, name, function (given) { found ??= typeof given === 'function' ? given : this }, () => { try { require('util') } catch {} })
  return found(wanted)
}
const tries = {
  hooks: (wanted) => { Module.registerHooks({ resolve: () => ({ url: wanted, format: 'builtin', shortCircuit: true }) }); return import('x:y') },
  set: (wanted) => replaced(Set.prototype, 'has', () => true, () => require(wanted)),
  own: (wanted) => replaced(Object, 'hasOwn', () => true, () => require(wanted)),
  start: (wanted) => replaced(String.prototype, 'startsWith', () => false, () => require(wanted)),
  started: (wanted) => replaced(String.prototype, 'startsWith', () => false, () => import(wanted)),
  call: leaked(Function.prototype, 'call'),
  apply: leaked(Reflect, 'apply'),
  spread: (wanted) => replaced(Array.prototype, Symbol.iterator, function* () { yield wanted }, () => require('util')),
  file: (wanted) => replaced(Module, '_resolveFilename', () => wanted, () => require('./elsewhere.js')),
  twice: (wanted) => { let asked = 0; return Module._load({ toString: () => asked++ ? wanted : 'util' }) },
  inherited: async (wanted) => { Object.prototype[wanted] = true; try { return require(wanted) } finally { delete Object.prototype[wanted] } },
}
export default { async render(blocks) {
  const reached = []
  for (const wanted of ['node:fs', 'node:v8', 'node:vm'])
    for (const [name, attempt] of Object.entries(tries)) {
      const found = await (async () => attempt(wanted))().catch(() => undefined)
      if (found?.readFileSync || found?.setFlagsFromString || found?.runInThisContext) reached.push(name + ' ' + wanted)
    }
  if (process.report || process.execve) reached.push('process')
  return blocks.map(() => '<p>reached: ' + reached.join(', ') + '</p>')
} }`,
      {},
      { 'common.cjs': 'module.exports = { Module: module.constructor, require }' },
    )
    expect(await render()).toBe('<div class="drawn"><p>reached: </p></div>')
  })

  test('learns nothing of how other plugins are set up', async () => {
    const config_fields = { url: 'https://hooks.example.org/in', secret: 'hush-of-another' }
    await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'webhooks', config_fields } })
    await install(
      `export default { async render(blocks, kit) {
  const seen = [kit, process.env, process.argv, process.execArgv, Object.keys(globalThis)].map((one) => JSON.stringify(one))
  for (const key of ['plugin:webhooks', '../webhooks', 'webhooks']) seen.push(JSON.stringify(await kit.storage.get(key) ?? null))
  seen.push(JSON.stringify(await kit.storage.list('')))
  return blocks.map(() => '<p>' + seen.join(' ').replaceAll('<', '') + '</p>')
} }`,
      { permissions: ['storage'], config: [{ name: 'own', kind: 'text', default: 'mine' }] },
    )
    const html = await render()
    expect(html).toContain('mine')
    expect(html).not.toMatch(/hush|hooks\.example/)
  })

  test('gets nothing that it hasn’t asked for, and no private address', async () => {
    const heard: string[] = []
    const server = createServer((request, response) => {
      heard.push(String(request.url))
      response.end('inside')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    try {
      await install(
        `export default { async render(blocks, kit) {
  const tries = [() => kit.fetch('https://example.org/'), () => kit.fetch('file:///etc/passwd'), () => kit.fetch(kit.config.server), () => kit.storage.get('a'), () => kit.storage.set('a', 1)]
  const said = []
  for (const attempt of tries) await attempt().then(() => said.push('DONE'), ({ message }) => said.push(message))
  return blocks.map(() => '<p>' + said.join(' | ') + '</p>')
} }`,
        { permissions: ['net:{server}'], config: [{ name: 'server', kind: 'address' }] },
      )
      await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'shout', config_fields: { server: here } } })
      const html = await render()
      expect(html).not.toContain('DONE')
      expect(html).toMatch(
        /net:example.org.*no address of the web.*“May be in a private network” is off in the settings of this plugin.*permission "storage".*permission "storage"/,
      )
      expect(heard).toEqual([])
    } finally {
      server.close()
    }
  })
})

test('Node’s permission model is a second wall: without our first one, nothing is reached either', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-plugin-'))
  const secret = join(mkdtempSync(join(tmpdir(), 'askwell-secret-')), 'askwell.db')
  writeFileSync(secret, 'secret')
  const file = join(folder, 'plugin.mjs')
  writeFileSync(
    file,
    `const tries = {
  passwd: async () => (await import('node:fs')).readFileSync('/etc/passwd'),
  database: async () => (await import('node:fs')).readFileSync(${JSON.stringify(secret)}),
  write: async () => (await import('node:fs')).writeFileSync(${JSON.stringify(`${folder}/x`)}, ''),
  sqlite: async () => new (await import('node:sqlite')).DatabaseSync(${JSON.stringify(secret)}).prepare('select 1').all(),
  child: async () => (await import('node:child_process')).execSync('id'),
  thread: async () => new (await import('node:worker_threads')).Worker('', { eval: true }),
  net: () => fetch('http://127.0.0.1:8080'),
  udp: async () => { const s = (await import('node:dgram')).createSocket('udp4'); await new Promise((done, fail) => { s.on('error', fail); s.bind(0, done) }) },
  dns: async () => (await import('node:dns/promises')).resolve('example.org'),
}
const reached = []
for (const [name, attempt] of Object.entries(tries)) await attempt().then(() => reached.push(name), (error) => { if (!/ACCESS_DENIED|UNKNOWN_BUILTIN/.test(String(error.code) + error.cause?.code)) reached.push(name + ' ' + error) })
console.log(JSON.stringify(reached))
process.exit()`,
  )
  try {
    const { stdout, stderr } = spawnSync(process.execPath, [...argumentsOf(folder, { heap: 64 }), file], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('V8 takes no flags once it runs: with some of them it writes files by itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-plugin-'))
  const elsewhere = mkdtempSync(join(tmpdir(), 'askwell-elsewhere-'))
  const file = join(folder, 'plugin.mjs')
  writeFileSync(
    file,
    `import v8 from 'node:v8'
v8.setFlagsFromString('--trace-turbo --trace-turbo-path=${elsewhere}')
let sum = 0
const add = (n) => { for (let i = 0; i < 1e6; i++) sum += n * i }
for (let i = 0; i < 50; i++) add(i)`,
  )
  try {
    spawnSync(process.execPath, [...argumentsOf(folder, { heap: 64 }), file], { cwd: elsewhere })
    expect(readdirSync(elsewhere)).toEqual([])
  } finally {
    for (const made of [folder, elsewhere]) rmSync(made, { recursive: true })
  }
})

test('where the site has ended without a word the process of a plugin ends, too, whatever that wants', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-plugin-'))
  writeFileSync(
    join(folder, 'index.js'),
    `process.exit = () => {}
process.on('exit', () => { for (;;); })
for (const handle of process._getActiveHandles?.() ?? []) handle.removeAllListeners?.('end')
setInterval(() => {}, 1000)
export default { render: () => [] }`,
  )
  const of = (path: string) => fileURLToPath(new URL(`../../../../../${path}`, import.meta.url))
  const child = spawn(
    process.execPath,
    [...argumentsOf(folder, { heap: 64 }), of('server/src/plugin-host/isolated/child.ts')].concat(
      `${folder}/index.js`,
      new URL('../../../../../plugin-kit/src/index.ts', import.meta.url).href,
    ),
    { stdio: ['pipe', 'pipe', 'ignore'] },
  )
  try {
    const ready = once(child.stdout, 'data')
    child.stdin.write(`${JSON.stringify({ start: { config: {}, language: 'en_US', calls: ['render'] } })}\n`)
    expect(String((await ready)[0])).toContain('ready')
    child.stdin.end()
    await expect.poll(() => child.exitCode ?? child.signalCode, { timeout: 20_000 }).toBe(0)
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
})
