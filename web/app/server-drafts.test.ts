import { expect, onTestFinished, test, vi } from 'vitest'
import { isShared, reconcile } from './server-drafts.ts'
import { browser } from './session.ts'

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

test.each([
  ['oneself, as far as is known', undefined, true],
  ['oneself', '1', true],
  ['somebody else, who logged in in another tab', '2', false],
])('the token belongs to %s', (_, holder, shared) => {
  vi.stubGlobal('window', { localStorage: { getItem: (key: string) => (key === 'askwell_token_of' ? holder : 'x') } })
  browser.user = { id: '1' } as typeof browser.user
  onTestFinished(() => {
    browser.user = null
    vi.unstubAllGlobals()
  })
  expect(isShared('question')).toBe(shared)
})
