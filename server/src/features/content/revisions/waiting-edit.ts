import type { Db } from '../../../db/dialect.ts'
import { BadRequest } from '../../../lib/errors.ts'
import { findWaiting, type Revised } from './queries.ts'

const underway = () => new BadRequest('error.revision.review_underway', { data: { err_type: 'toast' } })

/** One suggested edit may wait at a time: the second person is told so. */
export const refuseWhileOneWaits = async ({ db }: { db: Db }, thing: Revised) => {
  if (await findWaiting(db, thing)) throw underway()
}
