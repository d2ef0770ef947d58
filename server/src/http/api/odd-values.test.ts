import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asked, fieldsOf, type Parts, plausibly, type Shape, WORDS } from '../../../test/plausible.ts'
import { threads } from '../../../test/threads.ts'
import { engines, type World, world } from '../../../test/world.ts'

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

const oddFor = ({ type, enum: choices }: Shape): unknown[] => {
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
      ...WORDS,
      question_id: question,
      id: question,
      object_id: question,
      answer_id: answer,
      comment_id: await t.comment(ann, question),
      user_id: String(ann.id),
    }
  })
  afterAll(() => w.close())

  const ask = async (endpoint: Endpoint, parts: Parts) => {
    const { token } = endpoint.path === '/user/logout' ? await w.given.member() : admin
    const { status, code, reason } = await asked(w, token, endpoint, parts)
    return code < 500 && code === status ? undefined : `${status} ${reason}`
  }
  let admin: { token: string }

  test('a call is answered or refused, never a fault', { timeout: 400_000 }, async () => {
    admin = await w.given.admin()
    const wrong: string[] = []
    for (const endpoint of endpoints) {
      if (endpoint.multipart) continue
      const usual = plausibly(ids)(endpoint)
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
      if (endpoint.multipart || endpoint.method === 'GET' || endpoint.prefix === 'root') continue
      const usual = plausibly(ids)(endpoint)
      const first = fieldsOf(endpoint.body).slice(0, 1)
      const walked = fieldsOf(endpoint.body).filter(([, { type }]) => type === undefined || /object|array/.test(type))
      for (const name of new Set(['unknown', ...[...first, ...walked].map(([field]) => field)]))
        for (const deep of [nested('[', ']'), `${nested('{"a":', '')}0${'}'.repeat(DEPTH)}`]) {
          const whole = JSON.stringify({ ...usual.body, [name]: 0 })
          const response = await w.server.inject({
            method: endpoint.method,
            url: pathOf(endpoint, usual.params as Record<string, string>),
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
