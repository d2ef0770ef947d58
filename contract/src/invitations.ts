import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { AnObjectId, captcha, Done, text, UserCard } from './shapes.ts'

/** Usernames of all who are invited to answer. */
export const InvitedNames = Type.Array(text({ min: 1, max: limits.ADMIN_QUERY_MAX }), { maxItems: limits.INVITED_MAX })

export const invited = endpoint({
  method: 'GET',
  path: '/question/invite',
  summary: 'Who was asked to answer a question',
  access: 'anyone',
  visibility: 'site',
  rate: 'read',
  query: Type.Object({ id: AnObjectId }),
  reply: Type.Array(UserCard),
})

/** The usernames of all who are invited from now on. New ones are told. */
export const invite = endpoint({
  method: 'PUT',
  path: '/question/invite',
  summary: 'Ask members to answer a question',
  access: 'activated',
  visibility: 'site',
  rate: 'write',
  body: Type.Object({ id: AnObjectId, invite_user: InvitedNames, ...captcha }),
  reply: Done,
})
