import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { AnObjectId, captcha, flag, oneOf, VoteStatus } from './shapes.ts'

export const Tally = Type.Object({
  up_votes: Type.Integer(),
  down_votes: Type.Integer(),
  votes: Type.Integer(),
  vote_status: VoteStatus,
})
export type Tally = Static<typeof Tally>

/** The other direction than before changes the vote, the same again changes nothing. Comments can only be voted up. */
export const vote = endpoint({
  method: 'POST',
  path: '/vote/:direction',
  summary: 'Vote a post or a comment up or down, or take the vote back',
  access: 'activated',
  visibility: 'site',
  rate: 'vote',
  params: Type.Object({ direction: oneOf(['up', 'down']) }),
  body: Type.Object({ object_id: AnObjectId, is_cancel: flag(false), ...captcha }),
  reply: Tally,
})
