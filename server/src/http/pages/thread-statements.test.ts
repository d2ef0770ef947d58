import { react } from '@askwell/contract/reactions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordStatements } from '../../../test/leaks/statements.ts'
import { threads } from '../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

/** Statements that the page needs. One more on the page that is read most should be meant. PostgreSQL needs four to look for similar titles. */
const MOST = { sqlite: { stranger: 19, member: 28 }, postgres: { stranger: 23, member: 32 } }

describe.each(engines)('the page of a question, on %s', (engine) => {
  let w: World
  let member: TestUser
  let path: string
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    const [asker, answerer] = [await w.given.member(), await w.given.member()]
    member = await w.given.member({ rank: 200 })
    const { ask, answer, comment, accept, vote } = threads(w)
    const id = await ask(asker)
    path = `/questions/${id}`
    const answers = [await answer(answerer, id), await answer(member, id)]
    await accept(asker, id, answers[0]!)
    await ask(asker, `What has ${id} to do with zephyrs?`)
    for (const object_id of [id, ...answers]) {
      await comment(answerer, object_id)
      await vote(await w.given.member({ rank: 200 }), 'up', object_id)
      await w.as(answerer).call(react, { body: { object_id, emoji: 'heart', reaction: 'activate' } })
    }
    await w.settle()
  }, 60_000)
  afterAll(() => w.close())

  /** What is read for it where it isn't cached, once the settings are known. */
  const statementsFor = async (person?: TestUser) => {
    const get = () =>
      w.server.inject({
        url: `${path}?comments=1`,
        headers: person ? { cookie: `askwell_session=${person.token}` } : {},
      })
    expect((await get()).statusCode).toBe(200)
    const statements = recordStatements(w.app)
    try {
      await get()
      return statements.list()
    } finally {
      statements.stop()
    }
  }

  test('reads its question once, and no more than it needs', async () => {
    const ofQuestion = (list: string[]) =>
      list.filter((sql) => /^select .* from "posts" where "id" = /.test(sql)).length
    const [stranger, own] = [await statementsFor(), await statementsFor(member)]
    expect([ofQuestion(stranger), ofQuestion(own)]).toEqual([1, 1])
    expect(stranger.length).toBeLessThanOrEqual(MOST[engine].stranger)
    expect(own.length).toBeLessThanOrEqual(MOST[engine].member)
  })
})
