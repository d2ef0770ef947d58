import type { Config } from './config.ts'
import type { Database } from './db/connect.ts'
import { createNeighbours } from './db/neighbours.ts'
import * as table from './effects.ts'
import type { App, EffectsTable, Happened, TimedTable } from './events/events.ts'
import { createJobs } from './events/jobs.ts'
import { createTransactions } from './events/transaction.ts'
import { routes as accounts } from './features/accounts/routes.ts'
import { routes as answers } from './features/answers/routes.ts'
import { routes as collections } from './features/collections/routes.ts'
import { routes as apiTokens } from './features/api-tokens/routes.ts'
import { routes as comments } from './features/comments/routes.ts'
import { routes as connectors } from './features/connectors/routes.ts'
import { routes as files } from './features/files/routes.ts'
import { routes as follows } from './features/follows/routes.ts'
import { routes as installation } from './features/installation/routes.ts'
import { routes as invitations } from './features/invitations/routes.ts'
import { routes as mails } from './features/mails/routes.ts'
import { routes as plugins } from './features/plugins/routes.ts'
import { routes as posts } from './features/posts/routes.ts'
import { routes as profiles } from './features/profiles/routes.ts'
import { routes as questions } from './features/questions/routes.ts'
import { routes as reactions } from './features/reactions/routes.ts'
import { routes as reports } from './features/reports/routes.ts'
import { routes as reviews } from './features/reviews/routes.ts'
import { routes as revisions } from './features/revisions/routes.ts'
import { routes as search } from './features/search/routes.ts'
import { routes as secondFactors } from './features/second-factors/routes.ts'
import { routes as site } from './features/site/routes.ts'
import { routes as synonyms } from './features/synonyms/routes.ts'
import { routes as tags } from './features/tags/routes.ts'
import { routes as timeline } from './features/timeline/routes.ts'
import { routes as userCenter } from './features/user-center/routes.ts'
import { routes as users } from './features/users/routes.ts'
import { routes as votes } from './features/votes/routes.ts'
import type { Clock } from './lib/clock.ts'
import { createOutside, type Outside } from './lib/outside.ts'

/** Every part that answers calls. */
export const features = [
  installation,
  site,
  plugins,
  userCenter,
  accounts,
  connectors,
  mails,
  secondFactors,
  apiTokens,
  users,
  profiles,
  tags,
  synonyms,
  questions,
  answers,
  posts,
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
  outside?: Outside
  ownAccounts?: App['ownAccounts']
  effects?: EffectsTable
  timed?: TimedTable
}

/** Said to the caches of this process when it may have missed something. */
const FORGET: Happened = {
  name: 'settings.changed',
  fact: { actor_id: 0, object_type: 'user', object_id: 0, question_id: 0 },
}

/** Puts the parts together. Order matters only where one is handed to the next. */
export const createApp = async ({
  config,
  clock,
  database,
  secret,
  report,
  outside = createOutside(),
  ownAccounts = () => true,
  effects = table.effects,
  timed = table.timed,
}: Parts): Promise<App> => {
  const listeners: ((happened: Happened[]) => void)[] = []
  /** It has happened, whatever a listener makes of it. */
  const tellListeners = (happened: Happened[]) => {
    for (const listener of listeners) {
      try {
        listener(happened)
      } catch (error) {
        report(error, 'after a commit')
      }
    }
  }
  const afterCommit = (happened: Happened[]) => {
    tellListeners(happened)
    jobs.nudge()
  }
  const neighbours = createNeighbours(database)
  await neighbours.listen(
    (said) => tellListeners(said as Happened[]),
    () => tellListeners([FORGET]),
  )
  const { transaction, once, reading, waiting } = createTransactions({
    database,
    neighbours,
    effects,
    clock,
    afterCommit,
  })
  const app: App = {
    config,
    clock,
    outside,
    secret,
    engine: database.engine,
    reviewers: [],
    ownAccounts,
    transaction,
    once,
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
      await neighbours.close()
    },
  }
  const jobs = createJobs({ change: (work) => transaction((tx) => work(tx.db)), effects, timed, app, report })
  return app
}
