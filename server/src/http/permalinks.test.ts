import { parseObjectId } from '@askwell/contract/ids.ts'
import { answerPath, linkId, PERMALINK_FORMS, type PermalinkForm, questionPath } from '@askwell/contract/permalink.ts'
import { answerInfo } from '@askwell/contract/answers.ts'
import { questionInfo } from '@askwell/contract/questions.ts'
import { saveSeoSettings } from '@askwell/contract/site-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../test/threads.ts'
import { type Person, type World, world } from '../../test/world.ts'

describe('addresses of questions and answers', () => {
  let w: World
  let admin: Person
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
      expect(/<link rel="canonical" href="([^"]*)"/.exec(found.body)?.[1]).toBe(`http://world.example${questionPath(form, question)}`)
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

  test('calls read both kinds of ids', async () => {
    const short = (id: string) => linkId(4, parseObjectId(id)!.type, parseObjectId(id)!.number)
    expect((await w.nobody.call(questionInfo, { query: { id: short(question.id) } })).id).toBe(question.id)
    expect((await w.nobody.call(answerInfo, { query: { id: short(answer) } })).info.id).toBe(answer)
  })
})
