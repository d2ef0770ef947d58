import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { questionThread } from '@askwell/contract/threads.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type World, world } from '../../../../test/world.ts'
import { findFaults } from '../integrity/service.ts'
import { tryDump } from './examine.ts'
import { importDump } from './import-dump.ts'
import { findOrigin } from './queries.ts'

const xml = (rows: string[]) => `<rows>\n${rows.map((row) => `<row ${row} />`).join('\n')}\n</rows>\n`
const born = 'CreationDate="2020-01-01T00:00:00.000"'
const body = 'Body="&lt;p&gt;Warm or cold?&lt;/p&gt;"'

describe('the first questions of a community', { timeout: 60_000 }, () => {
  let w: World
  let folder: string
  const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
  const put = (name: string, content: string) => writeFileSync(join(folder, name), content)
  const figures = (files: Record<string, { added: number; present: number; other: number }>) =>
    Object.fromEntries(
      Object.entries(files).map(([file, { added, present, other }]) => [file, [added, present, other]]),
    )

  beforeEach(async () => {
    w = await world('sqlite')
    folder = mkdtempSync(join(tmpdir(), 'askwell-limit-'))
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })

  test('come from a Stack Exchange dump with answers, comments, tags and everybody they name, and the rest later', async () => {
    const question = (id: number, owner: number, tag: string) =>
      `Id="${id}" PostTypeId="1" ${born} Score="1" ${body} OwnerUserId="${owner}" Title="How warm is beer ${id}?" Tags="&lt;${tag}&gt;" AnswerCount="${id === 1 ? 1 : 0}" CommentCount="${id === 4 ? 1 : 0}"`
    put(
      'Users.xml',
      xml([1, 2, 3, 4, 5, 6].map((id) => `Id="${id}" Reputation="5" ${born} DisplayName="Drinker ${id}"`)),
    )
    put(
      'Posts.xml',
      xml([
        question(1, 1, 'stout'),
        question(2, 2, 'lager'),
        `Id="3" PostTypeId="2" ParentId="1" ${born} Score="2" ${body} OwnerUserId="3" CommentCount="1"`,
        question(4, 6, 'ale'),
      ]),
    )
    put('Tags.xml', xml(['stout', 'lager', 'ale'].map((name, at) => `Id="${at + 1}" TagName="${name}" Count="1"`)))
    put(
      'Comments.xml',
      xml([
        `Id="1" PostId="3" Score="0" Text="Thanks a lot." ${born} UserId="4"`,
        `Id="2" PostId="4" Score="0" Text="Not at all." ${born} UserId="6"`,
      ]),
    )
    put(
      'PostHistory.xml',
      xml([
        `Id="1" PostHistoryTypeId="2" PostId="1" RevisionGUID="a" ${born} UserId="1" Text="Warm?"`,
        `Id="2" PostHistoryTypeId="5" PostId="1" RevisionGUID="b" ${born} UserId="5" Text="Warm or cold?"`,
      ]),
    )
    const dump = { folder, site: 'old', limit: 2 }
    const first = { Tags: [2, 0, 1], Users: [5, 0, 1], Posts: [3, 0, 1], Comments: [1, 0, 1] }
    expect(figures((await tryDump(w.app, dump, doing)).files)).toEqual(first)
    const report = await importDump(w.app, dump, doing)
    expect(figures(report.files)).toEqual(first)
    expect(report).toMatchObject({ limit: 2, complaints: [], remarks: [], comparison: { different: 0 } })
    const id = objectId('question', (await findOrigin(w.app.db, 'post', '1'))!)
    const { question: shown, answers, comments } = await w.nobody.call(questionThread, { query: { id } })
    expect(shown).toMatchObject({ user_info: { display_name: 'Drinker 1' }, tags: [{ slug_name: 'stout' }] })
    expect(answers.list).toMatchObject([{ user_info: { display_name: 'Drinker 3' } }])
    expect(JSON.stringify(comments)).toContain('Drinker 4')
    expect(await findOrigin(w.app.db, 'post', '4')).toBeUndefined()
    expect(await findOrigin(w.app.db, 'user', '6')).toBeUndefined()

    const rest = await importDump(w.app, { folder, site: 'old' }, doing)
    expect(figures(rest.files)).toEqual({ Tags: [1, 2, 0], Users: [1, 5, 0], Posts: [1, 3, 0], Comments: [1, 1, 0] })
    expect(rest).toMatchObject({ limit: undefined, complaints: [], comparison: { different: 0 } })
    expect(await findFaults(w.app)).toEqual([])
  })

  test('come from tables in JSON lines likewise, with what the list of members says of those who come', async () => {
    const lines = (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')
    const at = { created_at: '2020-01-01' }
    put('members.jsonl', lines([1, 2, 3, 4].map((id) => ({ id, name: `Brewer ${id}`, ...at }))))
    put('tags.jsonl', lines([{ name: 'Stout' }, { name: 'Ale' }]))
    put(
      'questions.jsonl',
      lines([
        { id: 1, title: 'How warm should it be?', text: 'I like it **warm**.', tags: ['Stout'], member: 1, ...at },
        { id: 2, title: 'How cold should it be?', text: 'I like it **cold**.', tags: ['Ale'], member: 4, ...at },
      ]),
    )
    put(
      'answers.jsonl',
      lines([
        { id: 1, question: 1, text: 'About 13 degrees.', member: 2, ...at },
        { id: 2, question: 2, text: 'About 3 degrees.', member: 4, ...at },
      ]),
    )
    put('comments.jsonl', lines([{ id: 1, answer: 1, text: 'Thank you!', member: 3, ...at }]))
    put(
      'votes.jsonl',
      lines([
        { answer: 1, direction: 'up' },
        { answer: 2, direction: 'down' },
      ]),
    )
    const map = join(folder, 'list.csv')
    writeFileSync(map, 'member,e_mail\n2,two@old.example\n4,four@old.example')
    const report = await importDump(w.app, { folder, site: 'old', map, limit: 1 }, doing)
    expect(figures(report.files)).toMatchObject({
      tags: [1, 0, 1],
      members: [3, 0, 1],
      questions: [1, 0, 1],
      answers: [1, 0, 1],
      comments: [1, 0, 0],
      map: [0, 1, 0],
    })
    expect(report).toMatchObject({ limit: 1, complaints: [], comparison: { different: 0 } })
    expect(
      await w.app.db.selectFrom('users').select('username').where('e_mail', 'like', '%@old.example').execute(),
    ).toEqual([{ username: 'brewer-2' }])
    expect(await findFaults(w.app)).toEqual([])
  })
})
