import { findLogin } from '../../users/connectors/queries.ts'
import type { PluginConfig } from '@askwell/plugin-kit'
import { advisoryLock } from '../../../db/dialect.ts'
import type { App } from '../../../events/events.ts'
import type { Scanners } from '../../../lib/file-scanners.ts'
import type { FoundPlugin } from '../../../lib/isolated-plugin.ts'
import { withListedHosts } from '../../../lib/plugin-ports/embed.ts'
import { pictureCaptcha } from '../../../lib/picture-captcha.ts'
import { scannerOf } from '../../../lib/plugin-ports/scan.ts'
import type { Installed } from '../../../plugin-host/isolated/installed.ts'
import { listPluginsOn, PLUGINS_ON, saveSetting } from '../settings/queries.ts'
import { tellSettingsChanged } from '../settings/tell-changed.ts'
import { siteSettings } from '../settings/views.ts'
import { apart, createForbiddenTries, type ForbiddenTries } from './forbidden-tries.ts'
import type { PluginInstance } from './instance.ts'
import type { AboutAccounts } from './kit-requests.ts'
import { asIsolated, centerOf, channelOf, isAgreed, startIsolated, stopIsolated } from './isolated.ts'
import { filledIn, isComplete, type KnownUsers, PICTURE_CAPTCHA, type Plugin, type Ports, userForm } from './policy.ts'
import {
  faultOf,
  findAgreements,
  findInstances,
  findPackage,
  findPluginSettings,
  findUserSettings,
  listPackages,
  troubleOf,
} from './queries.ts'
import { recordOfPlugin } from './record.ts'

const FIRST_RETRY_MS = 5000
const SLOWEST_RETRY_MS = 10 * 60_000
const TROUBLE_AGAIN_MS = 60_000

export type Places = Ports & {
  installed: Installed
  scanners: Pick<Scanners, 'use'>
  aboutAccounts: AboutAccounts
  report(error: unknown, where: string): void
}

/** What there is more than once, as this process has read it last. */
const instances = new WeakMap<Installed, PluginInstance[]>()

/** Everything that there is to switch on; more of one stand behind it. */
export const allPlugins = ({ installed }: Pick<Places, 'installed'>): Plugin[] => {
  const more = instances.get(installed) ?? []
  return [PICTURE_CAPTCHA, ...installed.list().map((found) => asIsolated(found))].flatMap((plugin) => [
    plugin,
    ...more.flatMap((instance) => (instance.of === plugin.slug_name && plugin.instanceOf?.(instance)) || []),
  ])
}

/** Its icon, or that of what it is one more of. */
export const pictureOf = (installed: Installed, slug_name: string) =>
  allPlugins({ installed }).find((one) => one.slug_name === slug_name)?.isolated?.icon

/** Looks at what there is now of plugins in processes of their own. */
export const lookForPlugins = async ({ db }: Pick<App, 'db'>, { installed }: Places, how?: { anew: boolean }) => {
  const uploaded = (await listPackages(db)).map(({ slug_name, digest }) => ({
    slug_name,
    digest,
    read: async () => (await findPackage(db, slug_name)) ?? Buffer.alloc(0),
  }))
  const { list } = await findInstances(db)
  instances.set(installed, list)
  await installed.look(uploaded, new Set([PICTURE_CAPTCHA, ...list].map(({ slug_name }) => slug_name)), how)
}

/** What has its place in this process and as it was set up then, in which app, and the last arranging: one after another, so that what was read last counts. */
interface Arranged {
  app: App
  placed: Map<string, string>
  scanning: string[]
  centers: string[]
  channels: string[]
  /** What those that run have tried and aren't allowed. */
  forbidden: Map<string, ForbiddenTries>
  last: Promise<void>
  /** How often in a row one of them couldn't begin, and when that is tried again. */
  failures: number
  retry?: NodeJS.Timeout
}
const arranged = new WeakMap<Ports, Arranged>()

/** What members have set, by who they are at the plugin's service; of the app that is open now, for a plugin keeps its place when another is. */
const membersOf = (plugin: Plugin, now: Arranged): KnownUsers => ({
  settingsOf: async (external_id) => {
    const login = await findLogin(now.app.db, plugin.slug_name, external_id)
    return filledIn(userForm(plugin), login && (await findUserSettings(now.app.db, login.user_id, plugin.slug_name)))
  },
  settingsOfUser: async (user_id) =>
    filledIn(userForm(plugin), await findUserSettings(now.app.db, user_id, plugin.slug_name)),
})

/** The site switches a plugin off that went wrong again and again, and says why. */
const giveUp = async (app: App, slug_name: string, message: string) => {
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, PLUGINS_ON)
    const on = await listPluginsOn(tx.db)
    if (!on.includes(slug_name)) return // another process was first
    await saveSetting(
      tx.db,
      PLUGINS_ON,
      on.filter((other) => other !== slug_name),
      tx.now(),
    )
    await saveSetting(tx.db, faultOf(slug_name), { at: tx.now(), message }, tx.now())
    const act = { actor_id: 0, action: 'plugin.given_up', name: slug_name }
    await recordOfPlugin(tx, act, { enabled: true }, { enabled: false, message })
    await tellSettingsChanged(tx, 0, PLUGINS_ON)
  })
}

/** For the admin, while the plugin runs on. What goes wrong with each page is written down once a minute. */
const troubleNoted = ({ app }: Arranged, { report }: Places, slug_name: string) => {
  let last = -Infinity
  const save = (message: string) =>
    app.transaction(async (tx) => {
      if (!(await listPluginsOn(tx.db)).includes(slug_name)) return
      await saveSetting(tx.db, troubleOf(slug_name), { at: tx.now(), message }, tx.now())
    })
  return (message: string) => {
    const now = performance.now()
    if (now - last < TROUBLE_AGAIN_MS) return
    last = now
    apart(() => save(message)).catch((error: unknown) => report(error, `noting what is wrong with ${slug_name}`))
  }
}

const endForbidden = async ({ forbidden }: Arranged, slug_name: string) => {
  const tries = forbidden.get(slug_name)
  forbidden.delete(slug_name)
  await tries?.end()
}

/** A plugin that can't begin stands aside; the others and the site go on. @returns whether it could. */
const place = async (plugin: Plugin, places: Places, values: PluginConfig | undefined, now: Arranged) => {
  const { slug_name, isolated } = plugin
  await endForbidden(now, slug_name)
  try {
    if (isolated && values) {
      const { language } = (await siteSettings(now.app)).interface
      const onGivenUp = (why: string) => {
        stopIsolated(now.app, places, slug_name)
        now.placed.delete(slug_name)
        // First what it tried: once it is off, nothing is noted of it.
        endForbidden(now, slug_name)
          .then(() => giveUp(now.app, slug_name, why))
          .catch((error: unknown) => {
            places.report(error, `switching off ${slug_name}`)
            retryLater(now, places) // as long as it is on, it is to run
          })
      }
      const onTrouble = troubleNoted(now, places, slug_name)
      const { installed, report } = places
      const forbidden = createForbiddenTries(now.app, { slug_name, log: installed.logFor(slug_name), report })
      now.forbidden.set(slug_name, forbidden)
      await startIsolated(now.app, places, {
        plugin: { ...plugin, isolated },
        config: values,
        language,
        onTrouble,
        onForbidden: forbidden.add,
        onGivenUp,
      })
    } else if (isolated) stopIsolated(now.app, places, slug_name)
    else places.captchas.use(values && pictureCaptcha)
    return true
  } catch (error) {
    places.report(error, `beginning with the plugin ${slug_name}`)
    stopIsolated(now.app, places, slug_name)
    return false
  }
}

/** Where plugins stand by their names; undefined takes one away. */
interface Place<T> {
  use(slug_name: string, one: T | undefined): void
}
/** Those that stood there before and aren't wanted any more leave it. @returns who stands there now. */
const placeEach = <T>(place: Place<T>, before: string[], wanted: Map<string, T>) => {
  for (const slug_name of before) if (!wanted.has(slug_name)) place.use(slug_name, undefined)
  for (const [slug_name, one] of wanted) place.use(slug_name, one)
  return [...wanted.keys()]
}

/** Scanners are asked for as long as an admin wants them, whether they run just now or not: a file that ends one must not be the way past it. */
const placeScanners = (now: Arranged, { scanners }: Places, wanted: string[]) => {
  const all = wanted.map((slug_name) => [slug_name, scannerOf(now.app.plugins, slug_name)] as const)
  now.scanning = placeEach(scanners, now.scanning, new Map(all))
}

interface SetUpPlugin {
  plugin: Plugin & { isolated: FoundPlugin }
  config: PluginConfig
}
/** One that stands alone does so as long as an admin wants it, whether it runs just now or not: what ends it must not let in those who have lost their account there. */
const placeCenters = (now: Arranged, { userCenter }: Places, wanted: SetUpPlugin[], language: string) => {
  const all = wanted.map((one) => {
    const center = centerOf(now.app, { ...one, language, users: membersOf(one.plugin, now) })
    return [one.plugin.slug_name, center] as const
  })
  now.centers = placeEach(userCenter, now.centers, new Map(all))
}

/** Members choose them in every process, also where one couldn't begin: what is for it then waits. */
const placeChannels = (now: Arranged, { channels }: Places, running: SetUpPlugin[], language: string) => {
  const all = running.flatMap((one) => {
    const channel = channelOf({ ...one, language, users: membersOf(one.plugin, now) })
    return channel ? [[one.plugin.slug_name, channel] as const] : []
  })
  now.channels = placeEach(channels, now.channels, new Map(all))
}

/** What stood in the way may be gone by then, such as a full disk. */
const retryLater = (now: Arranged, places: Places) => {
  const { pauseMs = FIRST_RETRY_MS } = places.installed.supervision
  const retry = () => {
    arrangePlugins(now.app, places).catch((error: unknown) => places.report(error, 'beginning with plugins again'))
  }
  now.retry = setTimeout(retry, Math.min(SLOWEST_RETRY_MS, pauseMs * 2 ** now.failures++)).unref()
}

const arrange = async (now: Arranged, places: Places) => {
  const { app } = now
  await lookForPlugins(app, places)
  const plugins = allPlugins(places)
  const names = plugins.map(({ slug_name }) => slug_name)
  const { on, savedOf } = await findPluginSettings(app.db, names)
  const isolatedNames = plugins.flatMap(({ slug_name, isolated }) => (isolated ? slug_name : []))
  const { agreedTo, faultOf: fault } = await findAgreements(app.db, [...new Set([...isolatedNames, ...on])])
  const makesCaptchas = (name: string) =>
    agreedTo(name).includes('captcha') ||
    plugins.some(({ slug_name, isolated }) => slug_name === name && isolated?.manifest.kinds.includes('captcha'))
  // Given up by the site, or on and unable to run: the admin still wants captchas.
  places.captchas.expect([...on, ...isolatedNames.filter(fault)].some(makesCaptchas))
  const isWanted = (plugin: Plugin) =>
    on.includes(plugin.slug_name) && isComplete(plugin, filledIn(plugin, savedOf(plugin.slug_name)))
  const mayRun = (plugin: Plugin) =>
    isWanted(plugin) && (!plugin.isolated || isAgreed(plugin.isolated, agreedTo(plugin.slug_name)))
  const expected = plugins.flatMap((plugin) =>
    plugin.isolated && (isWanted(plugin) || fault(plugin.slug_name))
      ? [
          [
            plugin.slug_name,
            withListedHosts(plugin.isolated.manifest, filledIn(plugin, savedOf(plugin.slug_name))),
          ] as const,
        ]
      : [],
  )
  app.plugins.expect(new Map(expected), new Set(plugins.filter(mayRun).map(({ slug_name }) => slug_name)))
  const scanning = expected.filter(([, { kinds }]) => kinds.includes('scan'))
  placeScanners(
    now,
    places,
    scanning.map(([slug_name]) => slug_name),
  )
  const centers = plugins.flatMap((plugin): SetUpPlugin[] => {
    const { slug_name, isolated } = plugin
    if (!isolated?.manifest.kinds.includes('user_center')) return []
    const config = filledIn(plugin, savedOf(slug_name))
    const isAlone = config.own_accounts === false && (isWanted(plugin) || Boolean(fault(slug_name)))
    return mayRun(plugin) || isAlone ? [{ plugin: { ...plugin, isolated }, config }] : []
  })
  const { language } = (await siteSettings(app)).interface
  placeCenters(now, places, centers, language)
  const running = plugins.flatMap((plugin): SetUpPlugin[] => {
    const { slug_name, isolated } = plugin
    return isolated && mayRun(plugin)
      ? [{ plugin: { ...plugin, isolated }, config: filledIn(plugin, savedOf(slug_name)) }]
      : []
  })
  placeChannels(now, places, running, language)
  for (const slug_name of now.placed.keys()) {
    if (names.includes(slug_name)) continue
    stopIsolated(app, places, slug_name)
    now.placed.delete(slug_name)
    await endForbidden(now, slug_name)
  }
  clearTimeout(now.retry)
  let failed = false
  for (const plugin of plugins) {
    const { slug_name, isolated } = plugin
    const values = filledIn(plugin, savedOf(slug_name))
    const wanted = mayRun(plugin) ? JSON.stringify([values, isolated?.digest, plugin.instance?.name]) : undefined
    if (wanted === now.placed.get(slug_name)) continue
    const hasBegun = await place(plugin, places, wanted === undefined ? undefined : values, now)
    failed ||= !hasBegun
    if (wanted === undefined || !hasBegun) now.placed.delete(slug_name)
    else now.placed.set(slug_name, wanted)
  }
  if (failed) retryLater(now, places)
  else now.failures = 0
}

/** When nothing is being arranged any more: before the database is closed. */
export const untilArranged = async (places: Ports) => {
  const now = arranged.get(places)
  await now?.last.catch(() => {})
  clearTimeout(now?.retry)
  for (const forbidden of now?.forbidden.values() ?? []) await forbidden.end()
}

/** Each plugin that is on and set up takes its place in this process, or leaves it, as the site has it now. */
export const arrangePlugins = (app: App, places: Places): Promise<void> => {
  const now: Arranged = arranged.get(places) ?? {
    app,
    placed: new Map<string, string>(),
    scanning: [],
    centers: [],
    channels: [],
    forbidden: new Map<string, ForbiddenTries>(),
    last: Promise.resolve(),
    failures: 0,
  }
  now.app = app
  arranged.set(places, now)
  const again = () => arrange(now, places)
  now.last = now.last.then(again, again)
  return now.last
}
