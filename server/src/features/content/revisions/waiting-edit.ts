import type { Db } from '../../../db/dialect.ts'
import { BadRequest } from '../../../lib/errors.ts'
import { findWaiting, type Revised } from './queries.ts'

const underway = () => new BadRequest('error.revision.review_underway', { data: { err_type: 'toast' } })

/** rulings 21: whoever comes second is told that one waits. */
export const refuseWhileOneWaits = async ({ db }: { db: Db }, thing: Revised) => {
  if (await findWaiting(db, thing)) throw underway()
}
