import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import type { World } from './world.ts'

/** As much of a schema as is needed to make up a value for it. */
export interface Shape {
  type?: string
  enum?: unknown[]
  default?: unknown
  items?: Shape
  properties?: Record<string, Shape>
  required?: string[]
  minLength?: number
  minimum?: number
  minItems?: number
}
export const fieldsOf = (schema: unknown) => Object.entries((schema as Shape).properties ?? {})

export type Parts = Record<'params' | 'query' | 'body', Record<string, unknown>>

/** Texts that a call of the API may carry about a site with a member called ann, apart from ids. */
export const WORDS = {
  username: 'ann',
  query: 'ann',
  title: 'How does one do this?',
  content: 'The text of it, long enough.',
  original_text: 'The text of it.',
  tags: [{ slug_name: 'support' }],
  e_mail: 'ann@example.com',
  email: 'ann@example.com',
  pass: 'some-password',
  password: 'some-password',
  name: 'support',
  direction: 'up',
  code: 'x',
  q: 'text',
  users: 'one, one@example.com, some-password',
  site_url: 'http://world.example',
  contact_email: 'desk@example.com',
}

/** What a well-meant call of each endpoint may look like: `known` by the name of the field, the least that will do for the rest. */
export const plausibly = (known: Record<string, unknown>) => {
  const plausible = (name: string, schema: Shape): unknown => {
    if (schema.enum) return schema.enum[0]
    if (schema.type === 'boolean') return true
    if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
    if (schema.type === 'array')
      return Array.isArray(known[name])
        ? known[name]
        : Array.from({ length: schema.minItems ?? 0 }, () => plausible('', schema.items!))
    if (schema.type === 'object')
      return Object.fromEntries(fieldsOf(schema).map(([key, inner]) => [key, plausible(key, inner)]))
    return typeof known[name] === 'string' ? known[name] : 'x'.repeat(schema.minLength ?? 1)
  }
  const filled = (schema: unknown) =>
    Object.fromEntries(fieldsOf(schema).map(([name, field]) => [name, plausible(name, field)]))
  return ({ params, query, body }: Endpoint): Parts => ({
    params: filled(params),
    query: filled(query),
    body: filled(body),
  })
}

/** The reply to a call just as it is given, whatever its types are. */
export const asked = async ({ server }: World, token: string, endpoint: Endpoint, { params, query, body }: Parts) => {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const response = await server.inject({
    method: endpoint.method,
    url: `${pathOf(endpoint, params as Record<string, string>)}?${search}`,
    headers: { authorization: token, ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(endpoint.method !== 'GET' && { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, ...response.json<{ code: number; reason: string; data: unknown }>() }
}
