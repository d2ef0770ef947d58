import type { BulkWish } from '@askwell/contract/bulk.ts'
import type { App } from '../../../../events/events.ts'
import { matchOf, pickedOf } from './match.ts'
import { countMatching, walkMatching } from './queries.ts'

interface Walk {
  after: number
  /** The newest thing there was when it began. */
  upto: number
  limit: number
}

/** The numbers that are meant, batch by batch, in their order. */
export async function* batchesOf(app: App, { kind, ids, filter }: BulkWish, { after, upto, limit }: Walk) {
  if (filter) {
    const match = await matchOf(app, filter)
    for (;;) {
      const batch = await walkMatching(app.db, match, { after, upto, limit })
      if (batch.length) yield batch
      if (batch.length < limit) return
      after = batch.at(-1)!
    }
  }
  const rest = pickedOf(kind, ids ?? [])
    .toSorted((one, other) => one - other)
    .filter((id) => id > after)
  for (let at = 0; at < rest.length; at += limit) yield rest.slice(at, at + limit)
}

export const totalOf = async (app: App, { kind, ids, filter }: BulkWish) =>
  filter ? countMatching(app.db, await matchOf(app, filter)) : pickedOf(kind, ids ?? []).length
