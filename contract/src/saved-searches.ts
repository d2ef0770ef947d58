import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import * as limits from './limits.ts'
import { Done, text, Time } from './shapes.ts'

/** A search whose owner hears when something new fits, at most once a day. */
export const SavedSearch = Type.Object({
  id: Type.Integer(),
  q: Type.String(),
  created_at: Time,
  /** When its owner was last told; 0: never. */
  told_at: Time,
})
export type SavedSearch = Static<typeof SavedSearch>

const own = { access: 'logged-in', visibility: 'own' } as const

export const savedSearches = endpoint({
  ...own,
  method: 'GET',
  path: '/user/searches',
  summary: 'One’s saved searches, newest first',
  rate: 'read',
  reply: Type.Object({ list: Type.Array(SavedSearch) }),
})

/** `q` as in search-syntax.ts; saved twice it stays one. */
export const saveSearch = endpoint({
  ...own,
  method: 'POST',
  path: '/user/searches',
  summary: 'Hear when something new fits a search',
  rate: 'write',
  body: Type.Object({ q: text({ min: 1, max: limits.SEARCH_QUERY_MAX }, 'not-blank') }),
  reply: SavedSearch,
})

export const deleteSavedSearch = endpoint({
  ...own,
  method: 'DELETE',
  path: '/user/searches',
  summary: 'Hear no more of a saved search',
  rate: 'write',
  body: Type.Object({ id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }) }),
  reply: Done,
})
