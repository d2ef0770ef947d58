import { sql } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { aboutVisible } from '../inbox/queries.ts'

/** Nobody counts further. */
const COUNTED = 1000

/** The new notifications of a user, by tab and by what they are about, with those that can be seen at present. */
export const countUnseen = (db: Db, viewer: Actor) =>
  db
    .selectFrom(
      db
        .selectFrom('notifications')
        .select([
          'type',
          sql<number>`case when question_id > 0 then question_id when object_type = 'tag' then -object_id else 0 end`.as(
            'topic',
          ),
          sql<number>`case when ${aboutVisible(viewer)} then 1 else 0 end`.as('shown'),
        ])
        .where('user_id', '=', viewer.id)
        .where('is_seen', '=', sql.lit(0))
        .limit(COUNTED)
        .as('unseen'),
    )
    .select(({ fn }) => ['type', 'topic', fn.sum<number>('shown').as('shown')])
    .groupBy(['type', 'topic'])
    .execute()
