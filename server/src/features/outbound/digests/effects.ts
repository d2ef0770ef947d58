import type { App } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { listDigestsDue, takeDigest } from '../channels/queries.ts'

const PERIODS = { daily: DAY, weekly: 7 * DAY } as const
const AT_ONCE = 200

/** Asks for the digests that are due: each once, whatever becomes of this run. What has nothing to say isn't sent. */
export const requestDigests = async (app: App) => {
  const now = app.clock.now()
  for (const [digest, period] of Object.entries(PERIODS)) {
    for (let due; due === undefined || due.length === AT_ONCE;) {
      due = await listDigestsDue(app.db, digest as keyof typeof PERIODS, now - period, now, AT_ONCE)
      await app.transaction(async (tx) => {
        for (const { user_id, digest_at } of due)
          if (await takeDigest(tx.db, user_id, digest_at, now))
            await tx.emit('email.requested', {
              actor_id: 0,
              object_type: 'user',
              object_id: user_id,
              question_id: 0,
              kind: 'digest',
              post_id: 0,
              comment_id: 0,
              since: digest_at,
            })
      })
    }
  }
}
