import { lastIdBefore } from '../../../db/last-id-before.ts'
import type { App, Effect } from '../../../events/events.ts'
import { MAIL_STATUS, USER_STATUS } from '../../../lib/actor.ts'
import { DAY } from '../../../lib/clock.ts'
import { listApproved } from '../../content/review-queue/queries.ts'
import { findNewest } from '../../content/search/views.ts'
import { findUser } from '../../users/users/queries.ts'
import { aboutPost } from '../notifications/tell.ts'
import { writeNotifications } from '../notifications/writing/write.ts'
import { deleteSavedOf, dueQuery, findKind, type SavedRow, takeDue } from './queries.ts'

const HOUR = 3600
/** Within this, what is written is in the index. */
const INDEXED_AFTER = 60
const AT_ONCE = 200
const MOST_APPROVED = 500

/** What is looked at: posts up to this one, and those that waited for review and were approved, maybe after younger ones were looked at. */
interface Since {
  now: number
  upTo: number
  approved: { post_id: number; decided_at: number }[]
}

/** Looks at what has come since the last time; tells of the newest that fits, and then of nothing for a day. */
const look = async (app: App, saved: SavedRow, { upTo, now, approved }: Since) => {
  const owner = await findUser(app.db, saved.user_id)
  const mayRead = owner?.status === USER_STATUS.normal && owner.mail_status === MAIL_STATUS.activated
  const late = approved.filter((post) => post.decided_at > saved.looked_at && post.post_id <= saved.seen_post_id)
  const newest = (ids: { after: number; upTo: number } | number[]) =>
    findNewest(app.db, saved.q, owner!, { ids, not_by: saved.user_id })
  const id = mayRead
    ? ((await newest({ after: saved.seen_post_id, upTo })) ?? (await newest(late.map(({ post_id }) => post_id))))
    : undefined
  const post = id ? await findKind(app.db, id) : undefined
  await app.transaction(async (tx) => {
    const changes = post ? { told_at: now, due_at: now + DAY } : { due_at: now + HOUR }
    if (
      !(await takeDue(tx.db, saved, {
        ...changes,
        looked_at: now - INDEXED_AFTER,
        seen_post_id: Math.max(upTo, saved.seen_post_id),
      }))
    )
      return
    if (post)
      await writeNotifications(tx, [saved.user_id], {
        ...aboutPost(post.kind, post.id, post.question_id),
        action: 'fits_saved_search',
        actor_id: post.user_id,
        occasion: post.id,
        followed: true,
      })
  })
}

/** Each search asks for the posts since its last look only, however many there are in all. One that fails holds up none behind it. */
export const lookAtSavedSearches = async (app: App) => {
  const now = app.clock.now()
  const due = await dueQuery(app.db, now, AT_ONCE).execute()
  if (due.length === 0) return
  const indexed = now - INDEXED_AFTER
  const since = {
    now,
    upTo: await lastIdBefore(app.db, 'posts', indexed),
    approved: await listApproved(
      app.db,
      { after: Math.min(...due.map(({ looked_at }) => looked_at)), upTo: indexed },
      MOST_APPROVED,
    ),
  }
  const errors: unknown[] = []
  for (const saved of due)
    await look(app, saved, since).catch(async (error: unknown) => {
      errors.push(error)
      // Not before the others the next time.
      await app.transaction((tx) => takeDue(tx.db, saved, { due_at: now + HOUR }))
    })
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${due.length} saved searches failed`)
}

export const deleteSearchesOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteSavedOf(tx.db, object_id)
