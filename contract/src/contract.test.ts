import { readdirSync } from 'node:fs'
import type { TObject, TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { Value } from 'typebox/value'
import { type Endpoint, pathOf, PREFIX } from './endpoint.ts'
import { contract, endpoints, endpointsByName } from './index.ts'
import { askQuestion, questionPage } from './questions.ts'
import { vote } from './votes.ts'

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !name.endsWith('.test'))
const modules: object[] = await Promise.all(names.map((name) => import(/* @vite-ignore */ `./${name}.ts`)))
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'reply' in value && 'path' in value

test('the map names every endpoint there is, once', () => {
  const all = new Set(modules.flatMap((module) => Object.values(module).filter(isEndpoint)))
  expect(all.size).toBeGreaterThan(80)
  expect(new Set(endpoints)).toEqual(all)
  expect(endpoints).toHaveLength(all.size)
})

test('no two endpoints share a name', () => {
  const all = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (isEndpoint(value) ? name : [])),
  )
  expect(all.filter((name, place) => all.indexOf(name) !== place)).toEqual([])
})

test('every endpoint is found by its name', () => {
  expect(new Set(Object.values(endpointsByName))).toEqual(new Set(endpoints))
})

test('no two endpoints share method and path', () => {
  const calls = endpoints.map((e) => `${e.method} ${PREFIX[e.prefix]}${e.path}`)
  expect(calls.filter((call, place) => calls.indexOf(call) !== place)).toEqual([])
})

describe.each(Object.entries(contract))('%s', (_, list) => {
  test.each(list.map((e) => [`${e.method} ${e.path}`, e as Endpoint] as const))('%s keeps the rules', (_, e) => {
    if (e.prefix === 'admin') expect(['moderator', 'admin']).toContain(e.access)
    if (e.access === 'moderator' || e.access === 'admin') expect(e.visibility).toBe('staff')
    // On a private site an anonymous call for anything but `public` is refused, so nobody could make this call.
    if (e.access === 'anyone') expect(['public', 'site']).toContain(e.visibility)
    if (e.whileSuspended) expect(e.path).toBe('/user/logout')
    expect(e.multipart).toBe(
      ['POST /file', 'POST /backup/upload', 'POST /import/upload', 'POST /plugin/package'].includes(
        `${e.method} ${e.path}`,
      ),
    )
    expect([...e.path.matchAll(/:(\w+)/g)].map((m) => m[1])).toEqual(Object.keys((e.params as TObject).properties))
    // So a program may name all that it sends in one object.
    expect(e.method === 'GET' ? (e.body as TObject).properties : (e.query as TObject).properties).toEqual({})
    const given = [e.params, e.query, e.body].flatMap((part) => Object.keys((part as TObject).properties))
    expect(given).toEqual([...new Set(given)])
    if (e.method !== 'GET') expect(['read', 'search']).not.toContain(e.rate)
  })
})

const valid = (schema: TSchema, sent: unknown) => Value.Check(schema, Value.Default(schema, structuredClone(sent)))

test.each([
  ['a good question', { title: 'How does it work?', content: 'Like this or so?', tags: [{ slug_name: 'work' }] }, true],
  [
    'unknown fields are ignored',
    { title: 'How does it work?', content: 'Like this or so?', tags: [{ slug_name: 'work', extra: 1 }], extra: 1 },
    true,
  ],
  ['a short title', { title: 'How?', content: 'Like this or so?', tags: [{ slug_name: 'work' }] }, false],
  ['a blank title', { title: '            ', content: 'Like this or so?', tags: [{ slug_name: 'work' }] }, false],
  ['no tag', { title: 'How does it work?', content: 'Like this or so?', tags: [] }, false],
  [
    'six tags',
    {
      title: 'How does it work?',
      content: 'Like this or so?',
      tags: [...'abcdef'].map((slug_name) => ({ slug_name })),
    },
    false,
  ],
  [
    'a tag of odd characters',
    { title: 'How does it work?', content: 'Like this or so?', tags: [{ slug_name: 'work!' }] },
    false,
  ],
])('asking: %s', (_, draft, fine) => expect(valid(askQuestion.body, draft)).toBe(fine))

test.each([
  [{}, true],
  [{ page: 0 }, false],
  [{ page_size: 101 }, false],
  [{ order: 'sideways' }, false],
  [{ order: 'hot', in_days: 7 }, true],
])('question/page %o', (query, fine) => expect(valid(questionPage.query, query)).toBe(fine))

test('a path is filled in with its parameters', () =>
  expect(pathOf(vote, { direction: 'up' })).toBe('/answer/api/v1/vote/up'))
