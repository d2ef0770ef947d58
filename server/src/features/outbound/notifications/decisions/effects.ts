import type { Effect, Tx } from '../../../../events/events.ts'
import { findComment } from '../../../content/comments/queries.ts'
import { concernedByFlag, type InboxAction, roleAction } from '../policy.ts'
import { listAdmins } from '../queries.ts'
import { type About, aboutComment, aboutPost, tell } from '../tell.ts'

export const tellOfApproval: Effect<'question.approved' | 'answer.approved'> = async (
  tx,
  { actor_id, kind, object_id, question_id, author_id },
) =>
  tell(
    tx,
    new Map<number, InboxAction>([[author_id, `your_${kind}_was_approved`]]),
    actor_id,
    aboutPost(kind, object_id, question_id),
  )

const tellAdmins = async (tx: Tx, actor_id: number, about: About) =>
  tell(tx, new Map((await listAdmins(tx.db)).map((id) => [id, 'reviewer_failed'])), actor_id, about)

/** A reviewer failed: the text waits, and an admin should look at the reviewer. */
export const tellAdminsOfFault: Effect<'post.held'> = async (
  tx,
  { actor_id, failed, kind, object_id, question_id },
) => {
  if (failed) await tellAdmins(tx, actor_id, aboutPost(kind, object_id, question_id))
}

export const tellAdminsOfPendingComment: Effect<'comment.held'> = async (
  tx,
  { actor_id, failed, object_id, question_id, post_id },
) => {
  if (failed) await tellAdmins(tx, actor_id, aboutComment({ object_id, post_id, question_id }))
}

export const tellAdminsOfPendingEdit: Effect<'revision.suggested'> = async (
  tx,
  { actor_id, failed, object_type, object_id, question_id },
) => {
  if (failed)
    await tellAdmins(tx, actor_id, {
      object_type,
      object_id,
      question_id,
      answer_id: object_type === 'answer' ? object_id : 0,
      comment_id: 0,
    })
}

/** What they may do from now on is other than before. */
export const tellOfRole: Effect<'user.role_changed'> = async (tx, { actor_id, object_id, after }) =>
  tell(tx, new Map([[object_id, roleAction(after)]]), actor_id, {
    object_type: 'user',
    object_id,
    question_id: 0,
    answer_id: 0,
    comment_id: 0,
  })

export const tellOfFlag: Effect<'report.decided'> = async (tx, fact) => {
  const { actor_id, flagged_type, flagged_id, post_id, question_id } = fact
  const about =
    flagged_type === 'comment'
      ? {
          ...aboutComment({ object_id: flagged_id, post_id, question_id }),
          ...(fact.decision === 'delete_post' && { comment_id: 0 }),
        }
      : aboutPost(flagged_type, flagged_id, question_id)
  await tell(tx, concernedByFlag(fact), actor_id, about)
}

export const tellOfClosing: Effect<'question.closed'> = async (tx, { actor_id, object_id, question_id, author_id }) =>
  tell(tx, new Map([[author_id, 'your_question_is_closed']]), actor_id, aboutPost('question', object_id, question_id))

export const tellOfReopening: Effect<'question.reopened'> = async (
  tx,
  { actor_id, object_id, question_id, author_id },
) =>
  tell(
    tx,
    new Map([[author_id, 'your_question_was_reopened']]),
    actor_id,
    aboutPost('question', object_id, question_id),
  )

// The author is told, no matter who deleted it and from which page.
export const tellOfDeletion: Effect<'question.deleted' | 'answer.deleted'> = async (
  tx,
  { actor_id, kind, object_id, question_id, author_id },
) =>
  tell(
    tx,
    new Map<number, InboxAction>([[author_id, `your_${kind}_was_deleted`]]),
    actor_id,
    aboutPost(kind, object_id, question_id),
  )

/** Undoing a deletion is told, too: whoever has read of it would else believe it. */
export const tellOfRestoring: Effect<'question.undeleted' | 'answer.undeleted'> = async (
  tx,
  { actor_id, kind, object_id, question_id, author_id },
) =>
  tell(
    tx,
    new Map<number, InboxAction>([[author_id, `your_${kind}_was_restored`]]),
    actor_id,
    aboutPost(kind, object_id, question_id),
  )

/** It leads to the post, since nobody sees the comment any more. */
export const tellOfDeletedComment: Effect<'comment.deleted'> = async (
  tx,
  { actor_id, object_id, post_id, question_id },
) => {
  const author_id = (await findComment(tx.db, object_id))?.user_id ?? 0
  await tell(tx, new Map([[author_id, 'your_comment_was_deleted']]), actor_id, {
    ...aboutComment({ object_id, post_id, question_id }),
    comment_id: 0,
  })
}
