import { editAnswer } from '@askwell/contract/answers.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { saveProfile, searchUsers } from '@askwell/contract/users.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

describe.each(engines)('being named in a post (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [ann, bob, cyd]: TestUser[] = []
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ;[ann, bob, cyd] = [
      await w.given.member({ name: 'ann' }),
      await w.given.member({ name: 'bob' }),
      await w.given.member({ name: 'cyd' }),
    ]
  })
  afterAll(() => w.close())
  const told = async (person: TestUser) =>
    (
      await w.app.db
        .selectFrom('notifications')
        .select('action')
        .where('user_id', '=', person.id)
        .where('type', '=', 1)
        .orderBy('id')
        .execute()
    ).map((row) => row.action)

  test("is told once; after an edit to those who are new in it; never to oneself, nor to somebody that doesn't exist", async () => {
    const question = await t.ask(ann!)
    const answer = await t.answer(
      bob!,
      question,
      'As @cyd and @bob said, and @nobody-of-that-name too; not `@ann` in code.',
    )
    await w.settle()
    expect([await told(cyd!), await told(bob!), await told(ann!)]).toEqual([
      ['mention_you'],
      [],
      ['answer_the_question'],
    ])
    const dan = await w.given.member({ name: 'dan' })
    await w.as(bob!).call(editAnswer, { body: { id: answer, content: 'As @cyd and @dan and @ann said.' } })
    await w.settle()
    expect([await told(cyd!), await told(dan)]).toEqual([['mention_you'], ['mention_you']])
    expect(await told(ann!)).toEqual(['answer_the_question', 'update_answer', 'mention_you']) // as she hasn't heard that she is in it
    await w.as(bob!).call(editAnswer, { body: { id: answer, content: 'As @cyd and @dan and @ann said, and more.' } })
    await w.settle()
    expect([await told(cyd!), await told(dan)]).toEqual([['mention_you'], ['mention_you']])
    expect((await told(ann!)).filter((action) => action === 'mention_you')).toHaveLength(1)
  })

  test('who was named before they could be told is not told of a later edit', async () => {
    const question = await t.ask(ann!)
    const answer = await t.answer(bob!, question, 'As @eve said.')
    await w.settle()
    const eve = await w.given.member({ name: 'eve' })
    await w.as(bob!).call(editAnswer, { body: { id: answer, content: 'As @eve said once.' } })
    await w.settle()
    expect(await told(eve)).toEqual([])
  })

  test('a name is found by any case, and with or without accents', async () => {
    const elodie = await w.given.member({ name: 'elo' })
    await w.as(elodie).call(saveProfile, { body: { display_name: 'Élodie Durand' } })
    const question = await t.ask(ann!)
    for (const username of ['él', 'ÉLO', 'elod', 'dur'])
      expect([
        username,
        (await w.as(ann!).call(searchUsers, { query: { username, object_id: question } })).map(
          (found) => found.username,
        ),
      ]).toEqual([username, ['elo']])
  })

  test('a name that is begun brings up those only who may see the post', async () => {
    const question = await t.ask(ann!)
    const find = async (who: TestUser, object_id: string) =>
      (await w.as(who).call(searchUsers, { query: { username: '', object_id } })).map(({ username }) => username)
    expect(await find(ann!, question)).toEqual(expect.arrayContaining(['ann', 'bob', 'cyd']))
    await w.as(await w.given.moderator({ name: 'moe' })).call(deleteQuestion, { body: { id: question } })
    expect((await find(ann!, question)).toSorted()).toEqual(['admin', 'ann', 'moe'])
  })
})
