import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { objectId } from '@askwell/contract/ids.ts'
import { profile } from '@askwell/contract/profiles.ts'
import { saveLoginSettings, saveWriteSettings } from '@askwell/contract/site-settings.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DumpRows, postgresDump, postgresInserts } from '../../../../../test/sql-dump.ts'
import { engines, type World, world } from '../../../../../test/world.ts'
import { findFaults } from '../../integrity/service.ts'
import { tryDump } from '../examine.ts'
import { importDump } from '../import-dump.ts'
import { findOrigin } from '../queries.ts'

const at = (day: number) => `2021-03-${String(day).padStart(2, '0')} 10:00:00.123456`
const user = { active: true, last_seen_at: at(20), created_at: at(1), name: null }
const topic = {
  views: 3,
  created_at: at(2),
  bumped_at: at(9),
  category_id: 5,
  archetype: 'regular',
  deleted_at: null,
  visible: true,
  closed: false,
  archived: false,
}
const post = {
  user_id: 3,
  reply_to_post_number: null,
  cooked: '<p>x</p>',
  created_at: at(2),
  like_count: 0,
  post_type: 1,
  deleted_at: null,
  hidden: false,
  user_deleted: false,
  version: 1,
  last_version_at: at(2),
  last_editor_id: 3,
}
const PICTURE = 'r3AYqESanERjladb4vBB7VsMBm6.png'
/** Tables and columns as Discourse's structure.sql has them, as far as they are read, with rows of our own. */
const BACKUP: DumpRows = {
  users: [
    { ...user, id: -1, username: 'system' },
    { ...user, id: 3, username: 'Ann_B', name: 'Ann Brewer' },
    { ...user, id: 4, username: 'ben', active: false },
  ],
  user_emails: [
    { id: 1, user_id: 3, email: 'second@old.example', primary: false },
    { id: 2, user_id: 3, email: 'ann@old.example', primary: true },
    { id: 3, user_id: 4, email: 'ben@old.example', primary: true },
  ],
  user_profiles: [
    { user_id: 3, location: 'Ulm', website: 'https://ann.example', bio_raw: 'Brews.' },
    { user_id: 4, location: 'Secret town', website: 'https://secret.example', bio_raw: 'Secret' },
  ],
  user_options: [
    { user_id: 3, hide_profile: false },
    { user_id: 4, hide_profile: true },
  ],
  site_settings: [{ id: 1, name: 'title', data_type: 1, value: 'Old beer' }],
  categories: [
    {
      id: 5,
      topic_id: 20,
      name: 'Home Brewing',
      slug: 'home-brewing',
      description: '<b>All</b> about it',
      read_restricted: false,
    },
    { id: 6, topic_id: null, name: 'Staff', slug: 'staff', description: '', read_restricted: true },
  ],
  tags: [
    { id: 1, name: 'stout', description: 'Dark *beer*.' },
    { id: 2, name: 'needs-work', description: null },
  ],
  tag_group_memberships: [{ id: 1, tag_id: 2, tag_group_id: 1 }],
  tag_group_permissions: [{ id: 1, tag_group_id: 1, group_id: 3 }],
  topic_tags: [
    { id: 1, topic_id: 10, tag_id: 1 },
    { id: 2, topic_id: 10, tag_id: 2 },
  ],
  topics: [
    { ...topic, id: 10, title: 'How warm should a stout be?', views: 77 },
    { ...topic, id: 11, title: 'How cold?', closed: true },
    { ...topic, id: 12, title: 'Secret letter', archetype: 'private_message', category_id: null },
    { ...topic, id: 13, title: 'Secret of staff', category_id: 6 },
    { ...topic, id: 14, title: 'Secret, deleted', deleted_at: at(4) },
    { ...topic, id: 15, title: 'Secret, unlisted', visible: false },
    { ...topic, id: 16, title: 'Accepted in one table?' },
    { ...topic, id: 17, title: 'Accepted in two tables?' },
    { ...topic, id: 18, title: 'Secret, unlisted without a category', visible: false, category_id: null },
    { ...topic, id: 20, title: 'About the Home Brewing category' },
  ],
  posts: [
    {
      ...post,
      id: 100,
      topic_id: 10,
      post_number: 1,
      like_count: 6,
      raw: `I like it **warm**. ![x|69x4](upload://${PICTURE})`,
      version: 2,
      last_version_at: at(3),
      last_editor_id: 4,
    },
    {
      ...post,
      id: 101,
      topic_id: 10,
      post_number: 2,
      user_id: 4,
      like_count: 2,
      raw: '[quote="Ann_B, post:1, topic:10"]\nwarm\n[/quote]\n\nAbout 13 degrees. :slight_smile:',
    },
    { ...post, id: 102, topic_id: 10, post_number: 3, reply_to_post_number: 2, like_count: 1, raw: '@ben thanks' },
    { ...post, id: 103, topic_id: 10, post_number: 4, user_id: 4, reply_to_post_number: 3, raw: 'You are welcome' },
    { ...post, id: 104, topic_id: 10, post_number: 5, user_id: 4, reply_to_post_number: 1, raw: 'Or 14' },
    { ...post, id: 105, topic_id: 10, post_number: 6, reply_to_post_number: 2, raw: `${'Long. '.repeat(120)}` },
    { ...post, id: 106, topic_id: 10, post_number: 7, post_type: 3, raw: 'Secret action' },
    { ...post, id: 107, topic_id: 10, post_number: 8, post_type: 4, raw: 'Secret whisper' },
    { ...post, id: 108, topic_id: 10, post_number: 9, deleted_at: at(5), raw: 'Secret deleted' },
    { ...post, id: 109, topic_id: 10, post_number: 10, reply_to_post_number: 9, raw: 'Why deleted?' },
    { ...post, id: 110, topic_id: 11, post_number: 1, user_id: -1, raw: 'Hm' },
    ...[16, 17].flatMap((topic_id) => [
      { ...post, id: topic_id * 10, topic_id, post_number: 1, raw: 'Which one?' },
      { ...post, id: topic_id * 10 + 1, topic_id, post_number: 2, user_id: 4, raw: 'This one, I think.' },
    ]),
    ...[12, 13, 14, 15, 18].flatMap((topic_id) => [
      { ...post, id: topic_id * 10, topic_id, post_number: 1, raw: 'Secret' },
      { ...post, id: topic_id * 10 + 1, topic_id, post_number: 2, raw: 'Secret' },
      { ...post, id: topic_id * 10 + 2, topic_id, post_number: 3, reply_to_post_number: 2, raw: 'Secret' },
    ]),
    { ...post, id: 200, topic_id: 20, post_number: 1, raw: 'What it is for' },
  ],
  topic_custom_fields: [{ id: 1, topic_id: 10, name: 'accepted_answer_post_id', value: '101' }],
  // As it is kept since 2025, and since 2026.
  discourse_solved_solved_topics: [
    { id: 1, topic_id: 16, answer_post_id: 161 },
    { id: 2, topic_id: 17, answer_post_id: null },
  ],
  discourse_solved_topic_answers: [{ id: 1, solved_topic_id: 2, answer_post_id: 171 }],
  uploads: [{ id: 1, url: '//cdn.old.example/original/1X/bda2.png', sha1: 'bda2c513e1da04f7b4e99230851ea2aafeb8cc4e' }],
}

describe.each(engines)('a site of Discourse (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  beforeEach(async () => {
    w = await world(engine, { pages: true })
    folder = mkdtempSync(join(tmpdir(), 'askwell-discourse-'))
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }
  const idOf = async (key: string) => (await findOrigin(w.app.db, 'post', key))!
  const write = (name: string, ...said: unknown[]) =>
    writeFileSync(join(folder, name), said.map((one) => JSON.stringify(one)).join('\n'))
  const leadsOn = async (...ways: (readonly [path: string, place: string])[]) => {
    w.clock.advance(60)
    for (const [path, place] of ways) {
      const reply = await w.server.inject({ url: path })
      expect([path, reply.statusCode, reply.headers.location]).toEqual([path, 301, place])
    }
  }

  test('comes in once from a backup: replies to answers are comments, and nothing private comes along', async () => {
    writeFileSync(join(folder, 'dump.sql.gz'), gzipSync(postgresDump(BACKUP)))
    const trial = await tryDump(w.app, { folder }, doing)
    expect([trial.complaints, trial.remarks]).toEqual([[], []])
    writeFileSync(join(folder, 'dump.sql.gz'), gzipSync(postgresInserts(BACKUP))) // as good
    const report = await importDump(w.app, { folder }, doing)
    expect([report.complaints, report.comparison!.differences]).toEqual([[], []])
    const figures = (files: typeof report.files) =>
      Object.entries(files).map(([table, { added, other }]) => [table, added, other])
    expect(figures(report.files)).toEqual(figures(trial.files))
    expect(figures(report.files)).toEqual([
      ['tags', 2, 2],
      ['members', 3, 0],
      ['questions', 4, 6],
      ['answers', 6, 13],
      ['comments', 2, 0],
      ['upload', 0, 0],
    ])
    const id = objectId('question', await idOf('question:10'))
    const { question, answers, comments } = await w.nobody.call(questionThread, { query: { id } })
    expect(question).toMatchObject({
      title: 'How warm should a stout be?',
      content: 'I like it **warm**. ![x](https://cdn.old.example/original/1X/bda2.png)',
      vote_count: 6,
      view_count: 77,
      accepted_answer_id: objectId('answer', await idOf('answer:101')),
      tags: [{ slug_name: 'home-brewing' }, { slug_name: 'stout' }],
      user_info: { display_name: 'Ann Brewer' },
    })
    const texts = answers.list.map(({ content }) => content)
    expect(texts).toHaveLength(4)
    expect(texts[0]).toBe('> [Ann\\_B](/t/10/1):\n> \n> warm\n\n\nAbout 13 degrees. :slightly_smiling_face:')
    expect(
      texts
        .slice(1)
        .map((text) => text.slice(0, 5))
        .toSorted(),
    ).toEqual(['Long.', 'Or 14', 'Why d'])
    const said = JSON.stringify(comments)
    for (const part of ['thanks', 'You are welcome', 'class=\\"mention\\"']) expect(said).toContain(part)
    for (const topic of [16, 17]) {
      const thread = await w.nobody.call(questionThread, {
        query: { id: objectId('question', await idOf(`question:${topic}`)) },
      })
      expect(thread.question.accepted_answer_id).toBe(objectId('answer', await idOf(`answer:${topic}1`)))
    }
    const closed = await w.nobody.call(questionThread, {
      query: { id: objectId('question', await idOf('question:11')) },
    })
    expect(closed.question.status).toBe(2)
    for (const table of ['posts', 'comments', 'tags'] as const)
      expect(JSON.stringify(await w.app.db.selectFrom(table).selectAll().execute())).not.toMatch(/Secret|needs-work/)
    const people = await w.app.db
      .selectFrom('users')
      .select(['username', 'e_mail', 'bio', 'location', 'website'])
      .where('username', 'in', ['ann-b', 'ann_b', 'ben'])
      .orderBy('username')
      .execute()
    expect(people).toEqual([
      {
        username: 'ann_b',
        e_mail: 'ann@old.example',
        bio: 'Brews.',
        location: 'Ulm',
        website: 'https://ann.example',
      },
      { username: 'ben', e_mail: null, bio: '', location: '', website: '' },
    ])
    const answer = async (key: string) => `/questions/${id}/${objectId('answer', await idOf(key))}`
    await leadsOn(
      ['/t/how-warm-should-a-stout-be/10', `/questions/${id}`],
      ['/t/10', `/questions/${id}`],
      ['/t/how-warm/10/2', await answer('answer:101')],
      ['/t/10/6', await answer('answer:105')],
      ['/t/how-warm/10/3', `/questions/${id}`],
      ['/u/Ann_B/summary', '/users/ann_b'],
      ['/u/ann_b', '/users/ann_b'],
      ['/c/home-brewing/5', '/tags/home-brewing'],
      ['/tag/stout', '/tags/stout'],
    )
    const again = await importDump(w.app, { folder }, doing)
    expect(Object.values(again.files).map(({ added }) => added)).toEqual([0, 0, 0, 0, 0, 0])
    expect(await findFaults(w.app)).toEqual([])
  })

  test('one for its members only comes into a private site, and into no other', async () => {
    const admin = await w.given.admin()
    const login_required = { id: 2, name: 'login_required', data_type: 5, value: 't' }
    const backup = { ...BACKUP, site_settings: [...BACKUP.site_settings!, login_required] }
    writeFileSync(join(folder, 'dump.sql'), postgresDump({ ...backup, site_settings: [] }))
    expect((await tryDump(w.app, { folder }, doing)).remarks).toEqual([
      {
        file: 'dump.sql',
        line: 1,
        problem: expect.stringContaining("doesn't say whether the old site is for its members only"),
      },
    ])
    writeFileSync(join(folder, 'dump.sql'), postgresDump(backup))
    const problem = expect.stringContaining('The old site is for its members only')
    expect((await tryDump(w.app, { folder }, doing)).remarks).toEqual([{ file: 'dump.sql', line: 1, problem }])
    const begin = vi.fn<() => Promise<void>>()
    await expect(importDump(w.app, { folder }, doing, begin)).rejects.toThrow('The old site is for its members only')
    expect(begin).not.toHaveBeenCalled()
    expect(await w.app.db.selectFrom('import_mappings').selectAll().execute()).toEqual([])
    await w.as(admin).call(saveLoginSettings, { body: { login_required: true } })
    expect((await importDump(w.app, { folder }, doing)).remarks).toEqual([])
    expect(await idOf('question:10')).toBeDefined()
  })

  test('brings the uploads that its shown texts name, and the pictures of its members, from a folder of them, and names the missing', async () => {
    const admin = await w.given.admin()
    await w.as(admin).call(saveWriteSettings, { body: { authorized_attachment_extensions: ['txt'] } })
    const sha1 = (n: number) => String(n).padStart(40, 'a')
    const way = (n: number, ending: string) => `original/2X/a/${sha1(n)}.${ending}`
    const { username: cid } = await w.given.member({ name: 'cid' })
    const text = (id: number, topic_id: number, post_number: number, raw: string) => ({
      ...post,
      id,
      topic_id,
      post_number,
      raw,
    })
    const backup: DumpRows = {
      ...BACKUP,
      users: [
        { ...user, id: 3, username: 'ann', uploaded_avatar_id: 1 },
        { ...user, id: 4, username: 'ben', uploaded_avatar_id: 5 },
        { ...user, id: 5, username: 'sid', uploaded_avatar_id: 1 },
      ],
      user_emails: [{ id: 1, user_id: 5, email: 'cid@example.com', primary: true }],
      topics: [
        { ...topic, id: 10, title: 'How warm should a stout be?' },
        { ...topic, id: 12, title: 'Secret letter', archetype: 'private_message', category_id: null },
      ],
      posts: [
        text(
          100,
          10,
          1,
          `So: ![x](https://forum.old.example/uploads/default/${way(1, 'png')}) or [it](/uploads/default/${way(2, 'txt')})`,
        ),
        text(
          101,
          10,
          2,
          `![](//cdn.old.example/bucket/${way(1, 'png')}) ![](/uploads/default/${way(3, 'png')}) ![](/secure-uploads/${way(6, 'png')}) ${'Long. '.repeat(120)}`,
        ),
        text(120, 12, 1, `![](/uploads/default/${way(4, 'png')})`),
      ],
      topic_custom_fields: [],
      discourse_solved_solved_topics: [],
      discourse_solved_topic_answers: [],
      topic_tags: [],
      uploads: [
        { id: 1, url: `/uploads/default/${way(1, 'png')}`, sha1: sha1(1), original_filename: 'me' },
        { id: 2, url: '', sha1: sha1(2), original_filename: 'My recipe.txt' },
        { id: 5, url: `//cdn.old.example/bucket/${way(5, 'jpg')}`, sha1: sha1(5), original_filename: 'me.jpg' },
        { id: 6, url: `/secure-uploads/${way(6, 'png')}`, sha1: sha1(6), original_filename: 'x.png', secure: true },
      ],
    }
    writeFileSync(join(folder, 'dump.sql.gz'), gzipSync(postgresDump(backup)))
    const place = join(folder, 'elsewhere/uploads/default/original/2X/a')
    mkdirSync(place, { recursive: true })
    const picture = await sharp({ create: { width: 300, height: 20, channels: 3, background: '#804020' } })
      .png()
      .toBuffer()
    for (const n of [1, 4, 6]) writeFileSync(join(place, `${sha1(n)}.png`), picture)
    writeFileSync(join(place, `${sha1(2)}.txt`), 'A recipe.')
    const first = await importDump(w.app, { folder, site: 'old' }, doing)
    expect(first.files.upload).toEqual({ rows: 6, added: 0, present: 0, other: 6, broken: 0 })
    const dump = { folder, site: 'old', files: join(folder, 'elsewhere') }
    const trial = await tryDump(w.app, dump, doing)
    const report = await importDump(w.app, dump, doing)
    for (const { files, complaints, remarks } of [trial, report]) {
      expect(files.upload).toEqual({ rows: 6, added: 3, present: 0, other: 1, broken: 2 })
      expect(complaints.map(({ problem }) => problem)).toEqual(
        [way(3, 'png'), way(5, 'jpg')].map((path) => `${path} is named, and isn't in the folder of uploads`),
      )
      expect(remarks.map(({ problem }) => problem)).toEqual([
        `${way(6, 'png')} isn't shown to everybody there, and stays behind`,
      ])
    }
    const id = objectId('question', await idOf('question:10'))
    const { question, answers } = await w.nobody.call(questionThread, { query: { id } })
    const [, image] = /src="([^"]+)"/.exec(question.html)!
    const [, recipe] = /href="([^"]+\.txt)"/.exec(question.html)!
    expect(image).toMatch(/^http:\/\/world\.example\/uploads\/post\//)
    expect(question.html).toContain('width="300"')
    expect(answers.list[0]!.html).toContain(image)
    expect(answers.list[0]!.html).toContain(way(3, 'png'))
    for (const [address, type] of [
      [image!, 'image/png'],
      [recipe!, 'application/octet-stream'],
    ] as const) {
      const reply = await w.server.inject({ url: new URL(address).pathname })
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, expect.stringContaining(type)])
    }
    const files = await w.app.db.selectFrom('files').select('source').orderBy('source').execute()
    expect(files.map(({ source }) => source)).toEqual(['avatar', 'post', 'post_attachment'])
    // Whoever had an account here keeps it as it is.
    for (const [username, picture] of [
      ['ann', expect.stringContaining('/uploads/avatar/')],
      ['ben', ''],
      [cid, ''],
    ] as const)
      expect((await w.nobody.call(profile, { query: { username } })).avatar).toEqual(picture)
    const again = await importDump(w.app, dump, doing)
    expect(again.files.upload).toEqual({ rows: 6, added: 0, present: 3, other: 1, broken: 2 })
    expect(await findFaults(w.app)).toEqual([])
  })

  const said = {
    id: 10,
    title: 'How warm should a stout be?',
    posts_count: 3,
    created_at: '2021-03-02T10:00:00.123Z',
    last_posted_at: '2021-03-04T10:00:00.123Z',
    views: 77,
    category_id: 5,
    tags: ['stout', { id: 8, name: 'cellar', slug: 'cellar' }],
    archetype: 'regular',
    visible: true,
    closed: false,
    post_stream: {
      posts: [
        {
          id: 100,
          username: 'ann',
          name: 'Ann Brewer',
          user_id: 3,
          post_number: 1,
          post_type: 1,
          created_at: '2021-03-02T10:00:00.123Z',
          cooked: '<p>I like it <b>warm</b>. <img class="emoji" alt=":slight_smile:"></p>',
          actions_summary: [{ id: 2, count: 6 }],
        },
        {
          id: 101,
          username: 'ben',
          user_id: 4,
          post_number: 2,
          post_type: 1,
          created_at: '2021-03-03T10:00:00.123Z',
          raw: 'About 13 degrees.',
          cooked: '<p>About 13 degrees.</p>',
          accepted_answer: true,
        },
        {
          id: 102,
          username: 'cid',
          user_id: 5,
          post_number: 3,
          reply_to_post_number: 2,
          post_type: 1,
          created_at: '2021-03-04T10:00:00.123Z',
          cooked: '<p>Thanks <em>so</em> much</p>',
        },
      ],
    },
  }

  test('comes in from its public JSON, whose authors need no page of their own', async () => {
    write('topics.jsonl', said)
    write('users.jsonl', {
      user: { id: 3, username: 'ann', name: 'Ann Brewer', created_at: '2020-01-01T00:00:00.000Z', bio_raw: 'Brews.' },
    })
    write('categories.json', {
      category_list: {
        categories: [
          { id: 5, name: 'Home Brewing', slug: 'home-brewing', topic_url: '/t/about/20', read_restricted: false },
        ],
      },
    })
    const report = await importDump(w.app, { folder }, doing)
    expect([report.complaints, report.missing, report.comparison!.differences]).toEqual([[], [], []])
    expect(Object.entries(report.files).map(([table, { added, other }]) => [table, added, other])).toEqual([
      ['tags', 3, 0],
      ['members', 3, 0],
      ['questions', 1, 0],
      ['answers', 1, 0],
      ['comments', 1, 0],
      ['upload', 0, 0],
    ])
    const id = objectId('question', await idOf('question:10'))
    const { question, answers, comments } = await w.nobody.call(questionThread, { query: { id } })
    expect(question).toMatchObject({
      content: 'I like it **warm**. 🙂',
      vote_count: 6,
      tags: [{ slug_name: 'home-brewing' }, { slug_name: 'stout' }, { slug_name: 'cellar' }],
      user_info: { display_name: 'Ann Brewer' },
      accepted_answer_id: objectId('answer', await idOf('answer:101')),
    })
    expect(answers.list).toMatchObject([{ content: 'About 13 degrees.', user_info: { username: 'ben' } }])
    expect(JSON.stringify(comments)).toContain('Thanks <em>so</em> much')
    await leadsOn(['/t/how-warm/10', `/questions/${id}`])
    expect(await findFaults(w.app)).toEqual([])
  })

  test('lines that are none are named, and topics that lack posts', async () => {
    write('topics.jsonl', said, { errors: ['not found'] }, { ...said, id: 11, posts_count: 30 })
    writeFileSync(join(folder, 'users.jsonl'), 'no JSON\n')
    expect((await tryDump(w.app, { folder }, doing)).complaints).toEqual([
      { file: 'users.jsonl', line: 1, problem: "it isn't an object in JSON" },
      { file: 'topics.jsonl', line: 2, problem: 'it is no topic with posts, as /t/ID.json says it' },
      { file: 'topics.jsonl', line: 3, problem: 'it has 3 of the 30 posts of topic 11' },
    ])
  })
})
