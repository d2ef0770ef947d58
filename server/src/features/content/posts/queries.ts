import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import type { Selectable } from 'kysely'
import { insertWithIds } from '../../../db/insert-many.ts'
import { type Db, locking, reserveIds } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'
import { isQuestion, visible } from '../../../db/visible.ts'
import type { Viewer } from '../../../lib/actor.ts'

export type Post = Selectable<DB['posts']>
export type PostChanges = Partial<Omit<Post, 'id' | 'kind' | 'question_id'>>
export type NewPost = Pick<Post, 'kind' | 'user_id' | 'original_text' | 'parsed_text' | 'description' | 'created_at'> &
  Partial<Omit<Post, 'id'>>

const BLANK: Omit<Post, 'id' | 'kind' | 'user_id' | 'original_text' | 'parsed_text' | 'description' | 'created_at'> = {
  question_id: 0,
  renderer: 0,
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
  carried_collection_count: 0,
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
  license: '',
}

export const findPost = (db: Db, id: number) =>
  db.selectFrom('posts').selectAll().where('id', '=', id).executeTakeFirst()

/** Whether it is a deleted question that all could see before; not one that never left the queue, or was in no list. */
export const wasPublic = async (db: Db, question_id: number) =>
  (await db
    .selectFrom('posts')
    .select('id')
    .where('id', '=', question_id)
    .where(isQuestion())
    .where('status', '=', QUESTION_STATUS.deleted)
    .where('former_status', '<', HIDDEN_FROM)
    .where('show', '=', 1)
    .executeTakeFirst()) !== undefined

export const findAuthor = async (db: Db, id: number) =>
  (await db.selectFrom('posts').select('user_id').where('id', '=', id).executeTakeFirst())?.user_id

export const listAuthors = async (db: Db, ids: number[]) =>
  new Map(
    ids.length
      ? (await db.selectFrom('posts').select(['id', 'user_id']).where('id', 'in', ids).execute()).map((row) => [
          row.id,
          row.user_id,
        ])
      : [],
  )

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

export const listPosts = (db: Db, ids: number[]) =>
  ids.length ? db.selectFrom('posts').selectAll().where('id', 'in', ids).execute() : Promise.resolve([])
