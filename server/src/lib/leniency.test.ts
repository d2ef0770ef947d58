import type { Endpoint } from '@askwell/contract/endpoint.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { EMPTY_IS_NONE } from '@askwell/contract/shapes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asked, fieldsOf, type Parts, plausibly, type Shape, WORDS } from '../../test/plausible.ts'
import { threads } from '../../test/threads.ts'
import { engines, type World, world } from '../../test/world.ts'

/** A value in a call, and how the call reads without it or with it written otherwise. */
interface Case {
  field: string
  said: string
  parts: Parts
}

const LISTS = ['page_size', 'size']
/** The first badge of every site. */
const BADGE = objectId('badge', 6)
const isId = (name: string, shape: Shape) => EMPTY_IS_NONE in shape || /(^|_)id$/.test(name)
const isNumber = ({ type }: Shape) => type === 'integer' || type === 'number'

/** Whether an empty text can only mean that nothing is said. */
const mayBeEmpty = (name: string, shape: Shape) =>
  shape.enum !== undefined || isNumber(shape) || shape.type === 'boolean' || isId(name, shape)

/** The usual values, with one of them in other words: left out, null, an empty text, in quotes. */
const otherWords = (schema: Shape, usual: Record<string, unknown>, part: 'query' | 'body') =>
  fieldsOf(schema).flatMap(([name, shape]) => {
    const optional = !schema.required?.includes(name) || shape.default !== undefined
    const { [name]: value, ...without } = usual
    const said: [string, Record<string, unknown>][] = []
    if (optional) said.push(['left out', without])
    if (optional && part === 'body') said.push(['null', { ...without, [name]: null }])
    if (optional && mayBeEmpty(name, shape)) said.push(['empty', { ...without, [name]: '' }])
    if (part === 'body' && (isNumber(shape) || shape.type === 'boolean'))
      said.push(['in quotes', { ...without, [name]: String(value) }])
    return said.map(([how, values]) => ({ name, how, values }))
  })

const casesOf = (endpoint: Endpoint, usual: Parts): Case[] =>
  (['query', 'body'] as const).flatMap((part) => {
    const schema = endpoint[part] as Shape
    const whole = otherWords(schema, usual[part], part).map(({ name, how, values }) => ({
      field: name,
      said: `${name} ${how}`,
      parts: { ...usual, [part]: values },
    }))
    const inner = fieldsOf(schema).flatMap(([name, shape]) => {
      const value = usual[part][name]
      const item = shape.type === 'array' ? shape.items : shape
      const one = (Array.isArray(value) ? value[0] : value) as Record<string, unknown> | undefined
      if (item?.type !== 'object' || !item.properties || !one) return []
      return otherWords(item, one, part).map(({ name: field, how, values }) => ({
        field: name,
        said: `${name}.${field} ${how}`,
        parts: { ...usual, [part]: { ...usual[part], [name]: Array.isArray(value) ? [values] : values } },
      }))
    })
    return [...whole, ...inner]
  })

const named = (data: unknown) =>
  Array.isArray(data) ? data.map((item: { error_field?: string }) => item.error_field) : []

describe.each(engines)('what clients send (%s)', (engine) => {
  let w: World
  let admin: { token: string }
  let usualOf: (endpoint: Endpoint) => Parts
  let question: string
  beforeAll(async () => {
    w = await world(engine)
    const t = threads(w)
    const ann = await w.given.member({ name: 'ann', rank: 500 })
    admin = await w.given.admin()
    question = await t.ask(ann)
    const answer = await t.answer(ann, question)
    const known = {
      ...WORDS,
      question_id: question,
      id: question,
      object_id: question,
      answer_id: answer,
      comment_id: await t.comment(ann, question),
      user_id: String(ann.id),
      flag_id: '',
      object_type: 'question',
      plugin_slug_name: 'none',
      badge_id: BADGE,
    }
    const [usually, ofBadges] = [plausibly(known), plausibly({ ...known, id: BADGE })]
    usualOf = (endpoint) => (endpoint.path.startsWith('/badge') ? ofBadges : usually)(endpoint)
  })
  afterAll(() => w.close())

  const ask = async (endpoint: Endpoint, parts: Parts) =>
    asked(w, (endpoint.path === '/user/logout' ? await w.given.member() : admin).token, endpoint, parts)

  test('a list is given whatever size is asked for, cut to the largest', async () => {
    const lists = endpoints.flatMap((endpoint) =>
      fieldsOf(endpoint.query)
        .filter(([name]) => LISTS.includes(name))
        .map(([name]) => ({ endpoint, name })),
    )
    expect(lists.length).toBeGreaterThan(20)
    const wrong: string[] = []
    for (const { endpoint, name } of lists) {
      const usual = usualOf(endpoint)
      const pages = 'page' in usual.query ? ['0', '-1', '', '1'].map((page) => ({ [name]: '20', page })) : []
      const sizes = ['999', '0', '-1', '20', ''].map((size) => ({ [name]: size }))
      const { status: plain } = await ask(endpoint, usual) // of what isn't there it says so, whatever the size
      for (const query of [...sizes, ...pages]) {
        const { status, reason } = await ask(endpoint, { ...usual, query: { ...usual.query, ...query } })
        if (status !== 200 && status !== plain)
          wrong.push(`${endpoint.path} ${JSON.stringify(query)}: ${status} ${reason}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('asking for 999 answers gets the first page of them, and the count of all', async () => {
    const page = endpoints.find(({ path, prefix }) => path === '/answer/page' && prefix === 'site')!
    const query = { question_id: question, order: 'default', page: '1', page_size: '999' }
    const { status, data } = await asked(w, '', page, { params: {}, query, body: {} })
    expect(status).toBe(200)
    expect(data).toMatchObject({ count: 1, list: [{ question_id: question }] })
  })

  test('what is left out, null, empty or in quotes is no fault, in any call', { timeout: 120_000 }, async () => {
    const wrong: string[] = []
    let tried = 0
    // What only reads comes first: the others may do away with what is read.
    for (const endpoint of endpoints.toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))) {
      if (endpoint.multipart) continue
      const usual = usualOf(endpoint)
      const fine = endpoint.method === 'GET' && (await ask(endpoint, usual)).status === 200
      for (const { field, said, parts } of casesOf(endpoint, usual)) {
        tried++
        const { status, reason, data } = await ask(endpoint, parts)
        if (status !== 400 && status < 500) continue
        // A wrong password, or a setting that doesn't fit the others, is refused however it is written.
        const anyway = async () => named((await ask(endpoint, usual)).data).includes(field)
        if (status >= 500 || fine || (named(data).includes(field) && !(await anyway())))
          wrong.push(`${endpoint.method} ${endpoint.path} ${said}: ${status} ${reason} ${JSON.stringify(data)}`)
      }
    }
    expect(wrong).toEqual([])
    expect(tried).toBeGreaterThan(300)
    expect(w.faults).toEqual([])
  })
})
