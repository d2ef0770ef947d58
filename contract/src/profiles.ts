import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { LEDGER_KINDS, type LedgerKind, RANK_TYPES } from './reputation.ts'
import { ObjectId, oneOf, page, paged, PostKind, PostStatus, TagChip, text, Time, UserStatus } from './shapes.ts'

const username = text({ min: 1, max: limits.ADMIN_QUERY_MAX })
/** If it is left out, the caller's own. */
const usernameOrOwn = Type.String({ maxLength: limits.ADMIN_QUERY_MAX, default: '' })
/** `active` and `views` are ours. */
const questionOrder = oneOf(['newest', 'score', 'active', 'views'], { default: 'newest' })
const answerOrder = oneOf(['newest', 'score', 'active'], { default: 'newest' })
const commentOrder = oneOf(['newest', 'score'], { default: 'newest' })

export const Profile = Type.Object({
  id: Type.String(),
  created_at: Time,
  last_login_date: Time,
  username: Type.String(),
  follow_count: Type.Integer(),
  answer_count: Type.Integer(),
  question_count: Type.Integer(),
  rank: Type.Integer(),
  display_name: Type.String(),
  avatar: Type.String(),
  mobile: Type.String(),
  bio: Type.String(),
  bio_html: Type.String(),
  website: Type.String(),
  location: Type.String(),
  status: UserStatus,
  /** Ours: whether the caller follows them. */
  is_followed: Type.Boolean(),
  /** Ours: how much the tabs hold, as far as lists go; votes and bookmarks only for the member. */
  comment_count: Type.Integer(),
  vote_count: Type.Integer(),
  collection_count: Type.Integer(),
  badge_count: Type.Integer(),
  /** Ours. */
  role_id: Type.Integer(),
  suspended_until: Time,
  /** Why the profile is empty: suspended or deleted. */
  status_msg: Type.Optional(Type.String()),
})
export type Profile = Static<typeof Profile>
export const profile = endpoint({
  method: 'GET',
  path: '/personal/user/info',
  summary: 'A member’s profile',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ username }),
  reply: Profile,
})

export const ProfileQuestion = Type.Object({
  question_id: ObjectId,
  title: Type.String(),
  url_title: Type.String(),
  vote_count: Type.Integer(),
  tags: Type.Array(TagChip),
  view_count: Type.Integer(),
  answer_count: Type.Integer(),
  collection_count: Type.Integer(),
  created_at: Time,
  accepted_answer_id: ObjectId,
  status: PostStatus,
})
export type ProfileQuestion = Static<typeof ProfileQuestion>

export const ProfileAnswer = Type.Object({
  answer_id: ObjectId,
  question_id: ObjectId,
  /** 2 is accepted. */
  accepted: oneOf([1, 2]),
  vote_count: Type.Integer(),
  create_time: Time,
  update_time: Time,
  question_info: Type.Object({ title: Type.String(), url_title: Type.String(), tags: Type.Array(TagChip) }),
})
export type ProfileAnswer = Static<typeof ProfileAnswer>

export const topPosts = endpoint({
  method: 'GET',
  path: '/personal/qa/top',
  summary: 'A member’s best questions and answers',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ username }),
  reply: Type.Object({ question: Type.Array(ProfileQuestion), answer: Type.Array(ProfileAnswer) }),
})
export const profileQuestions = endpoint({
  method: 'GET',
  path: '/personal/question/page',
  summary: 'A member’s questions',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ username, order: questionOrder, ...page }),
  reply: paged(ProfileQuestion),
})
export const profileAnswers = endpoint({
  method: 'GET',
  path: '/personal/answer/page',
  summary: 'A member’s answers',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ username, order: answerOrder, ...page }),
  reply: paged(ProfileAnswer),
})

/** A post in a list of the profile; `content` is HTML. */
const post = {
  created_at: Time,
  object_id: ObjectId,
  question_id: ObjectId,
  /** Empty if it is about the question itself. */
  answer_id: ObjectId,
  object_type: PostKind,
  title: Type.String(),
  url_title: Type.String(),
  content: Type.String(),
}

export const ProfileComment = Type.Object({ comment_id: ObjectId, ...post })
export type ProfileComment = Static<typeof ProfileComment>
export const profileComments = endpoint({
  method: 'GET',
  path: '/personal/comment/page',
  summary: 'A member’s comments',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  /** `order` is ours. */
  query: Type.Object({ username: usernameOrOwn, order: commentOrder, ...page }),
  reply: paged(ProfileComment),
})

/**
 * What has brought or cost reputation; the sum of all is the reputation. `rank_type` says what for, as in reputation.ts.
 * Ids and titles are empty if it is about nothing that the caller may see.
 */
export const ReputationGain = Type.Object({
  ...post,
  object_type: oneOf(['question', 'answer', 'tag', '']),
  reputation: Type.Integer(),
  rank_type: oneOf(RANK_TYPES),
  /** Ours: what it was worth. `reputation` is less where the daily limit cut a gain, or the lowest reputation a loss. */
  due: Type.Integer(),
  /** Ours: the reputation with this entry and all before it; null in a narrowed list. */
  total: Type.Union([Type.Integer(), Type.Null()]),
  /** Ours: why staff corrected it; only the member and staff may read that. */
  note: Type.String(),
})
export type ReputationGain = Static<typeof ReputationGain>
export const profileReputation = endpoint({
  method: 'GET',
  path: '/personal/rank/page',
  summary: 'What a member’s reputation comes from',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  /** Ours: only entries of a kind, only gains or losses, only about questions with a tag. */
  query: Type.Object({
    username: usernameOrOwn,
    kind: oneOf(['', ...(Object.keys(LEDGER_KINDS) as LedgerKind[])], { default: '' }),
    sign: oneOf(['', 'gains', 'losses'], { default: '' }),
    tag: Type.String({ maxLength: limits.TAG_NAME.max, default: '' }),
    ...page,
  }),
  reply: paged(ReputationGain),
})

export const OwnVote = Type.Object({ ...post, vote_type: oneOf(['upvote', 'downvote']) })
export type OwnVote = Static<typeof OwnVote>
export const ownVotes = endpoint({
  method: 'GET',
  path: '/personal/vote/page',
  summary: 'Votes one has cast oneself',
  access: 'logged-in',
  visibility: 'own',
  rate: 'read',
  /** `direction` is ours. */
  query: Type.Object({ direction: oneOf(['', 'up', 'down'], { default: '' }), ...page }),
  reply: paged(OwnVote),
})
