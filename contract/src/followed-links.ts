import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { PLACE_MAX } from './limits.ts'
import { AnObjectId, Done, text } from './shapes.ts'

/** Ours: somebody pressed a link in a post that leads elsewhere. Counted, without the address and without who. */
export const followLink = endpoint({
  method: 'POST',
  path: '/badge/link',
  summary: 'Count that a link in a post was followed',
  access: 'anyone',
  visibility: 'site',
  rate: 'type-ahead',
  body: Type.Object({ object_id: AnObjectId, href: text({ min: 1, max: PLACE_MAX }) }),
  reply: Done,
})
