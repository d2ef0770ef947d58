import type { CommentOrder } from '@askwell/contract/comments.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { Insertable, Selectable } from 'kysely'
import { insertWithIds } from '../../../db/insert-many.ts'
import { type Db, locking } from '../../../db/dialect.ts'
import { offsetOf, type Page } from '../../../db/page.ts'
import type { DB } from '../../../db/tables.ts'
import { seenComment, visibleComment } from '../../../db/visible.ts'
import { USER_STATUS, type Viewer } from '../../../lib/actor.ts'

export type Comment = Selectable<DB['comments']>
export type NewComment = Pick<
  Comment,
  'post_id' | 'question_id' | 'user_id' | 'original_text' | 'parsed_text' | 'created_at'
> &
  Partial<Omit<Comment, 'id'>>

/** As with posts: pending ones are for their author and staff. */
export const COMMENT_STATUS = { available: 1, deleted: 10, pending: 11 } as const

const BLANK = {
  reply_comment_id: 0,
  reply_user_id: 0,
  score: 0,
  carried_score: 0,
  status: COMMENT_STATUS.available,
  updated_at: 0,
}

export const findComment = (db: Db, id: number) =>
  db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined if it is deleted, or on a post that the viewer may not see. */
export const findVisibleComment = (db: Db, id: number, viewer: Viewer) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .selectAll('comments')
    .where('comments.id', '=', id)
    .where(visibleComment(viewer))
    .executeTakeFirst()

/** Ours until the transaction ends. */
export const lockComments = (db: Db, ids: number[]) =>
  db
    .selectFrom('comments')
    .select(['id', 'original_text'])
    .where('id', 'in', ids)
    .orderBy('id')
    .$call(locking(db))
    .execute()

/** The comment, if the viewer may see it; locked until the transaction ends. */
export const lockVisibleComment = async (db: Db, id: number, viewer: Viewer) => {
  await lockComments(db, [id])
  return findVisibleComment(db, id, viewer)
}

/** Inserts many at once; the ids come in the order of the comments. */
export const insertComments = (db: Db, comments: NewComment[]) =>
  insertWithIds(
    db,
    'comments',
    comments.map((comment): Insertable<DB['comments']> => ({ ...BLANK, ...comment })),
  )

export const updateComment = (db: Db, id: number, changes: Partial<Omit<Comment, 'id'>>) =>
  db.updateTable('comments').set(changes).where('id', '=', id).execute()

/** Imported votes, and those cast here. */
export const setCommentScores = (db: Db, ids: number[]) =>
  db
    .updateTable('comments')
    .where('id', 'in', ids)
    .set((eb) => ({
      score: eb(
        'carried_score',
        '+',
        eb
          .selectFrom('comment_votes')
          .whereRef('comment_id', '=', 'comments.id')
          .select(({ fn }) => fn.countAll<number>().as('count')),
      ),
    }))
    .execute()

/** One page of the ids under a post that the viewer may see, in order, and how many there are. */
export const listCommentIds = async (
  db: Db,
  { post_id, order, viewer, ...page }: Page & { post_id: number; order: CommentOrder; viewer: Viewer },
) => {
  const under = db.selectFrom('comments').where('post_id', '=', post_id).where(seenComment(viewer))
  const { count } = await under.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const ordered = order === 'vote' ? under.orderBy('score', 'desc') : under
  const direction = order === 'created_at' ? 'desc' : 'asc'
  const rows = await ordered
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()
  return { count, ids: rows.map(({ id }) => id) }
}

/** The oldest few under each of these posts that the viewer may see, in order, and how many there are under it. */
export const listFirstCommentIds = (db: Db, post_ids: number[], viewer: Viewer, limit: number) =>
  db
    .selectFrom(
      db
        .selectFrom('comments')
        .innerJoin('posts', 'posts.id', 'comments.post_id')
        .select(['comments.id', 'comments.post_id', 'posts.kind as post_kind'])
        .select(({ fn }) => [
          fn
            .countAll<number>()
            .over((over) => over.partitionBy('comments.post_id'))
            .as('count'),
          fn
            .agg<number>('row_number')
            .over((over) => over.partitionBy('comments.post_id').orderBy('comments.created_at').orderBy('comments.id'))
            .as('place'),
        ])
        .where('comments.post_id', 'in', post_ids)
        .where(visibleComment(viewer))
        .as('placed'),
    )
    .selectAll()
    // A single one more is shown rather than hidden behind a link.
    .where(({ eb, or }) => or([eb('place', '<=', limit), eb('count', '=', limit + 1)]))
    .orderBy('place')
    .execute()

/** With the kind of post they are on, as far as the viewer may see them. */
export const listComments = (db: Db, ids: number[], viewer: Viewer) =>
  db
    .selectFrom('comments')
    .innerJoin('posts', 'posts.id', 'comments.post_id')
    .selectAll('comments')
    .select('posts.kind as post_kind')
    .where('comments.id', 'in', ids)
    .where(visibleComment(viewer))
    .execute()

export const listVotedComments = async (db: Db, user_id: number, ids: number[]) =>
  new Set(
    (
      await db
        .selectFrom('comment_votes')
        .select('comment_id')
        .where('user_id', '=', user_id)
        .where('comment_id', 'in', ids)
        .execute()
    ).map((row) => row.comment_id),
  )

/** The members with these usernames. */
export const listNamed = async (db: Db, usernames: string[]) =>
  usernames.length === 0
    ? []
    : (
        await db
          .selectFrom('users')
          .select('id')
          .where('username', 'in', usernames)
          .where('status', '!=', USER_STATUS.deleted)
          .execute()
      ).map(({ id }) => id)

/** Who was named beside a comment when it was written, and is told once it is let through. */
export const listNamedBeside = async (db: Db, id: number) => {
  const pending = await db
    .selectFrom('events')
    .select('payload')
    .where('type', '=', 'comment.held')
    .where('object_type', '=', 'comment')
    .where('object_id', '=', id)
    .orderBy('id')
    .execute()
  return pending.flatMap(({ payload }) => (JSON.parse(payload) as { mentioned_ids?: number[] }).mentioned_ids ?? [])
}

/** For good, whatever their state. */
export const deleteCommentsOn = (db: Db, post_ids: number[]) =>
  db.deleteFrom('comments').where('post_id', 'in', post_ids).execute()

/** Whether everybody could read it before. */
export const wasShown = async (db: Db, id: number) =>
  (await db
    .selectFrom('events')
    .select('id')
    .where('type', '=', 'comment.added')
    .where('object_type', '=', 'comment')
    .where('object_id', '=', id)
    .executeTakeFirst()) !== undefined

/** What of someone's is still there. */
export const listContentOf = async (db: Db, user_id: number) => {
  const posts = await db
    .selectFrom('posts')
    .select(['id', 'kind'])
    .where('user_id', '=', user_id)
    .where('status', '!=', QUESTION_STATUS.deleted)
    .execute()
  const comments = await db
    .selectFrom('comments')
    .select('id')
    .where('user_id', '=', user_id)
    .where('status', '!=', COMMENT_STATUS.deleted)
    .execute()
  const of = (kind: 'question' | 'answer') => posts.filter((post) => post.kind === kind).map(({ id }) => id)
  return { comments: comments.map(({ id }) => id), answers: of('answer'), questions: of('question') }
}
