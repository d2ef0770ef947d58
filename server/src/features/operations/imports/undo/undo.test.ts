import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeAnswer } from '@askwell/contract/answers.ts'
import { writeComment } from '@askwell/contract/comments.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { follow } from '@askwell/contract/follows.ts'
import * as contract from '@askwell/contract/imports.ts'
import { search } from '@askwell/contract/search.ts'
import { tasks } from '@askwell/contract/tasks.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { setUserPassword } from '@askwell/contract/user-administration.ts'
import { vote } from '@askwell/contract/votes.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { insertFollows } from '../../../engagement/follows/queries.ts'
import { setFollowCounts } from '../../../users/users/counts/queries.ts'
import { findFaults } from '../../integrity/service.ts'
import { importDump } from '../import-dump.ts'
import { findOrigin, insertOrigins } from '../queries.ts'
import { undoImport } from './service.ts'
import { takeQuestion } from './take-back.ts'

const WHEN = '2019-03-01'
const rows = {
  members: [
    { id: 1, name: 'Ann Brewer', created_at: WHEN, reputation: 50, address: '/people/1' },
    { id: 2, name: 'Ben Brewer', e_mail: 'ben@old.example', created_at: WHEN },
    { id: 3, name: 'Cid Brewer', created_at: WHEN },
    { id: 4, name: 'Dan Brewer', e_mail: 'regular@example.com', created_at: WHEN },
  ],
  tags: [{ name: 'stout', description: 'A *dark* beer.', address: '/topic/stout' }, { name: 'porter' }],
  questions: [
    {
      id: 1,
      title: 'How warm should a stout be?',
      text: 'Warm?',
      tags: ['stout', 'cellar'],
      member: 1,
      created_at: WHEN,
      address: '/t/1',
    },
    {
      id: 2,
      title: 'How cold should a porter be?',
      text: 'Cold?',
      tags: ['porter'],
      member: 3,
      created_at: WHEN,
      address: '/t/2',
    },
    {
      id: 3,
      title: 'How old should a lager be?',
      text: 'Old?',
      tags: ['stout'],
      member: 1,
      created_at: WHEN,
      closed_at: WHEN,
    },
  ],
  answers: [
    { id: 1, question: 1, text: 'About 13 degrees.', member: 2, created_at: WHEN, accepted: true },
    { id: 2, question: 2, text: 'About 9 degrees.', member: 3, created_at: WHEN },
  ],
  comments: [{ id: 1, answer: 1, text: 'Thanks a lot for it', member: 1, created_at: WHEN }],
}

describe.each(engines)('taking an import back (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  let admin: TestUser
  let regular: TestUser
  const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
  const idOf = async (key: string) => (await findOrigin(w.app.db, 'post', key))!
  const latest = async (kind: string) => (await w.as(admin).call(tasks, { query: { kind } }))[0]!
  const countRows = async () => {
    const tables = [
      'posts',
      'comments',
      'users',
      'tags',
      'question_tags',
      'import_mappings',
      'imported_addresses',
      'reputation_entries',
      'closings',
    ] as const
    const counted = tables.map(async (table) => [
      table,
      (await w.app.db.selectFrom(table).selectAll().execute()).length,
    ])
    return Object.fromEntries(await Promise.all(counted)) as Record<(typeof tables)[number], number>
  }
  const bring = () => importDump(w.app, { folder, site: 'old' }, doing)

  beforeEach(async () => {
    w = await world(engine)
    folder = mkdtempSync(join(tmpdir(), 'askwell-undo-'))
    for (const [table, list] of Object.entries(rows))
      writeFileSync(join(folder, `${table}.jsonl`), list.map((row) => JSON.stringify(row)).join('\n'))
    admin = await w.given.admin()
    regular = await w.given.member({ name: 'regular', rank: 3000 })
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })

  test('what nobody has touched goes for good, and nothing is left of it', async () => {
    const before = await countRows()
    await bring()
    await w.settle()
    expect((await countRows()).posts).toBe(before.posts + 5)
    const trial = await undoImport(w.app, { site: 'old', dry_run: true }, doing)
    const report = await undoImport(w.app, { site: 'old', dry_run: false, actor_id: admin.id }, doing)
    expect(trial).toMatchObject({
      questions: 3,
      answers: 2,
      comments: 1,
      members: 3,
      kept_questions: 0,
      kept_members: 0,
    })
    expect(report).toMatchObject({
      questions: 3,
      answers: 2,
      comments: 1,
      members: 3,
      kept_questions: 0,
      kept_members: 0,
    })
    await w.settle()
    expect(await countRows()).toEqual(before)
    expect(await findFaults(w.app)).toEqual([])
    expect((await w.nobody.call(search, { query: { q: 'porter' } })).count).toBe(0)
    // And it can come again.
    const again = await bring()
    expect(Object.values(again.files).map(({ added, broken }) => [added, broken])).toEqual([
      [2, 0],
      [3, 0],
      [3, 0],
      [2, 0],
      [1, 0],
    ])
    expect(await findFaults(w.app)).toEqual([])
  })

  test('questions under which somebody has written stay, with all who stand there; votes go, and are named', async () => {
    await bring()
    const [kept, voted] = [
      objectId('question', await idOf('question:1')),
      objectId('question', await idOf('question:2')),
    ]
    await w.as(regular).call(writeAnswer, { body: { question_id: kept, content: 'I would say twelve degrees.' } })
    await w.as(regular).call(vote, { params: { direction: 'up' }, body: { object_id: voted, is_cancel: false } })
    await w.settle()
    await w.as(admin).call(contract.examineUndo, { body: { site: 'old' } })
    await w.settle()
    const trial = (await latest('examine_undo')).result as contract.UndoReport
    expect(trial).toMatchObject({
      questions: 2,
      answers: 1,
      comments: 0,
      votes: 1,
      members: 1,
      kept_questions: 1,
      kept: [{ id: kept, title: 'How warm should a stout be?' }],
      kept_members: 2,
    })
    await w.as(admin).call(contract.undoImport, { body: { site: 'old' } })
    await w.settle()
    const run = await latest('undo_import')
    expect([run.status, run.error]).toEqual(['done', ''])
    const { tags, ...figures } = run.result as contract.UndoReport
    const { tags: _, ...expected } = trial
    expect(figures).toEqual(expected)
    expect(tags).toBe(1) // porter
    const { answers, comments } = await w.nobody.call(questionThread, { query: { id: kept } })
    expect(answers.list).toHaveLength(2)
    expect(JSON.stringify(comments)).toContain('Thanks a lot')
    await expect(w.nobody.call(questionThread, { query: { id: voted } })).rejects.toMatchObject({ status: 404 })
    expect(await findFaults(w.app)).toEqual([])
    expect((await w.as(admin).call(contract.importSources)).sites).toEqual(['old'])
  })

  test('a comment is enough, and members stay whose account staff have changed', async () => {
    await bring()
    const kept = await idOf('question:2')
    await w
      .as(regular)
      .call(writeComment, { body: { object_id: objectId('question', kept), original_text: 'And how was it?' } })
    await w.as(admin).call(setUserPassword, {
      body: { user_id: String((await findOrigin(w.app.db, 'user', '2'))!), password: 'a-new-password' },
    })
    await w.settle()
    const report = await undoImport(w.app, { site: 'old', dry_run: false }, doing)
    expect(report).toMatchObject({
      questions: 2,
      members: 1,
      kept_questions: 1,
      kept_members: 2,
      claimed: ['ben-brewer'],
    })
    expect(await findFaults(w.app)).toEqual([])
  })

  test('what waits for a review is written as well', async () => {
    await bring()
    w.app.reviewers.push({ slug_name: 'careful', review: async () => ({ verdict: 'waiting', reason: 'new here' }) })
    const [answered, commented] = [await idOf('question:1'), await idOf('question:2')]
    await w
      .as(regular)
      .call(writeAnswer, { body: { question_id: objectId('question', answered), content: 'I would say twelve.' } })
    await w
      .as(regular)
      .call(writeComment, { body: { object_id: objectId('question', commented), original_text: 'And how was it?' } })
    await w.settle()
    const states = await w.app.db.selectFrom('events').select('type').where('actor_id', '=', regular.id).execute()
    expect(states.map(({ type }) => type)).toEqual(expect.arrayContaining(['post.held', 'comment.held']))
    expect(states.map(({ type }) => type)).not.toContain('answer.given')
    const report = await undoImport(w.app, { site: 'old', dry_run: false }, doing)
    expect(report).toMatchObject({ questions: 1, kept_questions: 2 })
    expect(await findFaults(w.app)).toEqual([])
    // Nothing tells of it any more; it stands there all the same.
    await w.app.transaction(({ db }) => db.deleteFrom('events').where('actor_id', '=', regular.id).execute())
    expect(await undoImport(w.app, { site: 'old', dry_run: true }, doing)).toMatchObject({ kept_questions: 2 })
  })

  test('whatever is about a member who goes, or follows them, goes with them', async () => {
    const before = await w.app.db.selectFrom('users').select('follow_count').where('id', '=', regular.id).execute()
    await bring()
    const member = (await findOrigin(w.app.db, 'user', '3'))!
    await w.as(regular).call(follow, { body: { object_id: String(member), is_cancel: false } })
    await w.app.transaction(async ({ db }) => {
      await insertFollows(db, member, 'user', [regular.id], 1)
      await db
        .insertInto('member_settings')
        .values({ user_id: member, plugin: 'ntfy', value: '{}', secrets: '{}', updated_at: 1 })
        .execute()
      await db
        .insertInto('drafts')
        .values({ user_id: member, name: 'question', fields: '{}', saved_at: 1, version: 'v', title: '', excerpt: '' })
        .execute()
      await setFollowCounts(db, [regular.id])
    })
    await undoImport(w.app, { site: 'old', dry_run: false }, doing)
    await w.settle()
    const left = ['follows', 'member_settings', 'drafts', 'notifications'] as const
    for (const table of left)
      expect([
        table,
        await w.app.db.selectFrom(table).select('user_id').where('user_id', '=', member).execute(),
      ]).toEqual([table, []])
    expect(await w.app.db.selectFrom('follows').selectAll().where('object_id', '=', member).execute()).toEqual([])
    const after = await w.app.db.selectFrom('users').select('follow_count').where('id', '=', regular.id).execute()
    expect(after).toEqual(before)
    expect(await findFaults(w.app)).toEqual([])
  })

  test('members who have come from another site as well stay, until that is taken back', async () => {
    await bring()
    await w.settle()
    const ben = (await findOrigin(w.app.db, 'user', '2'))!
    await w.app.transaction(({ db }) => insertOrigins(db, 'other', 'user', [['9', ben]], { was_here: 1 }))
    for (const dry_run of [true, false])
      expect(await undoImport(w.app, { site: 'old', dry_run }, doing)).toMatchObject({ members: 2, kept_members: 1 })
    expect(await w.app.db.selectFrom('users').select('id').where('id', '=', ben).execute()).toHaveLength(1)
    await undoImport(w.app, { site: 'other', dry_run: false }, doing)
    expect(await undoImport(w.app, { site: 'old', dry_run: false }, doing)).toMatchObject({ members: 1 })
    expect(await findFaults(w.app)).toEqual([])
  })

  test('stopped on its way it leaves right counts behind, and goes on', async () => {
    const { posts } = await countRows()
    await bring()
    await w.settle()
    const stop = new AbortController()
    const stopped = { ...doing, signal: stop.signal, progress: () => stop.abort() } // once the questions have gone
    await expect(undoImport(w.app, { site: 'old', dry_run: false }, stopped)).rejects.toThrow('Stopped.')
    expect((await countRows()).posts).toBe(posts)
    expect(await findOrigin(w.app.db, 'user', '3')).toBeDefined()
    expect(await findFaults(w.app)).toEqual([])
    expect(await undoImport(w.app, { site: 'old', dry_run: false }, doing)).toMatchObject({ members: 3 })
    expect(await findFaults(w.app)).toEqual([])
  })

  test('one that was killed on its way goes on, and reports the whole', async () => {
    await bring()
    await w.as(admin).call(contract.undoImport, { body: { site: 'old' } })
    await takeQuestion(w.app, 'old', 0, await idOf('question:1')) // as a process does that is killed then
    await w.settle()
    const seen = await latest('undo_import')
    expect(seen.status).toBe('done')
    expect(await w.app.db.selectFrom('import_mappings').selectAll().execute()).toEqual([])
    // Killed after the last step: the figures are still those of the whole.
    await w.app.transaction(({ db }) =>
      db
        .updateTable('tasks')
        .set({ status: 'running', locked_until: 0, result: '', ended_at: 0 })
        .where('kind', '=', 'undo_import')
        .execute(),
    )
    await w.settle()
    expect((await latest('undo_import')).result).toEqual(seen.result)
    expect(await findFaults(w.app)).toEqual([])
  })

  test('a name under which nothing came is refused with those that there are', async () => {
    await bring()
    await expect(undoImport(w.app, { site: 'new', dry_run: true }, doing)).rejects.toThrow('there is "old"')
    await expect(w.as(admin).call(contract.undoImport, { body: { site: 'new' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})
