import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditRevision, revisions, unreviewed } from '@askwell/contract/revisions.ts'
import { tag } from '@askwell/contract/tags.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { A, type AnswerSite, answerSite, Q, T } from '../../../../../test/answer-site.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { findFaults } from '../../integrity/service.ts'
import { tryDump } from '../examine.ts'
import { importDump } from '../import-dump.ts'

const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }

describe.each(engines)('earlier texts on a site of Apache Answer (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  let old: AnswerSite
  let admin: TestUser
  beforeEach(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    folder = mkdtempSync(join(tmpdir(), 'askwell-answer-'))
    old = answerSite(folder)
    old.put('user', { id: 1, username: 'ann', display_name: 'Ann', e_mail: 'ann@old.example' })
    old.put('user', { id: 2, username: 'ben', display_name: 'Ben', e_mail: 'ben@old.example' })
    old.put('tag', { id: T(10), slug_name: 'stout', display_name: 'Stout', original_text: 'Dark *beer*.' })
    old.put('question', {
      id: Q(600),
      title: 'How warm should a stout be?',
      original_text: 'Third text.',
      last_edit_user_id: 2,
    })
    old.put('tag_rel', { object_id: Q(600), tag_id: T(10) })
    old.put('answer', { id: A(601), question_id: Q(600), original_text: 'Second answer.' })
    old.put('question', { id: Q(602), title: 'Deleted there', status: 10 })
    const question = (title: string, OriginalText: string, tags: string[]) =>
      JSON.stringify({
        ID: Q(600),
        Title: title,
        OriginalText,
        ParsedText: '<script>alert(1)</script>',
        tags: tags.map((SlugName) => ({ SlugName, DisplayName: SlugName })),
      })
    const put = (id: number, day: number, row: Record<string, string | number>) =>
      old.put('revision', { id, created_at: `2023-01-0${day} 00:00:00`, ...row })
    put(1, 2, {
      object_id: Q(600),
      object_type: 1,
      content: question('How warm?', 'First **text**.', ['stout', 'lager']),
    })
    put(2, 3, {
      object_id: A(601),
      object_type: 2,
      user_id: 2,
      content: JSON.stringify({ OriginalText: 'First answer.' }),
    })
    put(3, 4, {
      object_id: Q(600),
      object_type: 1,
      user_id: 2,
      status: 2,
      log: 'Made it clear',
      content: question('How warm should it be?', 'Second text.', ['stout']),
    })
    put(4, 5, {
      object_id: Q(600),
      object_type: 1,
      user_id: 2,
      status: 3,
      content: question('Spam', 'Rejected secret.', []),
    })
    put(5, 6, {
      object_id: Q(600),
      object_type: 1,
      user_id: 2,
      log: 'Third time',
      content: question('How warm should a stout be?', 'Third text.', ['stout']),
    })
    put(6, 7, {
      object_id: A(601),
      object_type: 2,
      user_id: 2,
      content: JSON.stringify({ OriginalText: 'Second answer.' }),
    })
    put(7, 8, {
      object_id: Q(600),
      object_type: 1,
      user_id: 2,
      status: 1,
      log: 'Warmer',
      content: question('How warm should a stout be?', 'Waiting text.', ['stout', 'porter']),
    })
    put(8, 1, {
      object_id: T(10),
      object_type: 3,
      content: JSON.stringify({ SlugName: 'stout', DisplayName: 'Stout', OriginalText: '' }),
    })
    put(9, 2, {
      object_id: T(10),
      object_type: 3,
      user_id: 2,
      content: JSON.stringify({ SlugName: 'stout', DisplayName: 'Stout', OriginalText: 'Dark *beer*.' }),
    })
    put(10, 2, { object_id: Q(602), object_type: 1, content: question('Deleted there', 'Deleted secret.', []) })
    put(11, 9, { object_id: A(601), object_type: 2, content: 'no JSON' })
    old.close()
  })
  afterEach(async () => {
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const dump = () => ({ folder, site: 'old.example' })
  const of = async (object_id: string) => {
    const list = await w.as(admin).call(revisions, { query: { object_id } })
    return list.map(({ content, user_info, create_at, reason }) => ({
      title: content.title,
      content: content.content,
      by: user_info.username,
      day: new Date(create_at * 1000).getUTCDate(),
      reason,
      tags: content.tags?.map(({ slug_name }) => slug_name),
    }))
  }

  test('can be read here with their authors and dates, once', async () => {
    const trial = await tryDump(w.app, dump(), doing)
    const report = await importDump(w.app, dump(), doing)
    expect(report.files.revision).toEqual({ rows: 10, added: 5, present: 3, other: 1, broken: 1 })
    expect(trial.files.revision).toEqual(report.files.revision)
    expect(await of(Q(600))).toEqual([
      {
        title: 'How warm should a stout be?',
        content: 'Third text.',
        by: 'ben',
        day: 6,
        reason: 'Third time',
        tags: ['stout'],
      },
      {
        title: 'How warm should it be?',
        content: 'Second text.',
        by: 'ben',
        day: 4,
        reason: 'Made it clear',
        tags: ['stout'],
      },
      { title: 'How warm?', content: 'First **text**.', by: 'ann', day: 2, reason: '', tags: ['stout', 'lager'] },
    ])
    expect((await of(A(601))).map(({ content, by, day }) => [content, by, day])).toEqual([
      ['Second answer.', 'ben', 7],
      ['First answer.', 'ben', 3],
    ])
    const { tag_id } = await w.nobody.call(tag, { query: { name: 'stout' } })
    expect((await of(tag_id)).map(({ content, by }) => [content, by])).toEqual([
      ['Dark *beer*.', 'ben'],
      ['', 'ann'],
    ])
    const kept = await w.app.db.selectFrom('revisions').select(['original_text', 'parsed_text']).execute()
    expect(JSON.stringify(kept)).not.toMatch(/secret|script/)
    const again = await importDump(w.app, dump(), doing)
    expect(again.files.revision).toEqual({ rows: 10, added: 0, present: 8, other: 1, broken: 1 })
    expect(await of(Q(600))).toHaveLength(3)
  })

  test('an edit that waits there waits here, for those who may decide, and becomes the text when they approve it', async () => {
    await importDump(w.app, dump(), doing)
    expect(JSON.stringify(await w.nobody.call(questionThread, { query: { id: Q(600) } }))).not.toContain(
      'Waiting text.',
    )
    const { list } = await w.as(admin).call(unreviewed, { query: {} })
    expect(list).toMatchObject([
      { unreviewed_info: { content: { content: 'Waiting text.' }, user_info: { username: 'ben' }, reason: 'Warmer' } },
    ])
    const { id } = list[0]!.unreviewed_info
    await w.as(admin).call(auditRevision, { body: { id, operation: 'approve' } })
    await w.settle()
    const { question } = await w.nobody.call(questionThread, { query: { id: Q(600) } })
    expect(question).toMatchObject({
      content: 'Waiting text.',
      tags: [{ slug_name: 'stout' }, { slug_name: 'porter' }],
    })
    await importDump(w.app, dump(), doing)
    expect((await w.as(admin).call(unreviewed, { query: {} })).list).toEqual([])
  })
})
