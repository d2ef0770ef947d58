import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { AnObjectId, ObjectId, oneOf, text } from './shapes.ts'

export const EMOJIS = ['heart', 'smile', 'frown'] as const
export type Emoji = (typeof EMOJIS)[number]

/** `tooltip` names the first who reacted, separated by commas. */
export const Reactions = Type.Object({
  reaction_summary: Type.Array(
    Type.Object({ emoji: oneOf(EMOJIS), count: Type.Integer(), tooltip: Type.String(), is_active: Type.Boolean() }),
  ),
})
export type Reactions = Static<typeof Reactions>

export const PostReactions = Type.Object({ object_id: ObjectId, ...Reactions.properties })
export type PostReactions = Static<typeof PostReactions>
/** Ours. `object_ids` separated by commas, 50 at most. Posts without reactions, or that don't exist, have no entry. */
export const postReactions = endpoint({
  method: 'GET',
  path: '/meta/reactions',
  summary: 'How members have reacted to each of some questions and answers',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ object_ids: text({ min: 1, max: 31 * limits.POSTS_AT_ONCE }) }),
  reply: Type.Array(PostReactions),
})

/** Only the chosen ones. */
export const reactions = endpoint({
  method: 'GET',
  path: '/meta/reaction',
  summary: 'How members have reacted to a post',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ object_id: AnObjectId }),
  reply: Reactions,
})
export const react = endpoint({
  method: 'PUT',
  path: '/meta/reaction',
  summary: 'React to a post, or take a reaction back',
  access: 'activated',
  visibility: 'site',
  rate: 'vote',
  body: Type.Object({ object_id: AnObjectId, emoji: oneOf(EMOJIS), reaction: oneOf(['activate', 'deactivate']) }),
  reply: Reactions,
})
