import { expect, test } from 'vitest'
import { numberOf, objectId, parseObjectId, shortId, type ObjectType } from './ids.ts'

test.each([
  ['question', 42, '10010000000000042', 'D1i2'],
  ['answer', 1, '10020000000000001', 'E1D1'],
  ['tag', 20, '10030000000000020', 'F1W1'],
  ['badge', 6, '10090000000000006', 'L1I1'],
  ['badge', 19, '10090000000000019', 'L1V1'],
  ['badge_award', 9_999_999_999_999, '10109999999999999', shortId('badge_award', 9_999_999_999_999)],
] as [ObjectType, number, string, string][])('%s %i is %s, or %s for short', (type, number, long, short) => {
  expect(objectId(type, number)).toBe(long)
  expect(shortId(type, number)).toBe(short)
  expect(parseObjectId(long)).toEqual({ type, number })
  expect(parseObjectId(short)).toEqual({ type, number })
})

test('nothing is 0', () => {
  expect(objectId('answer', null)).toBe('0')
  expect(shortId('answer', 0)).toBe('0')
})

test.each([
  '',
  '0',
  'nonsense',
  'missing',
  '10010000000000000',
  '10050000000000001',
  '1001000000000004',
  '100100000000000421',
  'D1',
  'D1i20',
  'D101',
  'D1 S2',
  'D1-',
  '-D1i2',
  'ZZZZZZZZZZZ',
])('%j is no id', (id) => expect(parseObjectId(id)).toBeNull())

test('an answer is not found under a question’s id', () => {
  expect(numberOf('answer', objectId('question', 7))).toBe(0)
  expect(numberOf('answer', objectId('answer', 7))).toBe(7)
})

test('every short id leads back', () => {
  for (let number = 1; number < 5000; number++)
    expect(parseObjectId(shortId('question', number))).toEqual({ type: 'question', number })
})
