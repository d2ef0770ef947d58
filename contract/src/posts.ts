import { Type } from 'typebox'
import { endpoint } from './endpoint.ts'
import { CONTENT, TITLE } from './limits.ts'
import { Done } from './shapes.ts'

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

/** The reason of a refusal that says: look whether this is meant for everybody. */
export const SECRETS_FOUND = 'error.text.secrets'

/** Programs post without it; pages ask first. */
export const lookAtText = endpoint({
  method: 'POST',
  path: '/post/look',
  summary: 'Whether keys, tokens or passwords stand in what is about to be published: refused if so, with the lines',
  access: 'activated',
  visibility: 'own',
  rate: 'type-ahead',
  body: Type.Object({
    title: Type.String({ maxLength: TITLE.max, default: '' }),
    content: Type.String({ maxLength: CONTENT.max, default: '' }),
    answer_content: Type.String({ maxLength: CONTENT.max, default: '' }),
    original_text: Type.String({ maxLength: CONTENT.max, default: '' }),
  }),
  reply: Done,
})
