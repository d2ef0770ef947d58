import { randomBytes } from 'node:crypto'
import { createApp } from './app.ts'
import type { Config } from './config.ts'
import { connect, type Database, occupyFile } from './db/connect.ts'
import { advisoryLock } from './db/dialect.ts'
import { migrate } from './db/migrate.ts'
import type { OnQuery } from './db/node-sqlite.ts'
import { refuseUnsuitable } from './db/problem.ts'
import { createScanners, type Scanners } from './lib/file-scanners.ts'
import { type Channels, createChannels } from './lib/notification-channels.ts'
import type { App } from './events/events.ts'
import { noteTokenUse } from './features/users/api-tokens/service.ts'
import { renewSession } from './features/users/sessions/service.ts'
import { type Captchas, createCaptchas } from './features/operations/captcha/service.ts'
import { type Connectors, createConnectors } from './features/users/connectors/service.ts'
import { answerAboutAccounts } from './features/operations/plugins/accounts/service.ts'
import { arrangePlugins, untilArranged } from './features/operations/plugins/arrange.ts'
import type { AboutAccounts } from './features/operations/plugins/kit-requests.ts'
import { countView, flushViews } from './features/content/posts/view-counter.ts'
import { flushVisits, type Visits, visitsOf } from './features/engagement/badges/visits.ts'
import { createRefusals, type Refusals } from './features/operations/rate-limits/refusals.ts'
import { writeRefusals } from './features/operations/rate-limits/service.ts'
import { writeSeen } from './features/operations/slow-queries/service.ts'
import { createSlowQueries, type SlowQueries } from './features/operations/slow-queries/seen.ts'
import { findUser } from './features/users/users/queries.ts'
import { mailbox } from './features/users/users/policy.ts'
import { findSetting, saveSetting } from './features/operations/settings/queries.ts'
import { defaultSettings, type SiteSettings, siteSettings } from './features/operations/settings/views.ts'
import type { UserCenterPlace } from './features/users/user-center/policy.ts'
import { createUserCenter } from './features/users/user-center/service.ts'
import type { Api } from './http/api/perform.ts'
import { createLoadShedder, type LoadShedder } from './http/guards/load-shedding.ts'
import { createMaintenance, type Maintenance } from './http/ops/maintenance.ts'
import { createAttempts, createRates } from './http/guards/rate-limit.ts'
import { type Clock, systemClock } from './lib/clock.ts'
import { createLog, type Log } from './lib/log.ts'
import { createPluginPorts } from './lib/plugin-ports/running.ts'
import { createInstalled, type Installed } from './plugin-host/isolated/installed.ts'
import type { OutboundHttp } from './lib/outbound-http.ts'
import { PROGRAM_VERSION } from './version.ts'

/** The process from its start on: first perhaps without a database, then with one, then installed. */
export interface Runtime {
  config: Config
  api: Api
  version: string
  /** The running site; absent until it is installed. */
  app: App | undefined
  /** A database is open, but nobody has been made admin yet. */
  prepared: App | undefined
  /** Signs form tokens; before there is a site, for this process only. */
  readonly secret: string
  rates: ReturnType<typeof createRates>
  attempts: ReturnType<typeof createAttempts>
  /** Whom the limits have turned away since that was last written. */
  refusals: Refusals
  /** What this process has counted of a user's calls, and of the tries at their account, is forgotten. */
  liftLimits(user: { id: number; e_mail: string | null }): void
  /** And of what has come from this network. */
  liftLimitsOfNetwork(network: string): void
  slowQueries: SlowQueries
  /** Asked before whatever robots like to do; without a plugin that asks nothing. */
  captchas: Captchas
  /** Services elsewhere that one can sign in with; plugins bring them. */
  connectors: Connectors
  /** Ways to be told of things; plugins bring them. */
  channels: Channels
  /** They look for viruses in uploads; plugins bring them. */
  scanners: Scanners
  /** What plugins ask about accounts. */
  aboutAccounts: AboutAccounts
  /** Plugins in processes of their own. */
  installed: Installed
  /** A service that looks after the site's people, where a plugin brings one. */
  userCenter: UserCenterPlace
  report(error: unknown, where: string): void
  log: Log
  /** Ends this process in order and begins it anew; absent where it can't begin itself. */
  restart?: () => void
  /** How much there is to do. */
  loadShedder: LoadShedder
  maintenance: Maintenance
  /** The process is about to end: what is sent here should go elsewhere. */
  draining: boolean
  /** Requests whose answer has been begun. */
  answering: number
  /** When somebody last asked whether the site is ready (`performance.now()`). */
  watchedAt: number | undefined
  /** Where the metrics are, if they have a port of their own. */
  metricsAddress: string | undefined
  /** Which page an address is, as its pattern. */
  nameOfPage(path: string): string
  /** Connections to the database's server. */
  connections(): Record<string, number>
  onQuery(listener: OnQuery): void
  onFault(listener: () => void): void
  /** The settings; before there is a site, the defaults. */
  settings(): Promise<SiteSettings>
  isPrivate(): Promise<boolean>
  /** Served over https, as far as the site's own address says. */
  isSecure(): boolean
  renewSession(app: App, session: { id: number; used_at: number }): void
  noteTokenUse(app: App, token: { id: number; used_at: number }): void
  countView(questionId: number, visitor: string): void
  /** What badges count: who comes, and what they look at. */
  visits: Visits
  /** Called with each app that answers from now on. */
  onLive(listener: (app: App) => void): void
  /** Opens a database and brings its schema up to date; installed or not is what it then says. */
  open(url: string): Promise<void>
  /** From now on the prepared site answers. */
  goLive(): Promise<void>
  close(): Promise<void>
}

/** A statement that takes longer is named in the log. */
const SLOW_QUERY_MS = 500
const LONGEST_QUERY = 1500
/** Many rows at once are thousands of question marks. */
const shortened = (sql: string) => sql.replace(/(\bvalues \([^()]*\)), .*/s, '$1, …').slice(0, LONGEST_QUERY)

/** Made once for a site, even if two processes open its database at the same moment. */
const secretOf = (database: Database, clock: Clock) =>
  database.write.transaction().execute(async (db) => {
    await advisoryLock(db, 'secret')
    const stored = await findSetting(db, 'secret')
    if (typeof stored === 'string') return stored
    const secret = randomBytes(32).toString('base64url')
    await saveSetting(db, 'secret', secret, clock.now())
    return secret
  })

export const createRuntime = (
  config: Config,
  api: Api,
  options: { clock?: Clock; report?: Runtime['report']; outside?: OutboundHttp; log?: Log } = {},
): Runtime => {
  const clock = options.clock ?? systemClock
  const ownSecret = randomBytes(32).toString('base64url')
  const liveListeners: ((app: App) => void)[] = []
  const queryListeners: OnQuery[] = []
  const faultListeners: (() => void)[] = []
  const log = options.log ?? createLog(config.log)
  const report =
    options.report ??
    (config.dev
      ? (error: unknown, where: string) => console.error(where, error)
      : (error: unknown, where: string) => log.fault(where, error))
  const onQuery: OnQuery = (query) => {
    if (query.ms > SLOW_QUERY_MS) log.warning('slow query', { ms: Math.round(query.ms), sql: shortened(query.sql) })
    slowQueries.note(query)
    for (const listener of queryListeners) listener(query)
  }
  const refusals = createRefusals(
    () => runtime.app,
    () => clock.now(),
    writeRefusals,
  )
  const slowQueries = createSlowQueries(
    () => runtime.app,
    () => clock.now(),
    writeSeen,
  )
  let database: Database | undefined
  let lock: ReturnType<typeof occupyFile>
  const userCenter = createUserCenter()
  const channels = createChannels()
  const scanners = createScanners((error, where) => runtime.report(error, where))
  const plugins = createPluginPorts()
  const installed = createInstalled(config)

  let secure = false
  const live = async (app: App) => {
    const readSettings = async () => {
      const { general, slow_queries } = await siteSettings(app)
      secure = general.site_url.startsWith('https:')
      slowQueries.from(slow_queries.slow_query_ms)
    }
    const follow = async () => {
      await Promise.all([readSettings(), arrangePlugins(app, runtime)])
    }
    await follow()
    if (runtime.prepared !== app) return // closed meanwhile, or live already
    app.onCommit((happened) => {
      if (happened.some(({ name }) => name === 'settings.changed'))
        void follow().catch((error: unknown) => runtime.report(error, 'following the settings'))
    })
    app.onCommit((happened) => {
      for (const { name, fact } of happened)
        if (name === 'network.limits_lifted') runtime.liftLimitsOfNetwork(fact.network!)
        else if (name === 'user.limits_lifted')
          void findUser(app.db, fact.object_id)
            .then((user) => user && runtime.liftLimits(user))
            .catch((error: unknown) => runtime.report(error, 'lifting limits'))
    })
    installed.onChange(
      () => void follow().catch((error: unknown) => runtime.report(error, 'following the folder of plugins')),
    )
    runtime.app = app
    runtime.prepared = undefined
    for (const listener of liveListeners) listener(app)
    app.jobs.start()
  }
  /** Another process, or the command line, may be the one that installs. */
  const liveWhenInstalled = async (app: App) => {
    if (runtime.prepared === app && (await findSetting(app.db, 'installed'))) await live(app)
  }

  const runtime: Runtime = {
    config,
    api,
    version: PROGRAM_VERSION,
    app: undefined,
    prepared: undefined,
    get secret() {
      return runtime.app?.secret ?? ownSecret
    },
    rates: createRates(config.limits, () => clock.now(), refusals.note),
    attempts: createAttempts(config.limits, () => clock.now(), refusals.note),
    refusals,
    liftLimits({ id, e_mail }) {
      runtime.rates.lift(id)
      runtime.attempts.lift([`user:${id}`, `step:${id}`, ...(e_mail ? [mailbox(e_mail)] : [])])
    },
    liftLimitsOfNetwork(network) {
      runtime.rates.liftNetwork(network)
      runtime.attempts.liftNetwork(network)
    },
    slowQueries,
    captchas: createCaptchas(
      () => clock.now(),
      (error, where) => runtime.report(error, where),
    ),
    connectors: createConnectors((slug_name) => !userCenter.isAlone() || userCenter.current()?.slug_name === slug_name),
    userCenter,
    channels,
    scanners,
    aboutAccounts: answerAboutAccounts,
    installed,
    log,
    loadShedder: createLoadShedder(),
    maintenance: createMaintenance(() => runtime.app),
    draining: false,
    answering: 0,
    watchedAt: undefined,
    metricsAddress: undefined,
    nameOfPage: () => '/*',
    connections: () => database?.connections() ?? {},
    onQuery: (listener) => void queryListeners.push(listener),
    onFault: (listener) => void faultListeners.push(listener),
    report(error, where) {
      for (const listener of faultListeners) listener()
      report(error, where)
    },
    settings: async () => (runtime.app ? siteSettings(runtime.app) : defaultSettings()),
    isPrivate: async () => Boolean(runtime.app && (await siteSettings(runtime.app)).login.login_required),
    isSecure: () => secure,
    renewSession: (app, session) =>
      void renewSession(app, session).catch((error: unknown) => runtime.report(error, 'renewing a session')),
    noteTokenUse: (app, token) =>
      void noteTokenUse(app, token).catch((error: unknown) => runtime.report(error, 'noting the use of a token')),
    countView: (questionId, visitor) => {
      if (runtime.app) countView(runtime.app, questionId, visitor)
    },
    visits: visitsOf(() => runtime.app),
    onLive(listener) {
      liveListeners.push(listener)
      if (runtime.app) listener(runtime.app)
    },
    async open(url) {
      await runtime.close()
      lock = occupyFile(url)
      database = connect(url, onQuery)
      await refuseUnsuitable(database.read)
      await migrate(database.write)
      const app = await createApp({
        config,
        clock,
        database,
        secret: await secretOf(database, clock),
        report: runtime.report,
        outside: options.outside,
        ownAccounts: () => !userCenter.isAlone(),
        channels,
        scanners,
        plugins,
      })
      runtime.prepared = app
      app.onCommit(() => void liveWhenInstalled(app).catch((error: unknown) => runtime.report(error, 'going live')))
      await liveWhenInstalled(app)
    },
    async goLive() {
      if (runtime.prepared) await live(runtime.prepared)
      if (!runtime.app) throw new Error('nothing to go live with')
    },
    async close() {
      const app = runtime.app ?? runtime.prepared
      if (runtime.app)
        await Promise.all([
          flushViews(runtime.app),
          flushVisits(runtime.app),
          refusals.flush(),
          slowQueries.flush(),
        ]).catch((error: unknown) => runtime.report(error, 'counting the last views'))
      runtime.app = runtime.prepared = undefined
      await untilArranged(runtime)
      installed.close()
      await app?.close()
      await database?.close()
      database = undefined
      lock?.release()
      lock = undefined
    },
  }
  return runtime
}
