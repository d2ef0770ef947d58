import { sql } from 'kysely'
import { type Db, locking } from '../../../../db/dialect.ts'
import type { DB } from '../../../../db/tables.ts'

type Sketch = { visitors: number; sketch: string }

/** Ours until the transaction ends, so that nobody who came at the same moment is lost. */
export const findShare = (db: Db, user_id: number, post_id: number): Promise<Sketch | undefined> =>
  db
    .selectFrom('post_shares')
    .select(['visitors', 'sketch'])
    .where('user_id', '=', user_id)
    .where('post_id', '=', post_id)
    .$call(locking(db))
    .executeTakeFirst()
export const saveShare = (db: Db, share: DB['post_shares']) =>
  db
    .insertInto('post_shares')
    .values(share)
    .onConflict((on) =>
      on.columns(['user_id', 'post_id']).doUpdateSet({ visitors: share.visitors, sketch: share.sketch }),
    )
    .execute()

export const findLink = (db: Db, post_id: number, link_hash: string): Promise<Sketch | undefined> =>
  db
    .selectFrom('link_visits')
    .select(['visitors', 'sketch'])
    .where('post_id', '=', post_id)
    .where('link_hash', '=', link_hash)
    .$call(locking(db))
    .executeTakeFirst()
/** @returns its number. */
export const saveLink = async (db: Db, link: Omit<DB['link_visits'], 'id'>) =>
  (
    await db
      .insertInto('link_visits')
      .values(link)
      .onConflict((on) =>
        on.columns(['post_id', 'link_hash']).doUpdateSet({ visitors: link.visitors, sketch: link.sketch }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** The day after the last one adds to the row of days, a later one begins it anew. */
export const saveVisit = (db: Db, user_id: number, day: number) =>
  sql`insert into user_visits (user_id, last_day, days, most_days, guidelines_at) values (${user_id}, ${day}, 1, 1, 0)
    on conflict (user_id) do update set last_day = ${day},
      days = case when user_visits.last_day = ${day} - 1 then user_visits.days + 1 else 1 end,
      most_days = case when user_visits.last_day = ${day} - 1 and user_visits.days + 1 > user_visits.most_days
        then user_visits.days + 1 else case when user_visits.most_days = 0 then 1 else user_visits.most_days end end
    where user_visits.last_day < ${day}`.execute(db)

export const saveGuidelinesRead = (db: Db, user_id: number, now: number) =>
  db
    .insertInto('user_visits')
    .values({ user_id, last_day: 0, days: 0, most_days: 0, guidelines_at: now })
    .onConflict((on) => on.column('user_id').doUpdateSet({ guidelines_at: now }))
    .execute()

export const saveAnswersRead = (db: Db, rows: DB['answers_read'][]) =>
  db
    .insertInto('answers_read')
    .values(rows)
    .onConflict((on) => on.columns(['user_id', 'question_id', 'answer_id']).doNothing())
    .execute()

export const deleteReadingOn = async (db: Db, post_ids: number[]) => {
  await db.deleteFrom('post_shares').where('post_id', 'in', post_ids).execute()
  await db.deleteFrom('link_visits').where('post_id', 'in', post_ids).execute()
  await db
    .deleteFrom('answers_read')
    .where((eb) => eb.or([eb('question_id', 'in', post_ids), eb('answer_id', 'in', post_ids)]))
    .execute()
}
export const deleteReadingOf = async (db: Db, user_id: number) => {
  await db.deleteFrom('post_shares').where('user_id', '=', user_id).execute()
  await db.deleteFrom('user_visits').where('user_id', '=', user_id).execute()
  await db.deleteFrom('answers_read').where('user_id', '=', user_id).execute()
}
