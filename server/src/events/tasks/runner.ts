import type { Db } from '../../db/dialect.ts'
import { type Problem, problemOf } from '../../db/problem.ts'
import { outsideRequest } from '../../lib/current-request.ts'
import type { App } from '../events.ts'
import { CLAIMS_MAX, claimTasks, releaseTasks, saveTask, TASK_LEASE } from './queries.ts'
import { NotBegun, type TaskDoing, type TaskTable } from './task.ts'

/** How often a process looks for tasks that another has left behind, and says that it is still at its own. */
const BEAT_MS = (TASK_LEASE * 1000) / 4
/** Progress is written down this often. */
const TELL_MS = 500

interface Needs {
  app: App
  kinds: TaskTable
  change: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  report: (error: unknown, where: string) => void
}

type Claimed = Awaited<ReturnType<typeof claimTasks>>[number]

/** Runs long tasks beside the jobs, which don't wait for them. */
export const createTasks = ({ app, kinds, change, report }: Needs) => {
  const running = new Map<number, { stop: AbortController; ended: Promise<void>; look: () => Promise<void> }>()
  let timer: NodeJS.Timeout | undefined
  let closing = true
  let looking: Promise<unknown> = Promise.resolve()

  const perform = async (task: Claimed, stop: AbortController, beat: { now?: () => Promise<void> }) => {
    let progress = { done: task.done, total: task.total, what: task.what }
    let told = performance.now()
    /** Whether somebody wants it to stop is seen with every write. */
    const write = async (more: Parameters<typeof saveTask>[2] = {}) => {
      told = performance.now()
      const now = app.clock.now()
      const status = await change((db) =>
        saveTask(db, task, { ...progress, ...more }, { now, locked_until: now + TASK_LEASE }),
      )
      if (status !== 'running') stop.abort()
    }
    beat.now = () => write()
    const end = (status: 'done' | 'stopped' | 'failed', more: { result?: string; error?: string } = {}) => {
      const now = app.clock.now()
      return change((db) =>
        saveTask(db, task, { ...progress, ...more, status, ended_at: now }, { now, locked_until: 0 }),
      )
    }
    const doing: TaskDoing = {
      signal: stop.signal,
      shared: true,
      state: task.state === '' ? undefined : JSON.parse(task.state),
      save: (given) => {
        const state = JSON.stringify(given)
        const isFurther = state !== task.state
        task.state = state
        return write({ state, ...(isFurther && { claims: 0 }) })
      },
      progress: (done, total, what) => {
        progress = { done, total, what }
        if (performance.now() - told > TELL_MS) void write().catch((error: unknown) => report(error, 'tasks'))
      },
    }
    if (task.status === 'stopping') return void (await end('stopped'))
    if (task.claims > CLAIMS_MAX) {
      const problem: Problem = { reason: 'error.task.ends_process' }
      return void (await end('failed', { error: JSON.stringify(problem) }))
    }
    try {
      const result = await kinds[task.kind]!(app, JSON.parse(task.args) as never, doing)
      await end('done', { result: JSON.stringify(result ?? null) })
    } catch (error) {
      // Where the process ends, the next one goes on.
      if (closing) await change((db) => releaseOwn(db, task))
      else if (stop.signal.aborted) await end('stopped')
      else {
        const refused = error instanceof NotBegun
        if (!refused) report(error, `task ${task.id} ${task.kind}`)
        const problem: Problem = { ...problemOf(error), ...(refused && { refused }) }
        await end('failed', { error: JSON.stringify(problem) })
      }
    }
  }
  /** With a new number of attempts: a note of progress that is still on its way isn't its own any more, and locks nothing. */
  const releaseOwn = (db: Db, task: Claimed) =>
    saveTask(db, task, { attempts: task.attempts + 1, claims: 0 }, { now: app.clock.now(), locked_until: 0 })

  const begin = (task: Claimed) => {
    const stop = new AbortController()
    const beat: { now?: () => Promise<void> } = {}
    const ended = outsideRequest(() => perform(task, stop, beat))
      .catch((error: unknown) => report(error, `task ${task.id} ${task.kind}`))
      .finally(() => running.delete(task.id))
    running.set(task.id, { stop, ended, look: async () => beat.now?.() })
  }

  /** Takes what waits. A kind that this program doesn't know stays, for one that does. */
  const claim = async () => {
    const tasks = await change((db) => claimTasks(db, app.clock.now(), Object.keys(kinds)))
    for (const task of tasks) begin(task)
    return tasks.length
  }

  const look = () => {
    if (closing) return
    looking = outsideRequest(async () => {
      await Promise.all([...running.values()].map((one) => one.look()))
      await claim()
    }).catch((error: unknown) => report(error, 'tasks'))
  }

  return {
    /** Something was begun, stopped or continued, perhaps by another process. */
    look,
    start() {
      closing = false
      looking = outsideRequest(async () => {
        if (app.engine === 'sqlite') await change(releaseTasks)
        await claim()
      }).catch((error: unknown) => report(error, 'tasks'))
      timer = setInterval(look, BEAT_MS).unref()
    },
    /** Until none waits or runs any more. @returns whether there was one. */
    async settle() {
      const before = closing
      closing = false
      try {
        await looking
        const count = await claim()
        await Promise.all([...running.values()].map(({ ended }) => ended))
        return count > 0
      } finally {
        closing = before
      }
    },
    /** Those under way stop at their next step, and go on with the next start. */
    async stop() {
      closing = true
      clearInterval(timer)
      for (const { stop } of running.values()) stop.abort()
      await looking
      for (const { stop } of running.values()) stop.abort() // what was claimed meanwhile
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
