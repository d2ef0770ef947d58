import type { LaterEffect } from '../../../../events/events.ts'
import { MENTIONS_MAX } from '../../../content/comments/policy.ts'
import { listNamed } from '../../../content/comments/queries.ts'
import { listReaders, listTold } from '../queries.ts'
import { renderText } from '../../../../workers/texts.ts'
import { findPublic } from '../find-public.ts'
import { aboutPost, tell } from '../tell.ts'

/** Members mentioned in a post are told once, whatever else they heard of it; after an edit only newly mentioned ones. */
export const tellMentioned: LaterEffect<
  'question.asked' | 'question.edited' | 'question.approved' | 'answer.given' | 'answer.edited' | 'answer.approved'
> = async (app, { actor_id, kind, object_id, question_id }) => {
  const post = await findPublic(app, object_id)
  if (!post) return
  const { mentions } = await renderText(post.original_text, { field: 'content', patient: true })
  const names = mentions.slice(0, MENTIONS_MAX)
  if (names.length === 0) return
  await app.transaction(async (tx) => {
    const named = await listReaders(
      tx.db,
      (await listNamed(tx.db, names)).filter((id) => id !== post.user_id),
    )
    const told = await listTold(tx.db, named, { object_type: kind, object_id, since: 0 })
    await tell(
      tx,
      new Map(named.filter((id) => !told.includes(id)).map((id) => [id, 'mention_you' as const])),
      post.last_editor_id || post.user_id || actor_id,
      aboutPost(kind, object_id, question_id),
    )
  })
}
