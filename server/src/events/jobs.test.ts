import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { FACT, bareApp, type Workshop } from '../../test/bare-app.ts'
import { engines } from '../../test/world.ts'
import { currentJob, currentRequest, inRequest } from '../lib/current-request.ts'
import { PluginAway } from '../lib/isolated-plugin.ts'
import type { App } from './events.ts'
import { LEASE } from './queries.ts'

const until = async (isSo: () => boolean) => {
  for (let tries = 0; !isSo() && tries < 2000; tries++) await new Promise((resume) => setTimeout(resume, 5))
}

describe.each(engines)('what follows later (%s)', (engine) => {
  let w: Workshop
  let app: App
  /** What the effects below do, set by each test. */
  let work: (app: App, id: number) => Promise<void>
  const runs: number[] = []
  beforeAll(async () => {
    w = await bareApp(engine, {
      'user.changed': {
        now: [],
        later: {
          async note(its, fact) {
            runs.push(fact.object_id)
            await work(its, fact.object_id)
          },
        },
      },
      'user.registered': {
        now: [],
        later: {
          async first() {
            runs.push(1)
          },
          async second() {
            runs.push(2)
          },
        },
      },
    })
    app = w.app
  })
  afterAll(() => w.close())
  beforeEach(async () => {
    runs.length = w.faults.length = 0
    work = async () => {}
    await app.transaction(({ db }) => db.deleteFrom('jobs').execute())
  })

  const happen = (object_id = 1, its = app) => its.transaction((tx) => tx.emit('user.changed', { ...FACT, object_id }))
  const jobs = () =>
    app.db
      .selectFrom('jobs')
      .select(['effect', 'payload', 'run_at', 'attempts', 'locked_until', 'last_error'])
      .orderBy('id')
      .execute()

  test('waits as a row written with what it follows from, and goes when it is done', async () => {
    await app.transaction((tx) => tx.emit('user.registered', FACT))
    expect((await jobs()).map((job) => ({ ...job, payload: JSON.parse(job.payload) as unknown }))).toEqual(
      ['first', 'second'].map((name) => ({
        effect: `user.registered/${name}`,
        payload: FACT,
        run_at: w.clock.now(),
        attempts: 0,
        locked_until: 0,
        last_error: null,
      })),
    )
    await app.jobs.settle()
    expect(runs).toEqual([1, 2])
    expect(await jobs()).toEqual([])
    await app.jobs.settle()
    expect(runs).toEqual([1, 2])
  })

  test('settling runs also what that brings', async () => {
    work = async (its, id) => {
      if (id < 3) await happen(id + 1, its)
    }
    await happen(1)
    await app.jobs.settle()
    expect(runs).toEqual([1, 2, 3])
  })

  test('that fails is tried again, each time after longer, for as long as it takes; the reason is kept', async () => {
    work = async () => {
      throw new Error('no answer')
    }
    await happen()
    const waits: number[] = []
    for (let n = 1; n <= 12; n++) {
      await app.jobs.settle()
      const [job] = await jobs()
      expect(job).toMatchObject({ attempts: n, locked_until: 0, last_error: 'Error: no answer' })
      waits.push(job!.run_at - w.clock.now())
      w.clock.advance(waits.at(-1)! - 1)
      await app.jobs.settle()
      expect(runs).toHaveLength(n)
      w.clock.advance(1)
    }
    expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600, 3600])
    expect(w.faults[0]).toMatchObject({
      where: expect.stringMatching(/^job \d+ user\.changed\/note$/) as string,
      error: { message: 'no answer' },
    })
    work = async () => {}
    await app.jobs.settle()
    expect(await jobs()).toEqual([])
  })

  test('of a plugin that is away comes again soon, and is a fault only once it is given up', async () => {
    work = async () => {
      throw new PluginAway('pigeon isn’t running')
    }
    await happen()
    const waits: number[] = []
    for (let n = 1; n < 20; n++) {
      await app.jobs.settle()
      const [job] = await jobs()
      expect(job).toMatchObject({ attempts: n, last_error: 'Error: pigeon isn’t running' })
      waits.push(job!.run_at - w.clock.now())
      w.clock.advance(waits.at(-1)!)
    }
    expect(waits.slice(0, 4)).toEqual([2, 4, 8, 16])
    expect(w.faults).toEqual([])
    await app.jobs.settle()
    expect(w.faults).toMatchObject([{ error: { message: 'pigeon isn’t running' } }])
    w.clock.advance(3600)
    await app.jobs.settle()
    expect(runs).toHaveLength(20)
  })

  test('is itself in the log, and no part of the request that gave occasion to it', async () => {
    const seen: unknown[] = []
    work = async () => {
      seen.push(currentRequest(), currentJob())
    }
    app.jobs.start()
    await new Promise<void>((resolve, reject) =>
      inRequest(
        { id: 'somebody’s', what: 'GET /tags', network: '192.0.2.1' },
        () => void happen().then(() => resolve(), reject),
      ),
    )
    await until(() => seen.length > 0)
    await app.jobs.stop()
    expect(seen).toEqual([undefined, { id: expect.any(Number) as number, what: 'user.changed/note' }])
  })

  test('that fails keeps none of the others from being done', async () => {
    work = async (_, id) => {
      if (id === 2) throw new Error('not this one')
    }
    for (const id of [1, 2, 3]) await happen(id)
    await app.jobs.settle()
    expect(runs).toEqual([1, 2, 3])
    expect((await jobs()).map(({ payload }) => (JSON.parse(payload) as { object_id: number }).object_id)).toEqual([2])
  })

  test('of an effect that no longer exists is done with', async () => {
    await app.transaction(({ db }) =>
      db
        .insertInto('jobs')
        .values(
          ['user.changed/formerly', 'formerTimed'].map((effect) => ({
            effect,
            event_id: 0,
            payload: '{}',
            run_at: 0,
            attempts: 0,
            locked_until: 0,
          })),
        )
        .execute(),
    )
    await app.jobs.settle()
    expect(await jobs()).toEqual([])
    expect(w.faults).toEqual([])
  })

  test('that was taken by a process which died is taken over when its lease runs out', async () => {
    await happen()
    await app.transaction(({ db }) =>
      db
        .updateTable('jobs')
        .set({ locked_until: w.clock.now() + LEASE, attempts: 1 })
        .execute(),
    )
    await app.jobs.settle()
    expect(runs).toEqual([])
    w.clock.advance(LEASE)
    await app.jobs.settle()
    expect(runs).toEqual([1])
    expect(await jobs()).toEqual([])
  })

  test('that was in the hands of one who died is free at the next start, where only one process can be; on PostgreSQL its time is waited for', async () => {
    await happen()
    const heldUntil = w.clock.now() + LEASE
    await app.transaction(({ db }) => db.updateTable('jobs').set({ locked_until: heldUntil, attempts: 1 }).execute())
    app.jobs.start()
    await app.jobs.stop()
    expect(await app.db.selectFrom('jobs').select('locked_until').execute()).toEqual([
      { locked_until: engine === 'postgres' ? heldUntil : 0 },
    ])
    w.clock.advance(LEASE)
    await app.jobs.settle()
    expect(runs).toEqual([1])
    expect(await jobs()).toEqual([])
  })

  test('that was put off by a clock which was wrong is brought back when it is set right', async () => {
    await happen()
    await app.transaction(({ db }) =>
      db
        .updateTable('jobs')
        .set({ run_at: w.clock.now() + 1_000_000 })
        .execute(),
    )
    app.jobs.start()
    await app.jobs.stop()
    await app.jobs.settle()
    expect(runs).toEqual([1])
  })

  test('that waits for the end of somebody’s quiet hours waits on over a restart', async () => {
    await app.transaction((tx) => tx.emit('user.changed', { ...FACT, object_id: 1 }, w.clock.now() + 8 * 3600))
    app.jobs.start()
    await app.jobs.stop()
    await app.jobs.settle()
    expect(runs).toEqual([])
    w.clock.advance(8 * 3600)
    await app.jobs.settle()
    expect(runs).toEqual([1])
  })

  test.each(['done', 'failed'])(
    'that another process has taken over meanwhile stays as that one has it (%s)',
    async (end) => {
      await happen()
      const theirs = { locked_until: w.clock.now() + 2 * LEASE, attempts: 2 }
      work = async () => {
        await app.transaction(({ db }) => db.updateTable('jobs').set(theirs).execute())
        if (end === 'failed') throw new Error('no answer')
      }
      await app.jobs.settle()
      expect(await jobs()).toMatchObject([{ ...theirs, last_error: null }])
    },
  )

  test('that takes long stays in its process', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      await happen()
      let until = 0
      work = async () => {
        w.clock.advance(LEASE - 1)
        vi.advanceTimersByTime(LEASE * 1000)
        await expect.poll(async () => (until = (await jobs())[0]!.locked_until)).toBe(w.clock.now() + LEASE)
      }
      await app.jobs.settle()
      expect(until).toBe(w.clock.now() + LEASE)
      expect(await jobs()).toEqual([])
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('that was taken with others which take long is given back in time, not begun when its lease may be over', async () => {
    const elsewhere = await w.another()
    for (const id of [1, 2]) await happen(id)
    work = async () => {
      work = async () => {}
      w.clock.advance(LEASE)
      await elsewhere.jobs.settle() // takes both over, since the first isn't done either
    }
    await app.jobs.settle()
    expect(runs).toEqual([1, 1, 2])
    expect(await jobs()).toEqual([])
  })

  test('is run once, however many processes look for it', async () => {
    const processes = engine === 'postgres' ? [app, await w.another(), await w.another()] : [app]
    for (let id = 1; id <= 30; id++) await happen(id)
    await Promise.all(processes.map((its) => its.jobs.settle()))
    expect(runs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, n) => n + 1))
  })

  test('is run soon after the commit by itself', async () => {
    app.jobs.start()
    await happen(5)
    await until(() => runs.length === 1)
    work = async (its, id) => {
      if (id === 6) await happen(7, its)
    } // while the runner is busy
    await happen(6)
    await until(() => runs.length === 3)
    await app.jobs.stop()
    expect(runs).toEqual([5, 6, 7])
  })

  test('stopping waits for the one that runs, and leaves the others for the next start', async () => {
    let finish = () => {}
    let isOver = false
    work = async () => {
      await new Promise<void>((resume) => {
        finish = resume
      })
      isOver = true
    }
    for (const id of [1, 2, 3]) await happen(id)
    app.jobs.start()
    await until(() => runs.length === 1)
    const stopped = app.jobs.stop()
    finish()
    await stopped
    expect(isOver).toBe(true)
    expect(runs).toEqual([1])
    expect(await jobs()).toMatchObject([
      { attempts: 0, locked_until: 0 },
      { attempts: 0, locked_until: 0 },
    ])
    work = async () => {}
    await happen(4) // nothing is run while it is stopped
    await new Promise((resume) => setTimeout(resume, 30))
    expect(runs).toEqual([1])
    app.jobs.start()
    await until(() => runs.length === 4)
    await app.jobs.stop()
    expect(runs).toEqual([1, 2, 3, 4])
  })
})
