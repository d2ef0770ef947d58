import { Type, type Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import { nullable, oneOf, page, Time } from './shapes.ts'

// What follows later from what happened, and what comes back by the clock: seen, tried again and dropped by admins.

export const JOB_STATES = ['failed', 'waiting', 'running', 'recurring'] as const
export type JobState = (typeof JOB_STATES)[number]
const State = oneOf(JOB_STATES)
const Kind = Type.String({ maxLength: 100 })

export const Job = Type.Object({
  id: Type.String(),
  /** The event and what follows from it, `answer.given/indexPost`; of recurring work its name alone. */
  kind: Kind,
  state: State,
  attempts: Type.Integer(),
  last_error: Type.String(),
  /** When the event happened; null for recurring work. */
  created_at: nullable(Time),
  /** When it is tried next; 0 for one that was given up. */
  next_try_at: Time,
})
export type Job = Static<typeof Job>

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin' } as const

/** Ours. The oldest first. `counts` are of all kinds, `kinds` and `count` of the state that was asked for. */
export const jobs = endpoint({
  ...admin,
  method: 'GET',
  path: '/jobs',
  summary: 'Work that waits, runs or has failed',
  query: Type.Object({
    ...page,
    state: oneOf(JOB_STATES, { default: 'failed' }),
    kind: Type.String({ maxLength: 100, default: '' }),
  }),
  reply: Type.Object({
    counts: Type.Record(State, Type.Integer()),
    kinds: Type.Array(Type.Object({ kind: Kind, count: Type.Integer() })),
    count: Type.Integer(),
    list: Type.Array(Job),
  }),
})

/** Ours. One by its id, or all of a kind that are in that state. What runs just now is left alone, and recurring work can't be dropped. */
export const setJobs = endpoint({
  ...admin,
  method: 'PUT',
  path: '/jobs',
  summary: 'Try work again, or drop it',
  body: Type.Object({
    act: oneOf(['retry', 'drop']),
    id: Type.Optional(Type.String({ maxLength: 20 })),
    kind: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    state: oneOf(['failed', 'waiting', 'recurring'], { default: 'failed' }),
  }),
  /** How many it was done to. */
  reply: Type.Object({ count: Type.Integer() }),
})
