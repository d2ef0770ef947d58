import { ANSWER_STATUS } from '@askwell/contract/shapes.ts'
import { type CompiledQuery, type Insertable, type Selectable, sql } from 'kysely'
import { evenLength, insertWithIds } from '../../../db/insert-many.ts'
import { containing, type Db, locking, reserveIds } from '../../../db/dialect.ts'
import { DEEPEST_ROW, offsetOf, type Page } from '../../../db/page.ts'
import { slowRead } from '../../../db/slow-reads.ts'
import type { DB } from '../../../db/tables.ts'
import { inLists, isAnswer, isQuestion, visible } from '../../../db/visible.ts'
import type { Viewer } from '../../../lib/member.ts'

export type Post = Selectable<DB['posts']>
export type PostChanges = Partial<Omit<Post, 'id' | 'kind' | 'question_id'>>
export type NewPost = Pick<Post, 'kind' | 'user_id' | 'original_text' | 'parsed_text' | 'description' | 'created_at'> &
  Partial<Omit<Post, 'id'>>

const BLANK: Omit<Post, 'id' | 'kind' | 'user_id' | 'original_text' | 'parsed_text' | 'description' | 'created_at'> = {
  question_id: 0,
  title: '',
  url_title: '',
  status: 1,
  show: 1,
  pin: 1,
  score: 0,
  carried_score: 0,
  view_count: 0,
  unique_view_count: 0,
  answer_count: 0,
  comment_count: 0,
  collection_count: 0,
  follow_count: 0,
  linked_count: 0,
  accepted_answer_id: 0,
  last_answer_id: 0,
  hot_score: 0,
  updated_at: 0,
  edited_at: 0,
  active_at: 0,
  operator_id: 0,
  operation_type: '',
  last_editor_id: 0,
  revision_id: 0,
  deleted_at: 0,
  deleted_by: 0,
  former_status: 1,
  was_accepted: 0,
}

export const findPost = (db: Db, id: number) =>
  db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()

export const findAuthor = async (db: Db, id: number) =>
  (await db.selectFrom('posts').select('user_id').where('id', '=', id).executeTakeFirst())?.user_id

/** The post, if it is of this kind and the viewer may see it. */
export const findVisiblePost = (db: Db, id: number, viewer: Viewer, kind: Post['kind']) =>
  db
    .selectFrom('posts')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .where(visible(viewer))
    .executeTakeFirst()

/**
 * A post and its question, both locked until the transaction ends. The question comes first, whichever of the two is asked for:
 * two calls in one thread then wait for each other instead of ending in a deadlock.
 */
export const lockThread = async (db: Db, id: number) => {
  const rows = await db
    .selectFrom('posts')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', id),
        eb('id', '=', eb.selectFrom('posts as own').select('own.question_id').where('own.id', '=', id)),
      ]),
    )
    .orderBy('id')
    .$call(locking(db))
    .execute()
  const post = rows.find((row) => row.id === id)
  const question = rows.find((row) => row.id === post?.question_id)
  return post && question ? { post, question } : undefined
}

/** Undefined if there is no such post. Its question is locked with it, and before it. */
export const lockPost = async (db: Db, id: number) => (await lockThread(db, id))?.post

/** Locks a post if the viewer may see it; undefined otherwise. */
export const lockVisiblePost = async (db: Db, id: number, viewer: Viewer, kind: Post['kind']) => {
  const thread = await lockThread(db, id)
  const seen = await findVisiblePost(db, id, viewer, kind) // asked even if there is nothing: a hidden post must not take more work than a missing one
  return seen ? thread : undefined
}

/** Inserts many at once; the ids come in the order of the posts. A question may leave its `question_id` out: it is its own. */
export const insertPosts = async (db: Db, posts: (NewPost & { id?: number })[]) => {
  const ids = await reserveIds(db, 'posts', posts.filter(({ id }) => id === undefined).length)
  let next = 0
  return insertWithIds(
    db,
    'posts',
    posts.map((post) => {
      const id = post.id ?? ids[next++]!
      return { ...BLANK, ...post, id, question_id: post.kind === 'question' ? id : post.question_id }
    }),
  )
}

export const insertPost = async (db: Db, post: NewPost) => (await insertPosts(db, [post]))[0]!

export const updatePost = (db: Db, id: number, changes: PostChanges) =>
  db.updateTable('posts').set(changes).where('id', '=', id).execute()

/** Locked until the transaction ends, always in the order of ids to avoid deadlocks. A count that follows sees what earlier transactions have committed. */
export const lockPosts = (db: Db, ids: number[]) =>
  db.selectFrom('posts').select('id').where('id', 'in', ids).orderBy('id').$call(locking(db)).execute()

/** Imported votes, and those cast here. */
export const setScores = (db: Db, ids: number[]) =>
  db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      score: eb(
        'carried_score',
        '+',
        eb
          .selectFrom('votes')
          .whereRef('post_id', '=', 'posts.id')
          .select((v) =>
            v.fn
              .coalesce(
                v.fn.sum<number>(v.case().when('direction', '=', 'up').then(v.lit(1)).else(v.lit(-1)).end()),
                v.lit(0),
              )
              .as('sum'),
          ),
      ),
    }))
    .execute()

export const setCommentCounts = (db: Db, ids: number[]) =>
  db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      comment_count: eb
        .selectFrom('comments')
        .whereRef('post_id', '=', 'posts.id')
        .where('status', '=', 1)
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()

/** Added in SQL, so that two at once can't lose one. */
export const addToFollowCounts = async (db: Db, ids: number[], by: number) => {
  if (ids.length)
    await db
      .updateTable('posts')
      .set((eb) => ({ follow_count: eb('follow_count', '+', by) }))
      .where('id', 'in', ids)
      .execute()
}

export const setFollowCounts = (db: Db, ids: number[]) =>
  db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      follow_count: eb
        .selectFrom('follows')
        .whereRef('object_id', '=', 'posts.id')
        .where('object_type', '=', 'question')
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()

/** Bookmarks, counted: of one question they are few. */
export const setCollectionCounts = async (db: Db, ids: number[]) => {
  if (ids.length === 0) return
  await db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      collection_count: eb
        .selectFrom('collections')
        .whereRef('collections.question_id', '=', 'posts.id')
        .select(({ fn }) => fn.countAll<number>().as('count')),
    }))
    .execute()
}

/** How many answers these questions have, and the last of them. */
export const setAnswerCounts = (db: Db, ids: number[]) => {
  const its = sql`from posts as answers where answers.question_id = posts.id and ${isAnswer('answers')} and answers.status < 10`
  return db
    .updateTable('posts')
    .where('id', 'in', ids)
    .where(isQuestion())
    .set({
      answer_count: sql<number>`(select count(*) ${its})`,
      last_answer_id: sql<number>`coalesce((select answers.id ${its} order by answers.created_at desc, answers.id desc limit 1), 0)`,
    })
    .execute()
}

/** Sets who did what last to these questions. The time stays as it is: an imported question may have been active in ways that left no other trace. */
export const setLastDoings = async (db: Db, ids: number[]) => {
  await sql`update posts set (operator_id, operation_type) = (select who, what from (
      select user_id as who, 'answered' as what, created_at as at, 1 as place from posts as a where a.question_id = posts.id and ${isAnswer('a')} and a.status < 10
      union all select last_editor_id, 'modified', edited_at, 2 from posts as e where e.question_id = posts.id and e.status < 10 and ${isAnswer('e')} and e.edited_at > 0 and e.last_editor_id > 0
      union all select last_editor_id, 'modified', edited_at, 2 from posts as q where q.id = posts.id and q.edited_at > 0 and q.last_editor_id > 0
      union all select user_id, 'asked', created_at, 3 from posts as own where own.id = posts.id
    ) as moments order by at desc, place limit 1) where id in (${sql.join(ids)}) and ${isQuestion()}`.execute(db)
}

/** For questions whose accepted answer can't be one. */
export const unaccept = (db: Db, ids: number[]) =>
  db.updateTable('posts').set({ accepted_answer_id: 0 }).where('id', 'in', ids).execute()

const answersOf = (db: Db, question_id: number) =>
  db.selectFrom('posts').where('question_id', '=', question_id).where(isAnswer()).where('status', '<', 10)

/** How many answers a question has, and the last of them. */
export const countAnswers = async (db: Db, question_id: number) => {
  const { count } = await answersOf(db, question_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const last = await answersOf(db, question_id)
    .select(['id', 'user_id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { count, last }
}

/** The answer that was edited last, if any was. */
export const lastEditedAnswer = (db: Db, question_id: number) =>
  answersOf(db, question_id)
    .select(['edited_at', 'last_editor_id'])
    .where('edited_at', '>', 0)
    .where('last_editor_id', '>', 0)
    .orderBy('edited_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The answer that decides whether its asker may still delete the question, and other rules that depend on single answers. */
export const listAnswerScores = (db: Db, question_id: number, limit: number) =>
  answersOf(db, question_id).select(['id', 'score']).limit(limit).execute()

/** The accepted one, then those with most votes. */
export const listBestAnswers = (
  db: Db,
  { id, accepted_answer_id }: Pick<Post, 'id' | 'accepted_answer_id'>,
  limit: number,
) =>
  answersOf(db, id)
    .select(['id', 'user_id', 'description', 'score'])
    .orderBy(sql`case when posts.id = ${accepted_answer_id} then 0 else 1 end`)
    .orderBy('score', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()

export const findAnswerOf = async (db: Db, question_id: number, user_id: number) =>
  (
    await answersOf(db, question_id)
      .select('id')
      .where('user_id', '=', user_id)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.id

/** An answer by them that waits for review. */
export const findWaitingAnswerOf = async (db: Db, question_id: number, user_id: number) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where('question_id', '=', question_id)
      .where(isAnswer())
      .where('user_id', '=', user_id)
      .where('status', '=', ANSWER_STATUS.pending)
      .limit(1)
      .executeTakeFirst()
  )?.id

/** Every question that lists show; for rebuilding the counter. */
export const countListedQuestions = async (db: Db) =>
  (
    await db
      .selectFrom('posts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(inLists())
      .executeTakeFirstOrThrow()
  ).count

const IDS_AT_ONCE = 10_000

/** Ids of questions and answers in any form → the questions they belong to. */
export const questionsOf = async (db: Db, posts: { kind: Post['kind']; id: number }[]) => {
  const found = new Map<number, { kind: Post['kind']; question_id: number }>()
  const ids = [...new Set(posts.map(({ id }) => id))]
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE)
    for (const { id, ...post } of await db
      .selectFrom('posts')
      .select(['id', 'kind', 'question_id'])
      .where('id', 'in', ids.slice(at, at + IDS_AT_ONCE))
      .execute())
      found.set(id, post)
  return posts.map(({ kind, id }) => (found.get(id)?.kind === kind ? found.get(id)!.question_id : 0))
}

/** The texts under a question that are shown with it. */
export const listThreadTexts = (db: Db, question_id: number) =>
  db
    .selectFrom('posts')
    .select(['id', 'original_text'])
    .where('id', '=', question_id)
    .where('status', '<', 10)
    .unionAll(
      db
        .selectFrom('posts')
        .select(['id', 'original_text'])
        .where('question_id', '=', question_id)
        .where(isAnswer())
        .where('status', '<', 10),
    )
    .execute()

export const findClosing = (db: Db, question_id: number) =>
  db.selectFrom('closings').selectAll().where('question_id', '=', question_id).executeTakeFirst()

export const insertClosing = (db: Db, closing: Insertable<DB['closings']>) =>
  db
    .insertInto('closings')
    .values(closing)
    .onConflict((on) => on.column('question_id').doUpdateSet(closing))
    .execute()

/** Of these the questions that everybody may answer. */
export const listOpenQuestions = async (db: Db, ids: number[]) =>
  (ids.length
    ? await db
        .selectFrom('posts')
        .select('id')
        .where('id', 'in', ids)
        .where(isQuestion())
        .where('status', '=', 1)
        .execute()
    : []
  ).map((row) => row.id)

/** Closes many at once, for an import. */
export const setClosed = async (db: Db, closings: Insertable<DB['closings']>[]) => {
  if (closings.length === 0) return
  await db
    .updateTable('posts')
    .set({ status: 2 })
    .where(
      'id',
      'in',
      closings.map(({ question_id }) => question_id),
    )
    .execute()
  await db.insertInto('closings').values(closings).execute()
}

export const deleteClosings = (db: Db, question_ids: number[]) =>
  db.deleteFrom('closings').where('question_id', 'in', question_ids).execute()

/** A question with all its answers, or an answer alone: what is erased with it. */
export const listWithAnswers = async (db: Db, id: number) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where('id', '=', id)
      .unionAll(db.selectFrom('posts').select('id').where('question_id', '=', id).where(isAnswer()))
      .execute()
  ).map((row) => row.id)

/** Erases them, with their links and the reasons they were closed for. */
export const erasePosts = async (db: Db, ids: number[]) => {
  await db.updateTable('closings').set({ duplicate_of_id: 0 }).where('duplicate_of_id', 'in', ids).execute()
  await deleteClosings(db, ids)
  await db.deleteFrom('reader_sketches').where('question_id', 'in', ids).execute()
  await db.deleteFrom('posts').where('id', 'in', ids).execute()
}

/** Deleted ones, oldest first, in the order they are erased. */
export const listDeleted = async (db: Db, kind: Post['kind'], after: number, limit: number) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where('status', '=', 10)
      .where('kind', '=', kind)
      .where('id', '>', after)
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map((row) => row.id)

/** Locks first and counts in a second statement, so that it sees what the transaction before has committed. */
export const setLinkedCounts = async (db: Db, ids: number[]) => {
  if (ids.length === 0) return
  await lockPosts(db, ids)
  await db
    .updateTable('posts')
    .where('id', 'in', ids)
    .set((eb) => ({
      linked_count: eb
        .selectFrom('question_links')
        .whereRef('to_question_id', '=', 'posts.id')
        .select(({ fn }) => fn.count<number>('from_question_id').distinct().as('count')),
    }))
    .execute()
}

const pairs = (rows: (readonly [id: number, value: number])[]) =>
  sql.join(rows.map(([id, value]) => sql`(cast(${id} as bigint), cast(${value} as bigint))`))

/** Accepts answers of many questions at once, for an import. */
export const acceptAnswers = async (db: Db, accepted: (readonly [question_id: number, answer_id: number])[]) => {
  if (accepted.length)
    await sql`update posts set accepted_answer_id = made.column2 from (values ${pairs(evenLength([...accepted]))}) as made where posts.id = made.column1`.execute(
      db,
    )
}

/** Adds the views counted since the last time, for many questions in one statement. */
export const addViews = async (db: Db, views: (readonly [id: number, views: number])[]) => {
  await sql`update posts set view_count = view_count + counted.column2
    from (values ${pairs(views)}) as counted where posts.id = counted.column1`.execute(db)
}
export const addReaders = async (db: Db, readers: (readonly [id: number, readers: number])[]) => {
  if (readers.length)
    await sql`update posts set unique_view_count = unique_view_count + counted.column2
      from (values ${pairs(readers)}) as counted where posts.id = counted.column1`.execute(db)
}

/** Of questions that there are. */
export const listReaderSketches = (db: Db, ids: number[]) =>
  db
    .selectFrom('posts')
    .leftJoin('reader_sketches', 'reader_sketches.question_id', 'posts.id')
    .where('posts.id', 'in', ids)
    .select(['posts.id', 'reader_sketches.sketch'])
    .execute()
export const saveReaderSketches = async (db: Db, sketches: DB['reader_sketches'][]) => {
  if (sketches.length)
    await db
      .insertInto('reader_sketches')
      .values(sketches)
      .onConflict((on) => on.column('question_id').doUpdateSet((eb) => ({ sketch: eb.ref('excluded.sketch') })))
      .execute()
}

export interface HotFactors {
  id: number
  view_count: number
  answer_count: number
  score: number
  answer_score: number
  hot_score: number
  created_at: number
  active_at: number
}

/** What the hot score of these questions depends on. */
export const listHotFactors = (db: Db, ids: number[]): Promise<HotFactors[]> =>
  db
    .selectFrom('posts')
    .where('id', 'in', ids)
    .select(['id', 'view_count', 'answer_count', 'score', 'hot_score', 'created_at', 'active_at'])
    .select((eb) =>
      eb.fn
        .coalesce(
          eb
            .selectFrom('posts as answers')
            .whereRef('answers.question_id', '=', 'posts.id')
            .where(isAnswer('answers'))
            .where('answers.status', '<', 10)
            .select(({ fn }) => fn.sum<number>('answers.score').as('sum')),
          eb.lit(0),
        )
        .as('answer_score'),
    )
    .execute()

export const setHotScores = async (db: Db, scores: (readonly [id: number, hot_score: number])[]) => {
  if (scores.length)
    await sql`update posts set hot_score = counted.column2 from (values ${pairs(scores)}) as counted where posts.id = counted.column1`.execute(
      db,
    )
}

/** The next `limit` listed questions, newest first, after the one at `before`; within one value of `pin`, as the index has them. */
export const listRecentQuestions = (
  db: Db,
  {
    pin,
    since,
    before,
    limit,
  }: { pin: number; since: number; before: { created_at: number; id: number }; limit: number },
) =>
  db
    .selectFrom('posts')
    .select(['id', 'created_at'])
    .where(inLists())
    .where('pin', '=', pin)
    .where('created_at', '>=', since)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(before.created_at, before.id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Questions that were hot and have become too old to be. */
export const listCooledQuestions = async (
  db: Db,
  { pin, until, limit }: { pin: number; until: number; limit: number },
) =>
  (
    await db
      .selectFrom('posts')
      .select('id')
      .where(inLists())
      .where('pin', '=', pin)
      .where('hot_score', '>', 0)
      .where('created_at', '<', until)
      .limit(limit)
      .execute()
  ).map((row) => row.id)

const CARD = [
  'id',
  'created_at',
  'title',
  'url_title',
  'description',
  'pin',
  'show',
  'status',
  'view_count',
  'unique_view_count',
  'score',
  'answer_count',
  'collection_count',
  'follow_count',
  'accepted_answer_id',
  'last_answer_id',
  'active_at',
  'operator_id',
  'operation_type',
] as const

/** The rows of a list for these questions, as far as the viewer may see them. */
export const listCardRows = (db: Db, ids: number[], viewer: Viewer) =>
  db.selectFrom('posts').select(CARD).where('id', 'in', ids).where(isQuestion()).where(visible(viewer)).execute()

export const listVisiblePosts = async (db: Db, ids: number[], viewer: Viewer) =>
  ids.length ? db.selectFrom('posts').selectAll().where('id', 'in', ids).where(visible(viewer)).execute() : []

/** Posts in a state, for the administration; `piece` is a part of a question's title or an answer's text. */
interface InState extends Page {
  kind: Post['kind']
  status: number
  id?: number
  question_id?: number
  piece?: string
}

/** The ids of a page, newest first, and how many there are, as far as pages reach. */
export const listInState = async (db: Db, { kind, status, id, question_id, piece, ...page }: InState) => {
  // `status + 0` as the index of migration 0004 has it, which nothing but this list is to use.
  let found = db
    .selectFrom('posts')
    .where(sql<number>`(status + 0)`, '=', status)
    .where('kind', '=', kind)
  if (id !== undefined) found = found.where('id', '=', id)
  if (question_id !== undefined) found = found.where('question_id', '=', question_id)
  if (piece) found = found.where(containing(db, kind === 'question' ? 'title' : 'original_text', piece))
  const ids = found
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
  const count = db
    .selectFrom(
      found
        .select('id')
        .limit(DEEPEST_ROW + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
  // A part of a text is looked for in all of them.
  const read = async <T>(query: { compile: () => CompiledQuery<T>; execute: () => Promise<T[]> }) =>
    piece ? slowRead(db, query.compile()) : query.execute()
  return { ids: (await read(ids)).map((row) => row.id), count: (await read(count))[0]!.count }
}

export const listPosts = (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('posts').selectAll().where('id', 'in', ids).execute() : Promise.resolve([])
