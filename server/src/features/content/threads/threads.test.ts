import { type AnswerOrder, ANSWER_ORDERS, answerPage, deleteAnswer } from '@askwell/contract/answers.ts'
import { firstComments } from '@askwell/contract/comments.ts'
import { invite, invited } from '@askwell/contract/invitations.ts'
import { linkedQuestions, questionInfo, relatedQuestions } from '@askwell/contract/questions.ts'
import { postReactions, react } from '@askwell/contract/reactions.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { permission } from '@askwell/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

describe.each(engines)('a thread in one read, on %s', (engine) => {
  let w: World
  let asker: TestUser
  let member: TestUser
  let moderator: TestUser
  let id: string
  let answers: string[]
  beforeAll(async () => {
    w = await world(engine)
    asker = await w.given.member({ rank: 2000 })
    member = await w.given.member({ rank: 1 })
    moderator = await w.given.moderator()
    const { ask, answer, comment, accept, vote } = threads(w)
    id = await ask(asker)
    await ask(asker)
    answers = []
    for (let number = 0; number < 5; number++) {
      w.clock.advance(60)
      answers.push(await answer(await w.given.member(), id))
    }
    await accept(asker, id, answers[3]!)
    await vote(asker, 'up', answers[2]!)
    await comment(asker, id)
    await comment(asker, answers[1]!)
    await w.as(asker).call(react, { body: { object_id: answers[1]!, emoji: 'smile', reaction: 'activate' } })
    await w.as(asker).call(invite, { body: { id, invite_user: [member.username] } })
    await w.as(moderator).call(deleteAnswer, { body: { id: answers[4]! } })
    await w.settle()
  }, 60_000)
  afterAll(() => w.close())

  const whole = { page_size: 30 }

  test.each(['nobody', 'asker', 'member', 'moderator'] as const)(
    'holds what the single calls hold, for %s',
    async (who) => {
      const person = { nobody: undefined, asker, member, moderator }[who]
      const { call } = person ? w.as(person) : w.nobody
      const thread = await call(questionThread, { query: { id, ...whole } })
      const list = await call(answerPage, { query: { question_id: id, ...whole } })
      const object_ids = [id, ...list.list.map((one) => one.id)].join()
      expect(thread).toEqual({
        question: await call(questionInfo, { query: { id } }),
        answers: { page: 1, ...list },
        left_out: [],
        comments: await call(firstComments, { query: { object_ids } }),
        reactions: await call(postReactions, { query: { object_ids } }),
        invited: await call(invited, { query: { id } }),
        related: await call(relatedQuestions, { query: { question_id: id } }),
        linked: await call(linkedQuestions, { query: { question_id: id, order: 'frequent', page_size: 6 } }),
        permissions: person
          ? await call(permission, { query: { action: Object.keys(thread.permissions).join(), object_id: id } })
          : {},
        is_muted: false,
      })
      expect(Object.keys(thread.permissions)).toHaveLength(person ? 6 : 0)
    },
  )

  test('comes with the page that holds an answer, in any order', async () => {
    const { call } = w.as(moderator)
    const pages = async (order: AnswerOrder) => {
      const all = (await call(answerPage, { query: { question_id: id, order, ...whole } })).list.map((one) => one.id)
      for (const [place, answer_id] of all.entries()) {
        const thread = await call(questionThread, { query: { id, order, answer_id, page_size: 2 } })
        const page = Math.floor(place / 2) + 1
        expect(thread.answers).toMatchObject({ page, count: 5 })
        expect(thread.answers.list.map((one) => one.id)).toEqual(all.slice(page * 2 - 2, page * 2))
      }
      return all
    }
    const orders = []
    for (const order of ANSWER_ORDERS) orders.push((await pages(order)).map((one) => answers.indexOf(one)))
    expect(orders).toEqual([
      [3, 2, 0, 1, 4],
      [4, 3, 2, 1, 0],
      [2, 0, 1, 3, 4],
      [0, 1, 2, 3, 4],
    ])
  })

  test('leaves long answers out once a page is large, but never the one that its address names', async () => {
    const { ask, answer } = threads(w)
    const question = await ask(asker)
    const formulas = (n: number) => `${n} ${'$x^2$ '.repeat(600)}`
    const long: string[] = []
    for (let n = 0; n < 5; n++) long.push(await answer(await w.given.member(), question, formulas(n)))
    const short = await answer(await w.given.member(), question)
    const query = { id: question, order: 'created' } as const
    const { answers: page, left_out } = await w.nobody.call(questionThread, { query })
    const html = page.list.map((one) => one.html.length)
    expect(page.list.map((one) => one.id)).toEqual([...long, short])
    expect(left_out.length).toBeGreaterThan(0)
    expect(left_out).toEqual(page.list.filter((one) => one.html === '').map(({ id: object_id }) => ({ object_id })))
    expect(html.reduce((sum, one) => sum + one)).toBeLessThanOrEqual(500_000)
    expect(html.at(-1)).toBeGreaterThan(0)
    expect(html[0]).toBeGreaterThan(20_000)
    expect(page.list.map((one) => one.content.length)).not.toContain(0)
    const last = left_out.at(-1)!.object_id
    const named = await w.nobody.call(questionThread, { query: { ...query, answer_id: last } })
    expect(named.answers.list.find((one) => one.id === last)!.html.length).toBeGreaterThan(20_000)
    expect(named.left_out).not.toContainEqual({ object_id: last })
  })

  test('is the page asked for where the answer is hidden or somewhere else', async () => {
    const query = { id, answer_id: answers[4]!, page_size: 2 }
    expect((await w.nobody.call(questionThread, { query })).answers).toMatchObject({ page: 1, count: 4 })
    expect((await w.nobody.call(questionThread, { query: { ...query, page: 2 } })).answers.page).toBe(2)
    await expect(w.nobody.call(questionThread, { query: { ...query, page: 3 } })).rejects.toMatchObject({ status: 404 })
  })
})
