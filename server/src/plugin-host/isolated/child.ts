// What a plugin's process runs. It has no files but these and the plugin's, no network and no other processes: Node's permission model sees to it. It speaks by lines of JSON on its standard input and output.
import { Console } from 'node:console'
import Module, { isBuiltin, registerHooks } from 'node:module'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import type { ImportFile, Kit, PluginAccount, PluginParts, PostsPage, PublicPost } from '@askwell/plugin-kit'
import { withCauses } from '../../lib/causes.ts'
import { ALLOWED_MODULES } from './allowed-modules.ts'
import { createLines, READ_BYTES } from './lines.ts'
import type { FromChild, Start, ToChild } from './messages.ts'

const [, , main = '', kitModule = ''] = process.argv

/** By their names, and nothing that a plugin could add to. */
const ALLOWED = Object.freeze(Object.fromEntries(ALLOWED_MODULES.map((name) => [name, true])))

const output = process.stdout
const say = (message: FromChild) => void output.write(`${JSON.stringify(message)}\n`)

/** A password that the site has passed on stands in no log, whatever a library says of it: neither as it is nor as `inspect` writes it. */
const withoutPassword = (text: string, given: unknown) => {
  const { password } = Object(given) as { password?: unknown }
  if (typeof password !== 'string' || !password) return text
  return text.replaceAll(password, '•••').replaceAll(inspect(password).slice(1, -1), '•••')
}
const described = (error: unknown, given?: unknown) =>
  withoutPassword(error instanceof Error ? withCauses(error) : String(error), given).slice(0, 1000)

/** The admin reads what it was kept from. */
const tellOf = (forbidden: Extract<FromChild, { forbidden: string }>['forbidden'], name: unknown) =>
  say({ forbidden, name: String(name).slice(0, 200) })

/** What was last imported: a module that can't be read is that one. */
let lastImported = ''
/** Node puts file and line before the stack, but for errors in ES modules. */
const brokenAt = (error: unknown) =>
  error instanceof SyntaxError ? (/^(?:file:|\/).*:\d+(?=\n)/.exec(`${error.stack}`)?.[0] ?? lastImported) : undefined

/** By its shape: a package may bring a kit of its own. */
const patienceIn = (error: unknown) => {
  const seconds = (error as { retry_after?: unknown } | null)?.retry_after
  return typeof seconds === 'number' ? seconds : undefined
}

let lastAsked = 0
const asked = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
const ask = (what: string, ...args: unknown[]) =>
  new Promise<unknown>((resolve, reject) => {
    asked.set(++lastAsked, { resolve, reject })
    say({ ask: lastAsked, what, args })
  })

const responseOf = (answer: unknown) => {
  const { status, headers, base64 } = answer as { status: number; headers: Record<string, string>; base64: string }
  return new Response([101, 204, 205, 304].includes(status) ? null : Buffer.from(base64, 'base64'), { status, headers })
}

const kitOf = ({ config, language }: Pick<Kit, 'config' | 'language'>): Kit => ({
  config,
  language,
  async fetch(address, { method = 'GET', headers = {}, body, seconds, first } = {}) {
    const sent =
      body instanceof Uint8Array ? { base64: Buffer.from(body).toString('base64') } : { body: body?.toString() }
    return responseOf(await ask('fetch', `${address}`, { method, headers, ...sent, seconds, first }))
  },
  async send(address, { method, headers = {}, bytes }) {
    const id = await ask('send.open', `${address}`, { method, headers, bytes })
    return {
      write: async (piece) => void (await ask('send.write', id, Buffer.from(piece).toString('base64'))),
      end: async () => responseOf(await ask('send.end', id)),
      abort: async () => void (await ask('send.abort', id)),
    }
  },
  async connect(server, { tls = false } = {}) {
    const id = await ask('tcp.open', `${server}`, { tls })
    return {
      write: async (bytes) => void (await ask('tcp.write', id, Buffer.from(bytes).toString('base64'))),
      async read() {
        const base64 = await ask('tcp.read', id)
        return typeof base64 === 'string' ? Buffer.from(base64, 'base64') : undefined
      },
      startTls: async () => void (await ask('tcp.start_tls', id)),
      close: async () => void (await ask('tcp.close', id)),
    }
  },
  storage: {
    get: async (key) => (await ask('storage.get', key)) ?? undefined,
    set: async (key, value, about = {}) => void (await ask('storage.set', key, value, about)),
    delete: async (key) => void (await ask('storage.delete', key)),
    list: async (prefix = '') => (await ask('storage.list', prefix)) as string[],
  },
  files: {
    list: async () => (await ask('files.list')) as ImportFile[],
    read: async (name, start, end) => Buffer.from((await ask('files.read', name, start, end)) as string, 'base64'),
  },
  accounts: {
    list: async (from) => (await ask('accounts.list', from)) as Awaited<ReturnType<Kit['accounts']['list']>>,
    find: async (external_id) => ((await ask('accounts.find', external_id)) ?? undefined) as PluginAccount | undefined,
    create: async (account) => (await ask('accounts.create', account)) as PluginAccount,
    change: async (external_id, changes) => (await ask('accounts.change', external_id, changes)) as PluginAccount,
    setActive: async (external_id, active) => (await ask('accounts.set_active', external_id, active)) as PluginAccount,
    setRole: async (external_id, role) => (await ask('accounts.set_role', external_id, role)) as PluginAccount,
  },
  posts: {
    get: async (object_id) => ((await ask('posts.get', object_id)) ?? undefined) as PublicPost | undefined,
    list: async (asked) => (await ask('posts.list', asked)) as PostsPage,
  },
  notifications: {
    send: async (username, notification) => (await ask('notifications.send', username, notification)) as boolean,
  },
})

let parts: PluginParts = {}
let kit: Kit | undefined

/** What is called `render`, or `query` of `search`. */
const functionNamed = (name: string) => {
  const [kind = '', called] = name.split('.')
  const all: unknown = parts
  const owner = (called === undefined ? all : (all as Record<string, unknown>)[kind]) as
    | Record<string, (given: unknown, kit: Kit) => unknown>
    | undefined
  const found = owner?.[called ?? kind]
  if (typeof found !== 'function') throw new Error(`it has no function ${name}, as its manifest says it has`)
  return (given: unknown) => found.call(owner, given, kit!)
}
const call = async (name: string, given: unknown) => functionNamed(name)(given)

const start = async (given: Start) => {
  kit = kitOf(given)
  const loaded = (await import(main)) as { default?: PluginParts }
  if (typeof loaded.default !== 'object' || loaded.default === null)
    throw new Error('its main module has no default export made by plugin()')
  parts = loaded.default
  for (const name of given.calls) functionNamed(name)
  say({ ready: Object.keys(parts) })
}

const hear = (message: ToChild) => {
  if ('ping' in message) say({ pong: message.ping })
  else if ('start' in message)
    start(message.start).catch((error: unknown) => {
      console.error(error)
      say({ failed: described(error), at: brokenAt(error) })
    })
  else if ('answer' in message) {
    const waiting = asked.get(message.answer)
    asked.delete(message.answer)
    if (message.error === undefined) waiting?.resolve(message.value)
    else waiting?.reject(new Error(message.error))
  } else
    call(message.name, message.given)
      .then((value) => say({ result: message.call, value }))
      .catch((error: unknown) => {
        console.error(withoutPassword(inspect(error), message.given))
        say({ result: message.call, error: described(error, message.given), retry_after: patienceIn(error) })
      })
}

const { apply } = Reflect
const { hasOwn } = Object

/** Judges by nothing that a plugin can replace: no methods of sets and strings, which are the same for all modules. */
const refuseForeign = (name: unknown) => {
  if (typeof name === 'string' && hasOwn(ALLOWED, name)) return
  tellOf('module', name)
  throw new Error(`${String(name)} isn't there for plugins; docs/plugins.md says what is`)
}
/** Node refuses it by itself, once it is read. */
const { permission } = process
const noteForeignFile = (url: string) => {
  const path = url.startsWith('file:') ? fileURLToPath(url) : undefined
  if (path !== undefined && !permission.has('fs.read', path)) tellOf('file', path)
}
const isDenied = (error: unknown) => (error as { code?: unknown } | null)?.code === 'ERR_ACCESS_DENIED'

/** Ways to other processes: nobody looks whether they are there but to go. */
const CALLED = ['kill', 'dlopen', 'execve']
/** More of them, ways to speak for this module, and `report`, which tells of the machine and its network. Libraries look whether these are there. */
const CLOSED = ['_kill', 'binding', '_linkedBinding', 'getBuiltinModule', '_debugProcess'].concat([
  'stdin',
  'stdout',
  'send',
  'openStdin',
  '_getActiveHandles',
  '_getActiveRequests',
  'report',
])
/** A hook that comes later is asked first. */
const CLOSED_OF_MODULES = ['registerHooks', 'register', 'runMain', 'enableCompileCache', 'syncBuiltinESMExports']

const resolved = <T>(specifier: string, find: () => T) => {
  try {
    return find()
  } catch (error) {
    if (isDenied(error)) tellOf('file', specifier)
    throw error
  }
}

const close = (doors: object, names: readonly string[]) => {
  for (const name of names)
    Object.defineProperty(doors, name, { value: undefined, configurable: false, writable: false })
}

/** What would reach other processes, which the permission model doesn't know of, and modules that do more than compute. */
const closeDoors = () => {
  close(process, CLOSED)
  for (const name of CALLED)
    Object.defineProperty(process, name, {
      get: () => tellOf('function', `process.${name}`),
      configurable: false,
    })
  const refuseFetch = async (address: unknown) => {
    tellOf('function', `fetch of ${URL.parse(String(address))?.host ?? 'nothing'}`) // the rest may hold a secret
    throw new Error("fetch isn't there for plugins but in the kit; docs/plugins.md says how")
  }
  Object.defineProperty(globalThis, 'fetch', { value: refuseFetch, configurable: false, writable: false })
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr })
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === '@askwell/plugin-kit') return { url: kitModule, shortCircuit: true }
      const found = resolved(specifier, () => next(specifier, context))
      if (isBuiltin(found.url)) refuseForeign(found.url)
      else noteForeignFile(found.url)
      lastImported = found.url
      return found
    },
  })
  // In CommonJS `module.constructor._load` leads past the hooks.
  const loader = Module as unknown as { _load(name: string, parent: unknown, isMain: boolean): unknown }
  const load = loader._load
  loader._load = function (name, parent, isMain) {
    if (typeof name !== 'string' || isBuiltin(name)) refuseForeign(name)
    return apply(load, this, [name, parent, isMain])
  }
  close(Module, CLOSED_OF_MODULES)
}

try {
  setPriority(10)
} catch {
  /* a system without priorities */
}
/** Whatever the plugin has made of `process.exit`: where the site has gone without a word, nothing stays behind. */
const leave = (process as unknown as { reallyExit(code: number): never }).reallyExit.bind(process)
const lines = createLines(
  READ_BYTES,
  (line) => hear(JSON.parse(line) as ToChild),
  () => leave(1),
)
process.stdin.on('data', lines).on('end', () => leave(0))
closeDoors()
