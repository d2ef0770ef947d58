import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { logInByEmail } from '@askwell/contract/accounts.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { A, answerSite, C, PASSWORD, Q, T } from '../../../../../test/answer-site.ts'
import { type DumpRows, mysqlDump, postgresDump, rowsOfDatabase } from '../../../../../test/sql-dump.ts'
import { engines, type World, world } from '../../../../../test/world.ts'
import { findFaults } from '../../integrity/service.ts'
import { tryDump } from '../examine.ts'
import { importDump } from '../import-dump.ts'

describe.each(engines)('a site of Apache Answer (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  beforeEach(async () => {
    w = await world(engine)
    folder = mkdtempSync(join(tmpdir(), 'askwell-answer-'))
    const { put, close } = answerSite(folder)
    put('user', { id: 1, username: 'ann', display_name: 'Ann', e_mail: 'Ann@old.example', rank: 31, bio: 'Brews.' })
    put('user', { id: 2, username: 'ben', display_name: 'Ben', e_mail: 'ben@old.example', mail_status: 2 })
    put('tag', { id: T(10), slug_name: 'stout', display_name: 'Stout', original_text: 'Dark *beer*.' })
    put('tag', { id: T(11), slug_name: 'dark-beer', display_name: 'dark beer', main_tag_id: T(10) })
    put('question', { id: Q(1), title: 'The very first question' })
    put('question', {
      id: Q(500),
      title: 'How warm should a stout be?',
      answer_count: 1,
      accepted_answer_id: A(501),
      collection_count: 2,
    })
    put('question', { id: Q(502), title: 'How cold should a stout be?', status: 2 })
    put('question', { id: Q(503), title: 'Deleted there', status: 10 })
    put('answer', { id: A(501), question_id: Q(500), adopted: 2 })
    put('answer', { id: A(504), question_id: Q(503) })
    put('comment', { id: C(505), object_id: A(501), question_id: Q(500), vote_count: 4 })
    for (const id of [Q(500), Q(502)]) put('tag_rel', { object_id: id, tag_id: T(10) })
    put('meta', {
      object_id: Q(502),
      key: 'question.close.reason',
      value: JSON.stringify({ close_type: 60, close_msg: `https://old.example/questions/${Q(500)}` }),
    })
    put('badge', { id: 9, name: 'badge.default_badges.nice_answer.name' })
    put('badge_award', { id: 1, user_id: 2, badge_id: 9, award_key: A(501) })
    close()
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }

  /** The same database as another engine's program dumps it. */
  const dumpAs = (file: string, write: (tables: DumpRows) => string) => {
    const db = new DatabaseSync(join(folder, 'answer.db'))
    const sql = write(rowsOfDatabase(db))
    db.close()
    rmSync(join(folder, 'answer.db'))
    writeFileSync(join(folder, file), file.endsWith('.gz') ? gzipSync(sql) : sql)
  }

  test.each([
    ['answer.db', undefined],
    ['answer.sql', mysqlDump],
    ['answer.sql.gz', postgresDump],
  ] as const)('comes in from %s with the numbers that its addresses have, once', async (file, write) => {
    if (write) dumpAs(file, write)
    const trial = await tryDump(w.app, { folder }, doing)
    expect(Object.entries(trial.files).map(([table, { added, other }]) => [table, added, other])).toEqual([
      ['user', 2, 0],
      ['tag', 2, 0],
      ['question', 3, 1],
      ['answer', 2, 0],
      ['comment', 1, 0],
      ['revision', 0, 0],
      ['notification', 0, 0],
      ['setting', 0, 0],
      ['upload', 0, 0],
    ])
    const report = await importDump(w.app, { folder }, doing)
    expect(report.complaints).toEqual([
      { file, line: 2, problem: `answer ${A(504)}: its question ${Q(503)} isn't there, or is deleted` },
    ])
    expect(report.comparison!.differences).toEqual([])
    expect(Object.entries(report.files).map(([table, { added }]) => [table, added])).toEqual([
      ['user', 2],
      ['tag', 2],
      ['question', 3],
      ['answer', 1],
      ['comment', 1],
      ['revision', 0],
      ['notification', 0],
      ['setting', 0],
      ['upload', 0],
    ])
    const { question, answers, comments } = await w.nobody.call(questionThread, { query: { id: Q(500) } })
    expect(question).toMatchObject({
      id: Q(500),
      title: 'How warm should a stout be?',
      html: expect.stringContaining('<strong>warm</strong>'),
      vote_count: 3,
      view_count: 12,
      collection_count: 2,
      accepted_answer_id: A(501),
      tags: [{ slug_name: 'stout' }],
      user_info: { username: 'ann', rank: 31 },
    })
    expect(answers.list).toMatchObject([{ id: A(501), vote_count: -1, user_info: { username: 'ben' } }])
    expect(JSON.stringify(comments)).toContain('Thanks!')
    const closed = await w.nobody.call(questionThread, { query: { id: Q(502) } })
    expect(closed.question).toMatchObject({ status: 2, operation: { duplicate: { id: Q(500) } } })
    const tags = await w.app.db
      .selectFrom('tags')
      .selectAll()
      .where('slug_name', 'in', ['stout', 'dark-beer'])
      .execute()
    const stout = tags.find((tag) => tag.slug_name === 'stout')!
    expect(stout).toMatchObject({ original_text: 'Dark *beer*.', question_count: 2 })
    expect(tags.find((tag) => tag.slug_name === 'dark-beer')!.main_tag_id).toBe(stout.id)
    const awards = await w.app.db.selectFrom('badge_awards').select(['award_key', 'object_id']).execute()
    expect(awards).toEqual([{ award_key: '501', object_id: 501 }])
    const again = await importDump(w.app, { folder }, doing)
    expect(Object.values(again.files).map(({ added }) => added)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(await findFaults(w.app)).toEqual([])
  })

  test('the first question comes with all that belongs to it, and one whose number is taken here gets another', async () => {
    const report = await importDump(w.app, { folder, limit: 1 }, doing)
    expect(Object.entries(report.files).map(([table, { added }]) => [table, added])).toEqual([
      ['user', 1],
      ['tag', 0],
      ['question', 1],
      ['answer', 0],
      ['comment', 0],
      ['revision', 0],
      ['notification', 0],
      ['setting', 0],
      ['upload', 0],
    ])
    expect(report.comparison!.different).toBe(0)
    const first = { title: 'The very first question', tags: [], user_info: { username: 'ann' } }
    const { question } = await w.nobody.call(questionThread, { query: { id: Q(505) } })
    expect(question).toMatchObject(first)
    const bring = async (more: object) => {
      await importDump(w.app, { folder, ...more }, doing)
      const posts = await w.app.db.selectFrom('posts').select('id').where('id', '>=', 500).orderBy('id').execute()
      return posts.map(({ id }) => id)
    }
    expect(await bring({})).toEqual([500, 501, 502, 505])
    const others = (await bring({ site: 'another', same_names_are_others: true })).slice(4)
    expect(others).toHaveLength(4)
    expect(others.every((id) => id > 505)).toBe(true)
  })

  test('its members log in with the passwords they had, which are hashed anew', async () => {
    await importDump(w.app, { folder }, doing)
    const stored = async () =>
      (
        await w.app.db
          .selectFrom('users')
          .select('password_hash')
          .where('e_mail', '=', 'ann@old.example')
          .executeTakeFirstOrThrow()
      ).password_hash
    expect(await stored()).toMatch(/^\$2/)
    const enter = (pass: string) => w.nobody.call(logInByEmail, { body: { e_mail: 'ann@old.example', pass } })
    await expect(enter('wrong-horse')).rejects.toThrow('email_or_password_incorrect')
    expect(await stored()).toMatch(/^\$2/)
    expect(await enter(PASSWORD)).toMatchObject({ username: 'ann' })
    expect(await stored()).toMatch(/^\$argon2id/)
    expect(await enter(PASSWORD)).toMatchObject({ username: 'ann' })
    // An address that nobody has confirmed may be anybody's.
    expect(await w.app.db.selectFrom('users').select('id').where('e_mail', '=', 'ben@old.example').execute()).toEqual(
      [],
    )
  })

  test('a dump that breaks off or holds other tables says so', async () => {
    dumpAs('answer.sql', (tables) => {
      const sql = mysqlDump(tables)
      return sql.slice(0, sql.indexOf('INSERT INTO `comment`') + 40)
    })
    const { cut } = await tryDump(w.app, { folder }, doing)
    expect(cut).toEqual([{ file: 'answer.sql', line: expect.any(Number) }])
    writeFileSync(join(folder, 'answer.sql'), mysqlDump({ wp_posts: [{ id: 1 }] }))
    await expect(tryDump(w.app, { folder }, doing)).rejects.toThrow('answer.sql has no rows of question, user.')
    rmSync(join(folder, 'answer.sql'))
    writeFileSync(join(folder, 'answer.sql.gz'), 'no archive')
    await expect(tryDump(w.app, { folder }, doing)).rejects.toThrow("answer.sql.gz can't be unpacked.")
  })

  test('a file that is none of its databases is refused with a sentence', async () => {
    writeFileSync(join(folder, 'answer.db'), 'no database')
    await expect(importDump(w.app, { folder }, doing)).rejects.toThrow('answer.db is no database of Apache Answer.')
  })
})
