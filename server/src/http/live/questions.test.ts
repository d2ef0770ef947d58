import { makeApiToken, type Scope } from '@askwell/contract/api-tokens.ts'
import { livePath, questionPulse } from '@askwell/contract/live.ts'
import { askQuestion, deleteQuestion } from '@askwell/contract/questions.ts'
import { saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

describe.each(engines)('a question that is being read (%s)', (engine) => {
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

  const open = async (id: string, person?: TestUser, headers: Record<string, string> = {}) => {
    const stop = new AbortController()
    const response = await fetch(base + livePath(id), {
      headers: person ? { cookie: `askwell_session=${person.token}` } : headers,
      signal: stop.signal,
    })
    if (response.status !== 200) return { status: response.status, close: () => stop.abort() }
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let said = ''
    let ended = false
    const reading = (async () => {
      for (;;) {
        const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }))
        if (done) break
        said += value ?? ''
      }
      ended = true
    })()
    const changed = () => said.match(/event: changed/g)?.length ?? 0
    return {
      status: 200,
      type: response.headers.get('content-type'),
      changed,
      said: () => said,
      ended: () => ended,
      over: () => reading,
      close: () => stop.abort(),
    }
  }

  test('says that something has changed, never what; the pulse tells that', async () => {
    const question = await t.ask(ann!)
    const line = await open(question)
    expect([line.status, line.type]).toEqual([200, 'text/event-stream; charset=utf-8'])
    const answer = await t.answer(bob!, question)
    await expect.poll(line.changed!).toBe(1)
    await t.comment(bob!, question)
    await t.vote(ann!, 'up', answer)
    await expect.poll(line.changed!).toBeGreaterThan(1)
    expect(line.said!()).toMatch(/^retry: \d+\n\n((event: changed\ndata: |:)\n\n)+$/)
    expect(await w.nobody.call(questionPulse, { query: { id: question } })).toMatchObject({
      answer_count: 1,
      posts: [
        { object_id: question, vote_count: 0, comment_count: 1 },
        { object_id: answer, vote_count: 1, comment_count: 0 },
      ],
    })
    line.close()
  })

  test('says nothing of other questions', async () => {
    const [question, other] = [await t.ask(ann!), await t.ask(ann!)]
    const [line, another] = [await open(question), await open(other)]
    await t.answer(bob!, other)
    await expect.poll(another.changed!).toBe(1)
    expect(line.changed!()).toBe(0)
    line.close()
    another.close()
  })

  test('is no line to what one may not see, and ends when it is hidden', async () => {
    const question = await t.ask(ann!)
    const line = await open(question)
    await w.as(await w.given.moderator()).call(deleteQuestion, { body: { id: question } })
    await line.over!()
    expect(line.ended!()).toBe(true)
    const [strangers, own] = [await open(question), await open(question, ann)]
    expect([strangers.status, own.status]).toEqual([404, 200])
    own.close()
    expect((await open('10010000000009999')).status).toBe(404)
  })

  test('has so many lines for one person, and no more', async () => {
    const question = (
      await w.as(ann!).call(askQuestion, {
        body: { title: 'Who listens to all this?', content: 'Many tabs.', tags: [{ slug_name: 'support' }] },
      })
    ).id
    const lines = []
    for (let n = 0; n < 6; n++) lines.push(await open(question, bob))
    expect(lines.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await open(question, bob)).status).toBe(503)
    for (const line of lines) line.close()
    await expect
      .poll(async () => {
        const again = await open(question, bob)
        again.close()
        return again.status
      })
      .toBe(200)
  })

  test('on a private site only members have one', async () => {
    const question = await t.ask(ann!)
    const [line, admin] = [await open(question), await w.given.admin()]
    await w.as(admin).call(saveLoginSettings, { body: { login_required: true } })
    await line.over!()
    expect([
      (await open(question)).status,
      (await open(question, await w.given.member({ active: false }))).status,
    ]).toEqual([404, 404])
    const member = await open(question, bob)
    expect(member.status).toBe(200)
    member.close()
    const program = async (scope: Scope) => {
      const body = { name: 'A listener', scopes: [scope], days: 30 as const }
      return open(question, undefined, { authorization: (await w.as(bob!).call(makeApiToken, { body })).token })
    }
    expect((await program('write')).status).toBe(403)
    const listening = await program('read')
    expect(listening.status).toBe(200)
    listening.close()
    await w.as(admin).call(saveLoginSettings, { body: { login_required: false } })
  })

  test('ends with the process', async () => {
    const line = await open(await t.ask(ann!))
    await w.server.close()
    await line.over!()
    expect(line.ended!()).toBe(true)
  })
})
