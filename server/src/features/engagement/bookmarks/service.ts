import { numberOf } from '@askwell/contract/ids.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { BadRequest } from '../../../lib/errors.ts'
import { lockVisiblePost } from '../../content/posts/queries.ts'
import { setCollectionCounts } from '../../content/posts/counts/queries.ts'
import { countBookmarks, deleteBookmark, insertBookmark } from './queries.ts'

/** Adds or removes a bookmark. Doing it twice changes nothing, thanks to the unique key. */
export const setBookmark = (app: App, actor: Actor, object_id: string, on: boolean) =>
  app.transaction(async (tx) => {
    const question = (await lockVisiblePost(tx.db, numberOf('question', object_id), actor, 'question'))?.question
    if (!question) throw new BadRequest('error.object.not_found')
    const bookmark = { user_id: actor.id, question_id: question.id }
    const changed = on
      ? await insertBookmark(tx.db, { ...bookmark, created_at: tx.now() })
      : await deleteBookmark(tx.db, actor.id, question.id)
    if (changed) {
      await setCollectionCounts(tx.db, [question.id])
      await tx.emit(on ? 'question.collected' : 'question.uncollected', {
        actor_id: actor.id,
        object_type: 'question',
        object_id: question.id,
        question_id: question.id,
      })
    }
    return { object_collection_count: await countBookmarks(tx.db, question.id) }
  })
