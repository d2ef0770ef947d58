import type { PluginConfig } from '@askwell/plugin-kit'
import {
  PLUGIN_KEY_MAX,
  PLUGIN_KEYS_LISTED,
  PLUGIN_STORAGE_BYTES,
  PLUGIN_VALUE_BYTES,
} from '@askwell/contract/limits.ts'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { PRIVATE_NETWORK } from '../../../lib/isolated-plugin.ts'
import type { Sendings } from '../../../lib/outbound-sending.ts'
import { serverIn, type TcpConnections } from '../../../lib/outbound-tcp.ts'
import { holderOfName } from '../../users/users/names/queries.ts'
import { countStoredBytes, deleteStored, findStored, listStoredKeys, upsertStored } from './storage/queries.ts'

const FETCH = { bytes: 256 * 1024, ms: 5000, longest: 30_000 }
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'MKCOL', 'MOVE', 'PROPFIND'])
/** The site speaks for itself: these are its own. */
const OWN_HEADERS =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|upgrade|te|trailer|expect|proxy-.*)$/i

/** Hosts that the manifest names, and servers, each with its port, that the admin has named in the settings it points to: they alone may be in a private network, if the admin says so. */
const hostsOf = (permissions: readonly string[], config: PluginConfig) =>
  permissions.flatMap((permission) => {
    const host = /^net:(.+)$/.exec(permission)?.[1]
    const field = host && /^\{(.+)\}$/.exec(host)?.[1]
    if (!field) return host ? { allows: ({ hostname }: URL) => hostname === host, inside: false } : []
    const named = URL.parse(String(config[field] ?? ''))
    return named?.host
      ? { allows: ({ origin }: URL) => origin === named.origin, inside: config[PRIVATE_NETWORK.name] === true }
      : []
  })

const headersOf = (given: unknown) =>
  Object.fromEntries(
    Object.entries((given ?? {}) as Record<string, unknown>)
      .slice(0, 50)
      .filter(([name]) => !OWN_HEADERS.test(name))
      .map(([name, value]) => [name, String(value)]),
  )

const text = (value: unknown, what: string, most: number) => {
  if (typeof value !== 'string' || value.length === 0 || value.length > most || value.includes('\0'))
    throw new Error(`${what} has to be a text of 1 to ${most} characters`)
  return value
}

/** Servers that the manifest names, and those that the admin has named in the settings it points to. */
const serversOf = (permissions: readonly string[], config: PluginConfig) =>
  permissions.flatMap((permission) => {
    const server = /^tcp:(.+)$/.exec(permission)?.[1]
    const field = server && /^\{(.+)\}$/.exec(server)?.[1]
    if (!server) return []
    const inside = Boolean(field) && config[PRIVATE_NETWORK.name] === true
    return [{ server: serverIn(field ? String(config[field] ?? '') : server), inside }]
  })

/** Answers what plugins ask about accounts. */
export type AboutAccounts = (app: App, plugin: string, what: string, args: unknown[]) => Promise<unknown>

export interface Asking {
  slug_name: string
  permissions: readonly string[]
  config: PluginConfig
  connections: TcpConnections
  sendings: Sendings
  aboutAccounts: AboutAccounts
}

/** Answers what a plugin asks the site for, as far as an admin has agreed to it. */
export const answerPlugin = async (app: App, plugin: Asking, what: string, args: unknown[]): Promise<unknown> => {
  const answers: Record<string, (app: App, plugin: Asking, args: unknown[]) => Promise<unknown>> = {
    fetch: fetchFor,
    'send.open': openSending,
    'send.write': (_, { sendings }, [id, base64]) => sendings.write(id, Buffer.from(String(base64), 'base64')),
    'send.end': async (_, { sendings }, [id]) => answered(await sendings.end(id)),
    'send.abort': async (_, { sendings }, [id]) => sendings.abort(id),
    'tcp.open': (_, asking, [server]) => openFor(asking, text(server, 'a server', 300)),
    'tcp.write': (_, { connections }, [id, base64]) => connections.write(id, Buffer.from(String(base64), 'base64')),
    'tcp.read': async (_, { connections }, [id]) => (await connections.read(id))?.toString('base64') ?? null,
    'tcp.close': async (_, { connections }, [id]) => connections.close(id),
    'storage.get': async (_, { slug_name }, [key]) => findStored(app.db, slug_name, text(key, 'a key', PLUGIN_KEY_MAX)),
    'storage.set': setFor,
    'storage.delete': (_, { slug_name }, [key]) =>
      app.transaction((tx) => deleteStored(tx.db, slug_name, text(key, 'a key', PLUGIN_KEY_MAX))),
    'storage.list': (_, { slug_name }, [prefix]) =>
      listStoredKeys(app.db, slug_name, String(prefix ?? '').slice(0, PLUGIN_KEY_MAX), PLUGIN_KEYS_LISTED),
  }
  if (what.startsWith('accounts.')) {
    if (!plugin.permissions.includes('accounts')) throw new Error('the plugin has no permission "accounts"')
    return plugin.aboutAccounts(app, plugin.slug_name, what, args)
  }
  const answer = Object.hasOwn(answers, what) ? answers[what] : undefined
  if (!answer) throw new Error(`${what.slice(0, 50)} is nothing that a plugin can ask for`)
  if (what.startsWith('storage.') && !plugin.permissions.includes('storage'))
    throw new Error('the plugin has no permission "storage"')
  return answer(app, plugin, args)
}

/** Where a request goes, if the plugin may go there. */
const targetOf = ({ permissions, config }: Asking, address: unknown, method: unknown) => {
  const url = URL.parse(text(address, 'an address', 4000))
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('that is no address of the web')
  const hosts = hostsOf(permissions, config).filter(({ allows }) => allows(url))
  if (!hosts.length) throw new Error(`the plugin has no permission "net:${url.hostname}"`)
  if (!METHODS.has(String(method))) throw new Error(`${String(method).slice(0, 20)} is no method`)
  return { address: url.href, method: String(method), inside: hosts.some(({ inside }) => inside) }
}

const answered = ({ status, headers, body }: Awaited<ReturnType<App['outbound']['request']>>) => ({
  status,
  headers,
  base64: body.toString('base64'),
})

const fetchFor = async (app: App, plugin: Asking, [to, init]: unknown[]) => {
  const { method: how = 'GET', headers, body, base64, seconds } = (init ?? {}) as Record<string, unknown>
  const { address, method, inside } = targetOf(plugin, to, how)
  const ms = typeof seconds === 'number' && seconds > 0 ? Math.min(FETCH.longest, seconds * 1000) : FETCH.ms
  const sent =
    typeof base64 === 'string' ? Buffer.from(base64, 'base64') : Buffer.from(typeof body === 'string' ? body : '')
  if (sent.length > FETCH.bytes) throw new Error(`more than ${FETCH.bytes / 1024} KB can't be sent`)
  const all = { ...headersOf(headers), ...(sent.length && { 'content-length': sent.length }) }
  return answered(
    await app.outbound.request(address, { method, headers: all, body: sent }, { bytes: FETCH.bytes, ms, inside }),
  )
}

const openSending = async (app: App, plugin: Asking, [to, init]: unknown[]) => {
  const { method: how, headers, bytes } = (init ?? {}) as Record<string, unknown>
  const { address, method, inside } = targetOf(plugin, to, how)
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) throw new Error('it has to be said how many bytes come')
  return plugin.sendings.open(app.outbound, address, {
    method,
    headers: headersOf(headers),
    bytes: bytes as number,
    inside,
  })
}

const openFor = ({ permissions, config, connections }: Asking, wanted: string) => {
  const given = serverIn(wanted)
  if (!given) throw new Error('that is no server such as ldap.example.org:389')
  const named = serversOf(permissions, config).filter(
    ({ server }) => server?.host === given.host && server.port === given.port,
  )
  if (!named.length) throw new Error(`the plugin has no permission "tcp:${given.host}:${given.port}"`)
  return connections.open(given, { inside: named.some(({ inside }) => inside) })
}

const setFor = async (app: App, { slug_name }: Asking, [key, value, about]: unknown[]) => {
  const name = text(key, 'a key', PLUGIN_KEY_MAX)
  const json = JSON.stringify(value)
  if (json === undefined) throw new Error('that is nothing that JSON can say')
  const bytes = Buffer.byteLength(json) + Buffer.byteLength(name)
  if (bytes > PLUGIN_VALUE_BYTES) throw new Error(`a value has at most ${PLUGIN_VALUE_BYTES / 1024} KB`)
  const username = (about as { username?: unknown } | null | undefined)?.username
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, `plugin storage ${slug_name}`) // two at once would each find room for itself alone
    const user_id = username === undefined ? 0 : await holderOfName(tx.db, String(username))
    if (user_id === undefined) throw new Error('there is no such member')
    if ((await countStoredBytes(tx.db, slug_name, name)) + bytes > PLUGIN_STORAGE_BYTES)
      throw new Error(`a plugin keeps at most ${PLUGIN_STORAGE_BYTES / 2 ** 20} MB`)
    await upsertStored(tx.db, {
      plugin: slug_name,
      key: name,
      user_id,
      value: json,
      bytes,
      updated_at: tx.now(),
    })
  })
  return null
}
