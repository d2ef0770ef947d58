import type { Embed, PluginConfig } from '@askwell/plugin-kit'
import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import { hostsIn, isHostName } from '../host-list.ts'
import { type Manifest, settingIn } from '../isolated-plugin.ts'
import { type Embedded, hostOf } from '../markdown/embeds.ts'
import { call, type ManifestKey, port, texts } from './port.ts'
import type { Asking } from './running.ts'

/** Addresses of one text that plugins embed; what comes after stays a link. */
const ADDRESSES_MAX = 20
const ADDRESS_CHARACTERS = 2000
const TITLE_CHARACTERS = 200
const TEXT_CHARACTERS = 400
const KEPT = 5000
/** What stands there may change. */
const KEPT_MS = 60 * 60_000

export const problemOfHost = (host: string) =>
  isHostName(host) ? undefined : `"${host}" is no host such as video.example.org`

const side = Type.Optional(Type.Number({ minimum: 1, maximum: 10_000 }))
const said = Type.Object({
  title: Type.String({ minLength: 1, maxLength: TITLE_CHARACTERS }),
  text: Type.Optional(Type.String({ maxLength: TEXT_CHARACTERS })),
  frame: Type.Optional(Type.String({ maxLength: ADDRESS_CHARACTERS })),
  width: side,
  height: side,
})

const named = texts('hosts', {
  most: 50,
  problemOf: (host) => (settingIn(host) === undefined ? problemOfHost(host) : undefined),
  missing: 'askwell.hosts has to say whose addresses are embedded',
})
const hosts: ManifestKey<string[]> = {
  ...named,
  read(value, note, config) {
    const list = named.read(value, note, config)
    for (const host of list) {
      const setting = settingIn(host)
      if (setting !== undefined && !config.some(({ name, kind }) => name === setting && kind === 'text'))
        note(`"${host}" names no setting of the kind text`)
    }
    return list
  },
}

/** Settings in which the admin lists whose addresses are embedded. */
export const hostSettingsOf = ({ hosts }: Pick<Manifest, 'hosts'>) => hosts.flatMap((host) => settingIn(host) ?? [])

/** With the hosts that the admin has listed in the place of the setting. */
export const withListedHosts = (manifest: Manifest, config: PluginConfig): Manifest => ({
  ...manifest,
  hosts: [
    ...new Set(
      manifest.hosts.flatMap((host) => {
        const setting = settingIn(host)
        return setting === undefined ? host : (hostsIn(String(config[setting] ?? '')) ?? [])
      }),
    ),
  ],
})

export const embed = port({
  keys: {
    hosts,
    frames: texts('frames', { most: 10, problemOf: problemOfHost }),
  },
  powers: ({ hosts, frames }) => [...hosts.map((host) => `embed:${host}`), ...frames.map((host) => `frame:${host}`)],
  calls: {
    embed: call<readonly string[]>()(5000, Type.Array(Type.Union([said, Type.Null()]), { maxItems: ADDRESSES_MAX })),
  },
})

/** Addresses as plugins embed them, asked for all at once; what was answered lately is kept. */
export const createEmbedding = (plugins: Asking) => {
  const known = new LRUCache<string, Embed>({ max: KEPT, ttl: KEPT_MS })
  const nameFor = (address: string) =>
    plugins.having('embed').find((slug_name) => plugins.manifestOf(slug_name).hosts.includes(hostOf(address)))
  const keyOf = (slug_name: string, address: string) => `${plugins.stateOf(slug_name)}\0${address}`

  /** A frame of a host that an admin hasn't agreed to is left out. */
  const agreed = (slug_name: string, { frame, ...rest }: Embed): Embed => {
    const url = frame === undefined ? null : URL.parse(frame)
    const isAgreed =
      url?.protocol === 'https:' && !url.port && plugins.manifestOf(slug_name).frames.includes(url.hostname)
    return isAgreed ? { ...rest, frame: url.href } : rest
  }
  /** A plugin that fails leaves links. @returns whether it has answered. */
  const ask = async (slug_name: string, addresses: string[]) => {
    const fresh = addresses.filter((address) => !known.has(keyOf(slug_name, address)))
    if (!fresh.length) return true
    const keys = fresh.map((address) => keyOf(slug_name, address))
    const answer = await plugins.ask(slug_name, 'embed', fresh).catch(() => undefined)
    for (const [at, key] of keys.entries()) {
      const one = answer?.[at]
      if (one) known.set(key, agreed(slug_name, one))
    }
    return answer !== undefined
  }
  const awaited = () => plugins.awaited('embed').flatMap(({ hosts }) => hosts)
  const named = (key: 'hosts' | 'frames') => [
    ...new Set(plugins.having('embed').flatMap((slug_name) => plugins.manifestOf(slug_name)[key])),
  ]
  return {
    /** Names of the plugins that embed something. */
    embedders: () => [...plugins.having('embed')],
    /** Whose addresses plugins embed, or would if they ran. */
    embeddedHosts: () => [...named('hosts'), ...awaited()],
    /** Hosts whose frames readers may open. */
    frameHosts: () => named('frames'),
    /** Whole once every plugin has answered that was to. */
    async embed(addresses: readonly string[]): Promise<{ embedded: Embedded; isWhole: boolean }> {
      const few = [...new Set(addresses)].filter((one) => one.length <= ADDRESS_CHARACTERS).slice(0, ADDRESSES_MAX)
      const byPlugin = Map.groupBy(few, (address) => nameFor(address) ?? '')
      const isAwaited = byPlugin.get('')?.some((address) => awaited().includes(hostOf(address)))
      byPlugin.delete('')
      // As the plugin is now: it may be set up anew before it has answered.
      const keyed = few.map((address) => {
        const slug_name = nameFor(address)
        return { address, key: slug_name && keyOf(slug_name, address) }
      })
      const answered = await Promise.all([...byPlugin].map(([slug_name, own]) => ask(slug_name, own)))
      const embedded = keyed.flatMap(({ address, key }) => {
        const shown = key && known.get(key)
        return shown ? [{ ...shown, address }] : []
      })
      return { embedded, isWhole: !isAwaited && answered.every(Boolean) }
    },
  }
}
