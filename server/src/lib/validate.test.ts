import { AnObjectId, flag, NEAREST, oneOf, page, text } from '@askwell/contract/shapes.ts'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { check } from './validate.ts'

const Body = Type.Object({
  title: text({ min: 3, max: 5 }),
  kind: Type.Optional(oneOf(['a', 'b'])),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
  loud: flag(false),
  reply_to: Type.Optional(AnObjectId),
  tags: Type.Optional(
    Type.Array(Type.Object({ slug: text({ min: 1, max: 5 }), name: Type.Optional(Type.String()) }), {
      minItems: 1,
      maxItems: 2,
    }),
  ),
})
const body = (sent: unknown) => check(Body, sent, 'body')
const wrong = (sent: unknown) => {
  const checked = body(sent)
  return 'refusals' in checked ? Object.fromEntries(checked.refusals.map(({ field, reason }) => [field, reason])) : {}
}

describe('a body', () => {
  test('is taken as it is, with what it leaves out', () =>
    expect(body({ title: 'Why' })).toEqual({ value: { title: 'Why', loud: false } }))
  test('may carry more than is asked for; it goes no further', () =>
    expect(body({ title: 'Why', id: 7, __proto__: { kind: 'a' }, tags: [{ slug: 'x', colour: 'red' }] })).toEqual({
      value: { title: 'Why', loud: false, tags: [{ slug: 'x' }] },
    }))
  test('with a list without end is refused for that, and most of it not even looked at', () => {
    const looked = new Set<number>()
    const tags = Array.from({ length: 10_000 }, (_, n) => ({
      get slug() {
        looked.add(n)
        return 'x'
      },
    }))
    expect(wrong({ title: 'no', tags })).toEqual({ title: 'field.too_short', tags: 'field.too_many' })
    expect(looked.size).toBe(3)
  })
  test('with null says nothing, at the top and in the items of a list', () =>
    expect(body({ title: 'Why', kind: null, count: undefined, tags: [{ slug: 'x', name: null }] })).toEqual({
      value: { title: 'Why', loud: false, tags: [{ slug: 'x' }] },
    }))
  test.each([
    ['numbers as texts', { count: '7' }, { count: 7 }],
    ['texts as numbers', { title: 777 }, { title: '777' }],
    ['flags as texts', { loud: 'true' }, { loud: true }],
    ['flags as numbers', { loud: 1 }, { loud: true }],
    ['no number as an empty text', { count: '' }, {}],
    ['no flag as an empty text', { loud: '' }, {}],
    ['no choice as an empty text', { kind: '' }, {}],
    ['no id as an empty text', { reply_to: '' }, {}],
    ['the same in the items of a list', { tags: [{ slug: 7, name: '' }] }, { tags: [{ slug: '7', name: '' }] }],
  ])('may have %s', (_, sent, value) =>
    expect(body({ title: 'Why', ...sent })).toEqual({ value: { title: 'Why', loud: false, ...value } }),
  )
  test('may have null for a list that is empty, where there has to be one', () =>
    expect(check(Type.Object({ names: Type.Array(Type.String()) }), { names: null }, 'body')).toEqual({
      value: { names: [] },
    }))
  test('is not changed by being looked at', () => {
    const sent = { title: 'Why', extra: 1, tags: [{ slug: 'x', extra: null }] }
    body(sent)
    expect(sent).toEqual({ title: 'Why', extra: 1, tags: [{ slug: 'x', extra: null }] })
  })

  test.each([
    ['nothing', undefined, { title: 'field.required' }],
    ['no text', { title: '' }, { title: 'field.too_short' }],
    ['too short', { title: 'x' }, { title: 'field.too_short' }],
    ['too long', { title: 'too long' }, { title: 'field.too_long' }],
    ['another type', { title: {} }, { title: 'field.bad_type' }],
    ['a number that is none', { title: 'Why', count: '7 or 8' }, { count: 'field.bad_type' }],
    ['a number that has lost digits on its way', { title: 10010000000000042 }, { title: 'field.bad_type' }],
    ['no choice', { title: 'Why', kind: 'c' }, { kind: 'field.not_a_choice' }],
    ['too small', { title: 'Why', count: 0 }, { count: 'field.too_small' }],
    ['too large', { title: 'Why', count: 10 }, { count: 'field.too_large' }],
    ['too few', { title: 'Why', tags: [] }, { tags: 'field.too_few' }],
    ['too many', { title: 'Why', tags: [{ slug: 'a' }, { slug: 'b' }, { slug: 'c' }] }, { tags: 'field.too_many' }],
    [
      'something deeper down, laid to the field it is in',
      { title: 'Why', tags: [{ slug: 'far too long' }] },
      { tags: 'field.too_long' },
    ],
    [
      'a NUL',
      { title: 'W\0y', tags: [{ slug: '\0' }] },
      { title: 'field.bad_characters', tags: 'field.bad_characters' },
    ],
    [
      'all of it at once',
      { title: '', kind: 7, count: 99, loud: 'x', tags: {} },
      {
        title: 'field.too_short',
        kind: 'field.not_a_choice',
        count: 'field.too_large',
        loud: 'field.bad_type',
        tags: 'field.bad_type',
      },
    ],
    ['no object', [], { '': 'field.bad_type' }],
  ])('with %s is refused, field by field', (_, sent, fields) => expect(wrong(sent)).toEqual(fields))

  test('a text that is needed and empty is said to be missing, not too short', () => {
    expect(check(Type.Object({ name: text({ min: 1, max: 5 }) }), { name: '' }, 'body')).toEqual({
      refusals: [{ field: 'name', reason: 'field.required' }],
    })
  })
})

describe('an address', () => {
  const Query = Type.Object({ ...page, loud: Type.Optional(Type.Boolean()), order: Type.Optional(oneOf(['newest'])) })
  const query = (sent: unknown) => check(Query, sent, 'address')

  test.each([
    [{}, { page: 1, page_size: 20 }],
    [
      { page: '3', page_size: '50', loud: 'true' },
      { page: 3, page_size: 50, loud: true },
    ],
    [
      { page: '', order: '' },
      { page: 1, page_size: 20 },
    ],
    [
      { page: '2', nonsense: 'x' },
      { page: 2, page_size: 20 },
    ],
    [
      { page: '0', page_size: '999' },
      { page: 1, page_size: 100 },
    ],
    [
      { page: '-1', page_size: '-1' },
      { page: 1, page_size: 20 },
    ],
    [
      { page: 2, page_size: 101 },
      { page: 2, page_size: 100 },
    ],
    [{ page_size: '0' }, { page: 1, page_size: 20 }],
  ])('%j means %j', (sent, value) => expect(query(sent)).toEqual({ value }))

  test.each([
    [{ page: 'x' }, 'page'],
    [{ page: ['1', '2'] }, 'page'],
    [{ page_size: 'many' }, 'page_size'],
    [{ page_size: '1.5' }, 'page_size'],
    [{ order: 'oldest' }, 'order'],
  ])('%j is refused', (sent, field) => expect(query(sent)).toMatchObject({ refusals: [{ field }] }))

  test('an order that may be any text is the usual one where it is unknown', () =>
    expect(
      check(
        Type.Object({ order: oneOf(['newest', 'oldest'], { default: 'newest', [NEAREST]: true }) }),
        { order: 'sideways' },
        'address',
      ),
    ).toEqual({ value: { order: 'newest' } }))
})
