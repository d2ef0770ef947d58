import { LIVE_NOTIFICATIONS } from '@askwell/contract/live.ts'
import { notificationStatus, openNotifications } from '@askwell/contract/notifications.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { engines, neighbourOf, type TestUser, type World, world } from '../../../test/world.ts'

describe.each(engines)('a user who listens (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [ann, bob]: TestUser[] = []
  let base: string
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ;[ann, bob] = [await w.given.member({ rank: 500 }), await w.given.member({ rank: 500 })]
    base = await w.server.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(() => w.close())

  const listen = async (person?: TestUser, at = base) => {
    const stop = new AbortController()
    const response = await fetch(at + LIVE_NOTIFICATIONS, {
      headers: person ? { cookie: `askwell_session=${person.token}` } : {},
      signal: stop.signal,
    })
    let said = ''
    let ended = false
    if (response.status === 200)
      void (async () => {
        for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) said += piece
      })()
        .catch(() => {})
        .finally(() => (ended = true))
    return {
      status: response.status,
      changes: () => said.match(/event: changed/g)?.length ?? 0,
      ended: () => ended,
      close: () => stop.abort(),
    }
  }

  test('hears within a second of what concerns them, and of nothing that concerns others', async () => {
    const [hers, his] = [await listen(ann), await listen(bob)]
    const question = await t.ask(ann!)
    await t.answer(bob!, question)
    await expect.poll(hers.changes).toBe(1)
    expect(await w.as(ann!).call(notificationStatus)).toMatchObject({ inbox: 1 })
    // and what one reads elsewhere
    await w.as(ann!).call(openNotifications, { body: { type: 'inbox' } })
    await expect.poll(hers.changes).toBe(2)
    expect(his.changes()).toBe(0)
    hers.close()
    his.close()
  })

  test('nobody listens without a login; who is suspended no longer does', async () => {
    expect((await listen()).status).toBe(204)
    const eve = await w.given.member()
    const line = await listen(eve)
    expect(line.status).toBe(200)
    const body = { user_id: String(eve.id), status: 'suspended' } as const
    await w.as(await w.given.admin()).call(setUserStatus, { body })
    await expect.poll(line.ended).toBe(true)
    expect((await listen(eve)).status).toBe(204)
  })

  test.runIf(engine === 'postgres')(
    'hears also of what happens on another process, whose counts are true too',
    async () => {
      const other = await neighbourOf(w)
      const elsewhere = await other.server.listen({ port: 0, host: '127.0.0.1' })
      const before = await other.as(ann!).call(notificationStatus)
      const line = await listen(ann, elsewhere)
      await t.answer(bob!, await t.ask(ann!))
      await expect.poll(line.changes).toBe(1)
      expect((await other.as(ann!).call(notificationStatus)).inbox).toBe(before.inbox + 1)
      line.close()
      await other.close()
    },
  )
})
