import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { objectId } from '@askwell/contract/ids.ts'
import { questionInfo } from '@askwell/contract/questions.ts'
import { revisions as revisionsOf, timeline } from '@askwell/contract/revisions.ts'
import { search } from '@askwell/contract/search.ts'
import { editTag } from '@askwell/contract/tags.ts'
import type { App } from '../../../../events/events.ts'
import { findOrigin, listOrigins } from '../queries.ts'
import { findFaults } from '../../integrity/service.ts'
import { newPlace } from '../views.ts'
import { corpus } from '../../../../../test/corpus.ts'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../../../test/world.ts'
import { countAll } from '../../../../commands/counts.ts'
import { importDump } from '../import-dump.ts'
import { importStackExchange } from './import.ts'
import { readRows } from './rows.ts'
import type { Report } from './tally.ts'

const SITE = 'old.example'

const bringIn = async (app: App, folder: string) => {
  const report = await importStackExchange(app, folder, {
    site: SITE,
    language: 'en_US',
    progress: () => {},
    signal: new AbortController().signal,
    shared: false,
  })
  const off = await countAll(app)
  return { report, off }
}

const rowsOf = async (folder: string, file: string) => {
  const rows: Record<string, string>[] = []
  for await (const row of readRows(join(folder, `${file}.xml`), () => {})) if ('fields' in row) rows.push(row.fields)
  return rows
}

const tagCounts = async (app: App) =>
  new Map(
    (await app.db.selectFrom('tags').select(['slug_name', 'question_count']).execute()).map((row) => [
      row.slug_name,
      row.question_count,
    ]),
  )

/** Every figure the dump gives for a thing, beside the one the site has; of tags, beside what is more than `before`. */
const compare = async (app: App, folder: string, before: Map<string, number>) => {
  const posts = (await rowsOf(folder, 'Posts')).filter(({ PostTypeId }) => PostTypeId === '1' || PostTypeId === '2')
  const ids = await listOrigins(
    app.db,
    SITE,
    'post',
    posts.map(({ Id }) => Id!),
  )
  const kept = new Map((await app.db.selectFrom('posts').selectAll().execute()).map((row) => [row.id, row]))
  const questions = posts.filter(({ PostTypeId }) => PostTypeId === '1')
  const of = (id: string) => kept.get(ids.get(id)!)!
  expect(
    posts.map(({ Id }) => [Id, of(Id!).score, of(Id!).carried_score, of(Id!).comment_count, of(Id!).created_at]),
  ).toEqual(
    posts.map(({ Id, Score, CommentCount, CreationDate }) => [
      Id,
      Number(Score),
      Number(Score),
      Number(CommentCount),
      Math.floor(Date.parse(`${CreationDate}Z`) / 1000),
    ]),
  )
  expect(
    questions.map(({ Id }) => [
      Id,
      of(Id!).title,
      of(Id!).answer_count,
      of(Id!).accepted_answer_id,
      of(Id!).view_count,
      of(Id!).active_at,
    ]),
  ).toEqual(
    questions.map(({ Id, Title, AnswerCount, AcceptedAnswerId, ViewCount, LastActivityDate }) => [
      Id,
      Title,
      Number(AnswerCount),
      (AcceptedAnswerId && ids.get(AcceptedAnswerId)) || 0,
      Number(ViewCount),
      Math.floor(Date.parse(`${LastActivityDate}Z`) / 1000),
    ]),
  )

  const tags = await rowsOf(folder, 'Tags')
  const counts = await tagCounts(app)
  expect(tags.map(({ TagName }) => [TagName, counts.get(TagName!)! - (before.get(TagName!) ?? 0)])).toEqual(
    tags.map(({ TagName, Count }) => [TagName, Number(Count)]),
  )

  const users = await rowsOf(folder, 'Users')
  const members = await listOrigins(
    app.db,
    SITE,
    'user',
    users.map(({ Id }) => Id!),
  )
  const rows = new Map((await app.db.selectFrom('users').selectAll().execute()).map((row) => [row.id, row]))
  expect(users.map(({ Id }) => [Id, rows.get(members.get(Id!)!)!.rank, rows.get(members.get(Id!)!)!.e_mail])).toEqual(
    users.map(({ Id, Reputation }) => [Id, Number(Reputation), null]),
  )
  return { posts, questions, ids }
}

/** Each tag has its last description from the dump, by its author. @returns how many rows of the dump say so. */
const compareTagTexts = async (app: App, folder: string) => {
  const said = new Map(
    (await rowsOf(folder, 'Posts'))
      .filter(({ PostTypeId, Body }) => (PostTypeId === '4' || PostTypeId === '5') && Body?.trim())
      .map((row) => [row.Id!, row]),
  )
  const described = (await rowsOf(folder, 'Tags'))
    .map(({ TagName, ExcerptPostId = '', WikiPostId = '' }) => ({
      slug: TagName!,
      excerpt: said.get(ExcerptPostId),
      wiki: said.get(WikiPostId),
    }))
    .filter(({ excerpt, wiki }) => excerpt ?? wiki)
  const rows = new Map(
    (
      await app.db
        .selectFrom('tags')
        .innerJoin('revisions', 'revisions.id', 'tags.revision_id')
        .where('slug_name', '<>', 'support')
        .select([
          'slug_name',
          'tags.original_text',
          'tags.description',
          'revisions.original_text as first',
          'revisions.user_id',
          'revisions.number',
        ])
        .execute()
    ).map((row) => [row.slug_name, row]),
  )
  expect(
    [...rows.values()]
      .filter((row) => row.original_text)
      .map((row) => row.slug_name)
      .toSorted(),
  ).toEqual(described.map(({ slug }) => slug).toSorted())
  const members = await listOrigins(
    app.db,
    SITE,
    'user',
    described.map(({ excerpt, wiki }) => (excerpt ?? wiki)!.LastEditorUserId!),
  )
  for (const { slug, excerpt, wiki } of described) {
    const row = rows.get(slug)!
    expect([row.number, row.first]).toEqual([1, row.original_text])
    if (!excerpt || !wiki)
      expect([slug, row.user_id]).toEqual([slug, members.get((excerpt ?? wiki)!.LastEditorUserId!)])
    if (excerpt && /^[\w ,.]+$/.test(excerpt.Body!))
      expect(row.description).toBe(excerpt.Body!.trim().replace(/ +/g, ' '))
  }
  return described.reduce((sum, { excerpt, wiki }) => sum + (excerpt ? 1 : 0) + (wiki ? 1 : 0), 0)
}

const counted = async (app: App) =>
  Promise.all(
    (
      [
        'users',
        'posts',
        'comments',
        'tags',
        'question_tags',
        'revisions',
        'reputation_entries',
        'import_mappings',
        'search_state',
        'notifications',
        'events',
      ] as const
    ).map(
      async (table) =>
        `${table} ${
          (
            await app.db
              .selectFrom(table)
              .select(({ fn }) => fn.countAll<number>().as('n'))
              .executeTakeFirstOrThrow()
          ).n
        }`,
    ),
  )

describe.each(engines)('bringing in a community (%s)', (engine) => {
  describe.each(['stackexchange-conlang-meta-2020', 'stackexchange-beer-2020'])('%s', (name) => {
    const dump = corpus(name)
    let w: World
    afterAll(() => w?.close())

    test.runIf(dump)(
      'has all the figures that the dump gives, is found, and comes in once',
      { timeout: 600_000 },
      async () => {
        w = await world(engine)
        await w.settle()
        const events = (await w.app.db.selectFrom('events').select('id').execute()).length
        const ownTags = await tagCounts(w.app)
        const { report } = await bringIn(w.app, dump!)
        expect(report.complaints).toEqual([])
        const { posts, questions, ids } = await compare(w.app, dump!, ownTags)
        expect(report.files.Posts.added).toBe(posts.length + (await compareTagTexts(w.app, dump!)))
        expect(await countAll(w.app)).toEqual([])
        expect(await findFaults(w.app)).toEqual([])
        expect((await w.app.db.selectFrom('events').select('id').execute()).length).toBe(events)
        expect(await w.app.db.selectFrom('notifications').select('id').where('user_id', '>', 1).execute()).toEqual([])

        const [first] = questions
        expect(
          (await w.nobody.call(search, { query: { q: first!.Title!.slice(0, 60), order: 'relevance' } })).list[0]!
            .object.title,
        ).toBe(first!.Title)
        expect(await findOrigin(w.app.db, 'post', first!.Id!)).toBe(ids.get(first!.Id!))
        expect(await newPlace(w.app, null, 'post', first!.Id!)).toMatch(/^\/questions\/1001\d{13}$/)
        expect(await newPlace(w.app, null, 'post', '999999999')).toBeUndefined()

        const closed = await w.app.db
          .selectFrom('closings')
          .select(['question_id', 'close_type', 'duplicate_of_id'])
          .execute()
        expect(closed.map(({ question_id }) => question_id).toSorted((a, b) => a - b)).toEqual(
          questions
            .filter((one) => one.ClosedDate)
            .map((one) => ids.get(one.Id!)!)
            .toSorted((a, b) => a - b),
        )
        for (const { question_id, duplicate_of_id } of closed.filter(
          ({ close_type, duplicate_of_id: other }) => close_type === 60 && other,
        )) {
          const { operation } = await w.nobody.call(questionInfo, { query: { id: objectId('question', question_id) } })
          expect(operation).toMatchObject({
            type: 'A duplicate',
            duplicate: { id: objectId('question', duplicate_of_id) },
          })
        }

        // Each edit that the dump knows of is a text of its own, the last one being the post's.
        const edits = Map.groupBy(
          (await rowsOf(dump!, 'PostHistory')).filter(
            ({ PostHistoryTypeId, PostId }) => Number(PostHistoryTypeId) <= 9 && ids.has(PostId!),
          ),
          ({ PostId }) => PostId!,
        )
        const texts = Map.groupBy(
          await w.app.db
            .selectFrom('revisions')
            .selectAll()
            .where('object_id', 'in', [...ids.values()])
            .where('object_type', '<>', 'tag')
            .orderBy('number')
            .execute(),
          (one) => one.object_id,
        )
        expect(
          [...edits].map(([key, its]) => [key, new Set(its.map(({ RevisionGUID }) => RevisionGUID)).size]),
        ).toEqual([...edits.keys()].map((key) => [key, texts.get(ids.get(key)!)!.length]))
        const [edited] = [...edits].find(([, its]) => new Set(its.map(({ RevisionGUID }) => RevisionGUID)).size > 2)!
        const shown = await w.nobody.call(revisionsOf, {
          query: {
            object_id: objectId(
              posts.find(({ Id }) => Id === edited)!.PostTypeId === '1' ? 'question' : 'answer',
              ids.get(edited)!,
            ),
            order: 'oldest',
          },
        })
        expect(shown.map(({ number }) => number)).toEqual(shown.map((_, at) => at + 1))
        expect(shown[0]!.content.content).toBe(
          edits.get(edited)!.find(({ PostHistoryTypeId }) => PostHistoryTypeId === '2')!.Text,
        )

        // A rollback is shown as one, with the number of the restored text.
        const wentBack = [...edits].flatMap(([key, its]) =>
          its
            .filter(
              ({ PostHistoryTypeId, Comment = '' }) =>
                PostHistoryTypeId === '8' && its.some(({ RevisionGUID }) => Comment.includes(RevisionGUID!)),
            )
            .map(({ RevisionGUID, Comment }) => ({ key, guid: RevisionGUID!, said: Comment! })),
        )
        for (const { key, guid, said } of wentBack) {
          const guids = [...new Set(edits.get(key)!.map((one) => one.RevisionGUID!))]
          const its = texts.get(ids.get(key)!)!
          expect(its[guids.indexOf(guid)]!.restored_revision_id).toBe(
            its[guids.findIndex((one) => said.includes(one))]!.id,
          )
        }
        expect(
          [...texts.values()].flat().filter(({ restored_revision_id }) => restored_revision_id).length,
        ).toBeGreaterThanOrEqual(wentBack.length)

        const before = await counted(w.app)
        const again = await bringIn(w.app, dump!)
        expect(await counted(w.app)).toEqual(before)
        expect([again.report.files.Posts.added, again.report.files.Posts.present, again.off]).toEqual([
          0,
          report.files.Posts.added,
          [],
        ])
        expect(w.faults).toEqual([])
      },
    )
  })
})

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
      expect.stringMatching(/^Posts 4: /),
      'Posts 5: the row has no end',
      'Posts 6: its CreationDate is no time',
      'Posts 7: it has no Title',
      'Posts 8: its Id is no number',
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
    expect(problems(report)).toEqual([`Posts 1005: its question 9999 isn't there`])
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
    expect([report.files.Posts.other, report.files.Comments.other]).toEqual([1, 1])
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

  test('an import that ended after its tags goes on as the same site; the dump of another is another', async () => {
    const bring = (signal: AbortSignal, progress: (what: string) => void) =>
      importDump(w.app, { folder }, { shared: false, signal, progress: (_done, _total, what) => progress(what) })
    const whole = { Users: users, Posts: [row({ ...question, Id: 1, Tags: '|stout|' })] }
    const tags = ['stout', 'porter'].map((TagName, at) => row({ Id: at + 1, TagName }))
    write({ ...whole, Tags: tags })
    const killed = new AbortController()
    const first = await bring(killed.signal, (what) => what === 'Users' && killed.abort())
    expect([first.files.Tags.added, first.files.Users.added]).toEqual([2, 0])
    write({ Tags: ['red', 'white'].map((TagName, at) => row({ Id: at + 1, TagName })) })
    const other = await bring(new AbortController().signal, () => {})
    expect(other.site).toBe(`${first.site} (2)`)
    write({ ...whole, Tags: tags })
    const again = await bring(new AbortController().signal, () => {})
    expect([again.site, again.files.Tags.present, again.files.Posts.added]).toEqual([first.site, 2, 1])
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

  test('a folder without the four files is no dump', async () => {
    await expect(bringIn(w.app, folder)).rejects.toThrow(/lacks Tags\.xml, Users\.xml, Posts\.xml, Comments\.xml/)
  })
})
