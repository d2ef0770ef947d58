import { expect, it } from 'vitest'
import { hueOf, initials } from './avatar.tsx'

it.each([
  ['Ken Graham', 'KG'],
  ['mdma', 'md'],
  ['A', 'A'],
  ['Tim Burnett - Bassist', 'TB'],
  ['bottle-shop-77', 'b7'],
  ['山田 太郎', '山太'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧f'],
  ['', ''],
])('%s is drawn as %s', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

it('the same name always has the same colour, and all six are used', () => {
  expect(hueOf('mdma')).toBe(hueOf('mdma'))
  expect(new Set(Array.from({ length: 60 }, (_, n) => hueOf(`member-${n}`)))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
})
