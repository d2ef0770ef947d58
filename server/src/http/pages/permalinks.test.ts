import { parseObjectId } from '@askwell/contract/ids.ts'
import { answerPath, linkId, PERMALINK_FORMS, type PermalinkForm, questionPath } from '@askwell/contract/permalink.ts'
import { answerInfo, deleteAnswer, recoverAnswer } from '@askwell/contract/answers.ts'
import { questionInfo, questionPage } from '@askwell/contract/questions.ts'
import { saveSeoSettings } from '@askwell/contract/site-settings.ts'
import { tag } from '@askwell/contract/tags.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../test/threads.ts'
import { type TestUser, type World, world } from '../../../test/world.ts'
import { withShortIds } from '../api/short-ids.ts'

describe('addresses of questions and answers', () => {
  let w: World
  let admin: TestUser
  let question: { id: string; url_title: string }
  let answer: string
  beforeAll(async () => {
    w = await world('sqlite', { pages: true })
    const t = threads(w)
    admin = await w.given.admin()
    const id = await t.ask(admin, 'Which of them is the right one?')
    question = { id, url_title: 'which-of-them-is-the-right-one' }
    answer = await t.answer(await w.given.member(), id)
  })
  afterAll(() => w.close())
  const use = (permalink: PermalinkForm) => w.as(admin).call(saveSeoSettings, { body: { permalink } })
  const get = async (url: string) => w.server.inject({ url, headers: { accept: 'text/html' } })

  describe.each([...PERMALINK_FORMS])('in form %i', (form) => {
    const others = PERMALINK_FORMS.filter((other) => other !== form)
    beforeAll(() => use(form))

    test('a question has one, which says so itself', async () => {
      const found = await get(questionPath(form, question))
      expect(found.statusCode).toBe(200)
      expect(/<link rel="canonical" href="([^"]*)"/.exec(found.body)?.[1]).toBe(
        `http://world.example${questionPath(form, question)}`,
      )
    })

    test.each(others)('form %i leads there for good, with what was asked besides', async (other) => {
      const found = await get(`${questionPath(other, question)}?order=updated`)
      expect([found.statusCode, found.headers.location]).toEqual([301, `${questionPath(form, question)}?order=updated`])
      const toAnswer = await get(answerPath(other, question, answer))
      expect([toAnswer.statusCode, toAnswer.headers.location]).toEqual([301, answerPath(form, question, answer)])
    })

    test.each(['another-title', 'another-title/'])('so does %s', async (title) => {
      const found = await get(`/questions/${question.id}/${title}`)
      expect([found.statusCode, found.headers.location]).toEqual([301, questionPath(form, question)])
    })

    test('lists name it so', async () => {
      expect((await get('/questions?order=newest')).body).toContain(`href="${questionPath(form, question)}"`)
    })
  })

  test('an answer that a text names alone is found where it stands, and a hidden one nowhere', async () => {
    await use(2)
    const named = await get(`/questions/${answer}`)
    expect([named.statusCode, named.headers.location]).toEqual([301, answerPath(2, question, answer)])
    expect((await get('/questions/10020000000009999')).statusCode).toBe(404)
    await w.as(admin).call(deleteAnswer, { body: { id: answer } })
    try {
      expect((await get(`/questions/${answer}`)).statusCode).toBe(404)
    } finally {
      await w.as(admin).call(recoverAnswer, { body: { answer_id: answer } })
    }
  })

  const short = (id: string) => linkId(4, parseObjectId(id)!.type, parseObjectId(id)!.number)

  test.each([...PERMALINK_FORMS])(
    'calls read both kinds of ids, and in form %i write those of questions and answers as links do',
    async (form) => {
      await use(form)
      const written = form > 2 ? short : (id: string) => id
      for (const id of [question.id, short(question.id)])
        expect(await w.nobody.call(questionInfo, { query: { id } })).toMatchObject({
          id: written(question.id),
          last_answer_id: written(answer),
          accepted_answer_id: '0',
        })
      for (const id of [answer, short(answer)])
        expect(await w.nobody.call(answerInfo, { query: { id } })).toMatchObject({
          info: { id: written(answer), question_id: written(question.id) },
        })
      const { list } = await w.nobody.call(questionPage, { query: { order: 'newest' } })
      expect(list.map(({ id }) => id)).toContain(written(question.id))
      expect((await w.nobody.call(tag, { query: { name: 'support' } })).tag_id).toBe('10030000000000001')
    },
  )

  test('who asks for long ids gets them, whatever the links are like; our pages do', async () => {
    await use(4)
    const { data } = (
      await w.server.inject({
        url: `/answer/api/v1/question/info?id=${short(question.id)}`,
        headers: { 'x-askwell-ids': 'long' },
      })
    ).json() as { data: { id: string } }
    expect(data.id).toBe(question.id)
    expect(
      withShortIds({
        id: question.id,
        title: question.id,
        list: [{ object_id: answer, tag_id: '10030000000000001' }],
        none: null,
      }),
    ).toEqual({
      id: short(question.id),
      title: question.id,
      list: [{ object_id: short(answer), tag_id: '10030000000000001' }],
      none: null,
    })
  })
})
