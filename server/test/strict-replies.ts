import type { Endpoint } from '@askwell/contract/endpoint.ts'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Api } from '../src/http/api/perform.ts'

/** The schema with no field more: what a reply may not carry is a leak waiting to happen. */
const closed = (schema: TSchema): TSchema => {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const copy = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
    return copy.type === 'object' && copy.properties && copy.additionalProperties === undefined
      ? { ...copy, additionalProperties: false }
      : copy
  }
  return walk(JSON.parse(JSON.stringify(schema))) as TSchema
}

const validators = new Map<Endpoint, ReturnType<typeof Compile>>()

/** How a reply breaks the schema of its endpoint, if it does: a field too few, of the wrong kind, or too many. */
export const replyFault = (endpoint: Endpoint, data: unknown) => {
  let validator = validators.get(endpoint)
  if (!validator) validators.set(endpoint, (validator = Compile(closed(endpoint.reply))))
  if (validator.Check(data)) return undefined
  return `reply of ${endpoint.method} ${endpoint.path} breaks its schema: ${JSON.stringify(validator.Errors(data).slice(0, 3))} in ${JSON.stringify(data)?.slice(0, 600)}`
}

/** The same replies, for every caller and by HTTP as well as in process; one that breaks its schema is a fault of the server. */
export const strict = (api: Api): Api => {
  for (const [name, answered] of api.answers) {
    const { endpoint, answer } = answered
    api.answers.set(name, {
      ...answered,
      answer: async (call) => {
        const data = await answer(call)
        const fault = replyFault(endpoint, JSON.parse(JSON.stringify(data)))
        if (fault) throw new Error(fault)
        return data
      },
    })
  }
  return api
}
