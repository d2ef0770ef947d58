import { advisoryLock, type Db } from '../db/dialect.ts'
import { NEVER } from '../lib/clock.ts'
import { inJob, outsideRequest } from '../lib/current-request.ts'
import { PluginAway } from '../lib/isolated-plugin.ts'
import {
  claimJobs,
  deleteJob,
  resetFarTimes,
  hasJob,
  advanceJob,
  insertJobs,
  LEASE,
  nextDue,
  putBack,
  release,
  renewLease,
  releaseAll,
} from './queries.ts'
import type { App, EffectsTable, EventName, LaterEffect, TimedTable } from './events.ts'
import { type Lane, LANES, NotYet } from './lanes.ts'

const POLL_MS = 1000
const FIRST_RETRY = 10
/** A plugin whose settings were just saved begins anew, and is mostly back after a few seconds. */
const FIRST_RETRY_OF_AWAY = 2
/** About half a day of tries; then it stays in the table with its last error, for an admin to look at. */
const MOST_TRIES = 20
const SLOWEST_RETRY = 3600
/** Until somebody's quiet hours are over, on a day on which the clocks change. */
const LONGEST_DELAY = 25 * 3600
const RENEW_MS = (LEASE * 1000) / 3

/** How a later effect is named in the jobs table: `answer.given/indexPost`. */
export const jobKind = (event: EventName, job: string) => `${event}/${job}`

const laterEffects = (effects: EffectsTable) =>
  new Map(
    Object.entries(effects).flatMap(([event, { later }]) =>
      Object.entries(later as Record<string, LaterEffect<EventName>>).map(
        ([job, effect]) => [jobKind(event as EventName, job), effect] as const,
      ),
    ),
  )

interface Job {
  id: number
  effect: string
  payload: string
  attempts: number
  locked_until: number
}

interface Runner {
  change: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  effects: EffectsTable
  timed: TimedTable
  app: App
  report: (error: unknown, effect: string) => void
  lane: Lane
}

/** Runs what is due, after commit, at least once: a job is deleted only when its work is done. */
export const createJobs = ({ change, effects, timed, app, report, lane }: Runner) => {
  const known = laterEffects(effects)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()
  let turning = false
  let nudged = false
  let stopped = true

  const isGivenUp = ({ effect, attempts }: Job) => attempts >= MOST_TRIES && !timed[effect]
  const retryAt = (job: Job, first: number) =>
    isGivenUp(job) ? NEVER : app.clock.now() + Math.min(SLOWEST_RETRY, first * 2 ** (job.attempts - 1))

  /** Work that takes long stays this process's as long as it lives. */
  const renewing = (job: Job) => {
    let last: Promise<unknown> = Promise.resolve()
    const renew = async () => {
      const until = app.clock.now() + LEASE
      if (until > job.locked_until && (await change((db) => renewLease(db, job, until)))) job.locked_until = until
    }
    const every = setInterval(() => {
      last = last.then(renew).catch((error: unknown) => report(error, `job ${job.id} ${job.effect}`))
    }, RENEW_MS)
    return async () => {
      clearInterval(every)
      await last
    }
  }

  const runOne = async (job: Job) => {
    const stopRenewing = renewing(job)
    try {
      const recurring = timed[job.effect]
      if (recurring) {
        await recurring.run(app)
        await stopRenewing()
        await change(async (db) => {
          const [now, next] = [app.clock.now(), (await recurring.next?.(db)) ?? Infinity]
          await putBack(db, job, {
            run_at: Math.max(now + 1, Math.min(now + recurring.every, next)),
            attempts: 0,
            last_error: '',
          })
        })
        return
      }
      // An effect that no longer exists has nothing to do.
      await known.get(job.effect)?.(app, JSON.parse(job.payload))
      await stopRenewing()
      await change((db) => deleteJob(db, job))
    } catch (error) {
      await stopRenewing()
      if (error instanceof NotYet) {
        const { until: run_at, message: last_error } = error
        await change((db) => putBack(db, job, { run_at, attempts: job.attempts - 1, last_error }))
        return
      }
      // Why a plugin is away stands beside it; only what isn't tried any more is a fault of its own.
      const isAway = error instanceof PluginAway
      if (!isAway || isGivenUp(job)) report(error, `job ${job.id} ${job.effect}`)
      const run_at = retryAt(job, isAway ? FIRST_RETRY_OF_AWAY : FIRST_RETRY)
      await change((db) => putBack(db, job, { run_at, attempts: job.attempts, last_error: String(error) }))
    }
  }

  /** @returns how many jobs were run. */
  const runDue = async (isOver = () => false) => {
    const now = app.clock.now()
    if (((await nextDue(app.db, lane)) ?? Infinity) > now) return 0
    const jobs = await change((db) => claimJobs(db, lane, now))
    const fresh = () => app.clock.now() - now < LEASE / 2
    // What is outside the site may take its time, so it runs side by side.
    if (lane !== LANES.site && !isOver()) {
      await Promise.all(jobs.map((job) => inJob({ id: job.id, what: job.effect }, () => runOne(job))))
      return jobs.length
    }
    for (const [place, job] of jobs.entries()) {
      if (isOver() || !fresh()) {
        // If they were held for longer, they might begin here after another process has taken them over.
        await change((db) => release(db, jobs.slice(place)))
        return place
      }
      await inJob({ id: job.id, what: job.effect }, () => runOne(job))
    }
    return jobs.length
  }

  let lastTurn = 0
  /** If the clock was set back, what was due would wait until that time comes again. */
  const mendTimes = async () => {
    const now = app.clock.now()
    if (now < lastTurn - LEASE) await scheduleTimed()
    lastTurn = now
  }

  const turn = async () => {
    turning = true
    nudged = false
    await mendTimes().catch((error: unknown) => report(error, 'jobs'))
    const count = await runDue(() => stopped).catch((error: unknown) => {
      report(error, 'jobs')
      return 0
    })
    turning = false
    if (!stopped) timer = setTimeout(begin, count || nudged ? 0 : POLL_MS)
  }
  const begin = () => {
    running = turn()
  }

  const nudge = () => {
    nudged = true
    if (stopped || turning) return
    clearTimeout(timer)
    timer = outsideRequest(() => setTimeout(begin, 0))
  }

  const scheduleTimed = () =>
    change(async (db) => {
      await advisoryLock(db, 'timed jobs') // two processes that start together would both find none
      const now = app.clock.now()
      if (app.engine === 'sqlite') await releaseAll(db, lane) // there is no other process: the one that held them is gone
      if (lane !== LANES.site) return
      await resetFarTimes(db, now, { retry: SLOWEST_RETRY, first: LONGEST_DELAY })
      for (const [effect, { every }] of Object.entries(timed)) {
        if (await hasJob(db, effect)) await advanceJob(db, effect, now + every)
        else await insertJobs(db, [{ effect, event_id: 0, payload: '{}', run_at: now + every }])
      }
    })

  return {
    nudge,
    start() {
      stopped = false
      running = outsideRequest(scheduleTimed).then(nudge, (error: unknown) => {
        report(error, 'jobs')
        nudge()
      })
    },
    /** Until nothing is due any more. For tests, and before closing. */
    async settle() {
      for (;;) {
        if ((await runDue()) === 0) return
      }
    },
    /** The running job ends; the others wait for the next start. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
