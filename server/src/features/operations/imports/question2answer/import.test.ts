import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { objectId } from '@askwell/contract/ids.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DumpRows, mysqlDump } from '../../../../../test/sql-dump.ts'
import { engines, type World, world } from '../../../../../test/world.ts'
import { findFaults } from '../../integrity/service.ts'
import { tryDump } from '../examine.ts'
import { importDump } from '../import-dump.ts'
import { findOrigin } from '../queries.ts'

const user = { createip: 1, passcheck: null, level: 0, loggedin: '2020-05-01 10:00:00', created: '2019-01-01 10:00:00' }
const post = {
  parentid: null,
  categoryid: null,
  selchildid: null,
  closedbyid: null,
  cookieid: null,
  createip: 2130706433,
  lastuserid: null,
  netvotes: 0,
  views: 0,
  hotness: 37.5,
  format: '',
  created: '2019-03-01 10:00:00',
  updated: null,
  updatetype: null,
  title: null,
  tags: null,
  name: null,
}
/** Tables and columns as the program's own installation makes them, as far as they are read, with rows of our own. */
const SITE: DumpRows = {
  qa_users: [
    { ...user, userid: 1, email: 'ann@old.example', handle: 'Ann Brewer', flags: 1 },
    { ...user, userid: 2, email: 'ben@old.example', handle: 'ben', flags: 0 },
  ],
  qa_userpoints: [{ userid: 1, points: 230 }],
  qa_userprofile: [
    { userid: 1, title: 'about', content: 'Brews; says "it\'s fine".' },
    { userid: 1, title: 'website', content: 'https://ann.example' },
    { userid: 2, title: 'website', content: 'javascript:alert(1)' },
  ],
  qa_categories: [
    { categoryid: 4, parentid: null, title: 'Home brewing', tags: 'home-brewing', content: 'All about it', qcount: 1 },
  ],
  qa_words: [
    { wordid: 1, word: 'stout', titlecount: 1, tagcount: 1 },
    { wordid: 2, word: 'warm', titlecount: 1, tagcount: 0 },
  ],
  qa_posts: [
    {
      ...post,
      postid: 10,
      type: 'Q',
      categoryid: 4,
      selchildid: 11,
      userid: 1,
      lastuserid: 2,
      updated: '2019-03-05 10:00:00',
      updatetype: 'E',
      netvotes: 4,
      views: 120,
      title: 'How warm should a stout be?',
      content: 'I like *it* <warm>.\nDo you?\n\nReally?',
      tags: 'stout,cellar',
    },
    {
      ...post,
      postid: 11,
      type: 'A',
      parentid: 10,
      userid: 2,
      netvotes: -1,
      format: 'html',
      content: '<p>About <b>13</b> degrees.</p>',
    },
    { ...post, postid: 12, type: 'C', parentid: 11, userid: 1, netvotes: 2, content: 'Thanks, ben' },
    {
      ...post,
      postid: 13,
      type: 'C',
      parentid: 10,
      userid: null,
      name: 'Passer-by',
      format: 'html',
      content: '<p>Me <em>too</em></p>',
    },
    {
      ...post,
      postid: 14,
      type: 'Q',
      userid: 2,
      title: 'How cold?',
      format: 'markdown',
      content: 'The **same**',
      closedbyid: 10,
      updated: '2019-04-01 10:00:00',
      updatetype: 'C',
    },
    { ...post, postid: 15, type: 'Q', userid: 2, title: 'Anything at all?', content: 'Hm', closedbyid: 16 },
    {
      ...post,
      postid: 16,
      type: 'NOTE',
      parentid: 15,
      userid: 1,
      content: 'Not clear',
      created: '2019-04-02 10:00:00',
    },
    { ...post, postid: 17, type: 'Q_HIDDEN', userid: 2, title: 'Secret question', content: 'Secret' },
    { ...post, postid: 18, type: 'A', parentid: 17, userid: 2, content: 'Secret answer' },
    { ...post, postid: 19, type: 'C', parentid: 18, userid: 2, content: 'Secret comment' },
    { ...post, postid: 20, type: 'A', parentid: 99, userid: 2, content: 'Lost answer' },
  ],
}

describe.each(engines)('a site of Question2Answer (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  beforeEach(async () => {
    w = await world(engine, { pages: true })
    folder = mkdtempSync(join(tmpdir(), 'askwell-q2a-'))
    writeFileSync(join(folder, 'question2answer.sql'), mysqlDump(SITE))
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
  const idOf = async (key: string) => (await findOrigin(w.app.db, 'post', key))!
  const figures = (files: Record<string, { added: number; other: number; broken: number }>) =>
    Object.entries(files).map(([table, { added, other, broken }]) => [table, added, other, broken])

  test('comes in once with what it knew, and its addresses lead on', async () => {
    const lost = [{ file: 'question2answer.sql', line: expect.any(Number), problem: "its question 99 isn't there" }]
    const trial = await tryDump(w.app, { folder }, doing)
    expect(trial.complaints).toEqual([{ ...lost[0], problem: "its question 99 isn't there" }])
    expect(figures(trial.files)).toEqual([
      ['tags', 2, 0, 0],
      ['members', 2, 0, 0],
      ['questions', 3, 1, 0],
      ['answers', 1, 1, 1],
      ['comments', 3, 1, 0],
    ])
    expect(await findOrigin(w.app.db, 'post', 'question:10')).toBeUndefined()
    const report = await importDump(w.app, { folder }, doing)
    expect(report.complaints).toEqual(lost)
    expect([report.comparison!.differences, figures(report.files)]).toEqual([[], figures(trial.files)])

    const id = objectId('question', await idOf('question:10'))
    const { question, answers, comments } = await w.nobody.call(questionThread, { query: { id } })
    expect(question).toMatchObject({
      title: 'How warm should a stout be?',
      vote_count: 4,
      view_count: 120,
      tags: [{ slug_name: 'home-brewing' }, { slug_name: 'stout' }, { slug_name: 'cellar' }],
      user_info: { username: 'ann-brewer', display_name: 'Ann Brewer', rank: 230 },
      accepted_answer_id: objectId('answer', await idOf('answer:11')),
    })
    expect(question.html).toBe('<p>I like *it* &lt;warm&gt;.<br />\nDo you?</p>\n<p>Really?</p>')
    expect(answers.list).toMatchObject([{ vote_count: -1, html: '<p>About <strong>13</strong> degrees.</p>' }])
    const said = JSON.stringify(comments)
    for (const part of ['Thanks, ben', 'Me <em>too</em>', 'Passer-by']) expect(said).toContain(part)
    const closed = await w.nobody.call(questionThread, {
      query: { id: objectId('question', await idOf('question:14')) },
    })
    expect(closed.question).toMatchObject({ status: 2, operation: { duplicate: { id } } })
    const unclear = await w.nobody.call(questionThread, {
      query: { id: objectId('question', await idOf('question:15')) },
    })
    expect(unclear.question.status).toBe(2)
    expect(JSON.stringify(unclear.comments)).toContain('Not clear')
    for (const table of ['posts', 'comments'] as const)
      expect(JSON.stringify(await w.app.db.selectFrom(table).select('original_text').execute())).not.toContain('Secret')

    const people = await w.app.db
      .selectFrom('users')
      .select(['username', 'e_mail', 'website', 'bio'])
      .where('username', 'in', ['ann-brewer', 'ben'])
      .orderBy('username')
      .execute()
    expect(people).toEqual([
      {
        username: 'ann-brewer',
        e_mail: 'ann@old.example',
        website: 'https://ann.example',
        bio: 'Brews; says "it\'s fine".',
      },
      { username: 'ben', e_mail: null, website: '', bio: '' },
    ])
    w.clock.advance(60)
    const answer = `/questions/${id}/${objectId('answer', await idOf('answer:11'))}`
    for (const [path, place] of [
      ['/10/how-warm-should-a-stout-be', `/questions/${id}`],
      ['/10', `/questions/${id}`],
      ['/index.php/10/how-warm', `/questions/${id}`],
      ['/11', answer],
      ['/user/Ann%20Brewer', '/users/ann-brewer'],
      ['/user/Ann+Brewer/answers', '/users/ann-brewer'],
      ['/user/somebody', undefined],
      ['/user/ben/questions', '/users/ben'],
      ['/tag/stout', '/tags/stout'],
    ] as const) {
      const reply = await w.server.inject({ url: path })
      expect([path, reply.statusCode, reply.headers.location]).toEqual(
        place ? [path, 301, place] : [path, 404, undefined],
      )
    }
    const again = await importDump(w.app, { folder }, doing)
    expect(Object.values(again.files).map(({ added }) => added)).toEqual([0, 0, 0, 0, 0])
    expect(await findFaults(w.app)).toEqual([])
  })

  test('one for its members only doesn’t come into a site for everybody', async () => {
    const options = [
      { title: 'permit_view_q_page', content: '120' },
      { title: 'permit_post_q', content: '120' },
    ]
    writeFileSync(join(folder, 'question2answer.sql'), mysqlDump({ ...SITE, qa_options: options }))
    await expect(importDump(w.app, { folder }, doing)).rejects.toThrow('The old site is for its members only')
  })

  test('says of a second row with the same key that it stays out, and takes a day without an hour as its beginning', async () => {
    const [first] = SITE.qa_posts!
    const twice = { ...first, title: 'Another text of the same number' }
    const early = {
      ...post,
      postid: 30,
      type: 'Q',
      userid: 1,
      title: 'How old is this one?',
      content: 'Old?',
      created: '2018-07-01',
    }
    writeFileSync(
      join(folder, 'question2answer.sql'),
      mysqlDump({ ...SITE, qa_posts: [...SITE.qa_posts!, twice, early] }),
    )
    const report = await importDump(w.app, { folder }, doing)
    expect(report.complaints.map(({ problem }) => problem)).toContain('a row before it has the same key, and stays')
    const { question } = await w.nobody.call(questionThread, {
      query: { id: objectId('question', await idOf('question:10')) },
    })
    expect(question.title).toBe('How warm should a stout be?')
    const { created_at } = await w.app.db
      .selectFrom('posts')
      .select('created_at')
      .where('id', '=', await idOf('question:30'))
      .executeTakeFirstOrThrow()
    expect(created_at).toBe(Date.parse('2018-07-01T00:00:00Z') / 1000)
  })
})
