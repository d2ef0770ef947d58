import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { AnObjectId, flag } from './shapes.ts'

export const Following = Type.Object({ follows: Type.Integer(), is_followed: Type.Boolean() })
export type Following = Static<typeof Following>

/** A question or a tag; ours: a member too, by the 17 digits or the number. Following twice changes nothing. */
export const follow = endpoint({
  method: 'POST',
  path: '/follow',
  summary: 'Follow a question, a tag or a member, or no longer',
  access: 'activated',
  visibility: 'site',
  rate: 'vote',
  body: Type.Object({ object_id: AnObjectId, is_cancel: flag(false) }),
  reply: Following,
})
