import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { SLOW_QUERIES_MAX, SLOW_QUERY_MS } from './limits.ts'
import { Done, oneOf, span, Time } from './shapes.ts'

// Statements that the database took long for: their texts, never the values in them.

export const SlowQuery = Type.Object({
  statement: Type.String(),
  /** The calls and jobs it came from, the latest first. */
  sources: Type.Array(Type.String()),
  count: Type.Integer(),
  /** Milliseconds. */
  total_ms: Type.Integer(),
  max_ms: Type.Integer(),
  first_at: Time,
  last_at: Time,
})
export type SlowQuery = Static<typeof SlowQuery>

/** From how many milliseconds on a statement counts as slow; 0: none does. */
export const SlowQuerySettings = Type.Object({ slow_query_ms: span(SLOW_QUERY_MS) })
export type SlowQuerySettings = Static<typeof SlowQuerySettings>

export const SLOW_QUERY_ORDERS = ['total', 'max', 'count', 'last'] as const

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin', path: '/slow-queries' } as const

/** Ours. Of all processes, each of which writes what it has seen twice a minute. */
export const slowQueries = endpoint({
  ...admin,
  method: 'GET',
  summary: 'Statements that the database took long for, without their values',
  query: Type.Object({ order: oneOf(SLOW_QUERY_ORDERS, { default: 'total' }) }),
  reply: Type.Object({
    ...SlowQuerySettings.properties,
    list: Type.Array(SlowQuery, { maxItems: SLOW_QUERIES_MAX }),
  }),
})
export const saveSlowQuerySettings = endpoint({
  ...admin,
  method: 'PUT',
  summary: 'Save from when on a statement counts as slow',
  body: SlowQuerySettings,
  reply: Done,
})
export const clearSlowQueries = endpoint({
  ...admin,
  method: 'DELETE',
  summary: 'Forget the slow statements so far',
  reply: Done,
})
