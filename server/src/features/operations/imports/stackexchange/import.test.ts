import { objectId } from '@askwell/contract/ids.ts'
import { questionInfo } from '@askwell/contract/questions.ts'
import { revisions as revisionsOf } from '@askwell/contract/revisions.ts'
import { search } from '@askwell/contract/search.ts'
import type { App } from '../../../../events/events.ts'
import { findOrigin, listOrigins } from '../queries.ts'
import { findFaults } from '../../integrity/service.ts'
import { newPlace } from '../views.ts'
import { corpus } from '../../../../../test/corpus.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../../../test/world.ts'
import { countAll } from '../../../../commands/counts.ts'
import { SITE, bringIn, rowsOf } from '../../../../../test/read-dump.ts'

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
        const { report, comparison } = await bringIn(w.app, dump!)
        expect(report.complaints).toEqual([])
        expect([comparison.different, comparison.differences]).toEqual([0, []])
        expect(comparison.kinds.filter(({ there, here }) => there !== here)).toEqual([])
        expect(comparison.compared).toBeGreaterThan(500)
        for (const { file, rows, added, present, other, broken } of Object.entries(report.files).map(
          ([of, figures]) => ({
            file: of,
            ...figures,
          }),
        ))
          expect([file, present, broken, added + other]).toEqual([file, 0, 0, rows])
        const { posts, questions, ids } = await compare(w.app, dump!, ownTags)
        expect(report.files.Posts!.added).toBe(posts.length + (await compareTagTexts(w.app, dump!)))
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
        // Views of the pages looked at above are written when their time has come.
        const written = () => w.app.db.selectFrom('events').selectAll().where('type', '<>', 'question.viewed').execute()
        const eventsBefore = await written()
        const again = await bringIn(w.app, dump!)
        const known = new Set(eventsBefore.map(({ id }) => id))
        expect((await written()).filter(({ id }) => !known.has(id))).toEqual([])
        expect(await counted(w.app)).toEqual(before)
        expect([again.report.files.Posts!.added, again.report.files.Posts!.present, again.off]).toEqual([
          0,
          report.files.Posts!.added,
          [],
        ])
        expect(w.faults).toEqual([])
      },
    )
  })
})
