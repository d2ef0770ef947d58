import type { Db } from '../../../db/dialect.ts'
import type { DB } from '../../../db/tables.ts'

export type Followed = DB['follows']['object_type']

/** Which of these the member follows. */
export const followedOf = async (db: Db, user_id: number, object_type: Followed, ids: number[]) =>
  new Set(
    ids.length === 0
      ? []
      : (
          await db
            .selectFrom('follows')
            .select('object_id')
            .where('user_id', '=', user_id)
            .where('object_type', '=', object_type)
            .where('object_id', 'in', ids)
            .execute()
        ).map((row) => row.object_id),
  )
