import { PREFIX } from '@askwell/contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpointsByName } from '@askwell/contract/index.ts'
import type { REASONS } from '@askwell/contract/reasons.ts'
import type { Static } from 'typebox'

// The package has another module in place of this one, which tools/packages/written-calls.ts writes: the same types and tables without
// the contract and its schema library, and exact in what may be left out, which the types of schemas don't say.

export type Reason = (typeof REASONS)[number]

/** Of each call what it takes, all in one object, and what it answers. */
export type Calls = {
  [N in EndpointName]: {
    input: Static<Endpoints[N]['params']> &
      Partial<Static<Endpoints[N]['query']>> &
      Partial<Static<Endpoints[N]['body']>>
    reply: Static<Endpoints[N]['reply']>
  }
}
export type CallName = keyof Calls

const all = Object.entries(endpointsByName)

/** Method and path. */
export const PLACES = Object.fromEntries(
  all.map(([name, { method, prefix, path }]) => [name, `${method} ${PREFIX[prefix]}${path}`]),
) as Record<CallName, string>

/** Writes that a site does once, though they come twice within five minutes. */
export const REPEATABLE: ReadonlySet<string> = new Set(all.flatMap(([name, e]) => (e.repeatable ? name : [])))
