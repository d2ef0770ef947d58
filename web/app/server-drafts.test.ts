import { expect, test } from 'vitest'
import { reconcile } from './server-drafts.ts'

const text = (content: string, more: { based_on?: string; sent?: boolean; sending?: { content: string } } = {}) => ({
  values: { content },
  saved_at: 5,
  ...more,
})
const served = (content: string, version: string) => text(content, { based_on: version, sent: true })

test.each([
  ['there is none', null, null, { show: 'device', send: false }],
  ['only the device has one: it goes to the server', text('a'), null, { show: 'device', send: true }],
  ['it was sent elsewhere', text('a', { based_on: 'v', sent: true }), null, { show: 'nothing' }],
  ['it was sent elsewhere, but written on here', text('ab', { based_on: 'v' }), null, { show: 'device', send: true }],
  ['it was begun elsewhere', null, served('a', 'v'), { show: 'server' }],
  ['both have the same', text('a'), served('a', 'v'), { show: 'device', send: false }],
  ['it was written on here', text('ab', { based_on: 'v' }), served('a', 'v'), { show: 'device', send: true }],
  [
    'it was written on here after an answer was lost',
    text('abc', { based_on: 'v', sending: { content: 'ab' } }),
    served('ab', 'w'),
    { show: 'device', send: true },
  ],
  [
    'it was written on elsewhere',
    text('a', { based_on: 'v', sent: true }),
    served('ab', 'w'),
    { show: 'server', offer: { content: 'a' } },
  ],
  [
    'it was written on at both',
    text('ax', { based_on: 'v' }),
    served('ay', 'w'),
    { show: 'device', send: false, newer: served('ay', 'w') },
  ],
  ['it was begun at both', text('x'), served('y', 'w'), { show: 'device', send: false, newer: served('y', 'w') }],
])('%s', (_, device, server, expected) => {
  expect(reconcile(device, server)).toEqual(expected)
})
