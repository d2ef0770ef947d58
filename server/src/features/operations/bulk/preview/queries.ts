import { type Db } from '../../../../db/dialect.ts'

export const listPostsToJudge = (db: Db, ids: number[]) =>
  db
    .selectFrom('posts')
    .innerJoin('posts as question', 'question.id', 'posts.question_id')
    .select([
      'posts.id',
      'posts.kind',
      'posts.status',
      'posts.pin',
      'posts.show',
      'posts.user_id',
      'posts.deleted_by',
      'posts.former_status',
      'question.title',
    ])
    .where('posts.id', 'in', ids)
    .execute()

export const listCommentsToJudge = (db: Db, ids: number[]) =>
  db.selectFrom('comments').select(['id', 'status', 'original_text as title']).where('id', 'in', ids).execute()

export const listUsersToJudge = (db: Db, ids: number[]) =>
  db
    .selectFrom('users')
    .select(['id', 'username', 'display_name as title', 'status', 'role_id'])
    .where('id', 'in', ids)
    .execute()

export const listTagIds = async (db: Db, question_ids: number[]) =>
  Map.groupBy(
    await db
      .selectFrom('question_tags')
      .select(['question_id', 'tag_id'])
      .where('question_id', 'in', question_ids)
      .orderBy('position')
      .execute(),
    (row) => row.question_id,
  )

const countIn = async (db: Db, table: 'comments' | 'votes' | 'comment_votes', user_ids: number[]) => {
  const rows = db
    .selectFrom(table as 'comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', 'in', user_ids)
  return (await (table === 'comments' ? rows.where('status', '<>', 10) : rows).executeTakeFirstOrThrow()).count
}

const countPosts = async (db: Db, kind: 'question' | 'answer', user_ids: number[]) =>
  (
    await db
      .selectFrom('posts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', 'in', user_ids)
      .where('kind', '=', kind)
      .where('status', '<>', 10)
      .executeTakeFirstOrThrow()
  ).count

/** What these members have here. */
export const countBelongings = async (db: Db, user_ids: number[]) => ({
  question: await countPosts(db, 'question', user_ids),
  answer: await countPosts(db, 'answer', user_ids),
  comment: await countIn(db, 'comments', user_ids),
  vote: (await countIn(db, 'votes', user_ids)) + (await countIn(db, 'comment_votes', user_ids)),
})
