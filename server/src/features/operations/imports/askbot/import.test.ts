import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { objectId } from '@askwell/contract/ids.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DumpRows, mysqlDump, postgresDump } from '../../../../../test/sql-dump.ts'
import { engines, type World, world } from '../../../../../test/world.ts'
import { findFaults } from '../../integrity/service.ts'
import { tryDump } from '../examine.ts'
import { importDump } from '../import-dump.ts'
import { findOrigin } from '../queries.ts'

const at = '2014-03-01 10:00:00.123+00'
const thread = {
  view_count: 5,
  favourite_count: 0,
  answer_count: 0,
  last_activity_at: '2014-04-01 10:00:00+00',
  closed: false,
  closed_at: null,
  close_reason: null,
  accepted_answer_id: null,
  deleted: false,
  approved: true,
}
const post = {
  parent_id: null,
  added_at: at,
  endorsed: false,
  approved: true,
  deleted: false,
  wiki: false,
  is_anonymous: false,
  points: 0,
  last_edited_at: null,
  last_edited_by_id: null,
  html: '',
}
/** Tables and columns as the program's migrations make them, as far as they are read, with rows of our own. */
const SITE: DumpRows = {
  auth_group: [
    { id: 1, name: 'everyone' },
    { id: 2, name: 'staff' },
  ],
  auth_user: [
    { id: 3, username: 'Ann', email: 'ann@old.example', password: 'pbkdf2_sha256$x', date_joined: at },
    { id: 4, username: 'ben', email: 'ben@old.example', password: '', date_joined: at },
  ],
  askbot_userprofile: [
    {
      auth_user_ptr_id: 3,
      email_isvalid: true,
      reputation: 321,
      website: 'https://ann.example',
      location: 'Ulm',
      real_name: '',
      last_seen: at,
    },
    {
      auth_user_ptr_id: 4,
      email_isvalid: false,
      reputation: 1,
      website: '',
      location: '',
      real_name: 'Ben B',
      last_seen: at,
    },
  ],
  askbot_localizeduserprofile: [{ id: 1, auth_user_id: 3, about: 'Brews.', language_code: 'en' }],
  tag: [
    { id: 1, name: 'stout', deleted: false, tag_wiki_id: 90, used_count: 1 },
    { id: 2, name: 'gone', deleted: true, tag_wiki_id: null, used_count: 1 },
  ],
  askbot_thread: [
    {
      ...thread,
      id: 1,
      title: 'How warm should a stout be?',
      tagnames: 'stout cellar',
      view_count: 77,
      favourite_count: 3,
      accepted_answer_id: 11,
    },
    {
      ...thread,
      id: 2,
      title: 'How cold?',
      tagnames: 'stout',
      closed: true,
      closed_at: '2014-03-09 10:00:00+00',
      close_reason: 2,
    },
    { ...thread, id: 3, title: 'Secret: deleted', tagnames: 'stout', deleted: true },
    { ...thread, id: 4, title: 'Secret: for staff', tagnames: 'stout' },
  ],
  askbot_post: [
    {
      ...post,
      id: 10,
      post_type: 'question',
      thread_id: 1,
      author_id: 3,
      points: 6,
      text: 'I like it **warm**.\tDo you?',
      last_edited_at: '2014-03-02 10:00:00+00',
      last_edited_by_id: 4,
    },
    {
      ...post,
      id: 11,
      post_type: 'answer',
      parent_id: 10,
      thread_id: 1,
      author_id: 4,
      points: -1,
      text: '<p>About <b>13</b> degrees.</p>',
    },
    { ...post, id: 12, post_type: 'comment', parent_id: 11, thread_id: 1, author_id: 3, points: 2, text: 'Thanks' },
    { ...post, id: 13, post_type: 'question', thread_id: 2, author_id: 4, is_anonymous: true, text: 'Unnamed' },
    { ...post, id: 14, post_type: 'question', thread_id: 3, author_id: 4, text: 'Secret 1' },
    { ...post, id: 15, post_type: 'question', thread_id: 4, author_id: 4, text: 'Secret 2' },
    { ...post, id: 16, post_type: 'answer', parent_id: 15, thread_id: 4, author_id: 4, text: 'Secret 3' },
    {
      ...post,
      id: 17,
      post_type: 'answer',
      parent_id: 10,
      thread_id: 1,
      author_id: 4,
      approved: false,
      text: 'Secret 4',
    },
    { ...post, id: 18, post_type: 'comment', parent_id: 17, thread_id: 1, author_id: 4, text: 'Secret 5' },
    { ...post, id: 90, post_type: 'tag_wiki', thread_id: null, author_id: 3, text: 'Dark *beer*.' },
  ],
  askbot_thread_groups: [
    { id: 1, thread_id: 1, group_id: 1 },
    { id: 2, thread_id: 2, group_id: 1 },
    { id: 3, thread_id: 2, group_id: 2 },
    { id: 4, thread_id: 4, group_id: 2 },
  ],
}

describe.each(engines)('a site of AskBot (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  beforeEach(async () => {
    w = await world(engine, { pages: true })
    folder = mkdtempSync(join(tmpdir(), 'askwell-askbot-'))
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  test('one for its members only doesn’t come into a site for everybody', async () => {
    const closed = { id: 1, site_id: 1, group: 'ACCESS_CONTROL', key: 'ASKBOT_CLOSED_FORUM_MODE', value: 'True' }
    writeFileSync(join(folder, 'askbot.sql'), postgresDump({ ...SITE, livesettings_setting: [closed] }))
    await expect(importDump(w.app, { folder }, doing)).rejects.toThrow('The old site is for its members only')
  })

  const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
  const idOf = async (key: string) => (await findOrigin(w.app.db, 'post', key))!

  test.each([
    ['PostgreSQL', postgresDump],
    ['MySQL', (tables: DumpRows) => mysqlDump(tables).replaceAll('+00', '')],
  ])('comes in once from a dump of %s, and its addresses lead on', async (_, write) => {
    writeFileSync(join(folder, 'askbot.sql'), write(SITE))
    const trial = await tryDump(w.app, { folder }, doing)
    expect([trial.complaints, trial.remarks]).toEqual([[], []])
    const report = await importDump(w.app, { folder }, doing)
    expect([report.complaints, report.comparison!.differences]).toEqual([[], []])
    expect(Object.entries(report.files).map(([table, { added, other }]) => [table, added, other])).toEqual([
      ['tags', 1, 1],
      ['members', 2, 0],
      ['questions', 2, 2],
      ['answers', 1, 2],
      ['comments', 1, 1],
    ])
    const id = objectId('question', await idOf('question:10'))
    const { question, answers, comments } = await w.nobody.call(questionThread, { query: { id } })
    expect(question).toMatchObject({
      title: 'How warm should a stout be?',
      html: expect.stringContaining('<strong>warm</strong>'),
      vote_count: 6,
      view_count: 77,
      collection_count: 3,
      accepted_answer_id: objectId('answer', await idOf('answer:11')),
      tags: [{ slug_name: 'stout' }, { slug_name: 'cellar' }],
      user_info: { username: 'ann', rank: 321 },
    })
    expect(answers.list).toMatchObject([
      { vote_count: -1, html: '<p>About <strong>13</strong> degrees.</p>', user_info: { display_name: 'Ben B' } },
    ])
    expect(JSON.stringify(comments)).toContain('Thanks')
    const unnamed = await w.nobody.call(questionThread, {
      query: { id: objectId('question', await idOf('question:13')) },
    })
    expect(unnamed.question).toMatchObject({ status: 2, user_info: { display_name: 'anonymous' } })
    for (const table of ['posts', 'comments'] as const)
      expect(JSON.stringify(await w.app.db.selectFrom(table).select('original_text').execute())).not.toContain('Secret')
    const people = await w.app.db
      .selectFrom('users')
      .select(['username', 'e_mail', 'location', 'bio'])
      .where('username', 'in', ['ann', 'ben'])
      .orderBy('username')
      .execute()
    expect(people).toEqual([
      { username: 'ann', e_mail: 'ann@old.example', location: 'Ulm', bio: 'Brews.' },
      { username: 'ben', e_mail: null, location: '', bio: '' },
    ])
    expect(
      await w.app.db.selectFrom('tags').select('original_text').where('slug_name', '=', 'stout').execute(),
    ).toEqual([{ original_text: 'Dark *beer*.' }])
    w.clock.advance(60)
    for (const [path, place] of [
      ['/question/10/how-warm-should-a-stout-be/', `/questions/${id}`],
      ['/en/question/10/how-warm/', `/questions/${id}`],
      ['/users/3/ann/', '/users/ann'],
    ] as const) {
      const reply = await w.server.inject({ url: path })
      expect([path, reply.statusCode, reply.headers.location]).toEqual([path, 301, place])
    }
    const again = await importDump(w.app, { folder }, doing)
    expect(Object.values(again.files).map(({ added }) => added)).toEqual([0, 0, 0, 0, 0])
    expect(await findFaults(w.app)).toEqual([])
  })
})
