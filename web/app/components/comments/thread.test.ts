import { expect, it } from 'vitest'
import { threadOf } from './thread.ts'

const shown = (...pairs: [string, string][]) =>
  threadOf(pairs.map(([comment_id, reply_comment_id]) => ({ comment_id, reply_comment_id })))
    .map(({ comment, depth }) => '>'.repeat(depth) + comment.comment_id)
    .join(' ')

it('comments stand in the order they came', () => {
  expect(shown(['a', ''], ['b', ''])).toBe('a b')
})

it('replies stand under what they reply to, whenever they came', () => {
  expect(shown(['a', ''], ['b', ''], ['c', 'a'], ['d', 'b'], ['e', 'a'])).toBe('a >c >e b >d')
})

it('a reply to a reply goes no deeper', () => {
  expect(shown(['a', ''], ['b', 'a'], ['c', 'b'])).toBe('a >b >c')
})

it('a reply to something not shown stands for itself', () => {
  expect(shown(['b', 'hidden'], ['c', 'b'])).toBe('b >c')
})
