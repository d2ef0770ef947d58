import type { Effect, Fact, LaterEffect, Tx } from '../../../events/events.ts'
import { findComment } from '../../content/comments/queries.ts'
import { findPost } from '../../content/posts/queries.ts'
import { findRevision } from '../../content/revisions/queries.ts'
import { filesIn } from './policy.ts'
import { deleteAvatarsOf, deleteUsesIn, insertSuggested, insertUses, listFileIds } from './queries.ts'
import { keepGravatar, removeDropped } from './service.ts'

export { keepSomeGravatars } from './service.ts'

const note = async (
  tx: Tx,
  { actor_id }: Fact,
  text: string | undefined,
  where: { post_id: number; comment_id: number },
) => {
  const ids = await listFileIds(tx.db, filesIn(text ?? ''))
  if (ids.length)
    await insertUses(
      tx.db,
      ids.map((file_id) => ({ ...where, file_id, user_id: actor_id, created_at: tx.now() })),
    )
}

/** A file stays recorded after an edit removes it: earlier texts can be read as long as the post can. */
export const noteFiles: Effect<
  'question.asked' | 'question.edited' | 'answer.given' | 'answer.edited' | 'post.held'
> = async (tx, fact) =>
  note(tx, fact, (await findPost(tx.db, fact.object_id))?.original_text, { post_id: fact.object_id, comment_id: 0 })

export const noteFilesOfComment: Effect<'comment.added' | 'comment.edited' | 'comment.held'> = async (tx, fact) =>
  note(tx, fact, (await findComment(tx.db, fact.object_id))?.original_text, {
    post_id: fact.post_id,
    comment_id: fact.object_id,
  })

/** Suggestions are shown to few; an approved one is recorded with the post, like any other text. */
export const noteFilesOfSuggestion: Effect<'revision.suggested'> = async (
  tx,
  { actor_id, object_type, object_id, revision_id },
) => {
  const ids = await listFileIds(tx.db, filesIn((await findRevision(tx.db, revision_id))?.original_text ?? ''))
  if (ids.length)
    await insertSuggested(
      tx.db,
      ids.map((file_id) => ({
        file_id,
        revision_id,
        post_id: object_type === 'tag' ? 0 : object_id,
        user_id: actor_id,
        created_at: tx.now(),
      })),
    )
}

export const keepGravatarOf: LaterEffect<'user.activated' | 'user.gravatar_chosen'> = (app, { object_id }) =>
  keepGravatar(app, object_id)

export const deleteFilesOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteUsesIn(tx.db, post_ids, tx.now())

export const deleteAvatarsOfUser: Effect<'user.erased'> = (tx, { object_id }) =>
  deleteAvatarsOf(tx.db, object_id, tx.now())

export const removeFiles: LaterEffect<'post.erased' | 'user.erased'> = (app) => removeDropped(app)
