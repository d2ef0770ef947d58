import { isSafeAddress, type PluginConfig } from '@askwell/plugin-kit'
import {
  PLUGIN_KEY_MAX,
  PLUGIN_KEYS_LISTED,
  PLUGIN_ROW_BYTES,
  PLUGIN_STORAGE_BYTES,
  PLUGIN_VALUE_BYTES,
} from '@askwell/contract/limits.ts'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import { hostsIn } from '../../../lib/host-list.ts'
import {
  type ForbiddenTry,
  NotAllowed,
  PluginAway,
  PRIVATE_NETWORK,
  READS_ALL_POSTS,
  settingIn,
} from '../../../lib/isolated-plugin.ts'
import { translate, translatePlugin } from '../../../lib/messages.ts'
import { isNotPublic, type OutboundHttp } from '../../../lib/outbound-http.ts'
import type { Sendings } from '../../../lib/outbound-sending.ts'
import { NotReachable, serverIn, serverNamed, type TcpConnections } from '../../../lib/outbound-tcp.ts'
import { holderOfName } from '../../users/users/names/queries.ts'
import { tellByPlugin } from '../../outbound/notifications/by-plugins/tell-by-plugin.ts'
import { listPluginsOn } from '../settings/queries.ts'
import { siteSettings } from '../settings/views.ts'
import type { DatabaseTurns } from './database-turns.ts'
import { getPost, listPosts } from './posts/read-posts.ts'
import { countStoredBytes, deleteStored, findStored, listStoredKeys, upsertStored } from './storage/queries.ts'

const FETCH = { bytes: 256 * 1024, first: 512 * 1024, ms: 5000, longest: 30_000 }
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'MKCOL', 'MOVE', 'PROPFIND'])
/** The site speaks for itself: these are its own. */
const OWN_HEADERS =
  /^(host|connection|content-length|transfer-encoding|accept-encoding|upgrade|te|trailer|expect|proxy-.*)$/i

/** What a setting names: the server of an address, or a list of hosts. */
const chosenIn = (value: string): ((url: URL) => boolean) | undefined => {
  const named = URL.parse(value)
  if (named?.host) return ({ origin }) => origin === named.origin
  const hosts = hostsIn(value) ?? []
  return hosts.length ? ({ host }) => hosts.includes(host) : undefined
}

/** Hosts that the manifest names, and servers, each with its port, that the admin has named in the settings it points to: they alone may be in a private network, if the admin says so. */
const hostsOf = ({ permissions, config, origins }: Pick<Asking, 'permissions' | 'config' | 'origins'>) =>
  permissions.flatMap((permission) => {
    const [, kind, host] = /^(net|openid):(.+)$/.exec(permission) ?? []
    const field = host && settingIn(host)
    if (!field) return host ? { allows: ({ hostname }: URL) => hostname === host, inside: false, chosen: false } : []
    const value = String(config[field] ?? '')
    const allows = chosenIn(value)
    const inside = config[PRIVATE_NETWORK.name] === true
    // What a service names is its own word: in a private network that leads to no other machine than itself.
    const issuer = kind === 'openid' ? URL.parse(value) : null
    return [
      ...(allows ? [{ allows, inside, chosen: true }] : []),
      ...(issuer ? [{ allows: ({ origin }: URL) => origins.has(origin), inside: false, chosen: false }] : []),
      ...(issuer && inside
        ? [
            {
              allows: ({ origin, hostname }: URL) => origins.has(origin) && hostname === issuer.hostname,
              inside,
              chosen: true,
            },
          ]
        : []),
    ]
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

const lacking = (permission: string, tried: ForbiddenTry = { kind: 'permission', name: permission }) =>
  new NotAllowed(`the plugin has no permission "${permission}"`, tried)

/** Servers that the manifest names, and those that the admin has named in the settings it points to. */
const serversOf = (permissions: readonly string[], config: PluginConfig) =>
  permissions.flatMap((permission) => {
    const server = /^tcp:(.+)$/.exec(permission)?.[1]
    const field = server && settingIn(server)
    if (!server) return []
    const chosen = Boolean(field)
    const inside = chosen && config[PRIVATE_NETWORK.name] === true
    return [{ server: field ? serverNamed(String(config[field] ?? '')) : serverIn(server), inside, chosen }]
  })

/** Answers what plugins ask about accounts. */
export type AboutAccounts = (app: App, plugin: string, what: string, args: unknown[]) => Promise<unknown>

export interface Asking {
  slug_name: string
  /** What members read who it is. */
  name: string
  permissions: readonly string[]
  /** What an admin has agreed to. */
  powers: readonly string[]
  config: PluginConfig
  connections: TcpConnections
  sendings: Sendings
  aboutAccounts: AboutAccounts
  inTurn: DatabaseTurns
  /** Of servers that its service of OpenID Connect names as its own. */
  origins: Set<string>
}

/** Answers what a plugin asks the site for, as far as an admin has agreed to it. */
export const answerPlugin = async (app: App, plugin: Asking, what: string, args: unknown[]): Promise<unknown> => {
  const answers: Record<string, (app: App, plugin: Asking, args: unknown[]) => Promise<unknown>> = {
    fetch: fetchFor,
    'send.open': openSending,
    'send.write': (_, { sendings }, [id, base64]) => sendings.write(id, Buffer.from(String(base64), 'base64')),
    'send.end': async (_, { sendings }, [id]) => answered(await sendings.end(id)),
    'send.abort': async (_, { sendings }, [id]) => sendings.abort(id),
    'tcp.open': openFor,
    'tcp.start_tls': (_, { connections }, [id]) => connections.startTls(id),
    'tcp.write': (_, { connections }, [id, base64]) => connections.write(id, Buffer.from(String(base64), 'base64')),
    'tcp.read': async (_, { connections }, [id]) => (await connections.read(id))?.toString('base64') ?? null,
    'tcp.close': async (_, { connections }, [id]) => connections.close(id),
    'files.list': async (_, { slug_name }) => app.plugins.offeredTo(slug_name).list(),
    'files.read': async (_, { slug_name }, [name, start, end]) =>
      (await app.plugins.offeredTo(slug_name).read(text(name, 'a file', 1000), Number(start), Number(end))).toString(
        'base64',
      ),
    'posts.get': (its, _, [id]) => getPost(its, id),
    'posts.list': (its, _, [asked]) => listPosts(its, asked),
    'notifications.send': async (its, { slug_name, name }, [username, notification]) => {
      await expectOn(its, slug_name)
      return tellByPlugin(its, { slug_name, name }, username, notification)
    },
    'storage.get': async (its, { slug_name }, [key]) =>
      findStored(its.db, slug_name, text(key, 'a key', PLUGIN_KEY_MAX)),
    'storage.set': setFor,
    'storage.delete': (its, { slug_name }, [key]) =>
      its.transaction((tx) => deleteStored(tx.db, slug_name, text(key, 'a key', PLUGIN_KEY_MAX))),
    'storage.list': (its, { slug_name }, [prefix]) =>
      listStoredKeys(its.db, slug_name, String(prefix ?? '').slice(0, PLUGIN_KEY_MAX), PLUGIN_KEYS_LISTED),
  }
  if (what.startsWith('accounts.')) {
    if (!plugin.permissions.includes('accounts')) throw lacking('accounts')
    if (what === 'accounts.set_role' && !plugin.permissions.includes('roles')) throw lacking('roles')
    return plugin.inTurn(app, async (its) => {
      await expectOn(its, plugin.slug_name)
      return plugin.aboutAccounts(its, plugin.slug_name, what, args)
    })
  }
  const answer = Object.hasOwn(answers, what) ? answers[what] : undefined
  if (!answer)
    throw new NotAllowed(`${what.slice(0, 50)} is nothing that a plugin can ask for`, { kind: 'request', name: what })
  const permission = DATABASE_PERMISSIONS.get(what.split('.', 1)[0]!)
  if (!permission) return answer(app, plugin, args)
  if (!plugin.permissions.includes(permission)) throw lacking(permission)
  if (permission === 'read:posts' && !plugin.powers.includes(READS_ALL_POSTS))
    throw new NotAllowed(
      'the plugin has no permission "read:posts" for that: its manifest has to say "api": "^1.1.0"',
      { kind: 'permission', name: 'read:posts' },
    )
  return plugin.inTurn(app, (its) => answer(its, plugin, args))
}

/** What is answered from the database, and what the plugin needs for it. */
const DATABASE_PERMISSIONS = new Map([
  ['storage', 'storage'],
  ['posts', 'read:posts'],
  ['notifications', 'write:notifications'],
])

/** Whether one of what it may reach may be in a private network, or may where the switch for that is on. */
const networkOf = (named: { inside: boolean; chosen: boolean }[]) => {
  const inside = named.some((one) => one.inside)
  return { inside, isSwitchable: !inside && named.some(({ chosen }) => chosen) }
}

/** Of an address in its settings: the admin reads which switch lets it be in a private network. */
const namingSwitch = async <T>(app: App, isSwitchable: boolean, name: string, asked: Promise<T>) => {
  try {
    return await asked
  } catch (error) {
    if (!(isNotPublic(error) || error instanceof NotReachable)) throw error
    const refused = (why: string) => new NotAllowed(why, { kind: 'private_host', name }, { cause: error })
    if (!isSwitchable) throw refused((error as Error).message)
    const { language } = (await siteSettings(app)).interface
    const field = translatePlugin(language, `field_${PRIVATE_NETWORK.name}`)
    throw refused(translate(language, 'plugins.inside_is_off', { switch: field }))
  }
}

/** Where a request goes, if the plugin may go there. */
const targetOf = (app: App, asking: Asking, address: unknown, method: unknown) => {
  const url = URL.parse(text(address, 'an address', 4000))
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') throw new Error('that is no address of the web')
  const hosts = hostsOf(asking).filter(({ allows }) => allows(url))
  if (!hosts.length) throw lacking(`net:${url.hostname}`, { kind: 'host', name: url.hostname })
  if (!METHODS.has(String(method))) throw new Error(`${String(method).slice(0, 20)} is no method`)
  const { inside, isSwitchable } = networkOf(hosts)
  const request: OutboundHttp['request'] = (...asked) =>
    namingSwitch(app, isSwitchable, url.hostname, app.outbound.request(...asked))
  return { address: url.href, method: String(method), inside, http: { ...app.outbound, request } }
}

const answered = ({ status, headers, body }: Awaited<ReturnType<App['outbound']['request']>>) => ({
  status,
  headers,
  base64: body.toString('base64'),
})

const METADATA = '/.well-known/openid-configuration'
const metadataAddress = ({ origin, pathname }: URL) =>
  pathname.includes('/.well-known/') ? origin + pathname : `${origin}${pathname.replace(/\/$/, '')}${METADATA}`
const objectIn = (body: Buffer): Record<string, unknown> => {
  try {
    return Object(JSON.parse(body.toString('utf8'))) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** A service of OpenID Connect says in one place, below the address that the admin has typed, where else it is; what is said anywhere else names nothing. */
const noteOrigins = (
  { permissions, config, origins }: Asking,
  address: string,
  { status, body }: { status: number; body: Buffer },
) => {
  const issuers = permissions.flatMap((permission) => {
    const field = /^openid:\{(.+)\}$/.exec(permission)?.[1]
    return (field && URL.parse(String(config[field] ?? ''))) || []
  })
  if (status !== 200 || !issuers.some((issuer) => address === metadataAddress(issuer))) return
  const said = objectIn(body)
  const named = ['token_endpoint', 'userinfo_endpoint', 'jwks_uri'].map((name) => String(said[name]))
  origins.clear()
  for (const one of named) if (isSafeAddress(one)) origins.add(new URL(one).origin)
}

const fetchFor = async (app: App, plugin: Asking, [to, init]: unknown[]) => {
  const { method: how = 'GET', headers, body, base64, seconds, first } = (init ?? {}) as Record<string, unknown>
  const { address, method, inside, http } = targetOf(app, plugin, to, how)
  const ms = typeof seconds === 'number' && seconds > 0 ? Math.min(FETCH.longest, seconds * 1000) : FETCH.ms
  const cut = typeof first === 'number' && first > 0
  const bytes = cut ? Math.min(FETCH.first, Math.ceil(first)) : FETCH.bytes
  const sent =
    typeof base64 === 'string' ? Buffer.from(base64, 'base64') : Buffer.from(typeof body === 'string' ? body : '')
  if (sent.length > FETCH.bytes) throw new Error(`more than ${FETCH.bytes / 1024} KB can't be sent`)
  const all = { ...headersOf(headers), ...(sent.length && { 'content-length': sent.length }) }
  const answer = await http.request(address, { method, headers: all, body: sent }, { bytes, cut, ms, inside })
  noteOrigins(plugin, address, answer)
  return answered(answer)
}

const openSending = async (app: App, plugin: Asking, [to, init]: unknown[]) => {
  const { method: how, headers, bytes } = (init ?? {}) as Record<string, unknown>
  const { address, method, inside, http } = targetOf(app, plugin, to, how)
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) throw new Error('it has to be said how many bytes come')
  return plugin.sendings.open(http, address, {
    method,
    headers: headersOf(headers),
    bytes: bytes as number,
    inside,
  })
}

const openFor = async (app: App, { permissions, config, connections }: Asking, [wanted, init]: unknown[]) => {
  const given = serverIn(text(wanted, 'a server', 300))
  const secure = (init as { tls?: unknown } | null | undefined)?.tls === true
  if (!given) throw new Error('that is no server such as ldap.example.org:389')
  const named = serversOf(permissions, config).filter(
    ({ server }) => server?.host === given.host && server.port === given.port,
  )
  const name = `${given.host}:${given.port}`
  if (!named.length) throw lacking(`tcp:${name}`, { kind: 'server', name })
  const { inside, isSwitchable } = networkOf(named)
  return namingSwitch(app, isSwitchable, name, connections.open(given, { inside, secure }))
}

/** What waited for its turn while the plugin was switched off or removed isn't done any more. */
const expectOn = async ({ db }: Pick<App, 'db'>, slug_name: string) => {
  if (!(await listPluginsOn(db)).includes(slug_name)) throw new PluginAway('it was switched off')
}

const setFor = async (app: App, { slug_name }: Asking, [key, value, about]: unknown[]) => {
  const name = text(key, 'a key', PLUGIN_KEY_MAX)
  const json = JSON.stringify(value)
  if (json === undefined) throw new Error('that is nothing that JSON can say')
  const size = Buffer.byteLength(json) + Buffer.byteLength(name)
  const bytes = size + PLUGIN_ROW_BYTES
  if (size > PLUGIN_VALUE_BYTES) throw new Error(`a value has at most ${PLUGIN_VALUE_BYTES / 1024} KB`)
  const username = (about as { username?: unknown } | null | undefined)?.username
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, `plugin storage ${slug_name}`) // two at once would each find room for itself alone
    await expectOn(tx, slug_name)
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
