import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import { createPubSub } from './db/pub-sub.ts'
import * as table from './effects.ts'
import type { App, EffectsTable, EmittedEvent, TimedTable } from './events/events.ts'
import { createJobs } from './events/jobs.ts'
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
import { routes as collections } from './features/engagement/bookmarks/routes.ts'
import { routes as apiTokens } from './features/users/api-tokens/routes.ts'
import { routes as comments } from './features/content/comments/routes.ts'
import { routes as binding } from './features/users/connectors/binding/routes.ts'
import { routes as connectors } from './features/users/connectors/routes.ts'
import { routes as files } from './features/operations/files/routes.ts'
import { routes as follows } from './features/engagement/follows/routes.ts'
import { routes as installation } from './features/operations/installation/routes.ts'
import { routes as invitations } from './features/engagement/invitations/routes.ts'
import { routes as mails } from './features/outbound/email/routes.ts'
import { routes as plugins } from './features/operations/plugins/routes.ts'
import { routes as erasure } from './features/content/posts/erasure/routes.ts'
import { routes as posts } from './features/content/posts/routes.ts'
import { routes as transitions } from './features/content/posts/transitions/routes.ts'
import { routes as profiles } from './features/users/profiles/routes.ts'
import { routes as asking } from './features/content/posts/questions/asking/routes.ts'
import { routes as questionEditing } from './features/content/posts/questions/editing/routes.ts'
import { routes as questions } from './features/content/posts/questions/routes.ts'
import { routes as reactions } from './features/engagement/reactions/routes.ts'
import { routes as reports } from './features/content/flags/routes.ts'
import { routes as reviews } from './features/content/reviews/routes.ts'
import { routes as revisions } from './features/content/suggested-edits/routes.ts'
import { routes as search } from './features/content/search/routes.ts'
import { routes as sessions } from './features/users/sessions/routes.ts'
import { routes as secondFactors } from './features/users/second-factors/routes.ts'
import { routes as site } from './features/operations/settings/routes.ts'
import { routes as synonyms } from './features/content/synonyms/routes.ts'
import { routes as tags } from './features/content/tags/routes.ts'
import { routes as timeline } from './features/content/timeline/routes.ts'
import { routes as userCenter } from './features/users/user-center/routes.ts'
import { routes as userAdministration } from './features/users/users/administration/routes.ts'
import { routes as ownProfile } from './features/users/users/own-profile/routes.ts'
import { routes as users } from './features/users/users/routes.ts'
import { routes as votes } from './features/engagement/votes/routes.ts'
import type { Clock } from './lib/clock.ts'
import { createOutboundHttp, type OutboundHttp } from './lib/outbound-http.ts'

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
  secondFactors,
  apiTokens,
  users,
  ownProfile,
  userAdministration,
  profiles,
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
  votes,
  follows,
  collections,
  reactions,
  invitations,
  search,
  reports,
  reviews,
  revisions,
  timeline,
  files,
]

interface Parts {
  config: Config
  clock: Clock
  database: Database
  secret: string
  report: (error: unknown, where: string) => void
  outside?: OutboundHttp
  ownAccounts?: App['ownAccounts']
  effects?: EffectsTable
  timed?: TimedTable
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
  effects = table.effects,
  timed = table.timed,
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
    jobs.nudge()
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
  })
  const app: App = {
    config,
    clock,
    outbound: outside,
    secret,
    engine: database.engine,
    reviewers: [],
    ownAccounts,
    transaction,
    idempotent: once,
    waiting,
    get db() {
      return reading()
    },
    onCommit: (listener) => void listeners.push(listener),
    get jobs() {
      return jobs
    },
    close: async () => {
      await jobs.stop()
      await pubSub.close()
    },
  }
  const jobs = createJobs({ change: (work) => transaction((tx) => work(tx.db)), effects, timed, app, report })
  return app
}
