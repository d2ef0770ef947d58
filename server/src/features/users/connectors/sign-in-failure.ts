import type { App, Tx } from '../../../events/events.ts'
import { withCauses } from '../../../lib/causes.ts'
import { saveSetting } from '../../operations/settings/queries.ts'
import * as queries from './queries.ts'

/** Why it failed. `off`: there is no such service. */
type Why = 'off' | 'expired' | 'refused' | 'error' | 'gone' | 'taken' | 'already'
export type Failed = { to: 'failed'; why: Why; error?: unknown }
export const failed = (why: Why, error?: unknown): Failed => ({ to: 'failed', why, error })

const LONGEST_FAILURE = 500

/** The admin finds the last failure on the page where the service was set up, in all processes. */
export const noted = async <T extends { to: string }>(app: App, slug_name: string, came: T) => {
  const { error } = came as T & Partial<Failed>
  if (error)
    await app.transaction((tx) =>
      saveSetting(
        tx.db,
        queries.failureOf(slug_name),
        { at: tx.now(), message: withCauses(error).slice(0, LONGEST_FAILURE) },
        tx.now(),
      ),
    )
  return came
}
/** It may be over with other settings. */
export const deleteFailure = (tx: Tx, slug_name: string) =>
  saveSetting(tx.db, queries.failureOf(slug_name), null, tx.now())
