import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FACT, bareApp, type Workshop } from '../../test/bare-app.ts'
import { engines } from '../../test/world.ts'
import type { App, EmittedEvent, Tx } from './events.ts'
import { pause } from '../../test/pause.ts'

/** Waits until this many are there. */
const meetingOf = (count: number) => {
  let here = 0
  let open = () => {}
  const all = new Promise<void>((resume) => {
    open = resume
  })
  return () => {
    if (++here >= count) open()
    return all
  }
}

describe.each(engines)('transactions (%s)', (engine) => {
  let w: Workshop
  let app: App
  const sideBySide = engine === 'sqlite' ? 1 : 2
  const heard: EmittedEvent[] = []
  beforeAll(async () => {
    w = await bareApp(engine, {
      'user.registered': {
        now: [
          async (tx, { object_id }) => {
            await put(tx, `seen ${object_id}`)
            await tx.emit('user.activated', FACT)
          },
        ],
        later: {},
      },
      'user.activated': {
        now: [
          async () => {
            throw new Error('not today')
          },
        ],
        later: { nothing: async () => {} },
      },
    })
    app = w.app
    app.onCommit((happened) => heard.push(...happened))
  })
  afterAll(() => w.close())
  beforeEach(async () => {
    heard.length = 0
    await app.transaction(async ({ db }) => {
      for (const table of ['counters', 'events'] as const) await db.deleteFrom(table).execute()
    })
  })

  const put = (tx: Tx, name: string, value = 1) => tx.db.insertInto('counters').values({ name, value }).execute()
  const add = (tx: Tx, name: string) =>
    tx.db
      .updateTable('counters')
      .set((eb) => ({ value: eb('value', '+', 1) }))
      .where('name', '=', name)
      .execute()
  const counters = async () =>
    Object.fromEntries(
      (await w.app.db.selectFrom('counters').selectAll().execute()).map(({ name, value }) => [name, value]),
    )

  test('all of it or nothing', async () => {
    expect(
      await app.transaction(async (tx) => {
        await put(tx, 'kept')
        return 'done'
      }),
    ).toBe('done')
    await expect(
      app.transaction(async (tx) => {
        await put(tx, 'undone')
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await counters()).toEqual({ kept: 1 })
  })

  test('a long run of them lets others have their turn', async () => {
    const turns: number[] = []
    const timer = setInterval(() => turns.push(performance.now()), 1)
    while (turns.length < 3) await app.transaction(({ db }) => db.selectFrom('counters').select('name').execute())
    clearInterval(timer)
    expect(turns).toHaveLength(3)
  })

  test('one inside another is a mistake, and so is the outer database: both throw with advice', async () => {
    await expect(app.transaction(() => app.transaction(async () => {}))).rejects.toThrow(/pass `tx` on/)
    await expect(
      app.transaction(() => app.idempotent({ actor_id: 1, what: 'x', body: {} }, async () => 1)),
    ).rejects.toThrow(/pass `tx` on/)
    await expect(app.transaction(async () => app.db)).rejects.toThrow(/use tx\.db/)
    await expect(
      app.transaction(async () => {
        await pause(1)
        return app.db
      }),
    ).rejects.toThrow(/use tx\.db/)
    expect(await counters()).toEqual({})
  })

  test('a read that has nothing to do with it goes on beside an open one, and sees nothing of it', async () => {
    let go = () => {}
    const held = new Promise<void>((resume) => {
      go = resume
    })
    const writing = app.transaction(async (tx) => {
      await put(tx, 'slow')
      await held
    })
    await pause(5)
    expect(await counters()).toEqual({})
    go()
    await writing
    expect(await counters()).toEqual({ slow: 1 })
  })

  test('two hundred at once each get their turn, and none is lost', async () => {
    await app.transaction((tx) => put(tx, 'n', 0))
    await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        n % 10
          ? app.transaction((tx) => add(tx, 'n'))
          : app
              .transaction(async (tx) => {
                await add(tx, 'n')
                throw new Error('not this one')
              })
              .catch(() => {}),
      ),
    )
    expect(await counters()).toEqual({ n: 180 })
    expect(w.faults).toEqual([])
  })

  test('two that lock each other out are no error: one of them is run again', async () => {
    await app.transaction(async (tx) => {
      await put(tx, 'a', 0)
      await put(tx, 'b', 0)
    })
    let runs = 0
    const bothBegan = meetingOf(sideBySide)
    const inOrder = (first: string, second: string) =>
      app.transaction(async (tx) => {
        runs++
        await add(tx, first)
        await bothBegan() // each now holds what the other wants next
        await add(tx, second)
      })
    await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')])
    expect(await counters()).toEqual({ a: 2, b: 2 })
    if (engine === 'postgres') expect(runs).toBeGreaterThan(2)
  })

  test('what happened is kept as facts, and heard of once it is durable', async () => {
    await app.transaction(async (tx) => {
      await tx.emit('user.status_changed', { ...FACT, before: 1, after: 9 })
      await tx.emit('user.changed', FACT)
      expect(heard).toEqual([])
    })
    expect(heard.map(({ name }) => name)).toEqual(['user.status_changed', 'user.changed'])
    const rows = await app.db.selectFrom('events').selectAll().orderBy('id').execute()
    expect(rows.map((row) => ({ ...row, id: 0, payload: JSON.parse(row.payload) as unknown }))).toEqual([
      { id: 0, type: 'user.status_changed', ...FACT, payload: { before: 1, after: 9 }, created_at: w.clock.now() },
      { id: 0, type: 'user.changed', ...FACT, payload: {}, created_at: w.clock.now() },
    ])
  })

  test('what follows at once is part of it: if that throws, all is undone and nobody hears of anything', async () => {
    await expect(
      app.transaction(async (tx) => {
        await put(tx, 'mine')
        await tx.emit('user.registered', FACT)
      }),
    ).rejects.toThrow('not today')
    expect(await counters()).toEqual({})
    expect(await app.db.selectFrom('events').selectAll().execute()).toEqual([])
    expect(await app.db.selectFrom('jobs').selectAll().execute()).toEqual([])
    expect(heard).toEqual([])
  })

  test('what an attempt that had to be run again said is not heard twice', async () => {
    await app.transaction(async (tx) => {
      await put(tx, 'a', 0)
      await put(tx, 'b', 0)
    })
    const bothBegan = meetingOf(sideBySide)
    const inOrder = (first: string, second: string) =>
      app.transaction(async (tx) => {
        await tx.emit('user.changed', FACT)
        await add(tx, first)
        await bothBegan()
        await add(tx, second)
      })
    await Promise.all([inOrder('a', 'b'), inOrder('b', 'a')])
    expect(heard).toHaveLength(2)
    expect(await app.db.selectFrom('events').select('id').execute()).toHaveLength(2)
  })

  test('a listener that fails is reported; what happened has happened all the same', async () => {
    const names: string[] = []
    app.onCommit(() => {
      throw new Error('deaf')
    })
    app.onCommit((happened) => names.push(...happened.map(({ name }) => name)))
    await app.transaction((tx) => tx.emit('user.changed', FACT))
    expect(names).toEqual(['user.changed'])
    expect(w.faults).toMatchObject([{ where: 'after a commit' }])
  })
})
