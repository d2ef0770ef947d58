import { draftName } from '@askwell/contract/drafts.ts'
import type { ObjectType } from '@askwell/contract/ids.ts'
import type { App, Effect, Tx } from '../../../events/events.ts'
import { findComment } from '../comments/queries.ts'
import { findPost } from '../posts/queries.ts'
import { findRevision } from '../revisions/queries.ts'
import { deleteDraftsOf, deleteNamed, deleteSavedBefore, findDraft, listEdits } from './queries.ts'
import { fieldsIn, oldestKept } from './views.ts'
import { asTitle } from '../../../lib/title.ts'

const nameOf = (kind: 'answer' | 'comment' | 'reply' | 'edit', type: ObjectType, number: number) =>
  draftName({ kind, object: { type, number }, suggestion_id: '' })

/** There is one draft for all questions: it is the one that was asked if it has its title or its text. */
const dropQuestion = async (tx: Tx, user_id: number, asked: { title: string; original_text: string }) => {
  const row = await findDraft(tx.db, user_id, 'question', 0)
  if (!row) return
  const { title = '', content = '' } = fieldsIn(row.fields)
  if (asTitle(title) === asked.title || content.trim() === asked.original_text.trim())
    await deleteNamed(tx.db, user_id, ['question'])
}

/** What was posted is no draft any more, at whatever device it was begun. */
export const dropDraftOfPost: Effect<'question.asked' | 'answer.given' | 'post.held'> = async (
  tx,
  { actor_id, object_type, object_id, question_id },
) => {
  if (object_type === 'answer')
    return void (await deleteNamed(tx.db, actor_id, [nameOf('answer', 'question', question_id)]))
  const post = await findPost(tx.db, object_id)
  if (post) await dropQuestion(tx, actor_id, post)
}

const asSent = (text: string) => text.replace(/\r\n?/g, '\n').trim()

/** Only the draft that was sent: an edit is also a suggestion of theirs that somebody has approved, a rollback, or other tags for many at once. */
const dropEdits = async (tx: Tx, user_id: number, name: string, sent: string | undefined) => {
  const drafts = await listEdits(tx.db, user_id, name)
  const names = drafts.flatMap((draft) => {
    const { content, original_text } = fieldsIn(draft.fields)
    return asSent(content ?? original_text ?? '') === asSent(sent ?? '') ? [draft.name] : []
  })
  if (names.length) await deleteNamed(tx.db, user_id, names)
}

export const dropDraftsOfEdit: Effect<'question.edited' | 'answer.edited' | 'comment.edited'> = async (
  tx,
  { actor_id, object_type, object_id },
) => {
  const edited = object_type === 'comment' ? await findComment(tx.db, object_id) : await findPost(tx.db, object_id)
  await dropEdits(tx, actor_id, nameOf('edit', object_type, object_id), edited?.original_text)
}

export const dropDraftsOfSuggestion: Effect<'revision.suggested'> = async (
  tx,
  { actor_id, object_type, object_id, revision_id },
) => {
  const suggested = await findRevision(tx.db, revision_id)
  await dropEdits(tx, actor_id, nameOf('edit', object_type, object_id), suggested?.original_text)
}

export const dropDraftOfComment: Effect<'comment.added' | 'comment.held'> = async (
  tx,
  { actor_id, object_id, post_id },
) => {
  const [comment, post] = [await findComment(tx.db, object_id), await findPost(tx.db, post_id)]
  if (!comment || !post) return
  const { reply_comment_id } = comment
  const name = reply_comment_id ? nameOf('reply', 'comment', reply_comment_id) : nameOf('comment', post.kind, post.id)
  await deleteNamed(tx.db, actor_id, [name])
}

export const deleteDraftsOfUser: Effect<'user.erased'> = async (tx, { object_id }) =>
  void (await deleteDraftsOf(tx.db, object_id))

export const deleteOldDrafts = (app: App) => app.transaction((tx) => deleteSavedBefore(tx.db, oldestKept(tx.now())))
