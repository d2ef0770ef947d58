import { DELETED_FILE_DAYS } from '@askwell/contract/limits.ts'
import type { App, Effect, Fact, LaterEffect, Tx } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { findComment } from '../../content/comments/queries.ts'
import { findPost } from '../../content/posts/queries.ts'
import { findRevision } from '../../content/revisions/queries.ts'
import { suggestedTypesSeen } from '../../content/suggested-edits/policy.ts'
import { findUser } from '../../users/users/queries.ts'
import { settingsIn } from '../settings/views.ts'
import { filesIn } from './policy.ts'
import { deleteAvatarsOf, deleteUsesIn, insertSuggested, insertUses, listShowableIds, reviveFiles } from './queries.ts'
import { removeDropped } from './dropped.ts'
import { makeSmaller } from './smaller-pictures.ts'
import { keepGravatar } from './service.ts'

export { moveUploads } from './move-uploads.ts'
export { keepSomeGravatars } from './service.ts'

/**
 * The files of a text; one that nothing named for long, and that was deleted, is there again.
 * One that is hidden from who names it stays hidden: its address shows it to nobody.
 */
const named = async (tx: Tx, actor_id: number, text: string) => {
  const paths = filesIn(text)
  if (paths.length === 0) return []
  await reviveFiles(tx.db, paths, tx.now() - DELETED_FILE_DAYS * DAY)
  const viewer = (await findUser(tx.db, actor_id)) ?? null
  const types = suggestedTypesSeen(await settingsIn(tx.db), viewer)
  return listShowableIds(tx.db, paths, { id: actor_id, viewer, types })
}

const note = async (
  tx: Tx,
  { actor_id }: Fact,
  text: string | undefined,
  where: { post_id: number; comment_id: number },
) => {
  const ids = await named(tx, actor_id, text ?? '')
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
  const ids = await named(tx, actor_id, (await findRevision(tx.db, revision_id))?.original_text ?? '')
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

export const makeSmallerPictures: LaterEffect<'picture.uploaded'> = (app, { path }) => makeSmaller(app, path)

export const deleteFilesOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteUsesIn(tx.db, post_ids)

export const deleteAvatarsOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteAvatarsOf(tx.db, object_id)

export const removeFiles: LaterEffect<'post.erased' | 'user.erased'> = (app) => removeDropped(app)

/** What was deleted long ago leaves the place it lies in. */
export const removeDeletedFiles = (app: App) => removeDropped(app)
