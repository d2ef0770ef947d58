import type { App, LaterEffect } from '../../../../events/events.ts'
import { MENTIONS_MAX } from '../../../content/comments/policy.ts'
import { listNamed } from '../../../content/comments/queries.ts'
import { findTextBefore } from '../../../content/revisions/queries.ts'
import { listReaders, listTold } from '../queries.ts'
import { renderText } from '../../../../workers/texts.ts'
import { findPublic } from '../find-public.ts'
import { aboutPost, tell } from '../tell.ts'

const namesIn = async (text: string) =>
  (await renderText(text, { field: 'content', patient: true })).mentions.slice(0, MENTIONS_MAX)

const namesBefore = async (app: App, revision_id: number) => namesIn((await findTextBefore(app.db, revision_id)) ?? '')

/**
 * Members mentioned in a new post are told, unless they hear of that post anyway; those whom an edit mentions first are told, whatever they
 * have heard of the post before. Each is told of one mention in a post at most.
 */
export const tellMentioned: LaterEffect<
  'question.asked' | 'question.edited' | 'question.approved' | 'answer.given' | 'answer.edited' | 'answer.approved'
> = async (app, { actor_id, kind, object_id, question_id, ...fact }) => {
  const post = await findPublic(app, object_id)
  if (!post) return
  const revision_id = 'revision_id' in fact ? fact.revision_id : undefined
  const now = await namesIn(post.original_text)
  if (now.length === 0) return
  const before = revision_id === undefined ? [] : await namesBefore(app, revision_id)
  const names = now.filter((name) => !before.includes(name))
  if (names.length === 0) return
  await app.transaction(async (tx) => {
    const named = await listReaders(
      tx.db,
      (await listNamed(tx.db, names)).filter((id) => id !== post.user_id),
    )
    const told = await listTold(tx.db, named, {
      object_type: kind,
      object_id,
      ...(revision_id !== undefined && { action: 'mention_you' }),
    })
    await tell(
      tx,
      new Map(named.filter((id) => !told.includes(id)).map((id) => [id, 'mention_you' as const])),
      post.last_editor_id || post.user_id || actor_id,
      aboutPost(kind, object_id, question_id),
      object_id,
    )
  })
}
