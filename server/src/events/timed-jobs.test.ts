import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareApp, type Workshop } from '../../test/bare-app.ts'
import { engines } from '../../test/world.ts'

describe.each(engines)('what time brings (%s)', (engine) => {
  let w: Workshop
  let fails = false
  const runs: number[] = []
  beforeAll(async () => {
    w = await bareApp(
      engine,
      {},
      {
        tidy: {
          every: 60,
          run: async () => {
            runs.push(w.clock.now())
            if (fails) throw new Error('broken')
          },
        },
      },
    )
  })
  afterAll(() => w.close())

  test('comes again and again, and of all processes only one does it', async () => {
    const processes = engine === 'postgres' ? [w.app, await w.another(), await w.another()] : [w.app]
    for (const its of processes) its.jobs.start()
    for (const its of processes) await its.jobs.stop()
    expect(await w.app.db.selectFrom('jobs').select(['effect', 'run_at']).execute()).toEqual([
      { effect: 'tidy', run_at: w.clock.now() + 60 },
    ])
    const start = w.clock.now()
    for (let n = 0; n < 30; n++) {
      w.clock.advance(10)
      await Promise.all(processes.map((its) => its.jobs.settle()))
    }
    expect(runs).toEqual([60, 120, 180, 240, 300].map((seconds) => start + seconds))
  })

  test('that fails after it went well a hundred times is tried again soon', async () => {
    for (let n = 0; n < 100; n++) {
      w.clock.advance(60)
      await w.app.jobs.settle()
    }
    fails = true
    w.clock.advance(60)
    await w.app.jobs.settle()
    expect(await w.app.db.selectFrom('jobs').select(['run_at', 'last_error']).execute()).toEqual([
      { run_at: w.clock.now() + 10, last_error: 'Error: broken' },
    ])
    fails = false
    w.clock.advance(10)
    await w.app.jobs.settle()
    expect(await w.app.db.selectFrom('jobs').select(['run_at', 'last_error', 'attempts']).execute()).toEqual([
      { run_at: w.clock.now() + 60, last_error: '', attempts: 0 },
    ])
  })
})
