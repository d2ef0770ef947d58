import { Type, type Static } from 'typebox'
import { endpoint, type RateClass } from './endpoint.ts'
import { ATTEMPTS, RATES } from './limits.ts'
import { AUserId, Done, nullable, oneOf, page, paged, Time, UserChip } from './shapes.ts'

// How often one may ask, and whom that has turned away: for admins, who can let a member or a network go on at once.

export type AttemptName = keyof typeof ATTEMPTS
const names = <N extends string>(of: Record<N, unknown>) => Object.keys(of) as N[]
/** How often somebody may call, and `attempt_*`: how often one account may be tried. */
export const LIMIT_NAMES = [...names(RATES), ...names(ATTEMPTS).map((name) => `attempt_${name}` as const)] as (
  | RateClass
  | `attempt_${AttemptName}`
)[]
export type LimitName = (typeof LIMIT_NAMES)[number]
const LimitName = oneOf(LIMIT_NAMES)

/** `one`: a person, or of attempts those from one network; `all`: all members of one network, or of attempts those from everywhere. */
const Limit = Type.Object({ name: LimitName, one: Type.Number(), all: Type.Number(), seconds: Type.Integer() })
export type Limit = Static<typeof Limit>

/** One limit on one day: a member, or a network for those who have none. */
export const Refusal = Type.Object({
  name: LimitName,
  /** Whom it turned away, or whose account was tried. */
  user: nullable(UserChip),
  /** As `192.0.2.0/24`; empty for a member, and for many that weren't told apart. */
  network: Type.String(),
  count: Type.Integer(),
  first_at: Time,
  last_at: Time,
})
export type Refusal = Static<typeof Refusal>

const admin = { prefix: 'admin', access: 'admin', visibility: 'staff', rate: 'admin', path: '/rate-limits' } as const

/** Ours. The latest first; each process writes what it has counted twice a minute. */
export const rateLimits = endpoint({
  ...admin,
  method: 'GET',
  summary: 'How often one may ask, and whom that has turned away',
  query: Type.Object(page),
  reply: Type.Object({ limits: Type.Array(Limit), refusals: paged(Refusal) }),
})

/**
 * Ours, with a member or a network, as it is in the list. What was counted of them is forgotten in all processes: of a member tries at
 * their account, too; of a network what came from there, whoever's account was tried.
 */
export const liftLimits = endpoint({
  ...admin,
  method: 'DELETE',
  summary: 'Let a member or a network go on at once',
  body: Type.Object({
    user_id: Type.Optional(AUserId),
    network: Type.Optional(Type.String({ maxLength: 50 })),
  }),
  reply: Done,
})
