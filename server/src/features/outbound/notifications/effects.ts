import type { App, Effect, LaterEffect, Tx } from '../../../events/events.ts'
import { MENTIONS_MAX } from '../../content/comments/policy.ts'
import { findComment, listNamed } from '../../content/comments/queries.ts'
import { listFollowers } from '../../engagement/follows/queries.ts'
import { isHeld } from '../../content/posts/policy.ts'
import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import { findAuthor, findPost } from '../../content/posts/queries.ts'
import { concernedByComment, concernedByFlag, type InboxAction } from './policy.ts'
import {
  addToAchievement,
  deleteNoticesAbout,
  deleteNoticesTo,
  hasDoneBefore,
  insertNotices,
  listAdmins,
  listReachable,
  listReaders,
  listTold,
  type NewNotice,
  renewUnread,
  renewUnreadOf,
} from './queries.ts'
import { renderText } from '../../../workers/texts.ts'

type About = Pick<NewNotice, 'object_type' | 'object_id' | 'question_id' | 'answer_id' | 'comment_id'>

/** Tells neither the actor nor members who can't read it. If the same notice is still unread, it moves up instead of a second one being added. */
const tell = async (tx: Tx, told: Map<number, InboxAction>, actor_id: number, about: About) => {
  const others = [...told.keys()].filter((id) => id !== actor_id)
  const fresh: NewNotice[] = []
  for (const user_id of await listReachable(tx.db, others)) {
    const action = told.get(user_id)!
    const notice = { ...about, user_id, action, actor_id: action.startsWith('down_voted') ? 0 : actor_id }
    if (!(await renewUnread(tx.db, notice, tx.now()))) fresh.push(notice)
  }
  if (fresh.length) await insertNotices(tx.db, fresh, tx.now())
}

const aboutAnswer = (answer_id: number, question_id: number): About => ({
  object_type: 'answer',
  object_id: answer_id,
  question_id,
  answer_id,
  comment_id: 0,
})
const aboutComment = ({
  object_id,
  post_id,
  question_id,
}: {
  object_id: number
  post_id: number
  question_id: number
}): About => ({
  object_type: 'comment',
  object_id,
  question_id,
  answer_id: post_id === question_id ? 0 : post_id,
  comment_id: object_id,
})
const authorOf = async (tx: Tx, post_id: number) => (await findPost(tx.db, post_id))?.user_id ?? 0

export const tellAsker: Effect<'answer.given'> = async (tx, { actor_id, object_id, question_id }) =>
  tell(
    tx,
    new Map([[await authorOf(tx, question_id), 'answer_the_question']]),
    actor_id,
    aboutAnswer(object_id, question_id),
  )

/** As above, but the actor of the event approved the answer; its author wrote it. */
export const tellAskerOfApproved: Effect<'answer.approved'> = async (tx, { author_id, object_id, question_id }) =>
  tell(
    tx,
    new Map([[await authorOf(tx, question_id), 'answer_the_question']]),
    author_id,
    aboutAnswer(object_id, question_id),
  )

const aboutPost = (kind: 'question' | 'answer', object_id: number, question_id: number): About => ({
  object_type: kind,
  object_id,
  question_id,
  answer_id: kind === 'answer' ? object_id : 0,
  comment_id: 0,
})

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

export const tellAdminsOfHeldComment: Effect<'comment.held'> = async (
  tx,
  { actor_id, failed, object_id, question_id, post_id },
) => {
  if (failed) await tellAdmins(tx, actor_id, aboutComment({ object_id, post_id, question_id }))
}

export const tellAdminsOfHeldEdit: Effect<'revision.suggested'> = async (
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

export const tellOfFlag: Effect<'report.decided'> = async (tx, fact) => {
  const { actor_id, flagged_type, flagged_id, post_id, question_id } = fact
  const about =
    flagged_type === 'comment'
      ? aboutComment({ object_id: flagged_id, post_id, question_id })
      : aboutPost(flagged_type, flagged_id, question_id)
  await tell(tx, concernedByFlag(fact), actor_id, about)
}

/** The asker, and the answer's author. While it waits for review the asker doesn't see it. */
export const tellAskerOfEdit: Effect<'answer.edited'> = async (tx, { actor_id, object_id, question_id }) => {
  const answer = (await findPost(tx.db, object_id))!
  const concerned = isHeld(answer) ? [answer.user_id] : [await authorOf(tx, question_id), answer.user_id]
  await tell(tx, new Map(concerned.map((id) => [id, 'update_answer'])), actor_id, aboutAnswer(object_id, question_id))
}

/** An edit of a post is shown among the achievements, with its points; one of a tag has a notice of its own. */
export const tellOfApprovedEdit: Effect<'revision.approved'> = async (
  tx,
  { actor_id, object_type, object_id, editor_id },
) => {
  if (object_type === 'tag')
    await tell(tx, new Map([[editor_id, 'your_edit_was_approved']]), actor_id, {
      object_type,
      object_id,
      question_id: 0,
      answer_id: 0,
      comment_id: 0,
    })
}

export const tellOfRejectedEdit: Effect<'revision.rejected'> = async (
  tx,
  { actor_id, object_type, object_id, question_id, editor_id },
) =>
  tell(tx, new Map([[editor_id, 'your_edit_was_rejected']]), actor_id, {
    object_type,
    object_id,
    question_id,
    answer_id: object_type === 'answer' ? object_id : 0,
    comment_id: 0,
  })

/** The asker hears of edits by others. */
export const tellAskerOfChange: Effect<'question.edited'> = async (tx, { actor_id, object_id, question_id }) =>
  tell(
    tx,
    new Map([[await authorOf(tx, question_id), 'update_question']]),
    actor_id,
    aboutPost('question', object_id, question_id),
  )

export const tellAccepted: Effect<'answer.accepted'> = async (
  tx,
  { actor_id, answer_id, answer_author_id, question_author_id, question_id },
) => {
  if (answer_author_id !== question_author_id)
    await tell(tx, new Map([[answer_author_id, 'accept_answer']]), actor_id, aboutAnswer(answer_id, question_id))
}

export const tellOfClosing: Effect<'question.closed'> = async (tx, { actor_id, object_id, question_id, author_id }) =>
  tell(tx, new Map([[author_id, 'your_question_is_closed']]), actor_id, aboutPost('question', object_id, question_id))

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

export const deleteNotificationsOfPost: Effect<'post.erased'> = (tx, { question_id, post_ids }) =>
  deleteNoticesAbout(tx.db, { question_id, post_ids })

export const tellOfComment: Effect<'comment.added'> = async (
  tx,
  { actor_id, object_id, question_id, post_id, reply_comment_id, mentioned_ids },
) => {
  const post = (await findPost(tx.db, post_id))!
  const replied = reply_comment_id ? await findComment(tx.db, reply_comment_id) : undefined
  await tell(
    tx,
    concernedByComment({ actor_id, post, replied_to: replied?.user_id ?? 0, mentioned_ids }),
    actor_id,
    aboutComment({ object_id, post_id, question_id }),
  )
}

// Only a person's first vote on a post is told: changing it back and forth would be noise.
export const tellOfVote: Effect<'vote.cast'> = async (
  tx,
  { actor_id, object_type, object_id, question_id, kind, direction, author_id },
) => {
  if (await hasDoneBefore(tx.db, { type: 'vote.cast', actor_id, object_type, object_id })) return
  const answer_id = kind === 'answer' ? object_id : 0
  await tell(tx, new Map<number, InboxAction>([[author_id, `${direction}_voted_${kind}`]]), actor_id, {
    object_type,
    object_id,
    question_id,
    answer_id,
    comment_id: 0,
  })
}

export const tellOfCommentVote: Effect<'comment.voted'> = async (
  tx,
  { actor_id, object_type, object_id, question_id, author_id },
) => {
  if (await hasDoneBefore(tx.db, { type: 'comment.voted', actor_id, object_type, object_id })) return
  const { post_id } = (await findComment(tx.db, object_id))!
  const about = aboutComment({ object_id, post_id, question_id })
  await tell(tx, new Map([[author_id, 'up_voted_comment']]), actor_id, about)
}

/** The points of a post for its author or a voter; imported totals and activations belong to no post. */
export const keepAchievement: Effect<'reputation.changed'> = async (
  tx,
  { actor_id, object_id, question_id, post_id, points, reason },
) => {
  if (!question_id || (await listReachable(tx.db, [object_id])).length === 0) return
  const object_type = post_id === question_id ? 'question' : 'answer'
  const hidden = reason.endsWith('voted_down') // nobody is told who voted down
  await addToAchievement(
    tx.db,
    {
      user_id: object_id,
      action: reason,
      actor_id: hidden ? 0 : actor_id,
      object_type,
      object_id: post_id,
      question_id,
      points,
    },
    tx.now(),
  )
}

export const tellInvited: Effect<'question.invited'> = async (tx, { actor_id, object_id, question_id, invited_ids }) =>
  tell(
    tx,
    new Map(invited_ids.map((id) => [id, 'invited_you_to_answer' as const])),
    actor_id,
    aboutPost('question', object_id, question_id),
  )

export const deleteNotificationsOfUser: Effect<'user.erased'> = (tx, { object_id }) => deleteNoticesTo(tx.db, object_id)

/** A post that everybody can read, with its text. */
const findPublic = async (app: App, id: number) => {
  const post = await findPost(app.db, id)
  const question = post && (await findPost(app.db, post.question_id))
  return post && question && post.status < HIDDEN_FROM && question.status < HIDDEN_FROM ? post : undefined
}

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

const FOLLOWERS_AT_ONCE = 500

/** All followers of a question, except those who are told anyway, or have been told since then. */
const tellFollowersOf = async (
  app: App,
  question_id: number,
  answer_id: number,
  { action, actor_id, except, since }: { action: InboxAction; actor_id: number; except: number[]; since: number },
) => {
  for (let after = 0; ;) {
    const followers = await listFollowers(app.db, 'question', question_id, after, FOLLOWERS_AT_ONCE)
    if (followers.length === 0) return
    await app.transaction(async (tx) => {
      const readers = await listReaders(
        tx.db,
        followers.filter((id) => !except.includes(id)),
      )
      const told = await listTold(tx.db, readers, { object_type: 'answer', object_id: answer_id, action, since })
      const others = readers.filter((id) => id !== actor_id && !told.includes(id))
      const notice = { ...aboutAnswer(answer_id, question_id), action, actor_id }
      const renewed = await renewUnreadOf(tx.db, others, notice, tx.now())
      const fresh = others.filter((id) => !renewed.includes(id))
      if (fresh.length)
        await insertNotices(
          tx.db,
          fresh.map((user_id) => ({ ...notice, user_id })),
          tx.now(),
        )
    })
    after = followers.at(-1)!
  }
}

/** Followers of a question hear of new and edited answers. */
export const tellFollowers: LaterEffect<'answer.given' | 'answer.approved' | 'answer.edited'> = async (app, fact) => {
  const answer = await findPublic(app, fact.object_id)
  if (!answer) return
  const except = [(await findAuthor(app.db, fact.question_id)) ?? 0]
  const edited = 'revision_id' in fact
  await tellFollowersOf(app, fact.question_id, answer.id, {
    action: edited ? 'update_answer' : 'answer_the_question',
    actor_id: edited ? fact.actor_id : answer.user_id,
    except,
    since: edited ? answer.edited_at : 0,
  })
}

export const tellFollowersOfAcceptance: LaterEffect<'answer.accepted'> = async (
  app,
  { actor_id, answer_id, answer_author_id, question_author_id, question_id },
) => {
  const answer = await findPublic(app, answer_id)
  if (answer)
    await tellFollowersOf(app, question_id, answer_id, {
      action: 'accept_answer',
      actor_id,
      except: [answer_author_id, question_author_id],
      since: 0,
    })
}
