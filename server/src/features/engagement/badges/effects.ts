import type { App, Effect, LaterEffect } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { findCommentVote, findVoteById } from '../votes/queries.ts'
import { listInviters } from '../invitations/queries.ts'
import { award } from './award.ts'
import { awardBestNewcomer } from './best-newcomer.ts'
import { findDue, type Touch } from './due.ts'
import { changeAwardCounts, deleteAwardsOf, forgetObjects } from './awards/queries.ts'
import { deleteReadingOf, deleteReadingOn } from './visits/queries.ts'

/** Looks first: most of what happens brings no badge, and then nothing is written. */
const awardAfter = async (app: App, touches: Touch[]) => {
  const due = await findDue(app.db, touches, app.clock.now())
  if (due.length) await app.transaction((tx) => award(tx, due))
}

/** The day on which it was cast, which may be over by now; days are counted from 1970. Nothing if it was withdrawn meanwhile. */
const votingDay = (user_id: number, vote: { created_at: number } | undefined): Touch[] =>
  vote ? [{ activity: 'voting_day', user_id, thing: Math.floor(vote.created_at / DAY) }] : []

const ofPost = (kind: 'question' | 'answer', thing: number): Touch[] => [
  { activity: kind, thing },
  { activity: 'post', thing },
]
/** Whoever had invited them to answer. */
const ofInviters = async (app: App, question_id: number, user_id: number): Promise<Touch[]> =>
  (await listInviters(app.db, question_id, user_id)).map((inviter) => ({
    activity: 'invitation',
    user_id: inviter,
    thing: user_id,
  }))

export const awardWriter: LaterEffect<'question.asked'> = (app, { object_id, actor_id }) =>
  awardAfter(app, [
    ...ofPost('question', object_id),
    { activity: 'link', thing: object_id },
    { activity: 'first_steps', user_id: actor_id },
  ])
export const awardApproved: LaterEffect<'question.approved' | 'answer.approved'> = async (
  app,
  { kind, object_id, question_id, author_id },
) =>
  awardAfter(app, [
    ...ofPost(kind, object_id),
    { activity: 'link', thing: object_id },
    { activity: 'first_steps', user_id: author_id },
    ...(kind === 'answer'
      ? [{ activity: 'question' as const, thing: question_id }, ...(await ofInviters(app, question_id, author_id))]
      : []),
  ])
export const awardAnswerer: LaterEffect<'answer.given'> = async (app, { object_id, question_id, actor_id }) =>
  awardAfter(app, [
    ...ofPost('answer', object_id),
    { activity: 'question', thing: question_id },
    { activity: 'link', thing: object_id },
    { activity: 'first_steps', user_id: actor_id },
    ...(await ofInviters(app, question_id, actor_id)),
  ])
/** Who edits, and whose links and tags have changed. */
export const awardEditor: LaterEffect<'question.edited' | 'answer.edited'> = (app, { kind, object_id, actor_id }) =>
  awardAfter(app, [
    { activity: 'edit', thing: object_id, user_id: actor_id },
    ...ofPost(kind, object_id),
    { activity: 'link', thing: object_id },
  ])
export const awardSuggester: LaterEffect<'revision.approved'> = (app, { object_type, object_id, editor_id }) =>
  object_type === 'tag'
    ? Promise.resolve()
    : awardAfter(app, [{ activity: 'edit', thing: object_id, user_id: editor_id }])
export const awardAcceptance: LaterEffect<'answer.accepted'> = (app, { actor_id, answer_id, question_id }) =>
  awardAfter(app, [
    { activity: 'acceptance', thing: question_id, user_id: actor_id },
    { activity: 'answer', thing: answer_id },
  ])
export const awardCommenter: LaterEffect<'comment.added'> = (app, { object_id, actor_id }) =>
  awardAfter(app, [
    { activity: 'comment', thing: object_id },
    { activity: 'first_steps', user_id: actor_id },
  ])
export const awardApprovedComment: LaterEffect<'comment.approved'> = (app, { object_id }) =>
  awardAfter(app, [{ activity: 'comment', thing: object_id }])
export const awardVote: LaterEffect<'vote.cast'> = async (
  app,
  { kind, object_id, question_id, actor_id, author_id, vote_id },
) =>
  awardAfter(app, [
    { activity: 'vote', user_id: actor_id },
    ...votingDay(actor_id, await findVoteById(app.db, vote_id)),
    { activity: 'first_steps', user_id: actor_id },
    { figure: 'votes_given', user_id: actor_id },
    ...ofPost(kind, object_id),
    ...(kind === 'answer' ? await ofInviters(app, question_id, author_id) : []),
  ])
export const awardCommentVote: LaterEffect<'comment.voted'> = async (app, { object_id, actor_id }) =>
  awardAfter(app, [
    { activity: 'vote', user_id: actor_id },
    ...votingDay(actor_id, await findCommentVote(app.db, object_id, actor_id)),
    { activity: 'comment', thing: object_id },
  ])
export const awardFlagger: LaterEffect<'report.made'> = (app, { actor_id }) =>
  awardAfter(app, [{ activity: 'flag', user_id: actor_id }])
export const awardReaction: LaterEffect<'post.reacted'> = (app, { object_id, actor_id }) =>
  awardAfter(app, [{ activity: 'reaction', thing: object_id, user_id: actor_id }])
export const awardInviter: LaterEffect<'question.invited'> = (app, { actor_id }) =>
  awardAfter(app, [{ activity: 'invitation', user_id: actor_id }])
export const awardProfile: LaterEffect<'user.changed'> = (app, { object_id }) =>
  awardAfter(app, [
    { activity: 'profile', user_id: object_id },
    { activity: 'first_steps', user_id: object_id },
  ])
export const awardViews: LaterEffect<'question.viewed'> = (app, { object_id }) =>
  awardAfter(app, [{ activity: 'question', thing: object_id }])
export const awardReputation: LaterEffect<'reputation.changed'> = (app, { object_id }) =>
  awardAfter(app, [{ figure: 'reputation', user_id: object_id }])

/** Once a month is over. */
export const awardNewcomer = (app: App) => awardBestNewcomer(app, app.clock.now())

export const forgetAwardedPost: Effect<'post.erased'> = async (tx, { post_ids }) => {
  await forgetObjects(tx.db, post_ids)
  await deleteReadingOn(tx.db, post_ids)
}
export const deleteAwardsOfUser: Effect<'user.erased'> = async (tx, { object_id }) => {
  await changeAwardCounts(tx.db, await deleteAwardsOf(tx.db, [object_id]), -1)
  await deleteReadingOf(tx.db, object_id)
}
