import type { App, Tx } from '../../../../events/events.ts'
import { setRanks } from '../../../users/users/counts/queries.ts'
import { lockUsers } from '../../../users/users/queries.ts'
import { listMissing, listUnfounded } from '../facts/queries.ts'
import { listEntriesOf, listRanks, nextUsers } from '../queries.ts'
import { grant, takeBackEntries } from '../service.ts'

/** Somebody whose reputation isn't what votes, acceptances and edits make of it. */
export interface Difference {
  user_id: number
  username: string
  before: number
  after: number
}

/** Gives these users the entries that votes, acceptances and edits bear out, and no others. What limits cut at the time stays cut. */
export const settleLedger = async (tx: Tx, user_ids: number[]) => {
  if (user_ids.length === 0) return
  await lockUsers(tx.db, user_ids)
  await setRanks(tx.db, user_ids)
  await takeBackEntries(tx, await listEntriesOf(tx.db, await listUnfounded(tx.db, user_ids)))
  for (const { due, created_at, ...entry } of await listMissing(tx.db, user_ids))
    await grant(tx, { ...entry, points: due, at: created_at })
}

const AT_ONCE = 500

/** Thrown to undo what was only tried. */
class Tried extends Error {
  readonly found: Difference[]
  constructor(found: Difference[]) {
    super('nothing is written')
    this.found = found
  }
}

const settleRange = (app: App, user_ids: number[], dry_run: boolean) =>
  app
    .transaction(async (tx) => {
      await lockUsers(tx.db, user_ids)
      const before = await listRanks(tx.db, user_ids)
      await settleLedger(tx, user_ids)
      const after = new Map((await listRanks(tx.db, user_ids)).map(({ id, rank }) => [id, rank]))
      const found = before
        .filter(({ id, rank }) => after.get(id) !== rank)
        .map(({ id, username, rank }) => ({ user_id: id, username, before: rank, after: after.get(id)! }))
      if (dry_run) throw new Tried(found)
      return found
    })
    .catch((error: unknown) => {
      if (error instanceof Tried) return error.found
      throw error
    })

interface Doing {
  progress: (done: number, total: number, what: string) => void
  signal: AbortSignal
}

/** Makes every reputation what votes, acceptances and edits say, or only says where it would change. Stopped, it has done the users so far. */
export const recalculate = async (app: App, { dry_run }: { dry_run: boolean }, { progress, signal }: Doing) => {
  const differences: Difference[] = []
  let users = 0
  let after = 0
  for (;;) {
    const { ids, last } = await nextUsers(app.db, after, AT_ONCE)
    if (ids.length === 0 || signal.aborted) return { users, differences, stopped: signal.aborted }
    differences.push(...(await settleRange(app, ids, dry_run)))
    users += ids.length
    after = ids.at(-1)!
    progress(after, last, 'users')
  }
}
