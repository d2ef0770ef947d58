import type { SearchAsked, SearchPart } from '@askwell/plugin-kit'
import { Type } from 'typebox'
import { call, simplePort } from './port.ts'

/** Nobody waits longer for a plugin than this; then the site searches itself. */
export const SEARCH_PATIENCE_MS = 2000

export const search = simplePort('search', {
  'search.index': call<Parameters<SearchPart['index']>[0]>()(20_000, Type.Unknown()),
  'search.query': call<SearchAsked>()(
    8000,
    Type.Object({
      ids: Type.Array(Type.String({ pattern: '^[1-9][0-9]{0,14}$' }), { maxItems: 100 }),
      count: Type.Integer({ minimum: 0, maximum: 2 ** 40 }),
    }),
  ),
})
