import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { objectId } from '@askwell/contract/ids.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../../../test/world.ts'
import { findFaults } from '../../integrity/service.ts'
import { tryDump } from '../examine.ts'
import { importDump } from '../import-dump.ts'
import { findOrigin } from '../queries.ts'
import { columnsOf, TABLES, type TableName } from './columns.ts'
import { FORMS } from './rows.ts'

type Rows = Record<string, Record<string, unknown>[]>

const SITE: Rows = {
  tags: [{ name: 'stout', description: 'A *dark* beer.', address: '/topic/7' }, { name: 'yeast' }],
  members: [
    {
      id: 1,
      name: 'Ann, the brewer',
      e_mail: 'Ann@Example.com',
      bio: 'Says "hello"\nand more',
      website: 'https://ann.example',
      reputation: 120,
      created_at: '2019-01-01',
      address: '/people/ann',
    },
    { id: 2, name: 'Ben', created_at: '2019-02-01T10:00:00+02:00' },
  ],
  questions: [
    {
      id: 1,
      title: 'How warm should a stout be?',
      text: 'I like it **warm**.\n\nDo you?',
      tags: ['stout', 'yeast'],
      member: 1,
      created_at: '2019-03-01T00:00:00Z',
      views: 30,
      bookmarks: 2,
      license: 'CC BY 4.0',
      address: '/t/how-warm/1',
    },
    {
      id: 2,
      title: 'How cold should a stout be?',
      text: '<p>The <em>same</em>?</p>',
      format: 'html',
      member_name: 'Gone',
      created_at: 1551484800,
      score: 4,
      closed_at: '2019-03-03',
      closed_for: 'duplicate',
      duplicate_of: 1,
    },
  ],
  answers: [
    { id: 1, question: 1, text: 'About 13 degrees.', member: 2, created_at: '2019-03-01T01:00:00Z', accepted: true },
  ],
  comments: [{ id: 1, answer: 1, text: 'Thanks, `Ben`', member: 1, created_at: '2019-03-01T02:00:00Z', score: 3 }],
  votes: [
    { question: 1, direction: 'up' },
    { question: 1, direction: 'up' },
    { answer: 1, direction: 'down' },
  ],
}

const cell = (value: unknown) => {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const csv = (rows: Record<string, unknown>[]) => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((line) => line.map(cell).join(','))
    .join('\r\n')
}
const jsonl = (rows: Record<string, unknown>[]) => rows.map((row) => JSON.stringify(row)).join('\n')

describe.each(engines)('the intermediate form (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  beforeEach(async () => {
    w = await world(engine, { pages: true })
    folder = mkdtempSync(join(tmpdir(), 'askwell-tables-'))
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
  const write = (format: 'csv' | 'jsonl', rows: Rows) => {
    for (const [table, its] of Object.entries(rows))
      writeFileSync(join(folder, `${table}.${format}`), (format === 'csv' ? csv : jsonl)(its))
  }
  const post = async (key: string) => (await findOrigin(w.app.db, 'post', key))!

  test.each(['csv', 'jsonl'] as const)('a community comes in from %s, once, with its addresses', async (format) => {
    write(format, SITE)
    const trial = await tryDump(w.app, { folder }, doing)
    expect([trial.complaints, trial.remarks]).toEqual([[], []])
    expect(Object.entries(trial.files).map(([table, { added }]) => [table, added])).toEqual([
      ['tags', 2],
      ['members', 2],
      ['questions', 2],
      ['answers', 1],
      ['comments', 1],
    ])
    expect(await findOrigin(w.app.db, 'post', 'question:1')).toBeUndefined()
    const report = await importDump(w.app, { folder }, doing)
    expect([report.complaints, report.comparison!.differences, report.comparison!.different]).toEqual([[], [], 0])
    expect(report.comparison!.kinds.every(({ there, here }) => there === here)).toBe(true)

    const question = objectId('question', await post('question:1'))
    const thread = await w.nobody.call(questionThread, { query: { id: question } })
    expect(thread.question).toMatchObject({
      title: 'How warm should a stout be?',
      html: expect.stringContaining('<strong>warm</strong>'),
      vote_count: 2,
      view_count: 30,
      collection_count: 2,
      license: 'CC BY 4.0',
      accepted_answer_id: objectId('answer', await post('answer:1')),
      tags: [{ slug_name: 'stout' }, { slug_name: 'yeast' }],
      user_info: { display_name: 'Ann, the brewer', rank: 120 },
    })
    expect(thread.answers.list[0]).toMatchObject({
      vote_count: -1,
      comment_count: 1,
      user_info: { display_name: 'Ben' },
    })
    const closed = objectId('question', await post('question:2'))
    expect((await w.nobody.call(questionThread, { query: { id: closed } })).question).toMatchObject({
      vote_count: 4,
      status: 2,
      content: expect.stringContaining('*same*'),
      user_info: { display_name: 'Gone' },
      operation: { duplicate: { id: question } },
    })
    const ann = await w.app.db
      .selectFrom('users')
      .selectAll()
      .where('e_mail', '=', 'ann@example.com')
      .executeTakeFirstOrThrow()
    expect(ann).toMatchObject({ bio: 'Says "hello"\nand more', website: 'https://ann.example', password_hash: null })

    w.clock.advance(60)
    for (const [path, place] of [
      ['/t/how-warm/1', `/questions/${question}`],
      ['/people/ann', `/users/${ann.username}`],
      ['/topic/7', '/tags/stout'],
    ] as const) {
      const reply = await w.server.inject({ url: path })
      expect([path, reply.statusCode, reply.headers.location]).toEqual([path, 301, place])
    }
    const again = await importDump(w.app, { folder }, doing)
    expect(Object.values(again.files).map(({ added }) => added)).toEqual([0, 0, 0, 0, 0])
    expect(await findFaults(w.app)).toEqual([])
  })

  test.each(['csv', 'jsonl'] as const)(
    'what is wrong in %s is named by row and column, and the rest comes in',
    async (format) => {
      write(format, {
        members: [...SITE.members!, { id: 'a b', name: '', created_at: 'soon', e_mail: 'nowhere' }],
        questions: [
          ...SITE.questions!,
          { ...SITE.questions![0], id: 3, score: 'many', tags: ['stout'], shoe: 43, created_at: '2019-02-30' },
          { ...SITE.questions![0], id: 4, address: '', member: 99 },
          { ...SITE.questions![0], id: 5, address: '', member: 99, member_name: 'Cy' },
        ],
        answers: [...SITE.answers!, { ...SITE.answers![0], id: 2, question: 77 }],
      })
      const name = (table: string) => `${table}.${format}`
      const row = (n: number) => (format === 'csv' ? n + 1 : n)
      const expected = [
        {
          file: name('members'),
          line: row(3),
          problem:
            'column id is no id: letters, digits and . : @ / _ - only; column name is empty; column e_mail is no e-mail address; column created_at is no time',
        },
        {
          file: name('questions'),
          line: row(3),
          problem: 'column created_at is a day that no calendar has; column score is no whole number',
        },
        { file: name('answers'), line: row(2), problem: "its question 77 isn't there" },
      ]
      const nameless = {
        file: name('questions'),
        line: row(4),
        problem: "its member 99 isn't there, and is called user99 here",
      }
      const trial = await tryDump(w.app, { folder }, doing)
      expect(trial.complaints).toEqual(expected)
      expect(trial.remarks).toContainEqual(nameless)
      const report = await importDump(w.app, { folder }, doing)
      expect(report.complaints).toEqual(expected)
      expect(report.remarks).toEqual([
        {
          file: name('questions'),
          line: format === 'csv' ? 2 : 3,
          problem: 'column shoe is none that is known, and is left out',
        },
        nameless,
      ])
      expect(report.missing).toEqual([name('tags'), name('comments'), name('votes')])
      expect(report.files.questions).toMatchObject({ added: 4, broken: 1 })
      expect(await findFaults(w.app)).toEqual([])
    },
  )

  test('nobody comes in as one of the staff for an address: only a list of members says that', async () => {
    const boss = await w.given.admin()
    const { e_mail } = (await w.app.db
      .selectFrom('users')
      .select('e_mail')
      .where('id', '=', boss.id)
      .executeTakeFirst())!
    write('jsonl', { ...SITE, members: SITE.members!.map((one) => (one.id === 1 ? { ...one, e_mail } : one)) })
    const trial = await tryDump(w.app, { folder }, doing)
    expect(trial.same_names).toBe(1)
    expect(trial.remarks.map(({ problem }) => problem)).toContain(
      `member 1 has the address of ${boss.username}, who is staff here`,
    )
    await expect(importDump(w.app, { folder }, doing)).rejects.toThrow('or have the address of staff')
    await importDump(w.app, { folder, site: 'others', same_names_are_others: true }, doing)
    const other = (await findOrigin(w.app.db, 'user', '1'))!
    expect(other).not.toBe(boss.id)
    const map = join(folder, 'members.csv')
    writeFileSync(map, `member,here\n1,${boss.username}\n`)
    await importDump(w.app, { folder, site: 'same', map, same_names_are_others: true }, doing)
    expect(
      await w.app.db
        .selectFrom('import_mappings')
        .select('object_id')
        .where('site', '=', 'same')
        .where('kind', '=', 'user')
        .where('key', '=', '1')
        .execute(),
    ).toEqual([{ object_id: boss.id }])
  })

  test('a member here with the same address is the same person', async () => {
    const ann = await w.given.member({ name: 'ann' })
    write('jsonl', SITE)
    const report = await importDump(w.app, { folder }, doing)
    expect(report.files.members).toMatchObject({ added: 1, present: 1 })
    const thread = await w.nobody.call(questionThread, {
      query: { id: objectId('question', await post('question:1')) },
    })
    expect(thread.question.user_info.id).toBe(String(ann.id))
  })
})

test('the page about it names every table and column', () => {
  const page = readFileSync(new URL('../../../../../../docs/importing.md', import.meta.url), 'utf8')
  for (const table of Object.keys(TABLES) as TableName[]) {
    const [, part = ''] = page.split(new RegExp(`^### ${table}$`, 'm'))
    for (const [name, { isNeeded }] of Object.entries(columnsOf(table)))
      expect(part.split(/^##/m)[0]).toContain(`| \`${name}\`${isNeeded ? ' *' : ''} |`)
  }
})

test('a line of JSON that is too long is named, and the next ones are read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-lines-'))
  writeFileSync(join(folder, 'tags.jsonl'), `{"name":"${'x'.repeat(9 * 2 ** 20)}"}\n{"name":"stout"}\n`)
  expect(await Array.fromAsync(FORMS.jsonl.rows(folder, 'tags', () => {}))).toEqual([
    { line: 1, problem: 'it is longer than a row may be' },
    { line: 2, given: { name: 'stout' }, isForeign: false },
  ])
  rmSync(folder, { recursive: true })
})

test('a CSV whose quote has no end is read up to there, and letters are whole wherever pieces of it end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'askwell-csv-'))
  const name = 'ü'.repeat(100)
  const whole = `name,description\n${`${name},"a\n""b"""\n`.repeat(20_000)}`
  writeFileSync(join(folder, 'tags.csv'), `${whole}stout,"${'x\n'.repeat(10 * 2 ** 20)}`)
  const rows = await Array.fromAsync(FORMS.csv.rows(folder, 'tags', () => {}))
  expect(new Set(rows.slice(0, -2).map((row) => JSON.stringify('given' in row && row.given)))).toEqual(
    new Set([JSON.stringify({ name, description: 'a\n"b"' })]),
  )
  expect(rows.slice(-2)).toEqual([
    { line: 20_002, problem: 'it is longer than a row may be, and a quote in it has perhaps no end' },
    { line: 20_002, isCut: true },
  ])
  rmSync(folder, { recursive: true })
})
