import type { PluginConfig } from '@askwell/plugin-kit'
import type { App } from '../../../events/events.ts'
import {
  type ForbiddenTry,
  type FoundPlugin,
  NotAllowed,
  SITE_FIELDS,
  siteFieldsOf,
  wordOf,
} from '../../../lib/isolated-plugin.ts'
import { translatePlugin } from '../../../lib/messages.ts'
import type { PluginChannel } from '../../../lib/notification-channels.ts'
import { createSendings } from '../../../lib/outbound-sending.ts'
import { createTcpConnections } from '../../../lib/outbound-tcp.ts'
import { connectorOf, passwordConnectorOf, wrongSettingIn } from '../../../lib/plugin-ports/connector.ts'
import { hostSettingsOf, withListedHosts } from '../../../lib/plugin-ports/embed.ts'
import { callsOf } from '../../../lib/plugin-ports/ports.ts'
import { userCenterOf } from '../../../lib/plugin-ports/user-center.ts'
import type { Installed } from '../../../plugin-host/isolated/installed.ts'
import type { Center } from '../../users/user-center/policy.ts'
import { createDatabaseTurns } from './database-turns.ts'
import type { PluginInstance } from './instance.ts'
import { type AboutAccounts, answerPlugin, type Asking } from './kit-requests.ts'
import { type KnownUsers, nameIn, offersMembers, type Plugin, type Ports } from './policy.ts'

// Plugins in processes of their own: as the list of plugins has them, and how they take their place.

/** People sign in now and then: so long after the last time its process ends, and begins with the next. */
const SIGN_IN_REST_MS = 10 * 60_000

const SITE_WORD = /^field_(.+?)(_help)?$/

/** It takes its place by `startIsolated`, which takes a while. */
export const asIsolated = (found: FoundPlugin, instance?: PluginInstance): Plugin => {
  const { version, config, user_config, permissions } = found.manifest
  const named = (kind: 'net' | 'tcp') =>
    permissions.flatMap((permission) => new RegExp(`^${kind}:\\{(.+)\\}$`).exec(permission)?.[1] ?? [])
  const texts = config.flatMap(({ name, kind }) => (kind === 'text' ? name : []))
  const fetched = named('net').filter((name) => texts.includes(name))
  const added = siteFieldsOf(found.manifest)
  return {
    slug_name: instance?.slug_name ?? found.manifest.slug_name,
    instance,
    ...(config.length && !instance && { instanceOf: (another) => asIsolated(found, another) }),
    version,
    config: added.length ? [...config, ...added] : config,
    servers: [...named('tcp'), ...fetched],
    host_lists: [...fetched, ...hostSettingsOf(found.manifest)],
    user_config,
    isolated: found,
    words: (language, key) =>
      SITE_FIELDS.has(SITE_WORD.exec(key)?.[1] ?? '')
        ? translatePlugin(language, key)
        : wordOf(found.manifest, language, key),
  }
}

/** Whether an admin has agreed to everything that it wants to do. */
export const isAgreed = ({ powers }: FoundPlugin, agreed: readonly string[]) =>
  powers.every((power) => agreed.includes(power))

type IsolatedPlaces = Pick<Ports, 'connectors'> & { installed: Installed; aboutAccounts: AboutAccounts }

interface SetUp {
  plugin: Plugin & { isolated: FoundPlugin }
  config: PluginConfig
  language: string
  users: KnownUsers
}
interface Start extends Omit<SetUp, 'users'> {
  /** A fault that doesn't end it for good, or an answer that doesn't fit. */
  onTrouble(why: string): void
  /** Something that it tried and isn't allowed. */
  onForbidden(tried: ForbiddenTry): void
  onGivenUp(why: string): void
}

const calledIn = ({ plugin: { instance, isolated }, config, language }: Omit<SetUp, 'users'>) =>
  nameIn(config, instance?.name ?? wordOf(isolated.manifest, language, 'name'))

/** The way to be told that it is for members, whether its process runs just now or not; undefined if it is none. */
export const channelOf = ({ users, ...setUp }: SetUp): PluginChannel | undefined =>
  setUp.plugin.isolated.manifest.kinds.includes('notification') && offersMembers(setUp.plugin, setUp.config)
    ? { name: calledIn(setUp), settingsOf: users.settingsOfUser }
    : undefined

/** The user center that it is, whether its process runs just now or not. */
export const centerOf = (app: App, { users, ...setUp }: SetUp): Center => {
  const { slug_name, isolated } = setUp.plugin
  return {
    name: calledIn(setUp),
    own_accounts: setUp.config.own_accounts === true,
    icon: isolated.icon?.address ?? '',
    center: userCenterOf(app.plugins, slug_name, isolated.manifest, setUp.config, users),
  }
}

/** What a process asks of the site, for one plugin with these settings. */
const askedBy = (
  app: App,
  { aboutAccounts, onForbidden }: Pick<IsolatedPlaces, 'aboutAccounts'> & Pick<Start, 'onForbidden'>,
  asking: Pick<Asking, 'slug_name' | 'name' | 'permissions' | 'powers' | 'config'>,
) => {
  const [connections, sendings, inTurn] = [createTcpConnections(), createSendings(), createDatabaseTurns()]
  const all = { ...asking, connections, sendings, inTurn, aboutAccounts, origins: new Set<string>() }
  return {
    serve: (what: string, args: unknown[]) =>
      answerPlugin(app, all, what, args).catch((error: unknown) => {
        if (error instanceof NotAllowed) onForbidden(error.tried)
        throw error
      }),
    onGone() {
      connections.closeAll()
      sendings.abortAll()
    },
  }
}

const REACH_MS = 10_000

/** Throws if it can't reach its service with settings that aren't saved yet. @returns which of them is wrong, if one is. */
export const reachService = async (
  app: App,
  { installed, aboutAccounts }: Pick<IsolatedPlaces, 'installed' | 'aboutAccounts'>,
  setUp: Omit<SetUp, 'users'>,
) => {
  const { plugin, config, language } = setUp
  const { slug_name: of, permissions } = plugin.isolated.manifest
  const asking = {
    slug_name: plugin.slug_name,
    name: calledIn(setUp),
    permissions,
    powers: plugin.isolated.powers,
    config,
  }
  // Whoever saves the settings reads what it throws.
  const { serve, onGone } = askedBy(app, { aboutAccounts, onForbidden() {} }, asking)
  try {
    return wrongSettingIn(await installed.callOnce(of, 'connector.reach', REACH_MS, { config, language, serve }))
  } finally {
    onGone()
  }
}

/** It takes its place at once; whoever calls it waits until it is loaded. What ran there before answers what it was asked, and ends. */
export const startIsolated = async (
  app: App,
  places: IsolatedPlaces,
  { plugin, config, language, onTrouble, onForbidden, onGivenUp }: Start,
) => {
  const { slug_name, isolated: found } = plugin
  const { kinds, permissions } = found.manifest
  const calls = callsOf(kinds, found.manifest)
  const name = calledIn({ plugin, config, language })
  const modules = await places.installed.modulesOf(found.manifest.slug_name)
  // What is only data has nothing to run.
  const started =
    calls.length > 0 &&
    (await places.installed.start(slug_name, found.manifest.slug_name, {
      config,
      language,
      calls,
      ...(kinds.every((kind) => kind === 'connector') && { restMs: SIGN_IN_REST_MS }),
      onTrouble,
      onForbidden,
      onGivenUp,
      ...askedBy(app, { ...places, onForbidden }, { slug_name, name, permissions, powers: found.powers, config }),
    }))
  app.plugins.use(slug_name, {
    manifest: withListedHosts(found.manifest, config),
    name,
    config,
    icon: found.icon?.address ?? '',
    stylesheet: found.stylesheet,
    modules,
    state: `${found.digest} ${JSON.stringify(config)}`,
    call: started ? started.call : () => Promise.reject(new Error('it has no functions')),
    refused(why) {
      places.installed.logFor(slug_name)(why)
      onTrouble(why)
    },
  })
  if (started) void started.relieve()
  else places.installed.stop(slug_name)
  // Also what the version before it was, and this one isn't any more.
  const lettingIn = (['user_center', 'connector'] as const).find((kind) => kinds.includes(kind))
  places.connectors.use(
    slug_name,
    lettingIn && {
      name,
      icon: found.icon?.address,
      connector:
        lettingIn === 'connector' && found.manifest.asks_password
          ? passwordConnectorOf(app.plugins, slug_name)
          : connectorOf(app.plugins, slug_name, lettingIn, found.manifest),
    },
  )
}

export const stopIsolated = (app: App, { installed, connectors }: IsolatedPlaces, slug_name: string) => {
  app.plugins.use(slug_name, undefined)
  connectors.use(slug_name, undefined)
  installed.stop(slug_name)
}
