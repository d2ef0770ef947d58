import { numberOf } from '@askwell/contract/ids.ts'
import { deleteQuestion, operateQuestion, similarQuestions } from '@askwell/contract/questions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { analysedText } from '../../../lib/indexed-text.ts'
import { insertPosts } from '../posts/queries.ts'
import { indexLanguage } from './queries.ts'
import { indexTexts } from './service.ts'
import { searchPage } from './views.ts'

/** More than those of which all can be looked at. */
const MANY = 550

describe.each(engines)('searches that find very much (%s)', (engine) => {
  let w: World
  let admin: TestUser
  const ids: number[] = []
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    await w.settle()
    const add = async (text: string, many: number, about: { title?: string; question_id?: number }) =>
      w.app.transaction(async (tx) => {
        const rows = Array.from({ length: many }, (_, n) => ({
          ...(about.question_id
            ? { kind: 'answer' as const, question_id: about.question_id, title: '' }
            : { kind: 'question' as const, title: `${about.title} ${n}?` }),
          user_id: admin.id,
          url_title: 'what-blows',
          original_text: text,
          parsed_text: `<p>${text}</p>`,
          description: text,
          created_at: tx.now(),
          active_at: tx.now(),
          operator_id: admin.id,
        }))
        const added = await insertPosts(tx.db, rows)
        const language = (await indexLanguage(tx.db))!
        await indexTexts(
          tx,
          rows.map((row, at) => analysedText({ ...row, id: added[at]! }, language)),
        )
        return added
      })
    ids.push(...(await add('A gale from the north, where a breeze was.', MANY, { title: 'What blows in place' })))
    const [asked] = await add('A squall before a thunderstorm.', MANY / 2, { title: 'What comes on day' })
    await add('The squall comes before the thunderstorm.', MANY / 2, { question_id: asked! })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  test('a title of words that most questions have finds those with the same words in their titles', async () => {
    const { ask } = threads(w)
    const long = await ask(admin, 'When does a breeze in the north become what people call a gale?')
    const short = await ask(admin, 'A breeze or a gale in the north?')
    const [unlisted, deleted] = [
      await ask(admin, 'A gale in the north or a breeze?'),
      await ask(admin, 'North: breeze, gale?'),
    ]
    await w.as(admin).call(operateQuestion, { body: { id: unlisted, operation: 'hide' } })
    await w.as(admin).call(deleteQuestion, { body: { id: deleted } })
    await w.settle()
    const found = await w.nobody.call(similarQuestions, { query: { title: 'North gale, breeze?' } })
    expect(found.map(({ id }) => id)).toEqual([short, long])
  })

  test('where half of the posts that have its words are answers, the questions among them are found by their texts', async () => {
    const found = await w.nobody.call(similarQuestions, { query: { title: 'Squall, thunderstorm' } })
    expect(found.length).toBeGreaterThan(0)
    expect(new Set(found.map(({ title }) => title.replace(/\d+/, 'n')))).toEqual(new Set(['What comes on day n?']))
  })

  test('what means the same and was found by its words stands there once', async () => {
    const page = { order: 'relevance', page: 1, page_size: 5 } as const
    const near = ids.at(-1)!
    const { list, count } = await searchPage(w.app.db, 'gale', null, page, () => [near])
    expect(numberOf('question', list[0]!.object.id)).toBe(near)
    expect(count).toBeGreaterThanOrEqual(MANY)
  })
})
