import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { QuestionInfo } from './questions.ts'
import { AnObjectId, flag, page, paged } from './shapes.ts'

export const Collected = Type.Object({ object_collection_count: Type.Integer() })
export type Collected = Static<typeof Collected>

/** There is only one group, so `group_id` is ignored. */
export const switchCollection = endpoint({
  method: 'POST',
  path: '/collection/switch',
  summary: 'Bookmark a question, or no longer',
  access: 'activated',
  visibility: 'site',
  rate: 'vote',
  body: Type.Object({
    object_id: AnObjectId,
    group_id: Type.Optional(Type.String({ maxLength: 30 })),
    bookmark: flag(false),
  }),
  reply: Collected,
})

/** The latest bookmark first. Texts are left empty: it is a list. */
export const ownCollection = endpoint({
  method: 'GET',
  path: '/personal/collection/page',
  summary: 'What one has bookmarked',
  access: 'logged-in',
  visibility: 'own',
  rate: 'read',
  query: Type.Object(page),
  reply: paged(QuestionInfo),
})
