import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import type { Db } from './db/dialect.ts'
import { createPubSub } from './db/pub-sub.ts'
import * as table from './effects.ts'
import type { App, EffectsTable, EmittedEvent, TimedTable } from './events/events.ts'
import { createScanners } from './lib/file-scanners.ts'
import { createChannels } from './lib/notification-channels.ts'
import { createPluginPorts } from './lib/plugin-ports/running.ts'
import { createJobs } from './events/jobs.ts'
import { type Lane, laneOf, LANES } from './events/lanes.ts'
import { createTasks } from './events/tasks/runner.ts'
import type { TaskTable } from './events/tasks/task.ts'
import { createTransactions } from './events/transaction.ts'
import { routes as accountDeletion } from './features/users/accounts/deletion/routes.ts'
import { routes as accountEmail } from './features/users/accounts/email/routes.ts'
import { routes as login } from './features/users/accounts/login/routes.ts'
import { routes as password } from './features/users/accounts/password/routes.ts'
import { routes as registration } from './features/users/accounts/registration/routes.ts'
import { routes as accounts } from './features/users/accounts/routes.ts'
import { routes as accepting } from './features/content/posts/answers/accepting/routes.ts'
import { routes as answerEditing } from './features/content/posts/answers/editing/routes.ts'
import { routes as answers } from './features/content/posts/answers/routes.ts'
import { routes as answering } from './features/content/posts/answers/writing/routes.ts'
import { routes as badges } from './features/engagement/badges/routes.ts'
import { routes as bulk } from './features/operations/bulk/routes.ts'
import { routes as collections } from './features/engagement/bookmarks/routes.ts'
import { routes as apiTokens } from './features/users/api-tokens/routes.ts'
import { routes as comments } from './features/content/comments/routes.ts'
import { routes as binding } from './features/users/connectors/binding/routes.ts'
import { routes as channels } from './features/outbound/channels/routes.ts'
import { routes as push } from './features/outbound/push/routes.ts'
import { routes as connectors } from './features/users/connectors/routes.ts'
import { routes as files } from './features/operations/files/routes.ts'
import { routes as drafts } from './features/content/drafts/routes.ts'
import { routes as savedSearches } from './features/outbound/saved-searches/routes.ts'
import { routes as follows } from './features/engagement/follows/routes.ts'
import { routes as installation } from './features/operations/installation/routes.ts'
import { routes as invitations } from './features/engagement/invitations/routes.ts'
import { routes as mails } from './features/outbound/email/routes.ts'
import { routes as notes } from './features/users/notes/routes.ts'
import { routes as notifications } from './features/outbound/notifications/inbox/routes.ts'
import { routes as plugins } from './features/operations/plugins/routes.ts'
import { routes as erasure } from './features/content/posts/erasure/routes.ts'
import { routes as posts } from './features/content/posts/routes.ts'
import { routes as transitions } from './features/content/posts/transitions/routes.ts'
import { routes as profiles } from './features/users/profiles/routes.ts'
import { routes as directory } from './features/users/directory/routes.ts'
import { routes as asking } from './features/content/posts/questions/asking/routes.ts'
import { routes as questionEditing } from './features/content/posts/questions/editing/routes.ts'
import { routes as questions } from './features/content/posts/questions/routes.ts'
import { routes as reactions } from './features/engagement/reactions/routes.ts'
import { routes as corrections } from './features/engagement/reputation/corrections/routes.ts'
import { routes as reputation } from './features/engagement/reputation/routes.ts'
import { routes as reports } from './features/content/flags/routes.ts'
import { routes as reviews } from './features/content/reviews/routes.ts'
import { routes as revisions } from './features/content/suggested-edits/routes.ts'
import { routes as meaning } from './features/content/search/meaning/routes.ts'
import { routes as search } from './features/content/search/routes.ts'
import { routes as sessions } from './features/users/sessions/routes.ts'
import { routes as auditLog } from './features/operations/audit-log/routes.ts'
import { routes as configuration } from './features/operations/configuration/routes.ts'
import { routes as backups } from './features/operations/backups/routes.ts'
import { routes as siteExports } from './features/operations/exports/routes.ts'
import { routes as siteImports } from './features/operations/imports/routes.ts'
import { routes as storage } from './features/operations/storage/routes.ts'
import { routes as staffLogins } from './features/operations/staff-logins/routes.ts'
import { routes as rateLimits } from './features/operations/rate-limits/routes.ts'
import { routes as slowQueries } from './features/operations/slow-queries/routes.ts'
import { routes as jobsRoutes } from './features/operations/jobs/routes.ts'
import { routes as tasks } from './features/operations/tasks/routes.ts'
import { routes as siteInvitations } from './features/users/site-invitations/routes.ts'
import { routes as secondFactors } from './features/users/second-factors/routes.ts'
import { routes as site } from './features/operations/settings/routes.ts'
import { routes as synonyms } from './features/content/synonyms/routes.ts'
import { routes as statistics } from './features/operations/statistics/routes.ts'
import { routes as tags } from './features/content/tags/routes.ts'
import { routes as threads } from './features/content/threads/routes.ts'
import { routes as timeline } from './features/content/timeline/routes.ts'
import { routes as userCenter } from './features/users/user-center/routes.ts'
import { routes as userAdministration } from './features/users/users/administration/routes.ts'
import { routes as ownProfile } from './features/users/users/own-profile/routes.ts'
import { routes as users } from './features/users/users/routes.ts'
import { routes as votes } from './features/engagement/votes/routes.ts'
import type { Clock } from './lib/clock.ts'
import { createOutboundHttp, type OutboundHttp } from './lib/outbound-http.ts'
import { PROGRAM_VERSION } from './version.ts'

/** Every part that answers calls. */
export const features = [
  installation,
  site,
  plugins,
  userCenter,
  accounts,
  registration,
  login,
  password,
  accountEmail,
  accountDeletion,
  sessions,
  connectors,
  binding,
  mails,
  notifications,
  channels,
  push,
  secondFactors,
  siteInvitations,
  apiTokens,
  users,
  ownProfile,
  userAdministration,
  profiles,
  directory,
  tags,
  synonyms,
  questions,
  asking,
  questionEditing,
  answers,
  answering,
  answerEditing,
  accepting,
  posts,
  transitions,
  erasure,
  comments,
  drafts,
  votes,
  follows,
  savedSearches,
  collections,
  reactions,
  invitations,
  badges,
  reputation,
  corrections,
  search,
  meaning,
  reports,
  reviews,
  revisions,
  threads,
  timeline,
  files,
  statistics,
  tasks,
  auditLog,
  configuration,
  bulk,
  notes,
  jobsRoutes,
  staffLogins,
  rateLimits,
  slowQueries,
  backups,
  siteExports,
  siteImports,
  storage,
]

interface Parts {
  config: Config
  clock: Clock
  database: Database
  secret: string
  report: (error: unknown, where: string) => void
  outside?: OutboundHttp
  ownAccounts?: App['ownAccounts']
  channels?: App['channels']
  scanners?: App['scanners']
  plugins?: App['plugins']
  effects?: EffectsTable
  timed?: TimedTable
  longTasks?: TaskTable
}

/** Said to the caches of this process when it may have missed something. */
const FORGET: EmittedEvent = {
  name: 'settings.changed',
  fact: { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0 },
}

/** Puts the parts together. Order only matters where one is passed to the next. */
export const createApp = async ({
  config,
  clock,
  database,
  secret,
  report,
  outside = createOutboundHttp(),
  ownAccounts = () => true,
  channels = createChannels(),
  scanners = createScanners(report),
  plugins = createPluginPorts(),
  effects = table.effects,
  timed = table.timed,
  longTasks = table.longTasks,
}: Parts): Promise<App> => {
  const listeners: ((happened: EmittedEvent[]) => void)[] = []
  /** It has happened, whatever a listener makes of it. */
  const tellListeners = (happened: EmittedEvent[]) => {
    for (const listener of listeners) {
      try {
        listener(happened)
      } catch (error) {
        report(error, 'after a commit')
      }
    }
  }
  const afterCommit = (happened: EmittedEvent[]) => {
    tellListeners(happened)
    const lanes = new Set<Lane>([LANES.site, ...happened.map(({ name }) => laneOf(name))])
    for (const [lane, queue] of queues) if (lanes.has(lane)) queue.nudge()
  }
  const pubSub = createPubSub(database)
  await pubSub.subscribe(
    (said) => tellListeners(said as EmittedEvent[]),
    () => tellListeners([FORGET]),
  )
  const { transaction, once, reading, waiting } = createTransactions({
    database,
    pubSub,
    effects,
    clock,
    afterCommit,
    hearersOf: plugins.hearersOf,
  })
  const app: App = {
    config,
    clock,
    outbound: outside,
    secret,
    engine: database.engine,
    databaseUrl: database.url,
    version: PROGRAM_VERSION,
    reviewers: [],
    ownAccounts,
    channels,
    scanners,
    plugins,
    transaction,
    idempotent: once,
    waiting,
    get db() {
      return reading()
    },
    onCommit: (listener) => void listeners.push(listener),
    get jobs() {
      return background
    },
    close: async () => {
      await background.stop()
      await pubSub.close()
    },
  }
  const change = <T>(work: (db: Db) => Promise<T>) => transaction((tx) => work(tx.db))
  const queues = new Map(
    Object.values(LANES).map((lane) => [lane, createJobs({ change, effects, timed, app, report, lane })]),
  )
  const tasks = createTasks({ change, kinds: longTasks, app, report })
  app.onCommit((happened) => {
    if (happened.some(({ name }) => name === 'task.changed')) tasks.look()
  })
  const background: App['jobs'] = {
    nudge() {
      for (const queue of queues.values()) queue.nudge()
    },
    start() {
      for (const queue of queues.values()) queue.start()
      tasks.start()
    },
    async settle() {
      do for (const queue of queues.values()) await queue.settle()
      while (await tasks.settle())
    },
    async stop() {
      await tasks.stop()
      for (const queue of queues.values()) await queue.stop()
    },
  }
  return app
}
