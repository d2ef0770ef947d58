import { editComment } from '@askwell/contract/comments.ts'
import { notificationGroups, notifications, notificationStatus } from '@askwell/contract/notifications.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { decideQueued, queuedPosts } from '@askwell/contract/reviews.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setPrivate } from '../../../../../test/private-site.ts'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'

describe.each(engines)('notifications of what is hidden afterwards (%s)', (engine) => {
  let w: World
  let t: ReturnType<typeof threads>
  let [moderator, admin]: TestUser[] = []
  let [asker, ann, bob]: TestUser[] = []
  beforeAll(async () => {
    w = await world(engine)
    t = threads(w)
    ;[moderator, admin] = [await w.given.moderator(), await w.given.admin()]
  })
  beforeEach(async () => {
    const rank = 500
    ;[asker, ann, bob] = [
      await w.given.member({ rank }),
      await w.given.member({ rank }),
      await w.given.member({ rank }),
    ]
  })
  afterAll(() => w.close())

  /** What the list says, the lines of our page, and the count. */
  const told = async (person: TestUser) => {
    const by = w.as(person)
    const { list, count } = await by.call(notifications, { query: { type: 'inbox', inbox_type: 'all' } })
    const lines = (await by.call(notificationGroups, { query: { type: 'inbox' } })).list
    const { inbox } = await by.call(notificationStatus)
    expect([list.length, inbox]).toEqual([count, count])
    expect(lines.length > 0).toBe(count > 0)
    return list.map(({ action }) => action)
  }
  const setStatus = (person: TestUser, status: 'deleted' | 'suspended', remove_all_content = false) =>
    w.as(admin!).call(setUserStatus, { body: { user_id: String(person.id), status, remove_all_content } })

  test('a comment that a review takes back is gone for all it was told to, and comes back approved', async () => {
    const answer = await t.answer(ann!, await t.ask(asker!))
    const comment = await t.comment(bob!, answer, { original_text: `Is that so, @${asker!.username}?` })
    const before = [await told(asker!), await told(ann!)]
    expect(before).toEqual([['mention_you', 'answer_the_question'], ['comment_answer']])
    w.app.reviewers.push({ slug_name: 'careful', review: () => ({ verdict: 'waiting' }) })
    await w.as(bob!).call(editComment, { body: { comment_id: comment, original_text: 'Now it says something else.' } })
    w.app.reviewers.length = 0
    expect([await told(asker!), await told(ann!)]).toEqual([['answer_the_question'], []])
    const { review_id } = (await w.as(moderator!).call(queuedPosts, { query: { object_id: comment } })).list[0]!
    await w.as(moderator!).call(decideQueued, { body: { review_id, status: 'approve' } })
    expect([await told(asker!), await told(ann!)]).toEqual(before)
  })

  test('a mention in a thread that is deleted is gone for who has nothing else in it', async () => {
    const question = await t.ask(asker!)
    await t.comment(ann!, question, { original_text: `What do you say, @${bob!.username}?` })
    expect(await told(bob!)).toEqual(['mention_you'])
    await w.as(moderator!).call(deleteQuestion, { body: { id: question } })
    expect(await told(bob!)).toEqual([])
  })

  test('who is deleted is no longer named, and with their texts what they told goes too', async () => {
    const question = await t.ask(asker!)
    await t.answer(ann!, question)
    await t.answer(bob!, question)
    expect(await told(asker!)).toHaveLength(2)
    await setStatus(ann!, 'deleted')
    expect(await told(asker!)).toHaveLength(2)
    const query = { type: 'inbox' } as const
    for (const endpoint of [notifications, notificationGroups]) {
      const reply = JSON.stringify(await w.as(asker!).call(endpoint, { query }))
      expect(reply).toContain(bob!.username)
      expect(reply).not.toContain(ann!.username)
    }
    await setStatus(bob!, 'deleted', true)
    await w.settle()
    expect(await told(asker!)).toHaveLength(1)
  })

  test('who is suspended stands there as such; reading nothing themselves', async () => {
    await t.answer(ann!, await t.ask(asker!))
    await t.comment(asker!, await t.answer(bob!, await t.ask(ann!)))
    expect(await told(bob!)).toEqual(['comment_answer'])
    await setStatus(ann!, 'suspended')
    expect(await told(asker!)).toEqual(['answer_the_question'])
    const { list } = await w.as(asker!).call(notifications, { query: { type: 'inbox' } })
    expect(list).toMatchObject([{ user_info: { username: ann!.username, status: 'suspended' } }])
    for (const endpoint of [notifications, notificationGroups])
      await expect(w.as(ann!).call(endpoint, { query: { type: 'inbox' } })).rejects.toMatchObject({ status: 403 })
    await expect(w.as(ann!).call(notificationStatus)).rejects.toMatchObject({ status: 403 })
  })

  test('on a private site members go on as before, and nobody else reads any', async () => {
    await t.answer(ann!, await t.ask(asker!))
    await setPrivate(w, true)
    try {
      expect(await told(asker!)).toEqual(['answer_the_question'])
      for (const endpoint of [notifications, notificationGroups])
        await expect(w.nobody.call(endpoint, { query: { type: 'inbox' } })).rejects.toMatchObject({ status: 401 })
      await expect(w.nobody.call(notificationStatus)).rejects.toMatchObject({ status: 401 })
    } finally {
      await setPrivate(w, false)
    }
  })
})
