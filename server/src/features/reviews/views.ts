// words: review.queue.*
import { parseObjectId } from '@askwell/contract/ids.ts'
import { type Queue, type QueuedPost, QUEUES, type ReviewType } from '@askwell/contract/reviews.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { Paged } from '@askwell/contract/shapes.ts'
import type { App } from '../../events/events.ts'
import type { Db } from '../../db/dialect.ts'
import { type Page, pageOf } from '../../db/page.ts'
import type { Member } from '../../lib/member.ts'
import { say } from '../../lib/words.ts'
import { countReports } from '../reports/queries.ts'
import { reviewedThings } from '../reports/views.ts'
import { unreviewedCount } from '../revisions/views.ts'
import { countReviews, listReviews } from './queries.ts'

/** New posts that wait, oldest first; of one post only where one is named. */
export const queuedList = async (
  db: Db,
  { object_id, ...page }: Page & { object_id?: string },
): Promise<Paged<QueuedPost>> => {
  const post_id = object_id ? (parseObjectId(object_id)?.number ?? 0) : undefined
  const reviews = await listReviews(db, { ...page, post_id })
  const posts = [
    ...(
      await reviewedThings(
        db,
        reviews.flatMap((review) => [{ type: 'question' as const, id: review.post_id }]),
      )
    ).values(),
  ]
  const list = reviews.flatMap(({ id, post_id: its, created_at, reason }) => {
    const found = posts.find(({ post }) => parseObjectId(post.object_id)?.number === its)
    return found
      ? [
          {
            review_id: id,
            ...found.post,
            submit_at: created_at,
            reason,
            submitter_display_name: found.post.author_user_info.display_name,
          },
        ]
      : []
  })
  return pageOf(list, await countReviews(db, post_id), page)
}

/** The queues that somebody may see, with what waits in each. */
export const reviewTypes = async (app: App, actor: Member, language: string): Promise<ReviewType[]> => {
  const counts: Partial<Record<Queue, number>> = {
    ...(isStaff(actor) && { queued_post: await countReviews(app.db), flagged_post: await countReports(app.db) }),
    suggested_post_edit: await unreviewedCount(app, actor),
  }
  return QUEUES.flatMap((name) =>
    counts[name] === undefined
      ? []
      : [{ name, label: say(language, `review.queue.${name}`), todo_amount: counts[name] }],
  )
}
