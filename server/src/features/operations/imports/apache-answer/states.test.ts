import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logInByEmail } from '@askwell/contract/accounts.ts'
import { profile } from '@askwell/contract/profiles.ts'
import { operateQuestion, questionPage } from '@askwell/contract/questions.ts'
import { search } from '@askwell/contract/search.ts'
import { tagsPage } from '@askwell/contract/tags.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { A, type AnswerSite, answerSite, C, PASSWORD, Q, T } from '../../../../../test/answer-site.ts'
import { engines, type World, world } from '../../../../../test/world.ts'
import { findFaults } from '../../integrity/service.ts'
import { importDump } from '../import-dump.ts'

const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }

/** Each state that a question can be in there: whether it is found here by its address, and in lists. */
const QUESTIONS: { n: number; what: string; row: Record<string, number>; opens: boolean; inLists: boolean }[] = [
  { n: 600, what: 'open', row: { status: 1 }, opens: true, inLists: true },
  { n: 601, what: 'closed', row: { status: 2 }, opens: true, inLists: true },
  { n: 602, what: 'pinned', row: { status: 1, pin: 2 }, opens: true, inLists: true },
  { n: 603, what: 'unlisted', row: { status: 1, show: 2 }, opens: true, inLists: false },
  { n: 604, what: 'closed and unlisted', row: { status: 2, show: 2 }, opens: true, inLists: false },
  { n: 605, what: 'pinned and unlisted', row: { status: 1, show: 2, pin: 2 }, opens: true, inLists: false },
  { n: 606, what: 'deleted', row: { status: 10 }, opens: false, inLists: false },
  { n: 607, what: 'waiting for review', row: { status: 11 }, opens: false, inLists: false },
  { n: 608, what: 'waiting and unlisted', row: { status: 11, show: 2 }, opens: false, inLists: false },
  { n: 609, what: 'in a state of a later version', row: { status: 12 }, opens: false, inLists: false },
]
const HIDDEN = [10, 11, 12]

describe.each(engines)('what a site of Apache Answer shows to whom (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  let old: AnswerSite
  beforeEach(async () => {
    w = await world(engine)
    folder = mkdtempSync(join(tmpdir(), 'askwell-answer-'))
    old = answerSite(folder)
    old.put('user', { id: 1, username: 'ann', display_name: 'Ann', e_mail: 'ann@old.example' })
    old.put('user', { id: 2, username: 'ben', display_name: 'Ben', e_mail: 'ben@old.example' })
    old.put('tag', { id: T(10), slug_name: 'stout', display_name: 'Stout' })
  })
  afterEach(async () => {
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const bring = () => importDump(w.app, { folder, site: 'old.example' }, doing)
  const listed = async () => {
    const { list } = await w.nobody.call(questionPage, { query: { page_size: 100, tag: 'stout' } })
    return list.map(({ id }) => id)
  }
  const found = async (q: string) =>
    (await w.nobody.call(search, { query: { q, size: 50 } })).list.map(({ object }) => object.id)
  const opens = (id: string) =>
    w.nobody.call(questionThread, { query: { id } }).then(
      () => true,
      (error: Error) => {
        expect(error.message).toContain('404')
        return false
      },
    )

  test('nothing of it can be seen by more people here than there', async () => {
    for (const { n, what, row } of QUESTIONS) {
      old.put('question', { id: Q(n), title: `Zephyr that is ${what}`, answer_count: 1, ...row })
      old.put('tag_rel', { object_id: Q(n), tag_id: T(10), status: row.show === 2 ? 2 : 1 })
      old.put('answer', { id: A(n + 100), question_id: Q(n), original_text: `A lantern below what is ${what}.` })
      for (const status of HIDDEN)
        old.put('answer', { id: A(n * 100 + status), question_id: Q(n), original_text: 'A secret answer.', status })
      for (const status of [1, ...HIDDEN])
        old.put('comment', {
          id: C(n * 100 + status),
          object_id: Q(n),
          question_id: Q(n),
          status,
          original_text: status === 1 ? `A comment on what is ${what}.` : 'A secret comment.',
        })
    }
    // The closed one is a duplicate, and an unlisted one leads to others.
    old.put('meta', {
      object_id: Q(604),
      key: 'question.close.reason',
      value: JSON.stringify({ close_type: 60, close_msg: `https://old.example/questions/${Q(600)}` }),
    })
    for (const [n, status] of [10, 12].entries())
      old.put('tag', { id: T(20 + n), slug_name: `hidden-${status}`, display_name: 'Hidden', status })
    old.put('tag_rel', { object_id: Q(600), tag_id: T(20) })
    old.close()
    await bring()
    for (const one of QUESTIONS) expect([one.what, await opens(Q(one.n))]).toEqual([one.what, one.opens])
    const inLists = QUESTIONS.filter((one) => one.inLists).map(({ n }) => Q(n))
    const [first, ...rest] = await listed()
    expect(first).toBe(Q(602))
    expect([first, ...rest].toSorted((one, other) => one!.localeCompare(other!))).toEqual(inLists)
    expect((await found('zephyr')).toSorted()).toEqual(inLists)
    const shownAnswers = QUESTIONS.filter((one) => one.inLists).map(({ n }) => A(n + 100))
    expect((await found('lantern')).toSorted()).toEqual(shownAnswers)
    for (const { n } of QUESTIONS.filter((one) => one.opens)) {
      const thread = await w.nobody.call(questionThread, { query: { id: Q(n) } })
      expect(JSON.stringify(thread)).not.toContain('secret')
      expect(thread.answers.list.map(({ id }) => id)).toEqual([A(n + 100)])
    }
    const { list } = await w.nobody.call(tagsPage, { query: { page_size: 100 } })
    expect(list.map(({ slug_name }) => slug_name)).not.toContain('hidden-10')
    expect(list.find(({ slug_name }) => slug_name === 'stout')).toMatchObject({ question_count: inLists.length })
  })

  test('a question that was unlisted there after it came in is unlisted here, and one that is listed here again stays so', async () => {
    const admin = await w.given.admin()
    old.put('question', { id: Q(600), title: 'How warm should a stout be?' })
    old.put('question', { id: Q(601), title: 'How cold should a stout be?', show: 2 })
    for (const id of [Q(600), Q(601)]) old.put('tag_rel', { object_id: id, tag_id: T(10) })
    await bring()
    expect(await listed()).toEqual([Q(600)])
    await w.as(admin).call(operateQuestion, { body: { id: Q(601), operation: 'show' } })
    old.put('question', { id: Q(600), title: 'How warm should a stout be?', show: 2 })
    old.close()
    await bring()
    expect(await listed()).toEqual([Q(601)])
    expect(await opens(Q(600))).toBe(true)
    await bring()
    expect(await listed()).toEqual([Q(601)])
  })

  test('a suspended member is suspended here, and of a deleted one nothing is left but a number', async () => {
    const until = new Date((w.clock.now() + 86_400) * 1000).toISOString()
    old.put('user', {
      id: 3,
      username: 'cid',
      display_name: 'Cid',
      e_mail: 'cid@old.example',
      status: 9,
      suspended_at: '2023-03-01 00:00:00',
    })
    old.put('user', {
      id: 4,
      username: 'dan',
      display_name: 'Dan',
      e_mail: 'dan@old.example',
      status: 9,
      suspended_at: '2023-03-01 00:00:00',
      suspended_until: until,
    })
    old.put('user', {
      id: 5,
      username: 'eve',
      display_name: 'Eve Secret',
      e_mail: 'eve@old.example',
      status: 10,
      rank: 77,
      bio: 'Something secret.',
      website: 'https://secret.example',
      location: 'Secret',
      avatar: '{"type":"custom","custom":"https://old.example/uploads/avatar/secret.png"}',
    })
    for (const [n, user_id] of [3, 4, 5].entries())
      old.put('question', { id: Q(600 + n), title: `A question by number ${user_id}`, user_id })
    old.close()
    await bring()
    const enter = (e_mail: string) => w.nobody.call(logInByEmail, { body: { e_mail, pass: PASSWORD } })
    expect(await enter('ann@old.example')).toMatchObject({ username: 'ann' })
    for (const name of ['cid', 'dan']) {
      await expect(enter(`${name}@old.example`)).rejects.toThrow('error.user.suspended')
      expect(await w.nobody.call(profile, { query: { username: name } })).toMatchObject({ status: 'suspended' })
    }
    w.clock.advance(2 * 86_400)
    await w.settle()
    await expect(enter('cid@old.example')).rejects.toThrow('error.user.suspended')
    expect(await enter('dan@old.example')).toMatchObject({ username: 'dan' })
    await expect(enter('eve@old.example')).rejects.toThrow('email_or_password_incorrect')
    await expect(w.nobody.call(profile, { query: { username: 'eve' } })).rejects.toThrow('404')
    const { question } = await w.nobody.call(questionThread, { query: { id: Q(602) } })
    expect(question.user_info).toMatchObject({ status: 'deleted', display_name: expect.stringMatching(/^user\d+$/) })
    const rows = await w.app.db.selectFrom('users').selectAll().execute()
    const profiles = await w.app.db.selectFrom('imported_profiles').selectAll().execute()
    expect(JSON.stringify([rows, profiles])).not.toMatch(/secret|eve/i)
  })
})
