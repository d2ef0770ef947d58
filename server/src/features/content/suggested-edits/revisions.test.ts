import { answerInfo, editAnswer } from '@askwell/contract/answers.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { deleteQuestion, editQuestion, questionInfo } from '@askwell/contract/questions.ts'
import {
  auditRevision,
  checkEdit,
  type Revision as Listed,
  revisions,
  rollBack,
  suggestions,
  unreviewed,
  withdrawSuggestion,
} from '@askwell/contract/revisions.ts'
import { createTag, deleteTag, editTag, tag as tagCall } from '@askwell/contract/tags.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { storedNotifications } from '../../../../test/inbox.ts'
import { type CallFailed, engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { findFaults } from '../../operations/integrity/service.ts'
import { replaceWorkers, workers } from '../../../workers/pool.ts'
import { unreviewedCount } from './views.ts'

describe.each(engines)('suggested edits and earlier texts, on %s', (engine) => {
  let w: World
  let ann: TestUser, bob: TestUser, cyd: TestUser, wise: TestUser, judge: TestUser, moe: TestUser
  beforeAll(async () => {
    w = await world(engine)
    ann = await w.given.member({ name: 'ann' })
    bob = await w.given.member({ name: 'bob', rank: 100 })
    cyd = await w.given.member({ name: 'cyd', rank: 99 })
    wise = await w.given.member({ name: 'wise', rank: 999 })
    judge = await w.given.member({ name: 'judge', rank: 1000 })
    moe = await w.given.moderator({ name: 'moe' })
  })
  afterAll(async () => {
    await w.settle()
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
  })

  const question = (id: string, who: TestUser = ann) => w.as(who).call(questionInfo, { query: { id } })
  const edit = (
    who: TestUser,
    id: string,
    change: {
      title?: string
      content?: string
      edit_summary?: string
      revision_id?: string
      suggestion_id?: string
      tags?: { slug_name: string }[]
    } = {},
  ) =>
    w.as(who).call(editQuestion, {
      body: {
        id,
        title: 'How does an edited zephyr begin?',
        content: 'The text, edited.',
        tags: [{ slug_name: 'support' }],
        ...change,
      },
    })
  const waitingFor = async (object_id: string, who: TestUser = moe) =>
    (await w.as(who).call(suggestions, { query: { object_id } })).waiting
  const waitingId = async (object_id: string) => (await waitingFor(object_id))!.unreviewed_info.id
  const decide = (who: TestUser, id: string, operation: 'approve' | 'reject', more: object = {}) =>
    w.as(who).call(auditRevision, { body: { id, operation, ...more } })
  const rankOf = async (person: TestUser) =>
    (await w.app.db.selectFrom('users').select('rank').where('id', '=', person.id).executeTakeFirstOrThrow()).rank
  const inbox = async (person: TestUser) =>
    (await storedNotifications(w.app, person.id, 'inbox')).map(({ action, actor_id }) => [action, actor_id])

  test('an edit by somebody without the privilege waits, and nothing changes', async () => {
    const id = await threads(w).ask(ann)
    const before = await question(id)
    await w.as(bob).call(checkEdit, { query: { id } })
    expect(await edit(bob, id, { edit_summary: 'clearer' })).toEqual({
      url_title: before.url_title,
      wait_for_review: true,
    })
    expect(await question(id)).toEqual(before)
    expect(await w.nobody.call(revisions, { query: { object_id: id } })).toHaveLength(1)
    expect(await waitingFor(id)).toMatchObject({
      type: 'question',
      moved_on: false,
      merged: null,
      info: { object_id: id, title: before.title, object_creator_user_id: String(ann.id) },
      unreviewed_info: {
        title: 'How does an edited zephyr begin?',
        reason: 'clearer',
        status: 1,
        use_id: String(bob.id),
        number: 0,
        content: { content: 'The text, edited.', tags: [{ slug_name: 'support' }] },
      },
    })
  })

  test('who has too little reputation may not even suggest; the page doesn’t offer it', async () => {
    const id = await threads(w).ask(ann)
    expect(await refusal(edit(cyd, id))).toMatchObject({ status: 403, reason: 'error.rank.fail_to_meet_the_condition' })
    expect(await refusal(w.as(cyd).call(checkEdit, { query: { id } }))).toMatchObject({ status: 403 })
    const offered = async (who: TestUser) =>
      (await question(id, who)).member_actions.some(({ action }) => action === 'edit')
    expect([await offered(cyd), await offered(bob), await offered(ann)]).toEqual([false, true, true])
  })

  test('while one waits nobody else can suggest another, and all who could are shown it; anonymous visitors are not', async () => {
    const id = await threads(w).ask(ann)
    await edit(bob, id)
    expect(await refusal(edit(wise, id))).toMatchObject({
      status: 400,
      reason: 'error.revision.review_underway',
      data: { err_type: 'toast' },
    })
    expect(await refusal(edit(bob, id, { content: 'Once more, otherwise.' }))).toMatchObject({
      status: 400,
      reason: 'error.revision.review_underway',
    })
    for (const who of [wise, ann, moe])
      expect(await refusal(w.as(who).call(checkEdit, { query: { id } }))).toMatchObject({
        status: 400,
        reason: 'error.revision.review_underway',
      })
    for (const who of [bob, wise, ann, moe])
      expect((await waitingFor(id, who))?.unreviewed_info.content.content).toBe('The text, edited.')
    expect(await waitingFor(id, cyd)).toBeNull()
  })

  const own = (who: TestUser, object_id: string) => w.as(who).call(suggestions, { query: { object_id } })

  test('its author changes a suggestion: another waits in its place, and who looked at the first is told', async () => {
    const id = await threads(w).ask(ann)
    await edit(bob, id, { content: 'The first thought.' })
    const first = await waitingId(id)
    expect(await own(bob, id)).toMatchObject({ is_own: true, may_decide: false })
    expect((await own(wise, id)).is_own).toBe(false)
    expect(await edit(bob, id, { content: 'The second thought.', suggestion_id: first })).toMatchObject({
      wait_for_review: true,
    })
    const { waiting, rejected } = await own(bob, id)
    expect(waiting).toMatchObject({
      unreviewed_info: { content: { content: 'The second thought.' } },
      base_revision_id: (await question(id)).revision_id,
    })
    expect([waiting!.unreviewed_info.id === first, rejected]).toEqual([false, []])
    expect(await refusal(decide(judge, first, 'approve'))).toMatchObject({
      status: 409,
      reason: 'error.review.decided_withdrawn',
      data: { decision: 'withdrawn', decided_by: { username: 'bob' } },
    })
    await decide(judge, waiting!.unreviewed_info.id, 'approve')
    expect(await question(id)).toMatchObject({ content: 'The second thought.' })
    expect(await refusal(edit(bob, id, { suggestion_id: waiting!.unreviewed_info.id }))).toMatchObject({
      status: 409,
      reason: 'error.review.decided_approve',
    })
    expect((await own(bob, id)).rejected).toEqual([])
  })

  test('its author withdraws a suggestion: none waits, the queue is shorter, and the text can still be read by its author', async () => {
    const id = await threads(w).ask(ann)
    const toReview = async () => (await w.as(judge).call(unreviewed)).count
    const [before, told] = [await toReview(), await inbox(bob)]
    await edit(bob, id)
    const suggestion_id = await waitingId(id)
    for (const who of [ann, wise, judge, moe])
      expect(await refusal(w.as(who).call(withdrawSuggestion, { body: { id: suggestion_id } }))).toMatchObject({
        status: 404,
        reason: 'error.revision.not_found',
      })
    await w.as(bob).call(withdrawSuggestion, { body: { id: suggestion_id } })
    expect(await toReview()).toBe(before)
    expect(await own(bob, id)).toMatchObject({
      waiting: null,
      is_own: false,
      rejected: [{ withdrawn: true, revision: { content: { content: 'The text, edited.' } } }],
    })
    expect((await own(moe, id)).rejected).toEqual([])
    expect(await refusal(decide(judge, suggestion_id, 'reject'))).toMatchObject({
      reason: 'error.review.decided_withdrawn',
    })
    expect(await inbox(bob)).toEqual(told)
    await w.as(wise).call(checkEdit, { query: { id } })
  })

  test('nobody replaces the suggestion of another, or one of another text', async () => {
    const [id, other] = [await threads(w).ask(ann), await threads(w).ask(ann)]
    await edit(bob, id)
    const suggestion_id = await waitingId(id)
    for (const [who, where] of [
      [wise, id],
      [bob, other],
    ] as const)
      expect(await refusal(edit(who, where, { suggestion_id }))).toMatchObject({
        status: 404,
        reason: 'error.revision.not_found',
      })
    expect(await refusal(edit(bob, other, { suggestion_id: 'x' }))).toMatchObject({ status: 404 })
    const first = (await w.nobody.call(revisions, { query: { object_id: other } }))[0]!.id
    expect(await refusal(edit(ann, other, { suggestion_id: first }))).toMatchObject({ status: 404 })
    expect(await waitingId(id)).toBe(suggestion_id)
  })

  test('a changed suggestion of an answer and of a tag replaces the first as well', async () => {
    const answer = await threads(w).answer(ann, await threads(w).ask(ann))
    const change = (content: string, suggestion_id?: string) =>
      w.as(bob).call(editAnswer, { body: { id: answer, content, ...(suggestion_id && { suggestion_id }) } })
    await change('The first thought.')
    await change('The second thought.', await waitingId(answer))
    expect((await waitingFor(answer))?.unreviewed_info.content.content).toBe('The second thought.')

    await w
      .as(moe)
      .call(createTag, { body: { slug_name: 'ales', display_name: 'Ales', original_text: 'All of them.' } })
    const { tag_id } = await w.nobody.call(tagCall, { query: { name: 'ales' } })
    const describe = (original_text: string, suggestion_id?: string) =>
      w.as(bob).call(editTag, { body: { tag_id, original_text, ...(suggestion_id && { suggestion_id }) } })
    await describe('The first thought.')
    await describe('The second thought.', await waitingId(tag_id))
    expect((await waitingFor(tag_id))?.unreviewed_info.content.original_text).toBe('The second thought.')
    for (const id of [answer, tag_id]) await w.as(bob).call(withdrawSuggestion, { body: { id: await waitingId(id) } })
  })

  test('approved, it is the text: with its author as editor, two points, and notices', async () => {
    const id = await threads(w).ask(ann)
    const rank = await rankOf(bob)
    await edit(bob, id, { edit_summary: 'clearer' })
    const revision_id = await waitingId(id)
    expect(await refusal(decide(wise, revision_id, 'approve'))).toMatchObject({ status: 403 })
    expect(await decide(judge, revision_id, 'approve')).toEqual({})
    expect(await question(id)).toMatchObject({
      title: 'How does an edited zephyr begin?',
      url_title: 'how-does-an-edited-zephyr-begin',
      content: 'The text, edited.',
      revision_id,
      update_user_info: { username: 'bob' },
    })
    expect(await rankOf(bob)).toBe(rank + 2)
    expect(await inbox(ann)).toContainEqual(['update_question', bob.id])
    expect(await storedNotifications(w.app, bob.id, 'achievement')).toContainEqual(
      expect.objectContaining({ action: 'edit.accepted', object_id: numberOf('question', id), rank: 2 }),
    )
    const list = await w.nobody.call(revisions, { query: { object_id: id, order: 'oldest' } })
    expect(list.map(({ number, status, reason, user_info }) => [number, status, reason, user_info.username])).toEqual([
      [1, 0, '', 'ann'],
      [2, 2, 'clearer', 'bob'],
    ])
    await w.as(bob).call(checkEdit, { query: { id } })
  })

  test('rejected, the text stays, and the one who suggested it is told why', async () => {
    const id = await threads(w).ask(ann)
    const before = await question(id)
    await edit(bob, id)
    await decide(moe, await waitingId(id), 'reject', { reason: 'That changes what it says.' })
    expect(await question(id)).toEqual(before)
    expect((await w.as(bob).call(suggestions, { query: { object_id: id } })).rejected).toMatchObject([
      { decision_reason: 'That changes what it says.', revision: { status: 3, reason: '' } },
    ])
    expect((await w.as(wise).call(suggestions, { query: { object_id: id } })).rejected).toEqual([])
    expect(await inbox(bob)).toContainEqual(['your_edit_was_rejected', moe.id])
    expect(await edit(bob, id, { content: 'Another attempt.' })).toMatchObject({ wait_for_review: true })
  })

  test('a new tag of a suggestion is made when that is approved, in the name of its author; a rejected one is never made', async () => {
    const id = await threads(w).ask(ann)
    const adept = await w.given.member({ name: 'adept', rank: 800 })
    const found = async (name: string) =>
      w.nobody.call(tagCall, { query: { name } }).then(
        (tag) => tag.slug_name,
        (error: CallFailed) => error.status,
      )
    const propose = (slug_name: string) =>
      edit(adept, id, { content: `About ${slug_name}.`, tags: [{ slug_name: 'support' }, { slug_name }] })
    await propose('gale')
    expect((await waitingFor(id))!.unreviewed_info.content.tags.map((tag) => tag.slug_name)).toEqual([
      'support',
      'gale',
    ])
    expect(await found('gale')).toBe(404)
    await decide(moe, await waitingId(id), 'reject')
    expect(await found('gale')).toBe(404)
    await propose('storm')
    await decide(moe, await waitingId(id), 'approve')
    expect((await question(id)).tags.map((tag) => tag.slug_name)).toEqual(['support', 'storm'])
    expect(
      await w.app.db
        .selectFrom('tags')
        .select(['question_count', 'user_id'])
        .where('slug_name', '=', 'storm')
        .executeTakeFirst(),
    ).toEqual({ question_count: 1, user_id: adept.id })
  })

  test('of a suggestion that is put together with a later text only the tags that stay are made', async () => {
    const id = await threads(w).ask(ann)
    const adept = await w.given.member({ name: 'adept2', rank: 800 })
    await edit(ann, id, { content: 'It is red.' })
    await edit(adept, id, {
      content: 'It is green.',
      tags: [{ slug_name: 'support' }, { slug_name: 'gust' }, { slug_name: 'squall' }],
    })
    await edit(ann, id, { content: 'It is blue.' })
    const { current_revision_id, unreviewed_info } = (await waitingFor(id))!
    await decide(moe, unreviewed_info.id, 'approve', {
      merged: {
        title: 'What colour has a squall?',
        content: 'It is teal.',
        tags: ['support', 'squall'],
        revision_id: current_revision_id,
      },
    })
    expect((await question(id)).tags.map((tag) => tag.slug_name)).toEqual(['support', 'squall'])
    expect(
      await w.app.db.selectFrom('tags').select('slug_name').where('slug_name', 'in', ['gust', 'squall']).execute(),
    ).toEqual([{ slug_name: 'squall' }])
  })

  test('a second decision is told the first', async () => {
    const id = await threads(w).ask(ann)
    await edit(bob, id)
    const revision_id = await waitingId(id)
    await decide(judge, revision_id, 'approve')
    expect(await refusal(decide(moe, revision_id, 'reject'))).toMatchObject({
      status: 409,
      reason: 'error.review.decided_approve',
      data: { decision: 'approve', decided_by: { username: 'judge' } },
    })
    expect(await refusal(decide(moe, '999999', 'approve'))).toMatchObject({
      status: 404,
      reason: 'error.revision.not_found',
    })
    expect(
      await refusal(
        decide(moe, (await w.nobody.call(revisions, { query: { object_id: id, order: 'oldest' } }))[0]!.id, 'approve'),
      ),
    ).toMatchObject({ status: 404 })
  })

  test('the author edits all the same; the suggestion is then merged with what they wrote', async () => {
    const id = await threads(w).ask(ann)
    await edit(ann, id, { content: 'First line.\n\nSecond line.' })
    await edit(bob, id, { content: 'First line, better.\n\nSecond line.' })
    await edit(ann, id, { content: 'First line.\n\nSecond line, longer.' })
    const waiting = await waitingFor(id)
    expect(waiting).toMatchObject({
      moved_on: true,
      merged: { content: 'First line, better.\n\nSecond line, longer.', conflicts: 0 },
    })
    await decide(judge, waiting!.unreviewed_info.id, 'approve')
    expect(await question(id)).toMatchObject({
      content: 'First line, better.\n\nSecond line, longer.',
      update_user_info: { username: 'bob' },
    })
    expect(
      (await w.nobody.call(revisions, { query: { object_id: id, order: 'newest', page_size: 2 } })).map(
        ({ number, content, use_id }) => [number, content.content, use_id],
      ),
    ).toEqual([
      [4, 'First line, better.\n\nSecond line, longer.', String(bob.id)],
      [3, 'First line.\n\nSecond line, longer.', String(ann.id)],
    ])
  })

  test('where both changed the same, the reviewer gets both texts, and settles it', async () => {
    const id = await threads(w).ask(ann)
    await edit(ann, id, { content: 'It is red.' })
    await edit(bob, id, { content: 'It is green.' })
    await edit(ann, id, { content: 'It is blue.' })
    const revision_id = await waitingId(id)
    const refused = await refusal(decide(judge, revision_id, 'approve'))
    expect(refused).toMatchObject({
      status: 409,
      reason: 'error.revision.moved_on',
      data: { mine: { content: 'It is green.' }, theirs: { content: 'It is blue.' }, merged: { conflicts: 1 } },
    })
    const { merged, theirs } = refused.data as {
      merged: { title: string; content: string; tags: string[] }
      theirs: { revision_id: string }
    }
    const settle = (content: string, over = theirs.revision_id) =>
      decide(judge, revision_id, 'approve', {
        merged: { title: merged.title, tags: merged.tags, content, revision_id: over },
      })
    expect(await refusal(settle(merged.content))).toMatchObject({ status: 400, fields: ['content'] })
    expect(await refusal(settle('It is teal.', '1'))).toMatchObject({ status: 409 })
    await settle('It is blue and green.')
    expect((await question(id)).content).toBe('It is blue and green.')
    expect(await refusal(settle('It is blue and green.'))).toMatchObject({
      status: 409,
      reason: 'error.review.decided_approve',
    })
  })

  test('answers and tags take the same way', async () => {
    const question_id = await threads(w).ask(ann)
    const id = await threads(w).answer(wise, question_id)
    expect(await w.as(bob).call(editAnswer, { body: { id, content: 'The answer, better.' } })).toEqual({
      wait_for_review: true,
    })
    const tag_id = (await w.nobody.call(tagCall, { query: { name: 'support' } })).tag_id
    expect(
      await w.as(bob).call(editTag, { body: { tag_id, original_text: 'What support is.', edit_summary: 'said it' } }),
    ).toMatchObject({ wait_for_review: true })
    const { list: waiting } = await w.as(moe).call(unreviewed, { query: { page_size: 100 } })
    const contentOf = (type: string) => waiting.find((item) => item.type === type)!.unreviewed_info.content
    expect(contentOf('answer')).toMatchObject({ id, content: 'The answer, better.', accepted: 1, vote_status: '' })
    expect(contentOf('answer').question_id).toMatch(/^1001\d{13}$/)
    expect(contentOf('tag')).toMatchObject({
      tag_id,
      slug_name: 'support',
      display_name: 'support',
      original_text: 'What support is.',
      parsed_text: '<p>What support is.</p>',
      main_tag_slug_name: '',
    })
    expect(await refusal(decide(judge, await waitingId(tag_id), 'approve'))).toMatchObject({ status: 403 })
    const rank = await rankOf(bob)
    await decide(moe, await waitingId(id), 'approve')
    await decide(moe, await waitingId(tag_id), 'approve')
    expect((await w.nobody.call(answerInfo, { query: { id } })).info.content).toBe('The answer, better.')
    expect((await w.nobody.call(tagCall, { query: { name: 'support' } })).original_text).toBe('What support is.')
    expect(await rankOf(bob)).toBe(rank + 4)
    expect(await inbox(bob)).toContainEqual(['your_edit_was_approved', moe.id])
    expect(await inbox(wise)).toContainEqual(['update_answer', bob.id])
    expect(
      (await w.nobody.call(revisions, { query: { object_id: tag_id, order: 'newest', page_size: 1 } }))[0],
    ).toMatchObject({ reason: 'said it', content: { content: 'What support is.' } })
  })

  test('the queue holds what one may judge, oldest first, without one’s own and what is deleted', async () => {
    const [one, two] = [await threads(w).ask(ann), await threads(w).ask(ann)]
    await edit(bob, one)
    const before = (await unreviewedCount(w.app, await memberOf(moe)))!
    await edit(bob, two)
    expect(await unreviewedCount(w.app, await memberOf(moe))).toBe(before + 1)
    expect(await unreviewedCount(w.app, await memberOf(ann))).toBeUndefined()
    const all = await w.as(moe).call(unreviewed, { query: { page_size: 100 } })
    expect(all.count).toBe(all.list.length)
    expect(all.list.map((item) => Number(item.unreviewed_info.id))).toEqual(
      all.list.map((item) => Number(item.unreviewed_info.id)).toSorted((a, b) => a - b),
    )
    expect(all.list.at(-1)!.info.object_id).toBe(two)
    expect(await w.as(ann).call(unreviewed, {})).toEqual({ count: 0, list: [] })
    await w.as(moe).call(deleteQuestion, { body: { id: two } })
    expect(await unreviewedCount(w.app, await memberOf(moe))).toBe(before)
    expect(await refusal(decide(moe, all.list.at(-1)!.unreviewed_info.id, 'approve'))).toMatchObject({
      status: 400,
      reason: 'error.question.cannot_update',
    })
  })

  test('nobody decides on their own suggestion', async () => {
    const id = await threads(w).ask(ann)
    await edit(bob, id)
    const revision_id = await waitingId(id)
    await w.app.transaction((tx) =>
      tx.db.updateTable('revisions').set({ user_id: judge.id }).where('id', '=', Number(revision_id)).execute(),
    )
    expect(await refusal(decide(judge, revision_id, 'approve'))).toMatchObject({ status: 403 })
    expect((await w.as(judge).call(suggestions, { query: { object_id: id } })).may_decide).toBe(false)
  })

  test('restoring an earlier text makes one more revision; only those who may edit at once can restore', async () => {
    const id = await threads(w).ask(ann)
    const before = await question(id)
    await edit(ann, id)
    const [first] = await w.nobody.call(revisions, { query: { object_id: id, order: 'oldest' } })
    expect(await refusal(w.as(wise).call(rollBack, { body: { revision_id: first!.id } }))).toMatchObject({
      status: 403,
    })
    await w.as(judge).call(rollBack, { body: { revision_id: first!.id, reason: 'it was right before' } })
    expect(await question(id)).toMatchObject({
      title: before.title,
      content: before.content,
      url_title: before.url_title,
    })
    const list = await w.nobody.call(revisions, { query: { object_id: id, order: 'oldest' } })
    expect(list.map(({ number, restored_number, reason }) => [number, restored_number, reason])).toEqual([
      [1, 0, ''],
      [2, 0, ''],
      [3, 1, 'it was right before'],
    ])
    await w.as(judge).call(rollBack, { body: { revision_id: first!.id } })
    expect(await w.nobody.call(revisions, { query: { object_id: id } })).toHaveLength(3)
    await edit(bob, id)
    expect(await refusal(w.as(ann).call(rollBack, { body: { revision_id: await waitingId(id) } }))).toMatchObject({
      status: 404,
      reason: 'error.revision.not_found',
    })
  })

  test('a tag that was deleted since is named in no earlier text', async () => {
    await w
      .as(moe)
      .call(createTag, { body: { slug_name: 'passing', display_name: 'passing', original_text: 'About passing.' } })
    const id = await threads(w).ask(ann)
    await edit(ann, id, { tags: [{ slug_name: 'support' }, { slug_name: 'passing' }] })
    await edit(ann, id)
    await w
      .as(moe)
      .call(deleteTag, { body: { tag_id: (await w.as(moe).call(tagCall, { query: { name: 'passing' } })).tag_id } })
    const list = await w.nobody.call(revisions, { query: { object_id: id, order: 'oldest' } })
    expect(list.map(({ content }) => content.tags.map((tag) => tag.slug_name))).toEqual([
      ['support'],
      ['support'],
      ['support'],
    ])
  })

  test('what was hidden has no revisions either', async () => {
    const id = await threads(w).ask(ann)
    const [first] = await w.nobody.call(revisions, { query: { object_id: id, order: 'oldest' } })
    await edit(bob, id)
    await w.as(moe).call(deleteQuestion, { body: { id } })
    expect(await refusal(w.nobody.call(revisions, { query: { object_id: id } }))).toMatchObject({
      status: 404,
      reason: 'error.question.not_found',
    })
    expect(await refusal(w.as(judge).call(rollBack, { body: { revision_id: first!.id } }))).toMatchObject({
      status: 404,
    })
    expect(await refusal(w.as(bob).call(suggestions, { query: { object_id: id } }))).toMatchObject({ status: 404 })
    expect(await w.as(moe).call(revisions, { query: { object_id: id } })).toHaveLength(1)
  })

  const memberOf = async ({ id }: TestUser) =>
    w.app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const lines = (count: number, line: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => line(n)).join('\n')
  let seed = 1
  const random = () => (seed = (seed * 48_271) % 2_147_483_647).toString(36)
  const randomLine = () => Array.from({ length: 60 }, random).join(' ')
  const history = (object_id: string, more: object = {}) =>
    w.nobody.call(revisions, { query: { object_id, order: 'newest', changes: true, page_size: 11, ...more } })

  test('a history says what has changed in each text, if it is asked to', async () => {
    const id = await threads(w).ask(ann, 'How does a compared zephyr begin?')
    await edit(moe, id, { title: 'How does a compared zephyr begin?', content: 'One line.\nAnother line.' })
    await edit(moe, id, { content: 'One line.\nAnother changed line.', tags: [{ slug_name: 'winds' }] })
    expect((await w.nobody.call(revisions, { query: { object_id: id } }))[0]).not.toHaveProperty('changes')
    const [last, second, first] = (await history(id)) as [Listed, Listed, Listed]
    expect(first.changes).toBeNull()
    expect(second.changes).toMatchObject({ title: null, tags: null, content: { left_out: 0 } })
    expect(last.changes).toMatchObject({
      tags: { before: ['support'], after: ['winds'] },
      content: {
        stretches: [
          {
            folded: false,
            count: 2,
            rows: [
              { same: true, before: { number: 1, pieces: [{ text: 'One line.', changed: false }] } },
              { same: false, after: { pieces: [{ changed: false }, { text: 'changed ', changed: true }, {}] } },
            ],
          },
        ],
      },
    })
    expect(last.changes!.title!.stretches).toHaveLength(1)
  })

  test('of texts in which everything changes again and again a page shows what it can, and the rest on pages of its own', async () => {
    const id = await threads(w).ask(ann, 'How does a random zephyr begin?')
    for (let n = 0; n < 4; n++)
      await edit(moe, id, {
        title: 'How does a random zephyr begin?',
        content: lines(260, randomLine).slice(0, 65_000),
      })
    const list = await history(id)
    const shown = list.map(({ changes }) => changes?.content?.stretches.reduce((sum, { rows }) => sum + rows.length, 0))
    expect(shown[0]).toBeGreaterThan(100)
    expect(shown.reduce<number>((sum, rows) => sum + (rows ?? 0), 0)).toBeLessThanOrEqual(600)
    expect(shown.at(-2)).toBeUndefined()
    const alone = await history(id, { before: list.at(-2)!.number + 1 })
    expect(alone[0]).toMatchObject({ id: list.at(-2)!.id, changes: { content: {} } })
  })

  test('of texts whose few lines are very long a page shows no more than can be read, and the rest on pages of its own', async () => {
    const id = await threads(w).ask(ann, 'How does a long-lined zephyr begin?')
    const longLine = () => Array.from({ length: 300 }, random).join(' ').slice(0, 1500)
    const title = 'How does a long-lined zephyr begin?'
    for (let n = 0; n < 5; n++) await edit(moe, id, { title, content: lines(20, longLine) })
    const list = await history(id)
    expect(list).toHaveLength(6)
    const sizes = list.map(({ changes }) => JSON.stringify(changes).length)
    expect(sizes[0]).toBeGreaterThan(50_000)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
    const alone = await history(id, { before: list.at(-2)!.number + 1 })
    expect(alone[0]).toMatchObject({ id: list.at(-2)!.id, changes: { content: {} } })
  })

  test('of very large texts there are fewer at once', async () => {
    const id = await threads(w).ask(ann, 'How does a large zephyr begin?')
    for (let n = 0; n < 4; n++)
      await edit(moe, id, {
        title: 'How does a large zephyr begin?',
        content: `${n}\n\n${'http://a.b '.repeat(5800)}`,
      })
    const list = await history(id)
    expect(list.length).toBe(2)
    expect((await history(id, { before: list.at(-1)!.number + 1 }))[0]!.number).toBe(list.at(-1)!.number)
  })

  test('two edits of two thousand equal lines go together, seen and approved', async () => {
    const equal = (other: (n: number) => string | undefined) => lines(2000, (n) => other(n) ?? 'the same')
    const title = 'How does an equal zephyr begin?'
    const id = await threads(w).ask(ann, title)
    await edit(moe, id, { title, content: equal(() => undefined) })
    await edit(bob, id, { title, content: equal((n) => (n === 3 ? 'mine' : undefined)) })
    await edit(moe, id, { title, content: equal((n) => (n === 1990 ? 'theirs' : undefined)) })
    const waiting = (await waitingFor(id))!
    expect(waiting).toMatchObject({ moved_on: true, merged: { conflicts: 1 } }) // which of the equal lines became which, nobody can tell
    expect(waiting.changes!.content!.left_out).toBe(0)
    const { merged, current_revision_id } = waiting
    await decide(moe, waiting.unreviewed_info.id, 'approve', {
      merged: {
        title,
        content: equal((n) => (n === 3 ? 'mine' : n === 1990 ? 'theirs' : undefined)),
        tags: merged!.tags,
        revision_id: current_revision_id,
      },
    })
    expect((await question(id)).content).toBe(equal((n) => (n === 3 ? 'mine' : n === 1990 ? 'theirs' : undefined)))
  })

  test('a text that is edited while an approval is being prepared is not lost: it is merged once more', async () => {
    const title = 'How does an overtaken zephyr begin?'
    const id = await threads(w).ask(ann, title)
    const content = (first: string, second: string, third: string) =>
      `${first}\n\nrest\n\n${second}\n\nrest\n\n${third}`
    await edit(moe, id, { title, content: content('one', 'two', 'three') })
    await edit(bob, id, { title, content: content('mine', 'two', 'three') })
    await edit(moe, id, { title, content: content('one', 'theirs', 'three') })
    const waiting = await waitingId(id)
    const ours = workers()
    let between: Promise<unknown> | undefined
    replaceWorkers({
      ...ours,
      run: async (name, input, how) => {
        const made = await ours.run(name, input, how)
        if (name === 'render' && !between)
          await (between = edit(moe, id, { title, content: content('one', 'theirs', 'late') }))
        return made
      },
    })
    try {
      await decide(judge, waiting, 'approve')
    } finally {
      replaceWorkers(ours)
    }
    expect(between).toBeDefined()
    expect((await question(id)).content).toBe(content('mine', 'theirs', 'late'))
  })
})
