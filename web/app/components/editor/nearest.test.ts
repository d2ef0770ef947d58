import { expect, test } from 'vitest'
import { distance, nearest } from './nearest.ts'

test.each([
  ['lager', 'lager', 0],
  ['lagers', 'lager', 1],
  ['larger', 'lager', 1],
  ['', 'ale', 3],
  ['stout', 'porter', 5],
])('from “%s” to “%s” it is so many letters', (one, other, far) => expect(distance(one, other)).toBe(far))

test('the nearest word comes first, and equally near ones keep their order', () => {
  const all = ['hefeweizen', 'hops', 'hop', 'hot'].map((value) => ({ value }))
  expect(nearest('hopps', all).map(({ value }) => value)).toEqual(['hops', 'hop', 'hot', 'hefeweizen'])
})
