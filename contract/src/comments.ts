import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { AnObjectId, captcha, Done, MemberAction, NEAREST, ObjectId, oneOf, page, paged, text, Time } from './shapes.ts'

export const Comment = Type.Object({
  comment_id: ObjectId,
  created_at: Time,
  object_id: ObjectId,
  vote_count: Type.Integer(),
  is_vote: Type.Boolean(),
  original_text: Type.String(),
  parsed_text: Type.String(),
  user_id: Type.String(),
  username: Type.String(),
  user_display_name: Type.String(),
  user_avatar: Type.String(),
  user_status: Type.String(),
  /** These five are empty if it isn't a reply. */
  reply_user_id: Type.String(),
  reply_username: Type.String(),
  reply_user_display_name: Type.String(),
  reply_comment_id: ObjectId,
  reply_user_status: Type.String(),
  /** Ours. When it was last edited; 0 if never. */
  updated_at: Time,
  /** Ours. 1: everybody can read it; 11: it waits for review, and only its author and staff see it. */
  status: oneOf([1, 11]),
  member_actions: Type.Array(MemberAction),
})
export type Comment = Static<typeof Comment>

export const COMMENT_ORDERS = ['', 'vote', 'created_at'] as const
export type CommentOrder = (typeof COMMENT_ORDERS)[number]
/** Oldest first; `vote` sorts by votes, `created_at` newest first. */
export const commentPage = endpoint({
  method: 'GET',
  path: '/comment/page',
  summary: 'Comments on a question or an answer',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({
    object_id: AnObjectId,
    query_cond: oneOf(COMMENT_ORDERS, { default: '', [NEAREST]: true }),
    ...page,
  }),
  reply: paged(Comment),
})

export const FirstComments = Type.Object({ object_id: ObjectId, count: Type.Integer(), list: Type.Array(Comment) })
export type FirstComments = Static<typeof FirstComments>
/** Ours. `object_ids` separated by commas, 50 at most. Posts without comments, or that don't exist, have no entry. */
export const firstComments = endpoint({
  method: 'GET',
  path: '/comment/first',
  summary: 'The first few comments on each of some questions and answers',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ object_ids: text({ min: 1, max: 31 * limits.POSTS_AT_ONCE }) }),
  reply: Type.Array(FirstComments),
})

export const comment = endpoint({
  method: 'GET',
  path: '/comment',
  summary: 'A comment',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ id: AnObjectId }),
  reply: Comment,
})

const original_text = text(limits.COMMENT, 'not-blank')
const usernames = Type.Optional(Type.Array(text({ min: 1, max: 100 }), { maxItems: 100 }))

export const CommentDraft = Type.Object({
  object_id: AnObjectId,
  original_text,
  reply_comment_id: Type.Optional(Type.String({ maxLength: 30 })),
  mention_username_list: usernames,
  ...captcha,
})
export type CommentDraft = Static<typeof CommentDraft>
export const writeComment = endpoint({
  method: 'POST',
  path: '/comment',
  summary: 'Comment on a question or an answer, or reply to a comment',
  repeatable: true,
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: CommentDraft,
  reply: Comment,
})

export const editComment = endpoint({
  method: 'PUT',
  path: '/comment',
  summary: 'Edit one’s own comment within five minutes',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ comment_id: AnObjectId, original_text, ...captcha }),
  /** `status`: ours; 11 if it waits for review now. */
  reply: Type.Object({
    comment_id: ObjectId,
    original_text: Type.String(),
    parsed_text: Type.String(),
    status: oneOf([1, 11]),
  }),
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/comment',
  summary: 'Delete a comment',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ comment_id: AnObjectId, ...captcha }),
  reply: Done,
})

/** Ours. */
export const recoverComment = endpoint({
  method: 'POST',
  path: '/comment/recover',
  summary: 'Bring back a deleted comment',
  access: 'moderator',
  visibility: 'staff',
  rate: 'write',
  body: Type.Object({ comment_id: AnObjectId }),
  reply: Done,
})
