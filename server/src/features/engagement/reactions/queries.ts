import type { Db } from '../../../db/dialect.ts'
import { visible } from '../../../db/visible.ts'
import type { Viewer } from '../../../lib/actor.ts'

export interface Reaction {
  post_id: number
  emoji: string
  user_id: number
}

/** @returns whether it wasn't there yet. */
export const insertReaction = async (db: Db, reaction: Reaction & { created_at: number }) =>
  Boolean(
    await db
      .insertInto('reactions')
      .values(reaction)
      .onConflict((on) => on.columns(['post_id', 'emoji', 'user_id']).doNothing())
      .returning('post_id')
      .executeTakeFirst(),
  )

/** @returns whether it was there. */
export const deleteReaction = async (db: Db, { post_id, emoji, user_id }: Reaction) =>
  Boolean(
    await db
      .deleteFrom('reactions')
      .where('post_id', '=', post_id)
      .where('emoji', '=', emoji)
      .where('user_id', '=', user_id)
      .returning('post_id')
      .executeTakeFirst(),
  )

export const countReactions = (db: Db, post_ids: number[]) =>
  db
    .selectFrom('reactions')
    .where('post_id', 'in', post_ids)
    .groupBy(['post_id', 'emoji'])
    .select(({ fn }) => ['post_id', 'emoji', fn.countAll<number>().as('count')])
    .execute()

/** Those of these posts that the viewer may see. */
export const listSeen = (db: Db, ids: number[], viewer: Viewer) =>
  db.selectFrom('posts').select(['id', 'kind']).where('id', 'in', ids).where(visible(viewer)).orderBy('id').execute()

/** The first `limit` users for each post and emoji. */
export const listReacting = (db: Db, post_ids: number[], limit: number) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('reactions')
        .where('post_id', 'in', post_ids)
        .select(({ fn }) => [
          'post_id',
          'emoji',
          'user_id',
          fn
            .agg<number>('row_number')
            .over((o) => o.partitionBy(['post_id', 'emoji']).orderBy('created_at').orderBy('user_id'))
            .as('place'),
        ])
        .as('reacting'),
    )
    .select(['post_id', 'emoji', 'user_id'])
    .where('place', '<=', limit)
    .orderBy('place')
    .execute()

export const listChosen = (db: Db, post_ids: number[], user_id: number) =>
  db
    .selectFrom('reactions')
    .select(['post_id', 'emoji'])
    .where('post_id', 'in', post_ids)
    .where('user_id', '=', user_id)
    .execute()

export const deleteReactionsOn = (db: Db, post_ids: number[]) =>
  db.deleteFrom('reactions').where('post_id', 'in', post_ids).execute()
export const deleteReactionsOf = (db: Db, user_id: number) =>
  db.deleteFrom('reactions').where('user_id', '=', user_id).execute()
