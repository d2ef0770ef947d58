import { answerInfo, deleteAnswer, editAnswer } from '@askwell/contract/answers.ts'
import { deleteComment } from '@askwell/contract/comments.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import {
  closeQuestion,
  deleteQuestion,
  editQuestion,
  operateQuestion,
  recoverQuestion,
  reopenQuestion,
} from '@askwell/contract/questions.ts'
import { type Activity, revisions, rollBack, timeline, timelineDetail } from '@askwell/contract/revisions.ts'
import { createTag, editTag, mergeTags, saveSynonyms, tag as tagCall } from '@askwell/contract/tags.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

describe.each(engines)('the timeline, on %s', (engine) => {
  let w: World
  let ann: TestUser, bob: TestUser, cyd: TestUser, moe: TestUser
  beforeAll(async () => {
    w = await world(engine)
    ann = await w.given.member({ name: 'ann' })
    bob = await w.given.member({ name: 'bob', rank: 500 })
    cyd = await w.given.member({ name: 'cyd', rank: 500 })
    moe = await w.given.moderator({ name: 'moe' })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const of = (object_id: string, who: TestUser = ann, more: object = {}) =>
    w.as(who).call(timeline, { query: { object_id, ...more } })
  const told = (list: Activity[]) =>
    list.map(({ activity_type, user_info, comment }) => [
      activity_type,
      user_info.username,
      ...(comment ? [comment] : []),
    ])
  /** Each in a second of its own. */
  const inTurn = async (...steps: (() => Promise<unknown>)[]) => {
    for (const step of steps) {
      w.clock.advance(60)
      await step()
    }
  }
  const edit =
    (who: TestUser, id: string, content: string, edit_summary = '') =>
    () =>
      w.as(who).call(editQuestion, {
        body: { id, title: 'How does an edited zephyr go?', content, tags: [{ slug_name: 'support' }], edit_summary },
      })

  test('says of a question what happened, who did it, when and why, newest first', async () => {
    const t = threads(w)
    const id = await t.ask(ann)
    let answer = ''
    await inTurn(
      async () => {
        answer = await t.answer(bob, id)
      },
      () => t.comment(cyd, id, { original_text: 'A **comment** of mine.' }),
      edit(ann, id, 'The text, edited.', 'was <b>unclear</b>'),
      () => t.accept(ann, id, answer),
      () =>
        w
          .as(moe)
          .call(closeQuestion, { body: { id, close_type: 63 } })
          .catch(() => w.as(moe).call(closeQuestion, { body: { id, close_type: 64 } })),
      () => w.as(moe).call(reopenQuestion, { body: { question_id: id } }),
      ...(['pin', 'unpin', 'hide', 'show'] as const).map(
        (operation) => () => w.as(moe).call(operateQuestion, { body: { id, operation } }),
      ),
      () => w.as(moe).call(deleteQuestion, { body: { id } }),
      () => w.as(moe).call(recoverQuestion, { body: { question_id: id } }),
      async () =>
        w.as(ann).call(rollBack, {
          body: {
            revision_id: (await w.nobody.call(revisions, { query: { object_id: id, order: 'oldest' } }))[0]!.id,
            reason: 'better before',
          },
        }),
    )
    const { object_info, timeline: list, older } = await of(id)
    expect(object_info).toMatchObject({ object_type: 'question', question_id: id, answer_id: '', username: 'ann' })
    expect(told(list).map(([type, who]) => [type, who])).toEqual([
      ['rollback', 'ann'],
      ['undeleted', 'moe'],
      ['deleted', 'moe'],
      ['show', 'moe'],
      ['hide', 'moe'],
      ['unpin', 'moe'],
      ['pin', 'moe'],
      ['reopened', 'moe'],
      ['closed', 'moe'],
      ['accept', 'ann'],
      ['edited', 'ann'],
      ['commented', 'cyd'],
      ['answered', 'bob'],
      ['asked', 'ann'],
    ])
    const whys = Object.fromEntries(list.map(({ activity_type, comment }) => [activity_type, comment]))
    expect(whys).toMatchObject({
      rollback: '<p>better before</p>',
      edited: '<p>was &lt;b&gt;unclear&lt;/b&gt;</p>',
      commented: '<p>A <strong>comment</strong> of mine.</p>',
    })
    expect(whys.closed).toMatch(/^<p>.+<\/p>/)
    expect(list.map(({ created_at }) => created_at)).toEqual(
      list.map(({ created_at }) => created_at).toSorted((a, b) => b - a),
    )
    expect([list.at(-1)!.revision_id !== '0', older]).toEqual([true, ''])
  })

  test('goes on page by page, each thing once', async () => {
    const t = threads(w)
    const id = await t.ask(ann)
    for (let n = 0; n < 4; n++) {
      await t.comment(cyd, id) // at the very same second, several of each
      await t.answer(await w.given.member(), id)
      await edit(ann, id, `Edit number ${n}.`)()
      if (n % 2) w.clock.advance(10)
    }
    const whole = (await of(id, ann, { page_size: 100 })).timeline
    expect(whole).toHaveLength(13)
    const seen: Activity[] = []
    for (let before = '', more = true; more;) {
      const page = await of(id, ann, { page_size: 3, before })
      seen.push(...page.timeline)
      before = page.older
      more = before !== ''
    }
    expect(seen).toEqual(whole)
  })

  test('shows votes where they are asked for, those taken back as such; who voted down is told to the staff only', async () => {
    const t = threads(w)
    const id = await t.ask(ann)
    await inTurn(
      () => t.vote(bob, 'up', id),
      () => t.vote(cyd, 'down', id),
      () => t.vote(bob, 'up', id, true),
    )
    expect((await of(id)).timeline.map((one) => one.activity_type)).toEqual(['asked'])
    const votes = (who: TestUser) =>
      of(id, who, { show_vote: true }).then((it) =>
        it.timeline
          .slice(0, 2)
          .map(({ activity_type, user_info, cancelled, cancelled_at }) => [
            activity_type,
            user_info.username,
            cancelled,
            cancelled_at,
          ]),
      )
    expect(await votes(ann)).toEqual([
      ['downvote', 'N/A', false, 0],
      ['upvote', 'bob', true, w.clock.now()],
    ])
    expect(await votes(moe)).toEqual([
      ['downvote', 'cyd', false, 0],
      ['upvote', 'bob', true, w.clock.now()],
    ])
  })

  test('an acceptance that was taken back is shown as such', async () => {
    const t = threads(w)
    const id = await t.ask(ann)
    const [one, two] = [await t.answer(bob, id), await t.answer(cyd, id)]
    await inTurn(
      () => t.accept(ann, id, one),
      () => t.accept(ann, id, two),
    )
    expect(
      (await of(id)).timeline
        .slice(0, 2)
        .map(({ activity_type, object_id, cancelled }) => [activity_type, object_id, cancelled]),
    ).toEqual([
      ['accept', two, false],
      ['accept', one, true],
    ])
    expect((await of(one)).timeline.map(({ activity_type, cancelled }) => [activity_type, cancelled])).toEqual([
      ['accept', true],
      ['answered', false],
    ])
  })

  test('what is hidden is not in it', async () => {
    const t = threads(w)
    const id = await t.ask(ann)
    const answer = await t.answer(bob, id)
    const comment = await t.comment(cyd, id)
    await inTurn(() => t.accept(ann, id, answer))
    await w.as(moe).call(deleteAnswer, { body: { id: answer } })
    await w.as(cyd).call(deleteComment, { body: { comment_id: comment } })
    expect(told((await of(id)).timeline)).toEqual([['asked', 'ann']])
    expect(told((await of(id, moe)).timeline).map(([type]) => type)).toEqual(['accept', 'answered', 'asked'])
    await expect(of(answer)).rejects.toMatchObject({ status: 404 })
    await expect(w.nobody.call(timeline, { query: { object_id: id } })).rejects.toMatchObject({ status: 401 })
    expect((await w.as(bob).call(answerInfo, { query: { id: answer } })).info.id).toBe(answer)
  })

  test('an answer and a tag have theirs; two of their texts can be compared', async () => {
    const t = threads(w)
    const answer = await t.answer(bob, await t.ask(ann), 'The first answer.')
    await inTurn(() =>
      w.as(bob).call(editAnswer, { body: { id: answer, content: 'The second answer.', edit_summary: 'more' } }),
    )
    const { object_info, timeline: list } = await of(answer)
    expect([object_info.object_type, object_info.answer_id, told(list)]).toEqual([
      'answer',
      answer,
      [
        ['edited', 'bob', '<p>more</p>'],
        ['answered', 'bob'],
      ],
    ])
    const [edited, first] = list.map((one) => one.revision_id) as [string, string]
    expect(list.map((one) => one.former_revision_id)).toEqual([first, '0'])
    // Of a page of one entry, too, the text before is known.
    expect((await w.as(cyd).call(timeline, { query: { object_id: answer, page_size: 1 } })).timeline).toMatchObject([
      { revision_id: edited, former_revision_id: first },
    ])
    expect(
      await w.as(cyd).call(timelineDetail, { query: { new_revision_id: edited, old_revision_id: first } }),
    ).toMatchObject({
      new_revision: { original_text: 'The second answer.' },
      old_revision: { original_text: 'The first answer.' },
    })
    expect(
      (await w.as(cyd).call(timelineDetail, { query: { new_revision_id: first, old_revision_id: '0' } })).old_revision,
    ).toBeNull()

    await w
      .as(moe)
      .call(createTag, { body: { slug_name: 'winds', display_name: 'Winds', original_text: 'About winds.' } })
    const { tag_id } = await w.nobody.call(tagCall, { query: { name: 'winds' } })
    await inTurn(() =>
      w.as(moe).call(editTag, { body: { tag_id, original_text: 'All about winds.', edit_summary: 'more' } }),
    )
    const ofTag = await w.as(ann).call(timeline, { query: { tag_slug_name: 'winds', object_type: 'tag' } })
    expect([ofTag.object_info.title, told(ofTag.timeline)]).toEqual([
      'winds',
      [
        ['edited', 'moe', '<p>more</p>'],
        ['created', 'moe'],
      ],
    ])
    expect(await of(tag_id)).toEqual(ofTag)
  })

  test('of tags that become one both tell, and the one that is its own again', async () => {
    for (const slug_name of ['breeze', 'draught'])
      await w
        .as(moe)
        .call(createTag, { body: { slug_name, display_name: slug_name, original_text: `About ${slug_name}.` } })
    const idOf = async (name: string) => (await w.nobody.call(tagCall, { query: { name } })).tag_id
    const [breeze, draught] = [await idOf('breeze'), await idOf('draught')]
    await inTurn(() => w.as(moe).call(mergeTags, { body: { source_tag_id: draught, target_tag_id: breeze } }))
    expect(told((await of(breeze)).timeline)).toEqual([
      ['widened', 'moe', '<p>draught</p>'],
      ['created', 'moe'],
    ])
    expect(told((await of(draught)).timeline)).toEqual([
      ['merged', 'moe', '<p>breeze</p>'],
      ['created', 'moe'],
    ])
    await inTurn(() => w.as(moe).call(saveSynonyms, { body: { tag_id: breeze, synonym_tag_list: [] } }))
    expect(told((await of(draught)).timeline).map(([type, , other]) => [type, other])).toEqual([
      ['parted', '<p>breeze</p>'],
      ['merged', '<p>breeze</p>'],
      ['created', undefined],
    ])
  })

  test.runIf(engine === 'sqlite')('reads by indexes, whatever else happened on the site', async () => {
    const plan = async (text: string) =>
      (await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(w.app.db)).rows
        .map((row) => row.detail)
        .join('\n')
    const id = numberOf('question', await threads(w).ask(ann))
    expect(
      await plan(
        `select * from revisions where object_type = 'question' and object_id = ${id} and revisions.number > 0 order by number desc limit 5`,
      ),
    ).toContain('revisions_number')
    expect(
      await plan(`select * from events where events.object_type = 'question' and events.object_id = ${id} and events.type in ('question.closed', 'question.reopened', 'question.pinned', 'question.unpinned', 'question.listed', 'question.unlisted', 'question.deleted', 'question.undeleted',
  'answer.deleted', 'answer.undeleted', 'answer.accepted', 'tag.deleted', 'tag.undeleted') order by id desc limit 5`),
    ).toContain('events_acts')
    expect(
      await plan(
        "select * from events where events.object_type = 'tag' and events.object_id = 1 and events.type in ('tag.merged', 'tag.parted', 'tag.widened') order by id desc limit 5",
      ),
    ).toContain('events_mergers')
    expect(
      await plan(
        `select * from events where events.question_id = ${id} and events.type in ('answer.accepted', 'answer.unaccepted') order by id desc limit 5`,
      ),
    ).toContain('events_acceptances')
    expect(
      await plan(
        "select * from revisions where revisions.status = 1 and object_type in ('question', 'tag') order by id limit 1",
      ),
    ).toMatch(/revisions_waiting|revisions_one_waiting/)
  })
})
