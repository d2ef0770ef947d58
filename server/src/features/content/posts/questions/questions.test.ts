import { askAndAnswer, writeAnswer, acceptAnswer } from '@askwell/contract/answers.ts'
import {
  askQuestion,
  deleteQuestion,
  editQuestion,
  questionInfo,
  questionPage,
  type QuestionDraft,
  relatedQuestions,
  linkedQuestions,
  completeQuestions,
  similarQuestions,
} from '@askwell/contract/questions.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import { saveWriteSettings } from '@askwell/contract/site-settings.ts'
import { profile, profileComments } from '@askwell/contract/profiles.ts'
import { revisions, timeline } from '@askwell/contract/revisions.ts'
import { createTag, tag } from '@askwell/contract/tags.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { saveProfile } from '@askwell/contract/users.ts'
import { vote } from '@askwell/contract/votes.ts'
import { writeComment } from '@askwell/contract/comments.ts'
import { renderPost } from '@askwell/contract/posts.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../../test/faultless.ts'
import { addFormerName } from '../../../users/users/names/queries.ts'
import { type CallFailed, engines, type TestUser, type World, world } from '../../../../../test/world.ts'

describe.each(engines)('questions, on %s', (engine) => {
  let site: World
  let ann: TestUser, bob: TestUser, moe: TestUser
  beforeAll(async () => {
    site = await world(engine)
    ann = await site.given.member({ name: 'ann', rank: 100 })
    bob = await site.given.member({ name: 'bob', rank: 20 })
    moe = await site.given.moderator({ name: 'moe' })
  })
  afterAll(() => site.close())

  let number = 0
  const draft = (wish: Partial<QuestionDraft> = {}): QuestionDraft => ({
    title: `How many beers are in a crate of size ${++number}?`,
    content: `I have counted ${number} of them, but may be wrong.`,
    tags: [{ slug_name: 'support' }],
    ...wish,
  })
  const ask = (who: TestUser, wish: Partial<QuestionDraft> = {}) =>
    site.as(who).call(askQuestion, { body: draft(wish) })
  const info = (who: TestUser | undefined, id: string) =>
    (who ? site.as(who) : site.nobody).call(questionInfo, { query: { id } })
  const row = (id: string) =>
    site.app.db.selectFrom('posts').selectAll().where('id', '=', numberOf('question', id)).executeTakeFirstOrThrow()
  const listedCount = async () => (await site.nobody.call(questionPage)).count
  const tagCount = async (slug: string) => (await site.nobody.call(tag, { query: { name: slug } })).question_count

  test('a title is one line that people see, and so is something of the text', async () => {
    expect((await ask(ann, { title: 'Which\nway \u202eround is a wort?' })).title).toBe('Which way round is a wort?')
    const unseen = await refusal(ask(ann, { title: '\u200b\u2800\u3164\u00ad\u115f\u{e0001}'.repeat(2) }))
    expect(unseen).toMatchObject({ status: 400, fields: ['title'] })
    for (const content of ['\u3164'.repeat(20), '\\\n'.repeat(9) + '\u200b'])
      expect(await refusal(ask(ann, { content }))).toMatchObject({ status: 400, fields: ['content'] })
  })

  test('a question is there for everybody as soon as it is asked', async () => {
    const before = await listedCount()
    const asked = await ask(ann, { title: 'Does a stout keep longer than a lager?', content: 'A **stout** I mean.' })
    expect(asked).toMatchObject({
      title: 'Does a stout keep longer than a lager?',
      url_title: 'does-a-stout-keep-longer-than-a-lager',
      html: '<p>A <strong>stout</strong> I mean.</p>',
      description: 'A stout I mean.',
      status: 1,
      show: 1,
      pin: 1,
      accepted_answer_id: '0',
      last_answer_id: '0',
      edit_time: 0,
      answered: false,
      first_answer_id: '',
      vote_status: '',
      tags: [{ slug_name: 'support', main_tag_slug_name: '' }],
    })
    expect(asked.user_info.username).toBe('ann')
    expect(asked.member_actions.map(({ action }) => action)).toEqual(['report', 'edit', 'delete'])
    expect(asked.member_actions[0]!.name).toBe('Flag')
    expect(asked).not.toHaveProperty('update_user_info')
    expect(asked).not.toHaveProperty('last_answered_user_info')
    expect((await info(undefined, asked.id)).member_actions).toEqual([])
    const list = await site.nobody.call(questionPage)
    expect(list.count).toBe(before + 1)
    expect(list.list.find(({ id }) => id === asked.id)).toMatchObject({
      operation_type: 'asked',
      operator: { username: 'ann' },
      description: 'A stout I mean.',
    })
  })

  test('asking the same twice makes one question, at the same moment too', async () => {
    const body = draft()
    const replies = await Promise.all(Array.from({ length: 10 }, () => site.as(ann).call(askQuestion, { body })))
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
    const other = await site.as(bob).call(askQuestion, { body })
    expect(other.id).not.toBe(replies[0]!.id)
    site.clock.advance(301)
    expect((await site.as(ann).call(askQuestion, { body })).id).not.toBe(replies[0]!.id)
  })

  test('all fields that are wrong are named at once', async () => {
    expect((await refusal(ask(ann, { title: 'short', content: 'x', tags: [] }))).fields).toEqual([
      'content',
      'tags',
      'title',
    ])
    expect(
      (await refusal(ask(ann, { tags: Array.from({ length: 6 }, (_, n) => ({ slug_name: `t${n}` })) }))).fields,
    ).toEqual(['tags'])
    expect((await refusal(ask(ann, { content: '[](https://example.com)' }))).fields).toEqual(['content'])
    expect(
      (
        await refusal(
          ask(ann, { content: String.raw`$\phantom{Nobody reads this.}$ $\textcolor{transparent}{Nor this.}$` }),
        )
      ).fields,
    ).toEqual(['content'])
  })

  test('what is wrong with a text is said together with what is missing beside it', async () => {
    const low = await site.given.member({ rank: 5 })
    const content = 'https://a.example, https://b.example and https://c.example'
    const tooMany = { error_field: 'content', error_msg: expect.stringContaining('2 links') }
    const refused = await refusal(ask(low, { content, tags: [] }))
    expect([refused.status, refused.fields]).toEqual([400, ['content', 'tags']])
    expect(refused.data).toContainEqual(tooMany)
    expect((await refusal(ask(low, { content, tags: [], title: 'short' }))).fields).toEqual([
      'content',
      'tags',
      'title',
    ])
    expect((await refusal(ask(low, { content: '[](https://example.com)', tags: [] }))).fields).toEqual([
      'content',
      'tags',
    ])
    const both = { ...draft({ content, tags: [] }), answer_content: content }
    expect((await refusal(site.as(low).call(askAndAnswer, { body: both }))).fields).toEqual([
      'answer_content',
      'content',
      'tags',
    ])
    const { id } = await ask(low)
    const edit = (more: object) =>
      refusal(site.as(low).call(editQuestion, { body: { ...draft({ tags: [] }), id, ...more } }))
    expect((await edit({ content })).fields).toEqual(['content', 'tags'])
    expect((await edit({ content: 'No link at all is in this.' })).fields).toEqual(['tags'])
    // Of a field that is refused itself nothing else is said.
    expect((await refusal(ask(low, { content: 7 as never, tags: [] }))).fields).toEqual(['content', 'tags'])
  })

  test('a member with little reputation posts two outside links, not three', async () => {
    const low = await site.given.member({ rank: 5 })
    const links = (n: number) => Array.from({ length: n }, (_, i) => `https://example.com/${i}`).join(' ')
    expect((await refusal(ask(low, { content: links(3) }))).fields).toEqual(['content'])
    expect(
      (await refusal(ask(low, { content: `${links(2)} http://world.example.elsewhere.example/` }))).fields,
    ).toEqual(['content'])
    const asked = await ask(low, { content: `${links(2)} http://world.example/questions/1 /tags/support` })
    await ask(bob, { content: links(3) })
    await site.as(low).call(editQuestion, { body: { ...draft({ content: `${links(2)} a word more` }), id: asked.id } })
  })

  test('what the server owns is not set by a client', async () => {
    const asked = await site.as(ann).call(askQuestion, {
      body: { ...draft(), status: 10, show: 2, pin: 2, user_id: 1, created_at: 1, vote_count: 99 } as never,
    })
    expect(asked).toMatchObject({ status: 1, show: 1, pin: 1, vote_count: 0, create_time: site.clock.now() })
  })

  test('a question that isn’t there, or an id that makes no sense, is not found', async () => {
    for (const id of ['10010000000009999', 'nonsense', objectId('answer', 1), '1'])
      expect(await refusal(info(ann, id))).toMatchObject({ status: 404, reason: 'error.question.not_found' })
  })

  describe('editing', () => {
    test('an asker edits their own question at once, and the former text stays as a revision', async () => {
      const asked = await ask(ann)
      site.clock.advance(60)
      const change = draft({ title: 'Does an edited title show at once?', tags: [{ slug_name: 'support' }] })
      expect(
        await site.as(ann).call(editQuestion, { body: { ...change, id: asked.id, edit_summary: 'clearer' } }),
      ).toEqual({ url_title: 'does-an-edited-title-show-at-once', wait_for_review: false })
      expect(await info(undefined, asked.id)).toMatchObject({
        title: change.title,
        content: change.content,
        edit_time: site.clock.now(),
        update_time: site.clock.now(),
        update_user_info: { username: 'ann' },
      })
      const revisions = await site.app.db
        .selectFrom('revisions')
        .selectAll()
        .where('object_type', '=', 'question')
        .where('object_id', '=', numberOf('question', asked.id))
        .orderBy('id')
        .execute()
      expect(revisions).toMatchObject([
        { title: asked.title, status: 0, log: '', slugs: '["support"]' },
        { title: change.title, status: 2, log: 'clearer' },
      ])
      expect((await site.nobody.call(questionPage, { query: { order: 'active' } })).list[0]).toMatchObject({
        id: asked.id,
        operation_type: 'modified',
        operated_at: site.clock.now(),
      })
    })

    test('an edit that changes nothing is none', async () => {
      const body = draft()
      const asked = await site.as(ann).call(askQuestion, { body })
      site.clock.advance(60)
      await site.as(ann).call(editQuestion, { body: { ...body, id: asked.id } })
      expect(await info(ann, asked.id)).toMatchObject({ edit_time: 0, revision_id: asked.revision_id })
    })

    test('of two edits that begin from the same text one is told that the text has moved on, and gets both', async () => {
      const asked = await ask(ann)
      const edits = await Promise.all(
        ['the first of them', 'the second of them'].map((content) =>
          site
            .as(ann)
            .call(editQuestion, {
              body: { ...draft({ content, title: asked.title }), id: asked.id, revision_id: asked.revision_id },
            })
            .then(
              () => undefined,
              (error: CallFailed) => error,
            ),
        ),
      )
      const refused = edits.filter((edit) => edit !== undefined)
      expect(refused).toMatchObject([{ status: 409, reason: 'error.revision.moved_on' }])
      const { mine, theirs } = refused[0]!.data as {
        mine: { content: string }
        theirs: { content: string; title: string; tags: string[]; revision_id: string }
      }
      const now = await info(ann, asked.id)
      expect(theirs).toEqual({
        title: now.title,
        content: now.content,
        tags: ['support'],
        revision_id: now.revision_id,
      })
      expect(mine.content).not.toBe(theirs.content)
      await site.as(ann).call(editQuestion, {
        body: {
          ...draft({ content: mine.content, title: asked.title }),
          id: asked.id,
          revision_id: theirs.revision_id,
        },
      })
      expect((await info(ann, asked.id)).content).toBe(mine.content)
    })

    test('another member needs the privilege to edit without review; staff don’t', async () => {
      const asked = await ask(ann)
      const edit = (who: TestUser) => site.as(who).call(editQuestion, { body: { ...draft(), id: asked.id } })
      expect(await refusal(edit(bob))).toMatchObject({ status: 403, reason: 'error.rank.fail_to_meet_the_condition' })
      await edit(await site.given.member({ rank: 1000 }))
      await edit(moe)
      expect((await info(bob, asked.id)).update_user_info?.username).toBe('moe')
    })

    test('a deleted question is edited by nobody, and a hidden one is as if it weren’t there', async () => {
      const asked = await ask(ann)
      await site.as(ann).call(deleteQuestion, { body: { id: asked.id } })
      const edit = (who: TestUser) => refusal(site.as(who).call(editQuestion, { body: { ...draft(), id: asked.id } }))
      expect(await edit(ann)).toMatchObject({ status: 400, reason: 'error.question.cannot_update' })
      expect(await edit(moe)).toMatchObject({ status: 400 })
      expect(await edit(bob)).toMatchObject({ status: 404, reason: 'error.question.not_found' })
    })
  })

  describe('deleting', () => {
    test('an asker deletes a question nobody has answered; to others it is then as if it had never been', async () => {
      const before = [await listedCount(), await tagCount('support')]
      const asked = await ask(ann)
      await site.as(ann).call(deleteQuestion, { body: { id: asked.id } })
      await site.as(ann).call(deleteQuestion, { body: { id: asked.id } })
      const gone = await refusal(info(bob, asked.id))
      const never = await refusal(info(bob, '10010000000099999'))
      expect([gone.status, gone.reason, gone.data]).toEqual([never.status, never.reason, never.data])
      expect(await refusal(info(undefined, asked.id))).toMatchObject({ status: 404 })
      for (const who of [ann, moe])
        expect(await info(who, asked.id)).toMatchObject({ status: 10, operation: { level: 'danger' } })
      expect([await listedCount(), await tagCount('support')]).toEqual(before)
      for (const call of [relatedQuestions, linkedQuestions])
        expect(await refusal(site.as(bob).call(call, { query: { question_id: asked.id } }))).toMatchObject({
          status: 404,
          reason: 'error.question.not_found',
        })
    })

    test('once others have put work into it, only staff may', async () => {
      const asked = await ask(ann)
      const answer = (
        await site.as(bob).call(writeAnswer, { body: { question_id: asked.id, content: 'Twenty, as a rule.' } })
      ).info
      expect((await info(ann, asked.id)).member_actions.map(({ action }) => action)).toContain('delete')
      await site.as(ann).call(vote, { params: { direction: 'up' }, body: { object_id: answer.id } })
      expect((await info(ann, asked.id)).member_actions.map(({ action }) => action)).not.toContain('delete')
      expect(await refusal(site.as(ann).call(deleteQuestion, { body: { id: asked.id } }))).toMatchObject({
        status: 400,
        reason: 'error.question.cannot_deleted',
      })
      expect(await refusal(site.as(bob).call(deleteQuestion, { body: { id: asked.id } }))).toMatchObject({
        status: 403,
        reason: 'error.rank.fail_to_meet_the_condition',
      })
      await site.as(moe).call(deleteQuestion, { body: { id: asked.id } })
      expect(await row(asked.id)).toMatchObject({ status: 10, deleted_by: moe.id, deleted_at: site.clock.now() })
    })

    test('an accepted answer keeps its question, whatever its votes', async () => {
      const asked = await ask(ann)
      const answer = (
        await site.as(bob).call(writeAnswer, { body: { question_id: asked.id, content: 'Twenty-four, here.' } })
      ).info
      await site.as(ann).call(acceptAnswer, { body: { question_id: asked.id, answer_id: answer.id } })
      expect(await refusal(site.as(ann).call(deleteQuestion, { body: { id: asked.id } }))).toMatchObject({
        status: 400,
        reason: 'error.question.cannot_deleted',
      })
    })
  })

  describe('tags of a question', () => {
    test('unknown ones are made if the asker has the reputation, or is staff', async () => {
      const refused = await refusal(ask(bob, { tags: [{ slug_name: 'a-new-tag' }] }))
      expect(refused).toMatchObject({
        status: 403,
        reason: 'error.tag.unknown_needs_rank',
        data: [{ error_field: 'tags', error_msg: expect.stringMatching(/“a-new-tag”.*750/) }],
      })
      // What else is wrong is said with it, not after it.
      const links = 'https://a.example, https://b.example and https://c.example'
      const newcomer = await site.given.member({ rank: 1 })
      expect(await refusal(ask(newcomer, { content: links, tags: [{ slug_name: 'a-new-tag' }] }))).toMatchObject({
        status: 400,
        data: [
          { error_field: 'content', error_msg: expect.stringContaining('2 links') },
          { error_field: 'tags', error_msg: expect.stringMatching(/“a-new-tag”.*750/) },
        ],
      })
      const rich = await site.given.member({ rank: 750 })
      expect(await refusal(ask(rich, { tags: [{ slug_name: 'supp\u043ert' }] }))).toMatchObject({
        status: 400,
        data: [{ error_field: 'tags', error_msg: expect.stringContaining('supp\u043ert') }],
      })
      const asked = await ask(rich, {
        tags: [
          { slug_name: 'A New Tag', display_name: 'A new tag' },
          { slug_name: 'support' },
          { slug_name: 'SUPPORT' },
        ],
      })
      expect(asked.tags.map(({ slug_name, display_name }) => [slug_name, display_name])).toEqual([
        ['a-new-tag', 'A new tag'],
        ['support', 'support'],
      ])
      expect(await tagCount('a-new-tag')).toBe(1)
      await ask(moe, { tags: [{ slug_name: 'tag-of-moe' }] })
    })

    test('one new tag asked for by many at once is one tag, with all their questions', async () => {
      const people = await Promise.all(Array.from({ length: 8 }, () => site.given.member({ rank: 800 })))
      await Promise.all(
        people.map((person) => ask(person, { tags: [{ slug_name: 'crowded' }, { slug_name: 'support' }] })),
      )
      expect(await tagCount('crowded')).toBe(8)
    })

    test('another word for a tag becomes that tag', async () => {
      await ask(moe, { tags: [{ slug_name: 'lager' }, { slug_name: 'pilsner' }] })
      const [lager, pilsner] = await Promise.all(
        ['lager', 'pilsner'].map((slug) =>
          site.app.db.selectFrom('tags').select('id').where('slug_name', '=', slug).executeTakeFirstOrThrow(),
        ),
      )
      await site.app.transaction((tx) =>
        tx.db.updateTable('tags').set({ main_tag_id: lager!.id }).where('id', '=', pilsner!.id).execute(),
      )
      const asked = await ask(bob, { tags: [{ slug_name: 'pilsner' }, { slug_name: 'lager' }] })
      expect(asked.tags.map(({ slug_name }) => slug_name)).toEqual(['lager'])
    })

    test('reserved ones are put and taken away by staff only; where one of the recommended is needed, there must be one', async () => {
      await ask(moe, { tags: [{ slug_name: 'announcement' }, { slug_name: 'topic' }] })
      const admin = await site.given.admin()
      const save = (body: object) => site.as(admin).call(saveWriteSettings, { body })
      const T = (...slugs: string[]) => ({ tags: slugs.map((slug_name) => ({ slug_name })) })
      await save({ reserved_tags: [{ slug_name: 'announcement', display_name: '' }] })
      expect((await refusal(ask(bob, T('announcement', 'topic')))).fields).toEqual(['tags'])
      const asked = await ask(moe, T('announcement', 'topic'))
      expect(asked.tags.map(({ reserved }) => reserved)).toEqual([true, false])
      const ours = await ask(bob, T('topic'))
      expect(
        (
          await refusal(
            site.as(bob).call(editQuestion, { body: { ...draft(T('topic', 'announcement')), id: ours.id } }),
          )
        ).fields,
      ).toEqual(['tags'])
      await site.as(moe).call(editQuestion, { body: { ...draft(T('topic', 'announcement')), id: ours.id } })
      expect(
        (await refusal(site.as(bob).call(editQuestion, { body: { ...draft(T('topic')), id: ours.id } }))).fields,
      ).toEqual(['tags'])
      await site.as(bob).call(editQuestion, { body: { ...draft(T('announcement', 'topic')), id: ours.id } })

      await save({ reserved_tags: [], required_tag: true, recommend_tags: [{ slug_name: 'topic', display_name: '' }] })
      expect((await refusal(ask(bob, T('support')))).fields).toEqual(['tags'])
      expect((await ask(bob, T('support', 'topic'))).tags.map(({ recommend }) => recommend)).toEqual([false, true])
      await save({ required_tag: false, recommend_tags: [] })
      expect((await ask(bob, T('topic'))).tags).toMatchObject([{ recommend: false, reserved: false }])
    })
  })

  test('an unlisted question opens by its address, and no list or count tells of it', async () => {
    const asked = await ask(ann, { tags: [{ slug_name: 'support' }] })
    const before = await listedCount()
    await site.app.transaction((tx) =>
      tx.db.updateTable('posts').set({ show: 2 }).where('id', '=', numberOf('question', asked.id)).execute(),
    )
    expect(await info(undefined, asked.id)).toMatchObject({ show: 2, operation: { level: 'secondary' } })
    const ids = async (who: TestUser | undefined, username = '') =>
      (await (who ? site.as(who) : site.nobody).call(questionPage, { query: { page_size: 100, username } })).list.map(
        ({ id }) => id,
      )
    expect(await ids(undefined)).not.toContain(asked.id)
    expect(await ids(bob, 'ann')).not.toContain(asked.id)
    expect(await ids(ann, 'ann')).toContain(asked.id)
    expect(await ids(moe, 'ann')).toContain(asked.id)
    await site.as(moe).call(deleteQuestion, { body: { id: asked.id } })
    expect(await listedCount()).toBe(before) // it had been put out of the lists behind the counter's back, and wasn't counted out again
  })

  test('a pending question is its author’s and the staff’s', async () => {
    const asked = await ask(ann)
    await site.app.transaction((tx) =>
      tx.db.updateTable('posts').set({ status: 11 }).where('id', '=', numberOf('question', asked.id)).execute(),
    )
    expect(await refusal(info(bob, asked.id))).toMatchObject({ status: 404 })
    expect(await info(ann, asked.id)).toMatchObject({ status: 11, operation: { level: 'warning' } })
    expect(
      (await site.as(ann).call(questionPage, { query: { page_size: 100, username: 'ann' } })).list.map(({ id }) => id),
    ).not.toContain(asked.id)
  })

  test('a name is a link where there is such a member, or was one, in posts, comments and the preview', async () => {
    await site.app.transaction((tx) => addFormerName(tx.db, 'annie', ann.id, tx.now()))
    const text = '@Ann, @annie and @nobody-here'
    const html =
      '<p><a href="/users/ann" class="mention">@Ann</a>, <a href="/users/annie" class="mention">@annie</a> and @nobody-here</p>'
    const asked = await ask(bob, { content: text })
    expect((await info(undefined, asked.id)).html).toBe(html)
    const { parsed_text } = await site
      .as(ann)
      .call(writeComment, { body: { object_id: asked.id, original_text: text } })
    expect(parsed_text).toBe(html)
    expect(await site.as(bob).call(renderPost, { body: { content: text } })).toBe(html)
    // What is stored doesn't know who is there: names come and go.
    expect((await row(asked.id)).parsed_text).toContain('/users/nobody-here')
  })

  test('nor is the name of nobody a link in a bio, a tag, an earlier text, or where comments are shown once more', async () => {
    const text = '@Ann and @nobody-at-all'
    const html = '<p><a href="/users/ann" class="mention">@Ann</a> and @nobody-at-all</p>'
    const asked = await ask(bob, { content: text })
    await site.as(bob).call(writeComment, { body: { object_id: asked.id, original_text: text } })
    await site.as(bob).call(saveProfile, { body: { bio: text } })
    const who = site.as(await site.given.admin())
    const { slug_name } = await who.call(createTag, {
      body: { slug_name: 'mentions', display_name: 'mentions', original_text: text },
    })
    expect((await site.nobody.call(profile, { query: { username: 'bob' } })).bio_html).toBe(html)
    expect(await site.nobody.call(tag, { query: { name: slug_name } })).toMatchObject({
      parsed_text: html,
      excerpt: html,
    })
    expect((await site.nobody.call(profileComments, { query: { username: 'bob' } })).list[0]!.content).toBe(html)
    const thread = await site.nobody.call(questionThread, { query: { id: asked.id } }) // feeds read it, too
    expect(thread.question.html).toBe(html)
    const [first] = await who.call(revisions, { query: { object_id: asked.id } })
    expect(first!.content).toMatchObject({ html })
    const { timeline: happened } = await who.call(timeline, { query: { object_id: asked.id } })
    expect(happened.find(({ activity_type }) => activity_type === 'commented')!.comment).toBe(html)
  })

  test('similar titles are found while typing', async () => {
    const asked = await ask(ann, { title: 'Why does hefeweizen smell of bananas?' })
    await site.settle()
    expect(
      (await site.nobody.call(similarQuestions, { query: { title: 'hefeweizen bananas' } })).map(({ id }) => id),
    ).toEqual([asked.id])
  })

  test('a question is found to be named in a text: by words of its title, its number or its id', async () => {
    const asked = await ask(ann, { title: 'Why does a rauchbier smell of ham?' })
    await site.settle()
    const complete = async (who: World['nobody'], words: string) =>
      (await who.call(completeQuestions, { query: { words } })).map(({ title }) => title)
    const name = [asked.title]
    expect(await complete(site.nobody, 'rauchbier ham')).toEqual(name)
    expect(await complete(site.nobody, asked.id)).toEqual(name)
    expect((await complete(site.nobody, String(Number(asked.id.slice(-13)))))[0]).toBe(asked.title)
    // The last word may only be begun; those before it are whole.
    for (const words of ['rauchb', 'Rauchbi', 'smell of rauch', 'rauchbier sme', 'smelling of rauchb', 'smelli'])
      expect(await complete(site.nobody, words)).toContain(asked.title)
    for (const words of ['rauchb chees', 'bier']) expect(await complete(site.nobody, words)).not.toContain(asked.title)
    await site.as(ann).call(deleteQuestion, { body: { id: asked.id } })
    for (const words of ['rauchbier ham', 'rauchb', asked.id, String(Number(asked.id.slice(-13)))])
      expect(await complete(site.nobody, words)).not.toContain(asked.title)
  })

  test('the number of an answer names no question', async () => {
    const { id } = await ask(ann, { title: 'Why does smoke linger in a rauchbier?' })
    const { info } = await site.as(ann).call(writeAnswer, { body: { question_id: id, content: 'It is in the malt.' } })
    const number = numberOf('answer', info.id)
    const found = await site.nobody.call(completeQuestions, { query: { words: String(number) } })
    expect(found.map((one) => one.id)).not.toContain(objectId('question', number))
  })

  test('nothing has gone wrong unseen', () => expect(site.faults).toEqual([]))
})
