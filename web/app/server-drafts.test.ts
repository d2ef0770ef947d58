import { expect, test } from 'vitest'
import { reconcile } from './server-drafts.ts'

const text = (content: string, saved_at: number, more: { base?: number; sent?: boolean } = {}) => ({
  values: { content },
  saved_at,
  ...more,
})
const served = (content: string, saved_at: number) => text(content, saved_at, { base: saved_at, sent: true })

test.each([
  ['there is none', null, null, { show: 'device', send: false }],
  ['only the device has one: it goes to the server', text('a', 5), null, { show: 'device', send: true }],
  ['it was sent elsewhere', text('a', 5, { base: 5, sent: true }), null, { show: 'nothing' }],
  ['it was sent elsewhere, but written on here', text('ab', 7, { base: 5 }), null, { show: 'device', send: true }],
  ['it was begun elsewhere', null, served('a', 5), { show: 'server' }],
  ['both have the same', text('a', 5), served('a', 9), { show: 'device', send: false }],
  ['it was written on here', text('ab', 7, { base: 5 }), served('a', 5), { show: 'device', send: true }],
  [
    'it was written on elsewhere',
    text('a', 5, { base: 5, sent: true }),
    served('ab', 4),
    { show: 'server', offer: { content: 'a' } },
  ],
  [
    'it was written on at both, last elsewhere',
    text('ax', 7, { base: 5 }),
    served('ay', 8),
    { show: 'server', offer: { content: 'ax' } },
  ],
  [
    'it was written on at both, last here',
    text('ax', 9, { base: 5 }),
    served('ay', 8),
    { show: 'device', send: true, offer: { content: 'ay' } },
  ],
])('%s', (_, device, server, expected) => {
  expect(reconcile(device, server)).toEqual(expected)
})
