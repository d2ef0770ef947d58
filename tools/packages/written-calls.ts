import { type Endpoint, PREFIX } from '@askwell/contract/endpoint.ts'
import { endpointsByName } from '@askwell/contract/index.ts'
import { REASONS } from '@askwell/contract/reasons.ts'
import { typeOf } from './type-of-schema.ts'

const quoted = (text: string) => `'${text}'`
const union = (texts: readonly string[]) => texts.map(quoted).join('\n  | ')

const memberOf = (name: string, e: Endpoint) => {
  const parts = [e.params, e.query, e.body].map((part) => typeOf(part, 'sent')).filter((type) => type !== '{}')
  return `  /** ${e.summary}. ${e.access} may, in the rate class ${e.rate}. */
  ${name}: { input: ${parts.join(' & ') || '{}'}; reply: ${typeOf(e.reply, 'answered')} }`
}

/** A module like src/calls.ts, with every type written out. */
export const writtenCalls = () => {
  const all = Object.entries<Endpoint>(endpointsByName)
  const repeatable = all.filter(([, { repeatable: is }]) => is).map(([name]) => quoted(name))
  return `export type Reason =
  | ${union(REASONS)}

/** Of each call what it takes, all in one object, and what it answers. */
export interface Calls {
${all.map(([name, e]) => memberOf(name, e)).join('\n')}
}
export type CallName = keyof Calls

export const PLACES: Record<CallName, string> = {
${all.map(([name, { method, prefix, path }]) => `  ${name}: '${method} ${PREFIX[prefix]}${path}',`).join('\n')}
}

export const REPEATABLE: ReadonlySet<string> = new Set([${repeatable.join(', ')}])
`
}
