import { numberOf } from '@askwell/contract/ids.ts'
import { deleteQuestion, operateQuestion } from '@askwell/contract/questions.ts'
import { saveLoginSettings, saveSeoSettings } from '@askwell/contract/site-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'
import type { Tx } from '../../events/events.ts'
import { insertEvent } from '../../events/queries.ts'
import { updatePost } from '../../features/content/posts/queries.ts'
import { SERVICE, tellSearchEngines } from '../../features/outbound/index-now/effects.ts'
import { FetchRefused } from '../../lib/outbound-http.ts'

interface Told {
  host: string
  key: string
  keyLocation: string
  urlList: string[]
}

describe.each(engines)('search engines are told of changes (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [ann, admin]: TestUser[] = []
  let posts: [string, Told][] = []
  let status = 200
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    t = threads(w)
    ;[ann, admin] = [await w.given.member({ name: 'ann', rank: 500 }), await w.given.admin()]
    const { outbound } = w.app
    w.app.outbound = {
      ...outbound,
      post: (address, { body }) => {
        if (status === 0) return Promise.reject(new FetchRefused('nobody there'))
        posts.push([address, JSON.parse(body.toString()) as Told])
        return Promise.resolve(status)
      },
    }
    await w.settle()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const get = (url: string, token = '') =>
    w.server.inject({ url, ...(token && { cookies: { askwell_session: token } }) })
  const set = (index_now: boolean) => w.as(admin!).call(saveSeoSettings, { body: { index_now } })
  /** Twice, as jobs may run. */
  const look = async () => {
    await w.settle()
    w.clock.advance(61)
    posts = []
    for (const _ of [1, 2]) await tellSearchEngines(w.app)
    return posts
  }

  test('only while that is switched on, and not of what was there before', async () => {
    await t.ask(ann!, 'Was this here before?')
    expect(await look()).toEqual([])
    expect((await get('/indexnow-key.txt')).statusCode).toBe(404)
    await set(true)
    expect(await look()).toEqual([])
    expect((await get('/indexnow-key.txt')).body).toMatch(/^[0-9a-f]{32}$/)
  })

  test('of each changed question once, with the key that lies on the site', async () => {
    const first = await t.ask(ann!, 'Is this one new?')
    await t.answer(admin!, first, 'It has an answer, too.')
    const pending = await t.ask(ann!, 'Does this one wait?')
    const unlisted = await t.ask(ann!, 'Is this one in no list?')
    await w.app.transaction((tx) => updatePost(tx.db, numberOf('question', pending), { status: 11 }))
    await w.as(admin!).call(operateQuestion, { body: { id: unlisted, operation: 'hide' } })
    const told = await look()
    const key = (await get('/indexnow-key.txt')).body
    expect(told).toEqual([
      [
        SERVICE,
        {
          host: 'world.example',
          key,
          keyLocation: 'http://world.example/indexnow-key.txt',
          urlList: [`http://world.example/questions/${first}`],
        },
      ],
    ])
  })

  test('what was not taken is told again, with what has come since; what was refused is not', async () => {
    const first = await t.ask(ann!, 'Is nobody listening?')
    for (status of [0, 503, 429]) await look()
    const second = await t.ask(ann!, 'Is anybody listening?')
    status = 200
    expect((await look()).map(([, { urlList }]) => urlList.map((url) => url.split('/').at(-1)))).toEqual([
      [first, second],
    ])
    await t.ask(ann!, 'Is this refused?')
    status = 422
    expect(await look()).toHaveLength(1)
    status = 200
    expect(await look()).toEqual([])
  })

  test.runIf(engine === 'postgres')('of what is saved after something that began later', async () => {
    const [slow, quick] = [await t.ask(ann!, 'Is this one slow?'), await t.ask(ann!, 'Is this one quick?')]
    await look()
    const edited = (tx: Tx, id: string) => {
      const object_id = numberOf('question', id)
      const fact = {
        actor_id: 0,
        object_type: 'question',
        object_id,
        question_id: object_id,
        kind: 'question',
      } as const
      const texts = { tag_ids: [], former_tag_ids: [], revision_id: 0 }
      return insertEvent(tx.db, 'question.edited', { ...fact, ...texts }, tx.now())
    }
    const [emitted, saved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const saving = w.app.transaction(async (tx) => {
      await edited(tx, slow)
      emitted.resolve()
      await saved.promise
    })
    await emitted.promise
    await w.app.transaction((tx) => edited(tx, quick))
    await tellSearchEngines(w.app)
    saved.resolve()
    await saving
    expect((await look()).flatMap(([, { urlList }]) => urlList)).toEqual([
      `http://world.example/questions/${slow}`,
      `http://world.example/questions/${quick}`,
    ])
  })

  test('a deleted question is gone: it is told, and its page says so to visitors', async () => {
    const gone = await t.ask(ann!, 'Will this be deleted?')
    const pending = await t.ask(ann!, 'Was this ever public?')
    await look()
    await w.as(admin!).call(deleteQuestion, { body: { id: gone } })
    await w.app.transaction((tx) => updatePost(tx.db, numberOf('question', pending), { status: 10, former_status: 11 }))
    expect((await look()).map(([, { urlList }]) => urlList)).toEqual([[`http://world.example/questions/${gone}`]])
    const page = await get(`/questions/${gone}`)
    expect([page.statusCode, page.body]).toEqual([410, expect.stringContaining('This question was deleted.')])
    expect(page.body).not.toContain('this page doesn')
    // So ask the scripts of a page that links to it.
    expect((await get(`/questions/${gone}.data`)).statusCode).toBe(410)
    expect((await get(`/questions/${pending}.data`)).statusCode).toBe(404)
    expect((await get(`/questions/${pending}`)).statusCode).toBe(404)
    expect((await get('/questions/10010000000999999')).statusCode).toBe(404)
    expect((await get(`/answer/api/v1/question/info?id=${gone}`)).statusCode).toBe(404)
    const alsoAt = (id: string) => [
      `/questions/${id}.md`,
      `/feeds/questions/${id}.atom`,
      `/previews/${id}.png`,
      `/embed/questions/${id}`,
      `/oembed?url=${encodeURIComponent(`http://world.example/questions/${id}`)}`,
    ]
    for (const url of alsoAt(gone)) {
      const { statusCode, body } = await get(url)
      expect([url, statusCode, body]).toEqual([url, 410, 'This question was deleted.'])
      expect((await get(url, ann!.token)).statusCode).toBe(404)
    }
    for (const url of [...alsoAt(pending), ...alsoAt('10010000000999999')])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404])
    expect((await get(`/questions/${gone}`, ann!.token)).statusCode).not.toBe(410)
  })

  test('nothing while the site is private', async () => {
    await w.as(admin!).call(saveLoginSettings, { body: { login_required: true } })
    await t.ask(ann!, 'Is this for us alone?')
    expect(await look()).toEqual([])
    expect((await get('/indexnow-key.txt')).statusCode).toBe(404)
    await w.as(admin!).call(saveLoginSettings, { body: { login_required: false } })
    expect(await look()).toEqual([])
  })
})
