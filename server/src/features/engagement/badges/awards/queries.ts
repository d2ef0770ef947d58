import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, locking } from '../../../../db/dialect.ts'
import { insertMany } from '../../../../db/insert-many.ts'
import { offsetOf, type Page } from '../../../../db/page.ts'
import { pairs } from '../../../../db/pairs.ts'
import type { DB } from '../../../../db/tables.ts'
import { listed, visibleComment } from '../../../../db/visible.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import { BADGE_STATUS } from '../queries.ts'

export type NewAward = Pick<
  Insertable<DB['badge_awards']>,
  'user_id' | 'badge_id' | 'award_key' | 'object_type' | 'object_id' | 'question_id'
>

/** `badge user` of the badges that one gets once and that these users have had, taken back or not. */
export const listHeld = async (db: Db, user_ids: number[]) =>
  new Set(
    (
      await db
        .selectFrom('badge_awards')
        .select(['badge_id', 'user_id'])
        .where('user_id', 'in', user_ids)
        .where('award_key', '=', '')
        .execute()
    ).map(({ badge_id, user_id }) => `${badge_id} ${user_id}`),
  )

/** Those of them that are there, taken back or not. */
export const listAwarded = (db: Db, awards: NewAward[]) =>
  db
    .selectFrom('badge_awards')
    .select(['badge_id', 'user_id', 'award_key'])
    .where('badge_id', 'in', [...new Set(awards.map(({ badge_id }) => badge_id))])
    .where('user_id', 'in', [...new Set(awards.map(({ user_id }) => user_id))])
    .where('award_key', 'in', [...new Set(awards.map(({ award_key }) => award_key))])
    .execute()

/** @returns those that weren't there. */
export const insertAwards = (
  db: Db,
  awards: (NewAward & { awarded_by: number; reason: string; created_at: number })[],
) =>
  insertMany<{ id: number; badge_id: number; user_id: number; question_id: number }>(
    db,
    'badge_awards',
    awards.map((one) => ({ ...one, taken_back_at: 0, taken_back_by: 0, taken_back_reason: '' })),
    { behind: 'on conflict do nothing returning id, badge_id, user_id, question_id' },
  )

/** `by`: 1 for awards that were made, -1 for those that are gone. */
export const changeAwardCounts = async (db: Db, awards: { badge_id: number }[], by: 1 | -1) => {
  const counts = new Map<number, number>()
  for (const { badge_id } of awards) counts.set(badge_id, (counts.get(badge_id) ?? 0) + by)
  if (counts.size)
    await sql`update badges set award_count = award_count + counted.column2
      from (values ${pairs([...counts])}) as counted where badges.id = counted.column1`.execute(db)
}

/** Counted anew. */
export const setAwardCounts = (db: Db, badge_ids: number[]) =>
  sql`update badges set award_count = (select count(*) from badge_awards where badge_id = badges.id and taken_back_at = 0)
    where id in (${sql.join(badge_ids)})`.execute(db)

/** How often a user has each badge. */
export const countEarned = async (db: Db, user_id: number) =>
  new Map(
    (
      await db
        .selectFrom('badge_awards')
        .select(({ fn }) => ['badge_id', fn.countAll<number>().as('count')])
        .where('user_id', '=', user_id)
        .where('taken_back_at', '=', 0)
        .groupBy('badge_id')
        .execute()
    ).map(({ badge_id, count }) => [badge_id, count]),
  )

/** Badges by their latest award, for a user. */
export const listRecent = async (db: Db, user_id: number, limit: number) =>
  (
    await db
      .selectFrom('badge_awards')
      .innerJoin('badges', 'badges.id', 'badge_awards.badge_id')
      .select(({ fn }) => ['badge_id', fn.max('badge_awards.id').as('latest')])
      .where('user_id', '=', user_id)
      .where('taken_back_at', '=', 0)
      .where('badges.status', '!=', BADGE_STATUS.deleted)
      .groupBy('badge_id')
      .orderBy('latest', 'desc')
      .limit(limit)
      .execute()
  ).map(({ badge_id }) => badge_id)

interface AwardsOf extends Page {
  badge_id: number
  user_id?: number | undefined
  /** Those that were taken back too. */
  all?: boolean
}

export const listAwards = (db: Db, { badge_id, user_id, all, ...page }: AwardsOf) =>
  db
    .selectFrom('badge_awards')
    .selectAll()
    .where('badge_id', '=', badge_id)
    .$if(user_id !== undefined, (q) => q.where('user_id', '=', user_id!))
    .$if(!all, (q) => q.where('taken_back_at', '=', 0))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
    .execute()

export const countAwards = async (db: Db, { badge_id, user_id, all }: Omit<AwardsOf, keyof Page>) =>
  (
    await db
      .selectFrom('badge_awards')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('badge_id', '=', badge_id)
      .$if(user_id !== undefined, (q) => q.where('user_id', '=', user_id!))
      .$if(!all, (q) => q.where('taken_back_at', '=', 0))
      .executeTakeFirstOrThrow()
  ).count

export const lockAward = (db: Db, id: number) =>
  db.selectFrom('badge_awards').selectAll().where('id', '=', id).$call(locking(db)).executeTakeFirst()
export const findAwardByKey = (db: Db, key: { badge_id: number; user_id: number; award_key: string }) =>
  db
    .selectFrom('badge_awards')
    .selectAll()
    .where('badge_id', '=', key.badge_id)
    .where('user_id', '=', key.user_id)
    .where('award_key', '=', key.award_key)
    .executeTakeFirst()
export const hasAwardForKey = async (db: Db, badge_id: number, award_key: string) =>
  Boolean(
    await db
      .selectFrom('badge_awards')
      .select('id')
      .where('badge_id', '=', badge_id)
      .where('award_key', '=', award_key)
      .executeTakeFirst(),
  )
export const updateAward = (db: Db, id: number, change: Partial<Selectable<DB['badge_awards']>>) =>
  db.updateTable('badge_awards').set(change).where('id', '=', id).execute()

/** Who has it keeps it; what it was for is gone. */
export const forgetObjects = (db: Db, post_ids: number[]) =>
  db
    .updateTable('badge_awards')
    .set({ object_type: '', object_id: 0, question_id: 0 })
    .where((eb) =>
      eb.or([
        eb.and([eb('object_type', 'in', ['question', 'answer']), eb('object_id', 'in', post_ids)]),
        eb.and([
          eb('object_type', '=', 'comment'),
          eb('object_id', 'in', eb.selectFrom('comments').select('id').where('post_id', 'in', post_ids)),
        ]),
      ]),
    )
    .execute()

export const deleteAwardsOf = async (db: Db, user_ids: number[]) =>
  (
    await db
      .deleteFrom('badge_awards')
      .where('user_id', 'in', user_ids)
      .returning(['badge_id', 'taken_back_at'])
      .execute()
  ).filter(({ taken_back_at }) => taken_back_at === 0)

/** The posts of these ids, and of the comments of those ids, that lists show this viewer. */
export const listShown = async (db: Db, viewer: Viewer, post_ids: number[], comment_ids: number[]) => {
  const title = (q: 'question') => [`${q}.title` as const, `${q}.url_title` as const]
  const posts = post_ids.length
    ? await db
        .selectFrom('posts')
        .innerJoin('posts as question', 'question.id', 'posts.question_id')
        .where('posts.id', 'in', post_ids)
        .where(listed(viewer))
        .select(['posts.id', ...title('question')])
        .execute()
    : []
  const comments = comment_ids.length
    ? await db
        .selectFrom('comments')
        .innerJoin('posts', 'posts.id', 'comments.post_id')
        .innerJoin('posts as question', 'question.id', 'posts.question_id')
        .where('comments.id', 'in', comment_ids)
        .where(visibleComment(viewer))
        .where(listed(viewer))
        .select(['comments.id', 'posts.id as post_id', 'posts.kind', ...title('question')])
        .execute()
    : []
  return { posts, comments }
}
