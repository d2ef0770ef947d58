import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { switchCollection } from '@askwell/contract/collections.ts'
import { editComment } from '@askwell/contract/comments.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { timeline } from '@askwell/contract/revisions.ts'
import { editTag } from '@askwell/contract/tags.ts'
import { editQuestion } from '@askwell/contract/questions.ts'
import { sql } from 'kysely'
import { findOrigin } from '../queries.ts'
import { findFaults } from '../../integrity/service.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { meanwhile } from '../../../../../test/meanwhile.ts'
import { engines, type World, world } from '../../../../../test/world.ts'
import { importDump } from '../import-dump.ts'
import type { Report } from '../tally.ts'
import { pause } from '../../../../../test/pause.ts'
import { bringIn, SITE } from '../../../../../test/read-dump.ts'
import { importTagTexts } from '../tags.ts'
import { importTexts } from '../texts.ts'

const file = (rows: string[]) =>
  `\uFEFF<?xml version="1.0" encoding="utf-8"?>\r\n<rows>\r\n${rows.map((row) => `  ${row}`).join('\r\n')}\r\n</rows>`

const row = (fields: Record<string, string | number>) =>
  `<row ${Object.entries({ CreationDate: '2020-01-02T03:04:05.678', ...fields })
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')} />`

describe.each(engines)('odd dumps (%s)', (engine) => {
  let w: World
  let folder: string
  const write = (rows: { Tags?: string[]; Users?: string[]; Posts?: string[]; Comments?: string[] }) => {
    for (const name of ['Tags', 'Users', 'Posts', 'Comments'] as const)
      writeFileSync(join(folder, `${name}.xml`), file(rows[name] ?? []))
  }
  const problems = ({ complaints }: Report) =>
    complaints.map(({ file: where, line, problem }) => `${where} ${line}: ${problem}`)
  const post = async (key: string) => {
    const id = await findOrigin(w.app.db, 'post', key)
    return id === undefined
      ? undefined
      : w.app.db
          .selectFrom('posts')
          .innerJoin('users', 'users.id', 'posts.user_id')
          .selectAll('posts')
          .select('display_name')
          .where('posts.id', '=', id)
          .executeTakeFirst()
  }
  const question = {
    PostTypeId: 1,
    Title: 'A question',
    Body: '&lt;p&gt;Text.&lt;/p&gt;',
    OwnerUserId: 5,
    Tags: '&lt;beer&gt;',
  }
  const answer = { PostTypeId: 2, Body: '&lt;p&gt;Answer.&lt;/p&gt;', OwnerUserId: 5 }
  const users = [row({ Id: 5, DisplayName: 'Anna', Reputation: 101 })]
  beforeEach(async () => {
    w = await world(engine)
    folder = mkdtempSync(join(tmpdir(), 'askwell-dump-'))
  })
  afterEach(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a broken row is named and left out; those around it come in', async () => {
    write({
      Users: users,
      Posts: [
        row({ ...question, Id: 1 }),
        row({ ...question, Id: 2, Body: 'a < b' }),
        '<row Id="3" PostTypeId="1" Title="unfinished',
        row({ ...question, Id: 4, CreationDate: 'yesterday' }),
        row({ PostTypeId: 1, Id: 6, Body: 'no title' }),
        row({ ...question, Id: 'x' }),
        row({ ...question, Id: 7 }),
      ],
    })
    const { report } = await bringIn(w.app, folder)
    expect(report.files.Posts).toEqual({ rows: 7, added: 2, present: 0, other: 0, broken: 5 })
    expect(problems(report)).toEqual([
      expect.stringMatching(/^Posts\.xml 4: /),
      'Posts.xml 5: the row has no end',
      'Posts.xml 6: its CreationDate is no time',
      'Posts.xml 7: it has no Title',
      'Posts.xml 8: its Id is no number',
    ])
    expect((await post('7'))!.title).toBe('A question')
  })

  test('an answer may stand before its question, also when it is the accepted one; one without a question is named', async () => {
    write({
      Users: users,
      Posts: [
        row({ ...answer, Id: 1, ParentId: 3000 }),
        ...Array.from({ length: 1000 }, (_, n) => row({ ...question, Id: n + 10 })),
        row({ ...question, Id: 3000, AcceptedAnswerId: 1 }),
        row({ ...answer, Id: 3001, ParentId: 9999 }),
      ],
    })
    const { report } = await bringIn(w.app, folder)
    expect(problems(report)).toEqual([`Posts.xml 1005: its question 9999 isn't there`])
    const [its, asked] = [await post('1'), await post('3000')]
    expect(its!.question_id).toBe(asked!.id)
    expect(asked).toMatchObject({
      accepted_answer_id: its!.id,
      answer_count: 1,
      last_answer_id: its!.id,
      operation_type: 'answered',
    })
  })

  test('people without an account any more keep their name; two with one name are told apart', async () => {
    write({
      Users: [
        ...users,
        row({ Id: 6, DisplayName: 'Anna', Reputation: 1 }),
        row({ Id: 7, DisplayName: 'admin', Reputation: 1 }),
        row({ Id: 8, DisplayName: '북극곰', Reputation: 1 }),
      ],
      Posts: [
        row({ ...question, Id: 1, OwnerUserId: 77 }),
        ...[2, 3].map(
          (Id) =>
            `<row Id="${Id}" PostTypeId="1" CreationDate="2020-01-01T00:00:00.000" Title="T" Body="B" Tags="|a|b-c|" OwnerDisplayName="Gone Away" />`,
        ),
        `<row Id="4" PostTypeId="1" CreationDate="2020-01-01T00:00:00.000" Title="T" Body="B" Tags="" />`,
      ],
      Comments: [row({ Id: 1, PostId: 2, Text: 'x &amp;amp; `y`', Score: 3, UserDisplayName: 'Gone Away' })],
    })
    await bringIn(w.app, folder)
    expect((await post('1'))!.display_name).toBe('user77')
    const gone = await Promise.all([post('2'), post('3')])
    expect(gone.map((one) => one!.display_name)).toEqual(['Gone Away', 'Gone Away'])
    expect(gone[0]!.user_id).toBe(gone[1]!.user_id)
    // As old as the first thing they wrote, not as the import.
    const { created_at } = await w.app.db
      .selectFrom('users')
      .select('created_at')
      .where('id', '=', gone[0]!.user_id)
      .executeTakeFirstOrThrow()
    expect(created_at).toBe(Date.UTC(2020, 0, 1) / 1000)
    expect((await post('4'))!.display_name).toBe('user')
    const comment = await w.app.db.selectFrom('comments').selectAll().executeTakeFirstOrThrow()
    expect(comment).toMatchObject({
      user_id: gone[0]!.user_id,
      score: 3,
      carried_score: 3,
      original_text: 'x &amp; `y`',
    })
    const names = await Promise.all(
      ['5', '6', '7', '8'].map(async (key) =>
        w.app.db
          .selectFrom('users')
          .select('username')
          .where('id', '=', (await findOrigin(w.app.db, 'user', key))!)
          .executeTakeFirstOrThrow(),
      ),
    )
    expect(names.map(({ username }) => username)).toEqual(['anna', 'anna-6', 'admin-7', 'buggeuggom'])
  })

  test('characters that XML forbids, other line ends and tag wikis are no reason to stop', async () => {
    write({
      Users: users,
      Posts: [
        row({ ...question, Id: 1, Title: 'One\u2028line &#x1F;here' }),
        row({ PostTypeId: 5, Id: 2, Body: 'wiki' }),
      ],
      Comments: [row({ Id: 1, PostId: 2, Text: 'about the wiki', UserId: 5 })],
    })
    const { report } = await bringIn(w.app, folder)
    expect(problems(report)).toEqual([])
    expect([report.files.Posts!.other, report.files.Comments!.other]).toEqual([1, 1])
    expect((await post('1'))!.title).toBe('One line \uFFFDhere')
  })

  test('what was broken off goes on where it stopped, and a newer dump adds what is new', async () => {
    write({ Users: users, Posts: [row({ ...question, Id: 1, AcceptedAnswerId: 2 })] })
    await bringIn(w.app, folder)
    expect((await post('1'))!.answer_count).toBe(0)
    write({
      Tags: [row({ Id: 1, TagName: 'beer' })],
      Users: users,
      Posts: [row({ ...question, Id: 1, AcceptedAnswerId: 2 }), row({ ...answer, Id: 2, ParentId: 1, Score: -2 })],
    })
    const { report } = await bringIn(w.app, folder)
    expect(report.files.Posts).toMatchObject({ added: 1, present: 1 })
    expect(await post('1')).toMatchObject({ answer_count: 1, accepted_answer_id: (await post('2'))!.id })
    expect(await post('2')).toMatchObject({ score: -2, carried_score: -2 })
  })

  test('an import that fails leaves right counts of what came in before', async () => {
    write({
      Users: users,
      Posts: [row({ ...question, Id: 1 }), row({ ...answer, Id: 2, ParentId: 1 })],
      Comments: [row({ Id: 1, PostId: 1, UserId: 1, Text: 'In which country is that?' })],
    })
    const progress = (_done: number, _total: number, what: string) => {
      if (what === 'Comments') throw new Error('no room on the disk')
    }
    const doing = { shared: false, signal: new AbortController().signal, progress }
    await expect(importDump(w.app, { folder }, doing)).rejects.toThrow('no room on the disk')
    expect((await post('1'))!.answer_count).toBe(1)
    expect(await findFaults(w.app)).toEqual([])
  })

  test('an import that ended after its tags goes on as the same site; the dump of another is another', async () => {
    const bring = (signal: AbortSignal, progress: (what: string) => void) =>
      importDump(w.app, { folder }, { shared: false, signal, progress: (_done, _total, what) => progress(what) })
    const whole = { Users: users, Posts: [row({ ...question, Id: 1, Tags: '|stout|' })] }
    const tags = ['stout', 'porter'].map((TagName, at) => row({ Id: at + 1, TagName }))
    write({ ...whole, Tags: tags })
    const killed = new AbortController()
    const first = await bring(killed.signal, (what) => what === 'Users' && killed.abort())
    expect([first.files.Tags!.added, first.files.Users!.added]).toEqual([2, 0])
    write({ Tags: ['red', 'white'].map((TagName, at) => row({ Id: at + 1, TagName })) })
    const other = await bring(new AbortController().signal, () => {})
    expect(other.site).toBe(`${first.site} (2)`)
    write({ ...whole, Tags: tags })
    const again = await bring(new AbortController().signal, () => {})
    expect([again.site, again.files.Tags!.present, again.files.Posts!.added]).toEqual([first.site, 2, 1])
  })

  test('a tag that came in begins with a text, so that its first edit is told from it; one of an earlier import gets it with the next', async () => {
    write({
      Tags: [row({ Id: 1, TagName: 'stout' })],
      Users: users,
      Posts: [row({ ...question, Id: 1, Tags: '|porter|' })],
    })
    const boss = await w.given.admin()
    const story = async (slug: string) => {
      const { id } = await w.app.db
        .selectFrom('tags')
        .select('id')
        .where('slug_name', '=', slug)
        .executeTakeFirstOrThrow()
      return (await w.as(boss).call(timeline, { query: { object_id: objectId('tag', id) } })).timeline.map(
        (one) => one.activity_type,
      )
    }
    await bringIn(w.app, folder)
    expect([await story('stout'), await story('porter')]).toEqual([['created'], ['created']])
    await w.app.transaction(async (tx) => {
      await tx.db.deleteFrom('revisions').where('object_type', '=', 'tag').where('title', '=', 'stout').execute()
      await tx.db.updateTable('tags').set({ revision_id: 0 }).where('slug_name', '=', 'stout').execute()
    })
    await bringIn(w.app, folder)
    const stout = await w.app.db
      .selectFrom('tags')
      .selectAll()
      .where('slug_name', '=', 'stout')
      .executeTakeFirstOrThrow()
    await w.as(boss).call(editTag, { body: { tag_id: objectId('tag', stout.id), original_text: 'A dark beer.' } })
    expect(await story('stout')).toEqual(['edited', 'created'])
    expect(await findFaults(w.app)).toEqual([])
  })

  test('without members or posts it is no dump; other files may be missing, and are named', async () => {
    await expect(bringIn(w.app, folder)).rejects.toThrow(/lacks Users\.xml, Posts\.xml/)
    write({ Users: users, Posts: [row({ ...question, Id: 1 })] })
    for (const name of ['Tags', 'Comments']) rmSync(join(folder, `${name}.xml`))
    const { report } = await bringIn(w.app, folder)
    expect(report.files.Posts!.added).toBe(1)
    expect(report.missing).toEqual([
      'Tags.xml',
      'Comments.xml',
      'PostHistory.xml',
      'PostLinks.xml',
      'Votes.xml',
      'Badges.xml',
    ])
  })

  const others = (files: Record<string, string[]>) => {
    for (const [name, rows] of Object.entries(files)) writeFileSync(join(folder, `${name}.xml`), file(rows))
  }
  const remarks = ({ remarks: list }: Report) =>
    list.map(({ file: where, line, problem }) => `${where} ${line}: ${problem}`)

  test('where nothing tells of closings, the posts themselves do; licence, bookmarks and spaces of titles come along', async () => {
    const title = 'Quoi\u00a0? «\u00a0Une  bière\u00a0» !'
    write({
      Users: users,
      Posts: [
        row({ ...question, Id: 1, Title: title, ClosedDate: '2020-02-01T00:00:00.000', FavoriteCount: 7 }),
        row({ ...question, Id: 2, ContentLicense: 'CC BY-SA 4.0' }),
        row({ ...answer, Id: 3, ParentId: 2, CreationDate: '2011-01-01T00:00:00.000' }),
        row({ ...answer, Id: 4, ParentId: 2, CreationDate: '2012-01-01T00:00:00.000' }),
      ],
    })
    const { comparison } = await bringIn(w.app, folder)
    expect([comparison.different, comparison.differences]).toEqual([0, []])
    expect(await post('1')).toMatchObject({ title, status: 2, collection_count: 7, license: 'CC BY-SA 4.0' })
    expect((await Promise.all(['2', '3', '4'].map(post))).map((one) => one!.license)).toEqual([
      'CC BY-SA 4.0',
      'CC BY-SA 2.5',
      'CC BY-SA 3.0',
    ])
    const { id, question_id } = (await post('3'))!
    const shown = await w.nobody.call(questionThread, { query: { id: objectId('question', question_id) } })
    expect(shown.answers.list.find((one) => one.id === objectId('answer', id))!.license).toBe('CC BY-SA 2.5')
    const reader = await w.given.member()
    await w
      .as(reader)
      .call(switchCollection, { body: { object_id: objectId('question', (await post('1'))!.id), bookmark: true } })
    expect((await post('1'))!.collection_count).toBe(8)
    expect(await findFaults(w.app)).toEqual([])
  })

  test('what was done to a post before stands in its timeline, with who voted for it; bounties and badges too', async () => {
    const voters = (...ids: number[]) =>
      `{&quot;Voters&quot;:[${ids.map((id) => `{&quot;Id&quot;:${id},&quot;DisplayName&quot;:&quot;V${id}&quot;}`).join(',')}]}`
    const at = (day: number) => ({ CreationDate: `2020-03-0${day}T00:00:00.000`, PostId: 1 })
    write({
      Users: [...users, row({ Id: 6, DisplayName: 'Berta', Reputation: 1 })],
      Posts: [row({ ...question, Id: 1, Score: 12, ClosedDate: '2020-03-04T00:00:00.000' })],
    })
    others({
      PostHistory: [
        row({ ...at(1), Id: 1, PostHistoryTypeId: 10, UserId: 6, Comment: 103, Text: voters(6, 5) }),
        row({ ...at(2), Id: 2, PostHistoryTypeId: 11, UserId: 5, Text: voters(5) }),
        row({ ...at(3), Id: 3, PostHistoryTypeId: 36, UserId: -1, Comment: 'from http://a.example/questions/9' }),
        row({ ...at(4), Id: 4, PostHistoryTypeId: 10, UserId: 6, Comment: 102, Text: voters(6, 77) }),
        row({ ...at(5), Id: 5, PostHistoryTypeId: 24, Comment: 'Proposed by 5 approved by 6 edit id of 1' }),
        row({ ...at(5), Id: 6, PostHistoryTypeId: 14, PostId: 99, UserId: 6 }),
      ],
      Votes: [
        row({ ...at(6), Id: 1, VoteTypeId: 2 }),
        row({ ...at(6), Id: 2, VoteTypeId: 8, UserId: 6, BountyAmount: 50 }),
      ],
      Badges: [
        '<row Id="1" UserId="5" Name="Nice Question" Date="2020-02-01T00:00:00.000" Class="3" TagBased="False" />',
        '<row Id="2" UserId="5" Name="Autobiographer" Date="2020-02-01T00:00:00.000" Class="3" TagBased="False" />',
        '<row Id="3" UserId="5" Name="Necromancer" Date="2020-02-01T00:00:00.000" Class="2" TagBased="False" />',
        '<row Id="4" UserId="5" Name="beer" Date="2020-02-01T00:00:00.000" Class="3" TagBased="True" />',
      ],
    })
    await bringIn(w.app, folder)
    const { id } = (await post('1'))!
    const entries = (
      await w.as(await w.given.member()).call(timeline, { query: { object_id: objectId('question', id) } })
    ).timeline
    expect(entries.map((one) => [one.activity_type, one.user_info.display_name, one.comment])).toEqual([
      ['bounty_offered', 'Berta', '<p>50 points</p>'],
      ['edit_approved', 'Berta', expect.stringContaining('Berta</a>')],
      ['closed', 'Berta', expect.stringMatching(/community.*Berta<\/a>.*V77<\/a>/is)],
      ['migrated', expect.anything(), expect.stringContaining('http://a.example/questions/9')],
      ['reopened', 'Anna', expect.stringContaining('Anna</a>')],
      ['closed', 'Berta', expect.stringMatching(/Berta<\/a>.*Anna<\/a>/is)],
      ['asked', 'Anna', ''],
    ])
    const awards = await w.app.db
      .selectFrom('badge_awards')
      .innerJoin('badges', 'badges.id', 'badge_awards.badge_id')
      .select(['code', 'object_id', 'badge_awards.created_at'])
      .orderBy('code')
      .execute()
    const created_at = Date.UTC(2020, 1, 1) / 1000
    expect(awards).toEqual([
      { code: 'autobiographer', object_id: 0, created_at },
      { code: 'nice_question', object_id: id, created_at },
    ])
    expect(await findFaults(w.app)).toEqual([])
    const before = await counted()
    await bringIn(w.app, folder)
    expect(await counted()).toEqual(before)
  })

  const counted = async () =>
    Promise.all(
      (['imported_acts', 'badge_awards', 'question_links', 'revisions', 'users'] as const).map(
        async (table) =>
          (
            await w.app.db
              .selectFrom(table)
              .select(({ fn }) => fn.countAll().as('n'))
              .execute()
          )[0]!.n,
      ),
    )

  test('foreign bytes, dates out of order and numbers of nothing are named by file and line; the rows come in where they can', async () => {
    write({
      Users: users,
      Posts: [
        row({ ...question, Id: 1, Title: 'CafX', AcceptedAnswerId: 8, LastEditDate: '2019-01-01T00:00:00.000' }),
        row({ ...question, Id: 2, LastActivityDate: 'soon' }),
      ],
      Comments: [
        row({ Id: 1, PostId: 1, Text: 'Fine.', UserId: 5 }),
        row({ Id: 2, PostId: 55, Text: 'Where is it?', UserId: 5 }),
      ],
    })
    const bytes = readFileSync(join(folder, 'Posts.xml'))
    bytes[bytes.indexOf('CafX') + 3] = 0xe9 // é as Latin-1 has it
    writeFileSync(join(folder, 'Posts.xml'), bytes)
    others({ PostLinks: [row({ Id: 1, PostId: 1, RelatedPostId: 44, LinkTypeId: 1 })] })
    const { report } = await bringIn(w.app, folder)
    expect(problems(report)).toEqual(["Comments.xml 4: its post 55 isn't there"])
    expect(remarks(report).toSorted()).toEqual([
      "PostLinks.xml 3: its post 44 isn't there",
      "Posts.xml 3: it has bytes that aren't UTF-8; they are shown as \uFFFD",
      'Posts.xml 3: its LastEditDate is before its CreationDate',
      "Posts.xml 3: its accepted answer 8 isn't there",
      'Posts.xml 4: its LastActivityDate is no time',
    ])
    expect([(await post('1'))!.title, (await post('2'))!.title]).toEqual(['Caf\uFFFD', 'A question'])
    expect(report.files.Comments).toMatchObject({ added: 1, broken: 1 })
  })

  test('links between its posts, comments and members lead to them here', async () => {
    const old = 'https://old.example'
    const text = `see [one](${old}/questions/2/the-title), ${old}/a/3 and [her](${old}/users/5/anna), not ${old}/questions/77 or ${old}/tags; ${old}/q/2/5. All of ${old}/questions/tagged/beer?sort=votes, not ${old}/questions/tagged/tea; ${old}/questions/2/x/3, too.`
    write({
      Users: users,
      Posts: [
        row({
          ...question,
          Id: 1,
          Body: `&lt;p&gt;&lt;a href=&quot;${old}/questions/2/x/3#3&quot;&gt;that&lt;/a&gt;&lt;/p&gt;`,
        }),
        row({ ...question, Id: 2 }),
        row({ ...answer, Id: 3, ParentId: 2 }),
      ],
      Comments: [
        row({ Id: 1, PostId: 2, Text: text, UserId: 5 }),
        row({ Id: 2, PostId: 2, Text: 'As HTTPS://Old.Example/q/2 says.', UserId: 5 }),
      ],
    })
    await bringIn(w.app, folder)
    const [asking, other, answering] = (await Promise.all(['1', '2', '3'].map(post))).map((one) => one!)
    const site = 'http://world.example'
    const there = `${site}/questions/${objectId('question', other!.id)}`
    const answered = `${there}/${objectId('answer', answering!.id)}`
    expect(asking!.original_text).toBe(`[that](${answered})`)
    expect(asking!.parsed_text).toContain(`href="${answered}"`)
    const [comment, shouting] = await w.app.db.selectFrom('comments').selectAll().orderBy('id').execute()
    expect(shouting!.original_text).toBe(`As ${there} says.`)
    expect(comment!.original_text).toBe(
      `see [one](${there}), ${answered} and [her](${site}/users/anna), not ${old}/questions/77 or ${old}/tags; ${there}. All of ${site}/tags/beer, not ${old}/questions/tagged/tea; ${answered}, too.`,
    )
    expect(comment!.parsed_text).toContain(`href="${there}"`)
    expect(other!.linked_count).toBe(1)
    expect(await findFaults(w.app)).toEqual([])
  })

  test('so do those to its feeds', async () => {
    const old = 'https://old.example'
    const feeds = [
      '',
      '/question/1',
      '/question/77',
      '/user/5',
      '/tag/beer',
      '/tag?tagnames=beer&amp;sort=newest',
      '/x',
    ]
    write({
      Users: users,
      Posts: [row({ ...question, Id: 1 }), row({ ...question, Id: 2 })],
      Comments: [row({ Id: 1, PostId: 2, Text: feeds.map((path) => `${old}/feeds${path}`).join(' '), UserId: 5 })],
    })
    await bringIn(w.app, folder)
    const here = `http://world.example/feeds`
    const asked = objectId('question', (await post('1'))!.id)
    const { original_text } = await w.app.db.selectFrom('comments').select('original_text').executeTakeFirstOrThrow()
    expect(original_text.split(' ')).toEqual([
      `${here}/questions.atom`,
      `${here}/questions/${asked}.atom`,
      `${old}/feeds/question/77`,
      `${here}/users/anna.atom`,
      `${here}/tags/beer.atom`,
      `${here}/tags/beer.atom`,
      `${old}/feeds/x`,
    ])
    expect((await post('1'))!.linked_count).toBe(0)
  })

  test('a comment that is edited while its links are made new keeps the edit', async () => {
    write({
      Users: users,
      Posts: [row({ ...question, Id: 1 })],
      Comments: [row({ Id: 1, PostId: 1, Text: 'See https://old.example/q/1, the first.', UserId: 5 })],
    })
    const admin = w.as(await w.given.admin())
    let edits = 0
    const app = meanwhile(w.app, async () => {
      const id = await findOrigin(w.app.db, 'comment', '1')
      if (id === undefined) return async () => {}
      w.clock.advance(60)
      const original_text = `See https://old.example/q/1, edit ${++edits}.`
      await admin.call(editComment, { body: { comment_id: objectId('comment', id), original_text } })
      return async () => {
        const comment = await w.app.db.selectFrom('comments').select('original_text').executeTakeFirstOrThrow()
        expect(comment).toEqual({ original_text })
      }
    })
    await bringIn(app, folder)
    expect(edits).toBeGreaterThan(1)
  })

  /** Does `work` while a call has written and not yet saved. */
  const whileSaving = async (call: () => Promise<unknown>, work: () => Promise<unknown>) => {
    const { transaction } = w.app
    const [written, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    w.app.transaction = (its) =>
      transaction(async (tx) => {
        const done = await its(tx)
        written.resolve()
        await go.promise
        return done
      })
    const saving = call()
    await written.promise
    w.app.transaction = transaction
    const working = work()
    const isWaiting = async () => {
      const waiting = sql`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      for (let tries = 0; tries < 1000; tries++) {
        if ((await waiting.execute(w.app.db)).rows.length) return
        await pause(10)
      }
    }
    await Promise.race([working, isWaiting()])
    go.resolve()
    await Promise.all([saving, working])
  }

  test.runIf(engine === 'postgres')(
    'what is being saved just then isn’t overwritten or put in another order',
    async () => {
      write({
        Tags: [row({ Id: 1, TagName: 'beer' })],
        Users: users,
        Posts: [row({ ...question, Id: 1 })],
      })
      await bringIn(w.app, folder)
      w.clock.advance(60)
      const admin = w.as(await w.given.admin())
      const [tag_id, post_id] = [(await findOrigin(w.app.db, 'tag', '1'))!, (await post('1'))!.id]
      const original_text = 'As we say it here.'
      const there = {
        author: { key: '5', display_name: 'Anna' },
        original_text: 'As there.',
        created_at: 1_600_000_000,
      }
      await whileSaving(
        () => admin.call(editTag, { body: { tag_id: objectId('tag', tag_id), original_text } }),
        () => importTagTexts(w.app, SITE, [{ ...there, key: '1', post_keys: ['9'], parsed_text: '<p>As there.</p>' }]),
      )
      const tag = await w.app.db.selectFrom('tags').select('original_text').where('id', '=', tag_id).execute()
      expect(tag).toEqual([{ original_text }])
      const history = { post_key: '1', count: 3, last: { ...there, log: '', restored_number: 0 } }
      await whileSaving(
        () =>
          admin.call(editQuestion, {
            body: {
              id: objectId('question', post_id),
              title: 'A question',
              content: original_text,
              tags: [{ slug_name: 'beer' }],
            },
          }),
        () => importTexts(w.app, SITE, [history], []),
      )
      expect((await post('1'))!.original_text).toBe(original_text)
      await w.settle()
      expect(await findFaults(w.app)).toEqual([])
    },
  )

  test('a description that a tag has here stays, and the report says so', async () => {
    write({
      Tags: [row({ Id: 1, TagName: 'support', ExcerptPostId: 2 })],
      Users: users,
      Posts: [row({ ...question, Id: 1 }), row({ PostTypeId: 4, Id: 2, Body: 'about support', OwnerUserId: 5 })],
    })
    const { report } = await bringIn(w.app, folder)
    expect(report.files.Posts).toEqual({ rows: 2, added: 1, present: 0, other: 1, broken: 0 })
    expect(remarks(report)).toEqual([expect.stringMatching(/^Posts\.xml 4: the tag .* stays$/)])
  })
})
