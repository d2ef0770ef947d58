import { expect, it } from 'vitest'
import { votesAfter } from './votes-after.ts'

const form = (intent: string, is_cancel: boolean) => {
  const data = new FormData()
  data.set('intent', intent)
  data.set('is_cancel', String(is_cancel))
  return data
}

it.each([
  [
    'a first vote up',
    { vote_count: 4, vote_status: '' },
    form('vote_up', false),
    { vote_count: 5, vote_status: 'vote_up' },
  ],
  [
    'taking it back',
    { vote_count: 5, vote_status: 'vote_up' },
    form('vote_up', true),
    { vote_count: 4, vote_status: '' },
  ],
  [
    'from up to down',
    { vote_count: 5, vote_status: 'vote_up' },
    form('vote_down', false),
    { vote_count: 3, vote_status: 'vote_down' },
  ],
  [
    'a comment on its way',
    { vote_count: 5, vote_status: '' },
    form('comment', false),
    { vote_count: 5, vote_status: '' },
  ],
] as const)('%s shows at once', (_, before, sent, after) => {
  expect(votesAfter(before, sent)).toEqual(after)
})

it('without a form on its way the votes are the page’s', () => {
  expect(votesAfter({ vote_count: 2, vote_status: 'vote_down' }, undefined)).toEqual({
    vote_count: 2,
    vote_status: 'vote_down',
  })
})
