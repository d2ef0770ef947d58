import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../test/threads.ts'
import { engines, type World, world } from '../../test/world.ts'

interface Schema {
  type?: string
  enum?: unknown[]
  items?: Schema
  properties?: Record<string, Schema>
  minLength?: number
  minimum?: number
  minItems?: number
}
const fieldsOf = (schema: unknown) => Object.entries((schema as Schema).properties ?? {})

const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '9'.repeat(30),
  '\0',
  '\ud800',
  '%',
  '\'"`--\\',
  '*:(["',
  '10019999999999999',
  'x'.repeat(70_000),
]
const ODD_NUMBERS = [0, -1, 1.5, 2 ** 53, 1e308, '1']
const ODD_QUERIES = ['-1', '1.5', '1e3', '9'.repeat(20), 'true']
const ODD_THINGS = [null, 7, [], {}, [[]], [null], [{}]]

const oddFor = ({ type, enum: choices }: Schema): unknown[] => {
  if (choices) return ['', 'nothing', 7, null]
  if (type === 'integer' || type === 'number') return ODD_NUMBERS
  return type === 'string' ? ODD_TEXTS : ODD_THINGS
}

describe.each(engines)('whatever stands in a field (%s)', (engine) => {
  let w: World
  let ids: Record<string, unknown>
  beforeAll(async () => {
    w = await world(engine)
    const t = threads(w)
    const ann = await w.given.member({ name: 'ann', rank: 500 })
    const question = await t.ask(ann)
    const answer = await t.answer(ann, question)
    ids = {
      question_id: question,
      id: question,
      object_id: question,
      answer_id: answer,
      comment_id: await t.comment(ann, question),
      user_id: String(ann.id),
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
  })
  afterAll(() => w.close())

  const plausible = (name: string, schema: Schema): unknown => {
    if (schema.enum) return schema.enum[0]
    if (schema.type === 'boolean') return true
    if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
    if (schema.type === 'array')
      return Array.isArray(ids[name])
        ? ids[name]
        : Array.from({ length: schema.minItems ?? 0 }, () => plausible('', schema.items!))
    if (schema.type === 'object')
      return Object.fromEntries(fieldsOf(schema).map(([key, inner]) => [key, plausible(key, inner)]))
    return typeof ids[name] === 'string' ? ids[name] : 'x'.repeat(schema.minLength ?? 1)
  }
  const filled = (schema: unknown) =>
    Object.fromEntries(fieldsOf(schema).map(([name, field]) => [name, plausible(name, field)]))

  const ask = async (
    endpoint: Endpoint,
    { params, query, body }: Record<'params' | 'query' | 'body', Record<string, unknown>>,
  ) => {
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    const { token } = endpoint.path === '/user/logout' ? await w.given.member() : admin
    const response = await w.server.inject({
      method: endpoint.method,
      url: `${pathOf(endpoint, params as Record<string, string>)}?${search}`,
      headers: { authorization: token, ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }) },
      ...(endpoint.method !== 'GET' && { payload: JSON.stringify(body) }),
    })
    const { code, reason } = response.json<{ code: number; reason: string }>()
    return code < 500 && code === response.statusCode ? undefined : `${response.statusCode} ${reason}`
  }
  let admin: { token: string }

  test('a call is answered or refused, never a fault', { timeout: 180_000 }, async () => {
    admin = await w.given.admin()
    const wrong: string[] = []
    for (const endpoint of endpoints) {
      if (endpoint.multipart) continue
      const usual = { params: filled(endpoint.params), query: filled(endpoint.query), body: filled(endpoint.body) }
      for (const part of ['params', 'query', 'body'] as const) {
        for (const [name, schema] of fieldsOf(endpoint[part])) {
          for (const odd of part === 'body'
            ? oddFor(schema)
            : [...ODD_TEXTS.map((text) => text.slice(0, 2000)), ...ODD_QUERIES]) {
            if (part === 'params' && ['', '\ud800'].includes(odd as string)) continue // can't stand in an address
            const said = await ask(endpoint, { ...usual, [part]: { ...usual[part], [name]: odd } })
            if (said)
              wrong.push(
                `${endpoint.method} ${endpoint.path} ${part}.${name} = ${JSON.stringify(odd)?.slice(0, 60)}: ${said}`,
              )
          }
        }
      }
    }
    expect(wrong).toEqual([])
    expect(w.faults).toEqual([])
  })

  const DEPTH = 80_000
  const nested = (open: string, close: string) => open.repeat(DEPTH) + close.repeat(DEPTH)

  test('a value nested without end is refused in the envelope, wherever it stands', { timeout: 180_000 }, async () => {
    admin = await w.given.admin()
    const wrong: string[] = []
    for (const endpoint of endpoints) {
      if (endpoint.multipart || endpoint.method === 'GET' || endpoint.door === 'root') continue
      const first = fieldsOf(endpoint.body).slice(0, 1)
      const walked = fieldsOf(endpoint.body).filter(([, { type }]) => type === undefined || /object|array/.test(type))
      for (const name of new Set(['unknown', ...[...first, ...walked].map(([field]) => field)]))
        for (const deep of [nested('[', ']'), `${nested('{"a":', '')}0${'}'.repeat(DEPTH)}`]) {
          const whole = JSON.stringify({ ...filled(endpoint.body), [name]: 0 })
          const response = await w.server.inject({
            method: endpoint.method,
            url: pathOf(endpoint, filled(endpoint.params) as Record<string, string>),
            headers: { authorization: admin.token, 'content-type': 'application/json' },
            payload: whole.replace(`"${name}":0`, () => `"${name}":${deep}`),
          })
          const { code, reason } = response.json<{ code: number; reason: string }>()
          if (code !== 400 || response.statusCode !== 400)
            wrong.push(`${endpoint.method} ${endpoint.path} ${name}: ${response.statusCode} ${reason}`)
        }
    }
    expect(wrong).toEqual([])
    expect(w.faults).toEqual([])
  })
})
