import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { CONTENT } from './limits.ts'

export const renderPost = endpoint({
  method: 'POST',
  path: '/post/render',
  summary: 'What a text will look like: HTML',
  access: 'activated',
  visibility: 'own',
  rate: 'type-ahead',
  body: Type.Object({ content: Type.String({ maxLength: CONTENT.max, default: '' }) }),
  reply: Type.String(),
})
