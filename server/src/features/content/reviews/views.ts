import { numberOf, parseObjectId } from '@askwell/contract/ids.ts'
import { type Queue, type QueuedPost, QUEUES, type ReviewType } from '@askwell/contract/reviews.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { Paged } from '@askwell/contract/shapes.ts'
import type { App } from '../../../events/events.ts'
import type { Db } from '../../../db/dialect.ts'
import { type Page, pageOf } from '../../../db/page.ts'
import type { Actor } from '../../../lib/actor.ts'
import { translate } from '../../../lib/messages.ts'
import { findComment } from '../comments/queries.ts'
import { countFlags } from '../flags/queries.ts'
import { reviewedThings } from '../flags/views.ts'
import { unreviewedCount } from '../suggested-edits/views.ts'
import { countReviews, listReviews, type Reviewed } from '../review-queue/queries.ts'

/** What a review is about, as an object id says it. */
export const reviewedBy = async (db: Db, object_id: string): Promise<Reviewed> => {
  const object = parseObjectId(object_id)
  const number = object?.number ?? 0
  if (object?.type !== 'comment') return { post_id: number, comment_id: 0 }
  return { post_id: (await findComment(db, number))?.post_id ?? 0, comment_id: number }
}

/** New posts and comments that wait, oldest first; a single one if it is named. */
export const queuedList = async (
  db: Db,
  { object_id, ...page }: Page & { object_id?: string },
): Promise<Paged<QueuedPost>> => {
  const one = object_id ? await reviewedBy(db, object_id) : undefined
  const reviews = await listReviews(db, { ...page, one })
  const things = [
    ...(
      await reviewedThings(
        db,
        reviews.map(({ post_id, comment_id }) =>
          comment_id ? { type: 'comment', id: comment_id } : { type: 'question', id: post_id },
        ),
      )
    ).values(),
  ]
  const list = reviews.flatMap(({ id, post_id, comment_id, created_at, reason }) => {
    const found = things.find(({ post: { object_type, object_id: its } }) =>
      comment_id
        ? object_type === 'comment' && numberOf('comment', its) === comment_id
        : object_type !== 'comment' && parseObjectId(its)?.number === post_id,
    )
    return found
      ? [
          {
            review_id: id,
            ...found.post,
            text_version: found.version,
            submit_at: created_at,
            reason,
            submitter_display_name: found.post.author_user_info.display_name,
          },
        ]
      : []
  })
  return pageOf(list, await countReviews(db, one), page)
}

/** The queues that a user may see, with the number of waiting items. */
export const reviewTypes = async (app: App, actor: Actor, language: string): Promise<ReviewType[]> => {
  const counts: Partial<Record<Queue, number>> = {
    ...(isStaff(actor) && { queued_post: await countReviews(app.db), flagged_post: await countFlags(app.db) }),
    suggested_post_edit: await unreviewedCount(app, actor),
  }
  return QUEUES.flatMap((name) =>
    counts[name] === undefined
      ? []
      : [{ name, label: translate(language, `review.queue.${name}`), todo_amount: counts[name] }],
  )
}

/** How much waits for this user to decide on, in all queues that they may see. */
export const countToDo = async (app: App, actor: Actor) =>
  (isStaff(actor) ? (await countReviews(app.db)) + (await countFlags(app.db)) : 0) +
  ((await unreviewedCount(app, actor)) ?? 0)
