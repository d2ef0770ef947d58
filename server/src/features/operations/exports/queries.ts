import type { Db } from '../../../db/dialect.ts'
import { isQuestion, listed } from '../../../db/visible.ts'
import { USER_STATUS } from '../../../lib/actor.ts'
import { COMMENT_STATUS } from '../../content/comments/queries.ts'

const DELETED_USER = USER_STATUS.deleted
const { available: STANDING, pending: WAITING } = COMMENT_STATUS

/** What anonymous visitors may see, or everything. */
export type Scope = 'public' | 'private'

const within = (scope: Scope, table = 'posts') => (scope === 'public' ? listed(null, table) : undefined)

export const countQuestions = async (db: Db, scope: Scope) => {
  const shown = within(scope)
  return Number(
    (
      await db
        .selectFrom('posts')
        .where(isQuestion())
        .$if(shown !== undefined, (query) => query.where(shown!))
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )
}

export const listQuestionIds = async (db: Db, scope: Scope, after: number, limit: number) => {
  const shown = within(scope)
  const rows = await db
    .selectFrom('posts')
    .where(isQuestion())
    .where('posts.id', '>', after)
    .$if(shown !== undefined, (query) => query.where(shown!))
    .orderBy('posts.id')
    .limit(limit)
    .select('posts.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Questions and their answers, each with its author's name. */
export const listThreads = (db: Db, scope: Scope, questionIds: number[]) => {
  const shown = within(scope)
  return db
    .selectFrom('posts')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'posts.user_id').on('users.status', '<', DELETED_USER))
    .where('posts.question_id', 'in', questionIds)
    .$if(shown !== undefined, (query) => query.where(shown!))
    .orderBy('posts.id')
    .select([
      'posts.id',
      'posts.kind',
      'posts.question_id',
      'posts.user_id',
      'users.username as author',
      'posts.title',
      'posts.original_text',
      'posts.score',
      'posts.view_count',
      'posts.accepted_answer_id',
      'posts.status',
      'posts.show',
      'posts.pin',
      'posts.created_at',
      'posts.edited_at',
    ])
    .execute()
}

/** Deleted comments are in no export: nobody sees them on the site. Pending ones are in the private export. */
export const listCommentsOf = (db: Db, scope: Scope, postIds: number[]) =>
  db
    .selectFrom('comments')
    .leftJoin('users', (join) => join.onRef('users.id', '=', 'comments.user_id').on('users.status', '<', DELETED_USER))
    .where('comments.post_id', 'in', postIds)
    .where('comments.status', 'in', scope === 'public' ? [STANDING] : [STANDING, WAITING])
    .orderBy('comments.id')
    .select([
      'comments.id',
      'comments.post_id',
      'comments.user_id',
      'users.username as author',
      'comments.reply_comment_id',
      'comments.original_text',
      'comments.score',
      'comments.status',
      'comments.created_at',
    ])
    .execute()

export const listVotesOf = (db: Db, postIds: number[]) =>
  db
    .selectFrom('votes')
    .where('post_id', 'in', postIds)
    .orderBy('id')
    .select(['post_id', 'user_id', 'direction', 'created_at'])
    .execute()

export const listRevisionsOf = (db: Db, postIds: number[], states: number[]) =>
  db
    .selectFrom('revisions')
    .where('object_type', 'in', ['question', 'answer'])
    .where('object_id', 'in', postIds)
    .where('status', 'in', states)
    .orderBy('id')
    .select(['id', 'object_type', 'object_id', 'user_id', 'title', 'original_text', 'slugs', 'log', 'created_at'])
    .execute()

export const listUsers = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('users')
    .where('id', '>', after)
    .where('status', '<', DELETED_USER)
    .orderBy('id')
    .limit(limit)
    .select([
      'id',
      'username',
      'display_name',
      'bio',
      'website',
      'location',
      'rank',
      'role_id',
      'created_at',
      'e_mail',
      'mail_status',
      'language',
    ])
    .execute()

export const listAllTags = (db: Db, scope: Scope) =>
  db
    .selectFrom('tags')
    .$if(scope === 'public', (query) => query.where('status', '=', 1))
    .orderBy('id')
    .select([
      'id',
      'slug_name',
      'display_name',
      'original_text',
      'main_tag_id',
      'question_count',
      'created_at',
      'status',
    ])
    .execute()

/** Everything that a member wrote, including what they deleted themselves: it is theirs. */
export const listPostsBy = (db: Db, user_id: number, after: number, limit: number) =>
  db
    .selectFrom('posts')
    .innerJoin('posts as questions', 'questions.id', 'posts.question_id')
    .where('posts.user_id', '=', user_id)
    .where('posts.id', '>', after)
    .orderBy('posts.id')
    .limit(limit)
    .select([
      'posts.id',
      'posts.kind',
      'posts.question_id',
      'questions.title',
      'posts.original_text',
      'posts.score',
      'posts.status',
      'posts.created_at',
      'posts.edited_at',
    ])
    .execute()

/** Pending ones too; nobody sees deleted ones. */
export const listCommentsBy = (db: Db, user_id: number, after: number, limit: number) =>
  db
    .selectFrom('comments')
    .where('user_id', '=', user_id)
    .where('status', '!=', 10)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'post_id', 'question_id', 'original_text', 'score', 'status', 'created_at', 'updated_at'])
    .execute()

export const listVotesBy = (db: Db, user_id: number, after: number, limit: number) =>
  db
    .selectFrom('votes')
    .where('user_id', '=', user_id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'post_id', 'direction', 'created_at'])
    .execute()

export const listReputationOf = (db: Db, user_id: number, after: number, limit: number) =>
  db
    .selectFrom('reputation_entries')
    .where('user_id', '=', user_id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'points', 'due', 'reason', 'note', 'post_id', 'created_at', 'taken_back_at'])
    .execute()

export const listUploadsBy = (db: Db, user_id: number, after: number, limit: number) =>
  db
    .selectFrom('files')
    .where('user_id', '=', user_id)
    .where('deleted_at', '=', 0)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(['id', 'path', 'source', 'mime', 'bytes', 'created_at'])
    .execute()

/** The data of a member's account, without anything that gives access to it. */
export const findProfile = (db: Db, user_id: number) =>
  db
    .selectFrom('users')
    .where('id', '=', user_id)
    .select([
      'id',
      'username',
      'display_name',
      'e_mail',
      'avatar_custom',
      'bio',
      'website',
      'location',
      'language',
      'color_scheme',
      'editor_face',
      'role_id',
      'rank',
      'created_at',
      'last_login_at',
    ])
    .executeTakeFirstOrThrow()

export const listFormerNames = async (db: Db, user_id: number) =>
  (
    await db
      .selectFrom('former_usernames')
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .select('username')
      .execute()
  ).map(({ username }) => username)

/** The accounts elsewhere that they log in with. */
export const listLoginsOf = (db: Db, user_id: number) =>
  db
    .selectFrom('external_logins')
    .where('user_id', '=', user_id)
    .orderBy('id')
    .select(['connector', 'external_id', 'known_as', 'created_at', 'used_at'])
    .execute()

export const listFollowedBy = (db: Db, user_id: number) =>
  db.selectFrom('follows').where('user_id', '=', user_id).select(['object_type', 'object_id', 'created_at']).execute()
export const listCollectedBy = (db: Db, user_id: number) =>
  db.selectFrom('collections').where('user_id', '=', user_id).select(['question_id', 'created_at']).execute()
export const listDraftsOf = (db: Db, user_id: number) =>
  db.selectFrom('drafts').where('user_id', '=', user_id).select(['name', 'fields', 'saved_at']).execute()
export const listReactionsBy = (db: Db, user_id: number) =>
  db.selectFrom('reactions').where('user_id', '=', user_id).select(['post_id', 'emoji', 'created_at']).execute()

/** Accounts that aren't deleted, in the order of their ids. */
export const listUsersAfter = (db: Db, after: number, limit: number) =>
  db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'display_name',
      'e_mail',
      'role_id',
      'status',
      'mail_status',
      'rank',
      'question_count',
      'answer_count',
      'created_at',
      'last_login_at',
    ])
    .where('id', '>', after)
    .where('status', '!=', USER_STATUS.deleted)
    .orderBy('id')
    .limit(limit)
    .execute()
