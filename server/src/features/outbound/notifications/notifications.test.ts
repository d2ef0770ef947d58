import { editAnswer } from '@askwell/contract/answers.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { storedNotifications } from '../../../../test/inbox.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { updateUser } from '../../users/users/queries.ts'

describe.each(engines)('notices (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [asker, writer, other]: TestUser[] = []
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
  })
  beforeEach(async () => {
    ;[asker, writer, other] = [
      await w.given.member({ rank: 500 }),
      await w.given.member({ rank: 500 }),
      await w.given.member({ rank: 500 }),
    ]
  })
  afterAll(() => w.close())

  const inbox = (person: TestUser) => storedNotifications(w.app, person.id)
  const told = async (person: TestUser) => (await inbox(person)).map(({ action }) => action)
  const achieved = async (person: TestUser) =>
    (await storedNotifications(w.app, person.id, 'achievement')).map(({ object_type, object_id, rank }) => ({
      object_type,
      object_id,
      rank,
    }))

  test('the asker hears of an answer and of its edits, the one who answers doesn’t', async () => {
    const question = await t.ask(asker!)
    const answer = await t.answer(writer!, question)
    const [question_id, answer_id] = [numberOf('question', question), numberOf('answer', answer)]
    expect(await inbox(asker!)).toMatchObject([
      {
        action: 'answer_the_question',
        actor_id: writer!.id,
        object_type: 'answer',
        object_id: answer_id,
        question_id,
        answer_id,
        comment_id: 0,
        rank: 0,
        is_read: 0,
      },
    ])
    await w.as(writer!).call(editAnswer, { body: { id: answer, content: 'The same, but better put.' } })
    w.clock.advance(60)
    await w.as(writer!).call(editAnswer, { body: { id: answer, content: 'The same, but much better put.' } })
    expect(await told(asker!)).toEqual(['update_answer', 'answer_the_question'])
    expect((await inbox(asker!))[0]!.updated_at).toBe(w.clock.now())
    expect(await told(writer!)).toEqual([])
  })

  test('answering, editing and accepting what is one’s own tells nobody', async () => {
    const question = await t.ask(asker!)
    const answer = await t.answer(asker!, question)
    await w.as(asker!).call(editAnswer, { body: { id: answer, content: 'My own words, better put.' } })
    await t.accept(asker!, question, answer)
    await t.comment(asker!, answer)
    expect(await told(asker!)).toEqual([])
  })

  test('an accepted answer’s author hears of it', async () => {
    const question = await t.ask(asker!)
    const answer = await t.answer(writer!, question)
    await t.accept(asker!, question, answer)
    expect(await inbox(writer!)).toMatchObject([
      { action: 'accept_answer', actor_id: asker!.id, object_id: numberOf('answer', answer) },
    ])
  })

  test('a comment tells the owner, whom it answers and whom it names: each once', async () => {
    const question = await t.ask(asker!)
    const first = await t.comment(writer!, question)
    expect(await told(asker!)).toEqual(['comment_question'])
    const [hal, ida] = [await w.given.member(), await w.given.member()]
    const reply = await t.comment(other!, question, {
      original_text: `Like @${hal.username} said, and @${writer!.username} too`,
      reply_comment_id: first,
      mention_username_list: [ida.username, hal.username],
    })
    expect(await told(asker!)).toEqual(['comment_question', 'comment_question'])
    expect(await told(writer!)).toEqual(['reply_to_you'])
    expect(await told(hal)).toEqual(['mention_you'])
    expect(await inbox(ida)).toMatchObject([
      {
        action: 'mention_you',
        actor_id: other!.id,
        object_type: 'comment',
        object_id: numberOf('comment', reply),
        comment_id: numberOf('comment', reply),
        question_id: numberOf('question', question),
        answer_id: 0,
      },
    ])
    expect(await told(other!)).toEqual([])
  })

  test('a comment on an answer tells its author, not the asker', async () => {
    const answer = await t.answer(writer!, await t.ask(asker!))
    await t.comment(other!, answer)
    expect(await inbox(writer!)).toMatchObject([{ action: 'comment_answer', answer_id: numberOf('answer', answer) }])
    expect(await told(asker!)).toEqual(['answer_the_question'])
  })

  test('no more than ten names in one comment count', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => w.given.member()))
    await t.comment(other!, await t.ask(asker!), {
      original_text: people.map(({ username }) => `@${username}`).join(' '),
    })
    expect((await Promise.all(people.map(told))).filter((actions) => actions.length > 0)).toHaveLength(10)
  })

  test('a vote is told the first time only, and who voted down stays hidden', async () => {
    const question = await t.ask(asker!)
    await t.vote(writer!, 'up', question)
    await t.vote(writer!, 'up', question, true)
    await t.vote(writer!, 'up', question)
    await t.vote(writer!, 'down', question)
    await t.vote(other!, 'down', question)
    expect((await inbox(asker!)).map(({ action, actor_id }) => [action, actor_id])).toEqual([
      ['down_voted_question', 0],
      ['up_voted_question', writer!.id],
    ])
    expect((await storedNotifications(w.app, asker!.id, 'achievement')).map(({ actor_id }) => actor_id)).toEqual([0])
  })

  test('a comment’s author hears of votes for it', async () => {
    const comment = await t.comment(writer!, await t.ask(asker!))
    await t.vote(other!, 'up', comment)
    await t.vote(other!, 'up', comment, true)
    await t.vote(other!, 'up', comment)
    expect(await inbox(writer!)).toMatchObject([
      {
        action: 'up_voted_comment',
        actor_id: other!.id,
        object_type: 'comment',
        comment_id: numberOf('comment', comment),
      },
    ])
  })

  test('each thing has one line with what it has brought on the whole, and none when all is taken back', async () => {
    const question = await t.ask(asker!)
    const answer = await t.answer(writer!, question)
    const line = { object_type: 'answer', object_id: numberOf('answer', answer) }
    await t.vote(other!, 'up', answer)
    expect(await achieved(writer!)).toEqual([{ ...line, rank: 10 }])
    await t.accept(asker!, question, answer)
    expect(await achieved(writer!)).toEqual([{ ...line, rank: 25 }])
    expect(await achieved(asker!)).toEqual([{ ...line, rank: 2 }])
    await t.vote(other!, 'down', answer)
    expect(await achieved(writer!)).toEqual([{ ...line, rank: 13 }])
    expect(await achieved(other!)).toEqual([{ ...line, rank: -1 }])
    await t.vote(other!, 'down', answer, true)
    await t.accept(asker!, question, '0')
    expect([await achieved(writer!), await achieved(asker!), await achieved(other!)]).toEqual([[], [], []])
  })

  test('who can’t hear is told nothing: the deleted, and the imported who have no way to log in', async () => {
    const [question, answer] = [await t.ask(asker!), await t.answer(writer!, await t.ask(other!))]
    await w.app.transaction((tx) => updateUser(tx.db, asker!.id, { e_mail: null, password_hash: null }))
    await w.as(await w.given.admin()).call(setUserStatus, { body: { user_id: String(writer!.id), status: 'deleted' } })
    await t.comment(other!, question, { original_text: `What do you say, @${writer!.username}?` })
    await t.vote(other!, 'up', question)
    await t.vote(other!, 'up', answer)
    await t.comment(other!, answer)
    for (const person of [asker!, writer!]) expect([await told(person), await achieved(person)]).toEqual([[], []])
  })
})
