import { askQuestion, deleteQuestion, editQuestion } from '@askwell/contract/questions.ts'
import { writeAnswer } from '@askwell/contract/answers.ts'
import { writeComment } from '@askwell/contract/comments.ts'
import { deleteDraft, draft, drafts, parseDraftName, draftName, saveDraft } from '@askwell/contract/drafts.ts'
import { parseObjectId, shortId } from '@askwell/contract/ids.ts'
import { createTag, deleteTag, tag } from '@askwell/contract/tags.ts'
import { DRAFT_DAYS, DRAFT_FIELD_MAX, DRAFTS_BYTES, DRAFTS_MAX } from '@askwell/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY } from '../../../lib/clock.ts'

test.each([
  ['question', 'question'],
  ['answer:10010000000000042', 'answer:10010000000000042'],
  ['edit-10020000000000007', 'edit-10020000000000007'],
  ['edit-10020000000000007-31', 'edit-10020000000000007-31'],
  ['comment:10020000000000007', 'comment:10020000000000007'],
  ['reply:10070000000000007', 'reply:10070000000000007'],
  ['flag:10070000000000007', 'flag:10070000000000007'],
  ['profile', 'profile'],
  [`answer:${shortId('question', 42)}`, 'answer:10010000000000042'],
])('%s is the draft %s', (written, name) => {
  expect(draftName(parseDraftName(written)!)).toBe(name)
})

test.each([
  '',
  'profile:10030000000000001',
  'flag:10040000000000001',
  'answer:',
  'answer:10020000000000007',
  'answer:10010000000000042-3',
  'reply:10010000000000042',
  'edit-',
  'edit-10040000000000001',
  '10010000000000042',
  'question2',
])('no draft on the server is called "%s"', (written) => {
  expect(parseDraftName(written)).toBeNull()
})

describe.each(engines)('drafts on the server (%s)', (engine) => {
  let w: World
  let [ann, bob] = [null! as TestUser, null! as TestUser]
  beforeAll(async () => {
    w = await world(engine)
    ann = await w.given.member({ name: 'ann', rank: 3000 })
    bob = await w.given.member({ name: 'bob', rank: 3000 })
  })
  afterAll(() => w.close())

  const save = (who: TestUser, name: string, fields: Record<string, string>, based_on?: string) =>
    w.as(who).call(saveDraft, { body: { name, fields, ...(based_on !== undefined && { based_on }) } })
  const read = (who: TestUser, name: string) => w.as(who).call(draft, { query: { name } })
  const names = async (who: TestUser) => (await w.as(who).call(drafts)).list.map(({ name }) => name)
  const ask = async (who: TestUser, title: string, content = 'How does one tell?') =>
    (await w.as(who).call(askQuestion, { body: { title, content, tags: [{ slug_name: 'support' }] } })).id

  test('what one saves is there at another device, the last one stays, and nobody else has it', async () => {
    await save(ann, 'question', { title: 'Is it', content: 'Zero and 🍺 half' })
    const { saved_at, version } = await save(ann, 'question', { title: 'Is it so?', content: 'Zero and 🍺 half' })
    expect(await read(ann, 'question')).toEqual({
      fields: { title: 'Is it so?', content: 'Zero and 🍺 half' },
      saved_at,
      version,
    })
    expect(await read(bob, 'question')).toBeNull()
    expect(await names(bob)).toEqual([])
    await w.as(bob).call(deleteDraft, { body: { name: 'question' } })
    expect(await names(ann)).toEqual(['question'])
    await w.as(ann).call(deleteDraft, { body: { name: 'question' } })
    expect(await read(ann, 'question')).toBeNull()
  })

  test('what another device has saved meanwhile is not overwritten, however the clocks stand', async () => {
    const first = await save(ann, 'profile', { bio: 'I brew.' }, '')
    const desk = await save(ann, 'profile', { bio: 'I brew beer.' }, first.version)
    const [newer, mine] = [{ bio: 'I brew beer.' }, { bio: 'I brew, and malt.' }]
    for (const known of [first.version, '']) {
      const refused = await refusal(save(ann, 'profile', mine, known))
      expect(refused).toMatchObject({ status: 409, reason: 'error.draft.newer', data: { ...desk, fields: newer } })
    }
    expect(await read(ann, 'profile')).toEqual({ ...desk, fields: newer })
    // The same once more, as after an answer that was lost on its way.
    expect(await save(ann, 'profile', newer, first.version)).toMatchObject({ version: desk.version })
    await w.as(ann).call(deleteDraft, { body: { name: 'profile', based_on: first.version } })
    expect(await read(ann, 'profile')).toMatchObject({ fields: newer })
    const train = await save(ann, 'profile', mine, desk.version)
    await w.as(ann).call(deleteDraft, { body: { name: 'profile', based_on: train.version } })
    expect(await read(ann, 'profile')).toBeNull()
    // Nothing is there that it could be written over.
    await save(ann, 'profile', mine, desk.version)
    await w.as(ann).call(deleteDraft, { body: { name: 'profile' } })
  })

  test('of two devices that save at once, one reads what the other has saved', async () => {
    const { version } = await save(bob, 'profile', { bio: 'Both have this.' })
    const saved = await Promise.allSettled(['One', 'Other'].map((bio) => save(bob, 'profile', { bio }, version)))
    expect(saved.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await w.as(bob).call(deleteDraft, { body: { name: 'profile' } })
  })

  test('the list says what each belongs to, as far as one may still see it', async () => {
    const question = await ask(bob, 'Which yeast for a saison?')
    const hidden = await ask(bob, 'A question that goes away?')
    const { info } = await w.as(bob).call(writeAnswer, { body: { question_id: question, content: 'A French one.' } })
    const { comment_id } = await w
      .as(bob)
      .call(writeComment, { body: { object_id: info.id, original_text: 'Or Belgian.' } })
    await save(ann, `answer:${question}`, { content: '  Any\n\n that ferments warm. ' })
    await save(ann, `answer:${hidden}`, { content: 'Mine.' })
    await save(ann, `reply:${comment_id}`, { original_text: 'Which?' })
    await save(ann, `edit-${info.id}`, { content: 'A French one, dry.' })
    await save(ann, 'question', { title: 'My own?', content: '' })
    await save(ann, `flag:${comment_id}`, { remark_50: 'It is an advertisement.' })
    await save(ann, 'profile', { display_name: 'Ann', bio: 'I brew.' })
    await w.as(bob).call(deleteQuestion, { body: { id: hidden } })
    const list = new Map((await w.as(ann).call(drafts)).list.map((one) => [one.name, one]))
    const title = 'Which yeast for a saison?'
    expect(list.get(`answer:${question}`)).toMatchObject({
      kind: 'answer',
      title,
      question_id: question,
      excerpt: 'Any that ferments warm.',
    })
    expect(list.get(`answer:${hidden}`)).toMatchObject({
      title: '',
      url_title: '',
      object_id: '0',
      question_id: '0',
      excerpt: 'Mine.',
    })
    expect(list.get(`reply:${comment_id}`)).toMatchObject({
      title,
      question_id: question,
      answer_id: info.id,
      object_id: comment_id,
    })
    expect(list.get(`edit-${info.id}`)).toMatchObject({ kind: 'edit', title, answer_id: info.id })
    expect(list.get('question')).toMatchObject({ title: 'My own?', excerpt: '', question_id: '0' })
    expect(list.get(`flag:${comment_id}`)).toMatchObject({
      kind: 'flag',
      title,
      object_id: comment_id,
      excerpt: 'It is an advertisement.',
    })
    expect(list.get('profile')).toMatchObject({ kind: 'profile', title: '', excerpt: 'I brew.' })
  })

  test('of a deleted tag the name is told to staff only', async () => {
    const admin = await w.given.admin()
    const { slug_name } = await w.as(admin).call(createTag, {
      body: { slug_name: 'secret-project', display_name: 'secret-project', original_text: 'It never was.' },
    })
    const { tag_id } = await w.nobody.call(tag, { query: { name: slug_name } })
    await w.as(admin).call(deleteTag, { body: { tag_id } })
    for (const [who, title] of [
      [ann, ''],
      [admin, 'secret-project'],
    ] as const) {
      await save(who, `edit-${tag_id}`, { original_text: 'More of it.' })
      const item = (await w.as(who).call(drafts)).list.find(({ name }) => name === `edit-${tag_id}`)
      expect(item).toMatchObject({ title })
      await w.as(who).call(deleteDraft, { body: { name: `edit-${tag_id}` } })
    }
  })

  test('the list is read without the texts', async () => {
    const cora = await w.given.member({ name: 'cora', rank: 100 })
    await save(cora, 'question', { title: `Long ${'words '.repeat(1000)}`, content: 'Short.' })
    await w.app.transaction((tx) =>
      tx.db.updateTable('drafts').set({ fields: 'unread' }).where('user_id', '=', cora.id).execute(),
    )
    const [item] = (await w.as(cora).call(drafts)).list
    expect(item).toMatchObject({ kind: 'question', excerpt: 'Short.' })
    expect(item!.title).toMatch(/^Long (words )+/)
    expect(item!.title.length).toBeLessThan(300)
  })

  test('what is posted is a draft no longer, another one is', async () => {
    const question = await ask(bob, 'Is wheat malt heavy?')
    await save(ann, `answer:${question}`, { content: 'It is light in colour.' })
    await save(ann, `comment:${question}`, { original_text: 'Which malt?' })
    await save(ann, `edit-${question}`, { content: 'How would one\r\ntell?\r\n' })
    await save(ann, `edit-${question}-12`, { content: 'Better so.' })
    await save(ann, 'question', { title: 'Something else?', content: 'Wholly different.' })
    await w.as(ann).call(writeAnswer, { body: { question_id: question, content: 'It is light in colour!' } })
    await w.as(ann).call(writeComment, { body: { object_id: question, original_text: 'Which malt is it?' } })
    await w.as(ann).call(editQuestion, {
      body: {
        id: question,
        title: 'Is wheat malt heavy?',
        content: 'How would one\ntell?',
        tags: [{ slug_name: 'support' }],
        edit_summary: '',
      },
    })
    const left = await names(ann)
    // An edit is also a suggestion that somebody approves, or other tags for many at once: what was written beside it stays.
    expect(left.filter((name) => name.includes(question))).toEqual([`edit-${question}-12`])
    await ask(ann, 'Not what the draft is?')
    expect(await names(ann)).toContain('question')
    await ask(ann, 'Something else?', 'Wholly different, and finished.')
    expect(await names(ann)).not.toContain('question')
  })

  test('nothing is taken under another name, and of one member only the newest stay', async () => {
    expect(await refusal(save(ann, 'settings', { bio: 'Me' }))).toMatchObject({ status: 400 })
    const ids = Array.from({ length: DRAFTS_MAX + 1 }, (_, n) => `answer:1001${String(5000 + n).padStart(13, '0')}`)
    for (const name of ids) {
      w.clock.advance(1)
      await save(bob, name, { content: 'x' })
    }
    const left = await names(bob)
    expect(left).toHaveLength(DRAFTS_MAX)
    expect(left).not.toContain(ids[0])
    expect(left[0]).toBe(ids.at(-1))
    expect(parseObjectId(ids[0]!.slice(7))).toEqual({ type: 'question', number: 5000 })
  })

  test('what was saved last stays, also of many in one second', async () => {
    const dora = await w.given.member({ name: 'dora', rank: 100 })
    for (let n = 0; n <= DRAFTS_MAX; n++)
      await save(dora, `answer:1001${String(7000 + n).padStart(13, '0')}`, { content: 'x' })
    await save(dora, 'question', { title: 'The last one' })
    expect(await names(dora)).toContain('question')
    expect(await names(dora)).toHaveLength(DRAFTS_MAX)
  })

  test('all drafts of a member have a room, and none is dropped for another', async () => {
    const [emil, fritz] = [
      await w.given.member({ name: 'emil', rank: 100 }),
      await w.given.member({ name: 'fritz', rank: 100 }),
    ]
    const long = { content: 'ä'.repeat(DRAFT_FIELD_MAX), original_text: 'ö'.repeat(DRAFT_FIELD_MAX) }
    const bytes = Buffer.byteLength(JSON.stringify(long))
    const most = Math.floor(DRAFTS_BYTES / bytes)
    const named = (n: number) => `answer:1001${String(9000 + n).padStart(13, '0')}`
    for (let n = 0; n < most; n++) await save(emil, named(n), long)
    const full = { status: 400, reason: 'error.draft.no_room' }
    expect(await refusal(save(emil, named(most), long))).toMatchObject(full)
    expect(await names(emil)).toHaveLength(most)
    // Shorter ones still have room, and those of others.
    await save(emil, 'question', { title: 'A short one?' })
    await save(fritz, named(most), long)
    // Several at once don't get past it.
    await w.as(emil).call(deleteDraft, { body: { name: named(0) } })
    const saved = await Promise.allSettled([1, 2, 3].map((n) => save(emil, named(most + n), long)))
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await w.as(emil).call(deleteDraft, { body: { name: named(1) } })
    await save(emil, named(most), long)
  })

  test('they go with the account', async () => {
    const cleo = await w.given.member({ name: 'cleo', rank: 100 })
    await save(cleo, 'question', { title: 'Mine?' })
    await save(bob, 'question', { title: 'Of another?' })
    const about = { actor_id: 0, object_type: 'user', object_id: cleo.id, question_id: 0 } as const
    await w.app.transaction((tx) => tx.emit('user.erased', about))
    const left = await w.app.db.selectFrom('drafts').select('user_id').where('user_id', '=', about.object_id).execute()
    expect(left).toEqual([])
    expect(await names(bob)).toContain('question')
  })

  test('after a week they are gone', async () => {
    await save(ann, 'question', { title: 'Old' })
    w.clock.advance(DRAFT_DAYS * DAY + 1)
    expect(await names(ann)).toEqual([])
    expect(await read(ann, 'question')).toBeNull()
    await w.settle()
    expect(await w.app.db.selectFrom('drafts').select('name').execute()).toEqual([])
  })

  test('nothing has gone wrong unseen', () => expect(w.faults).toEqual([]))
})
