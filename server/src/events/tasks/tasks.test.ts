import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect } from '../../db/connect.ts'
import { createApp } from '../../app.ts'
import { engines, freshDatabase } from '../../../test/world.ts'
import { migrate } from '../../db/migrate.ts'
import { continueTask, beginTask, stopTask } from './service.ts'
import { TASK_LEASE } from './queries.ts'
import type { TaskDoing } from './task.ts'

const CONFIG = {
  host: '127.0.0.1',
  port: 0,
  data: '',
  database: '',
  databaseGiven: false,
  limits: 0,
  log: 'silent' as const,
  dev: false,
}
const ADMIN = 1

describe.each(engines)('long work (%s)', (engine) => {
  let place: Awaited<ReturnType<typeof freshDatabase>>
  let now = 1_790_000_000
  const faults: unknown[] = []
  const processes: { close(): Promise<void> }[] = []
  const steps: number[] = []
  /** What happens between two steps of the work. */
  let between: (step: number, doing: TaskDoing) => Promise<void> | void = () => {}

  const count = async (_: unknown, { to }: { to: number }, doing: TaskDoing) => {
    const from = (doing.state as { step: number } | undefined)?.step ?? 0
    for (let step = from + 1; step <= to; step++) {
      await between(step, doing)
      doing.signal.throwIfAborted()
      steps.push(step)
      doing.progress(step, to, 'steps')
      await doing.save({ step })
    }
    return { steps: to }
  }

  /** A process of the site. */
  const open = async () => {
    const database = connect(place.url)
    await migrate(database.write)
    const app = await createApp({
      config: { ...CONFIG, data: place.folder },
      clock: { now: () => now },
      database,
      secret: 'a secret',
      report: (error) => void faults.push(error),
      timed: {},
      longTasks: { count },
    })
    const close = async () => {
      await app.close()
      await database.close()
    }
    processes.push({ close })
    return { app, close }
  }
  beforeAll(async () => {
    place = await freshDatabase(engine)
  })
  afterAll(async () => {
    await place.remove()
  })
  type App = Awaited<ReturnType<typeof open>>['app']
  const latest = (app: App) =>
    app.db.selectFrom('tasks').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const begin = (app: App, to: number) => {
    steps.length = 0
    return beginTask(app, ADMIN, 'count', { to })
  }

  test('goes on step by step and says what came of it', async () => {
    const { app, close } = await open()
    await begin(app, 3)
    await app.jobs.settle()
    expect(await latest(app)).toMatchObject({ status: 'done', done: 3, total: 3, what: 'steps', result: '{"steps":3}' })
    expect(steps).toEqual([1, 2, 3])
    await close()
  })

  test('stops at its next step, and goes on from there', async () => {
    const { app, close } = await open()
    app.jobs.start()
    let id = 0
    between = async (step) => {
      if (step === 3) await stopTask(app, ADMIN, id)
    }
    id = await begin(app, 5)
    await expect.poll(async () => (await latest(app)).status).toBe('stopped')
    expect(await latest(app)).toMatchObject({ done: 3, state: '{"step":3}' })
    between = () => {}
    await continueTask(app, ADMIN, id)
    await expect.poll(async () => (await latest(app)).status).toBe('done')
    expect(steps).toEqual([1, 2, 3, 4, 5])
    await close()
  })

  test('goes on in the next process when its own ends, however that ends', async () => {
    const first = await open()
    first.app.jobs.start()
    let reached = () => {}
    const third = new Promise<void>((resolve) => {
      reached = resolve
    })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    between = async (step) => {
      if (step !== 3) return
      reached()
      await held // its process is as good as dead
    }
    await begin(first.app, 5)
    await third
    between = () => {}
    now += TASK_LEASE + 1
    const second = await open()
    second.app.jobs.start()
    await expect.poll(async () => (await latest(second.app)).status).toBe('done')
    expect(steps).toEqual([1, 2, 3, 4, 5])
    // The first comes back to life: what it has isn't its own any more.
    release()
    await first.close()
    expect(await latest(second.app)).toMatchObject({ status: 'done', done: 5 })
    await second.close()
  })

  test('is handed on by a process that ends in order', async () => {
    const first = await open()
    first.app.jobs.start()
    let stopped: Promise<void> | undefined
    between = (step) => {
      if (step === 2) stopped ??= first.app.jobs.stop()
    }
    await begin(first.app, 4)
    await expect.poll(() => stopped !== undefined).toBe(true)
    await stopped
    between = () => {}
    expect(await latest(first.app)).toMatchObject({ status: 'running', locked_until: 0 })
    await first.close()
    const second = await open()
    second.app.jobs.start()
    await expect.poll(async () => (await latest(second.app)).status).toBe('done')
    expect(steps.at(-1)).toBe(4)
    await second.close()
  })

  test('says why it failed, and can be tried again', async () => {
    const { app, close } = await open()
    between = (step) => {
      if (step === 2) throw new Error('no paper left')
    }
    const id = await begin(app, 3)
    await app.jobs.settle()
    expect(await latest(app)).toMatchObject({
      status: 'failed',
      error: JSON.stringify({ reason: 'error.task.fault', values: { message: 'Error: no paper left' } }),
    })
    expect(faults.splice(0)).toHaveLength(1)
    between = () => {}
    await continueTask(app, ADMIN, id)
    await app.jobs.settle()
    expect(await latest(app)).toMatchObject({ status: 'done', error: '' })
    expect(steps).toEqual([1, 2, 3])
    await close()
  })

  test('that ends its process each time isn’t taken up for ever', async () => {
    const { app, close } = await open()
    let taken = 0
    const held = Promise.withResolvers<void>()
    between = () => {
      taken++
      return held.promise // as good as dead
    }
    const id = await begin(app, 2)
    const processes = [app]
    const closings = [close]
    for (let n = 0; n < 4; n++) {
      processes.at(-1)!.jobs.start()
      if (n < 3) await expect.poll(() => taken).toBe(n + 1)
      else await expect.poll(async () => (await latest(app)).status).toBe('failed')
      now += TASK_LEASE + 1
      const next = await open()
      processes.push(next.app)
      closings.push(next.close)
    }
    expect(await latest(app)).toMatchObject({ error: JSON.stringify({ reason: 'error.task.ends_process' }) })
    expect(taken).toBe(3)
    between = () => {}
    const last = processes.at(-1)!
    await continueTask(last, ADMIN, id)
    await last.jobs.settle()
    // Any of the processes may take it up.
    await expect.poll(() => latest(app)).toMatchObject({ status: 'done', error: '' })
    held.resolve()
    for (const end of closings) await end()
  })
})
