import type { Db } from '../../../../db/dialect.ts'
import { listed } from '../../../../db/visible.ts'

/** A place in the order of the posts. */
export interface Place {
  id: number
  updated_at: number
}

/** Posts by their number, hidden or not, the last that have come to the site first. */
export const listNewest = (db: Db, from: Place | undefined, limit: number): Promise<Place[]> =>
  db
    .selectFrom('posts')
    .select(['id', 'updated_at'])
    .$if(from !== undefined, (q) => q.where('id', '<', from!.id))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Those changed until then, hidden or not, by when they were. */
export const listChanged = (db: Db, from: Place | undefined, until: number, limit: number): Promise<Place[]> =>
  db
    .selectFrom('posts')
    .select(['id', 'updated_at'])
    .where('updated_at', '<=', until)
    .$if(from !== undefined, (q) =>
      q
        .where('updated_at', '>=', from!.updated_at)
        .where((eb) => eb.or([eb('updated_at', '>', from!.updated_at), eb('id', '>', from!.id)])),
    )
    .orderBy('updated_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Those of them that everybody's lists show. */
export const listListed = async (db: Db, ids: number[]) =>
  ids.length === 0
    ? []
    : (await db.selectFrom('posts').select('id').where('id', 'in', ids).where(listed(null)).execute()).map(
        ({ id }) => id,
      )
