import { expect, test } from 'vitest'
import type { QuestionOrder } from '@askwell/contract/questions.ts'
import type { LoggedUser } from '@askwell/web/context.ts'
import { listingAddress, pagesOf, placeIn, withQuery } from './listing.ts'

const at = (query: string, user: LoggedUser | null = null, usual?: QuestionOrder) =>
  placeIn({ url: new URL(`https://site.test/questions${query}`), user }, usual)
const bo = { id: '2' } as LoggedUser

test('an address says order, window and page', () => {
  expect(at('?order=hot&in_days=7&page=3')).toEqual({ order: 'hot', in_days: 7, page: 3 })
})

test('nonsense in an address is as if it weren’t there', () => {
  expect(at('?order=best&in_days=-1&page=0')).toEqual({ order: 'active', in_days: 0, page: 1 })
  expect(at('?page=99999999999999')).toMatchObject({ page: 1 })
})

test('only members are recommended anything', () => {
  expect(at('?order=recommend').order).toBe('active')
  expect(at('?order=recommend', bo).order).toBe('recommend')
})

test('where a member begins with something else, an address without an order means that', () => {
  expect([
    at('', bo, 'recommend').order,
    at('?order=active', bo, 'recommend').order,
    at('?order=best', bo, 'recommend').order,
  ]).toEqual(['recommend', 'active', 'active'])
  expect([
    listingAddress('/', { order: 'active' }, 'recommend'),
    listingAddress('/', { order: 'recommend', page: 2 }, 'recommend'),
  ]).toEqual(['/?order=active', '/?page=2'])
})

test('an address holds only what differs from the usual', () => {
  expect(listingAddress('/', { order: 'active', in_days: 0, page: 1 })).toBe('/')
  expect(listingAddress('/', { order: 'score', in_days: 30, page: 2 })).toBe('/?order=score&in_days=30&page=2')
  expect(withQuery('/tags', { filter: '', page: 1 })).toBe('/tags')
})

test('pages go as deep as they may be asked for by number', () => {
  expect(pagesOf(0)).toBe(0)
  expect(pagesOf(41)).toBe(3)
  expect(pagesOf(1_000_000)).toBe(500)
})
