import { describe, expect, test } from 'vitest'
import { formToken, isFormToken, isSameOrigin } from './csrf.ts'

describe('a form token', () => {
  const token = formToken('secret', 'ann')
  test.each([
    ['its own', 'secret', 'ann', token, true],
    ['another’s', 'secret', 'bob', token, false],
    ['that of another site', 'other secret', 'ann', token, false],
    ['none', 'secret', 'ann', '', false],
    ['a shortened one', 'secret', 'ann', token.slice(0, -1), false],
    ['anything where there is nobody', 'secret', '', formToken('secret', ''), false],
    ['nonsense', 'secret', 'ann', '%%%', false],
    ['a pad of its own without the seal', 'secret', 'ann', Buffer.alloc(64).toString('base64url'), false],
  ])('%s', (_, secret, holder, sent, fits) => expect(isFormToken(secret, holder, sent)).toBe(fits))

  test('is another in each rendering, and all of them fit', () => {
    const tokens = Array.from({ length: 20 }, () => formToken('secret', 'ann'))
    expect(tokens.every((one) => isFormToken('secret', 'ann', one))).toBe(true)
    for (const part of [(one: string) => one.slice(0, 42), (one: string) => one.slice(-42)])
      expect(new Set(tokens.map(part)).size).toBe(tokens.length)
  })
})

describe('a form comes from this site', () => {
  const hosts = ['127.0.0.1:8080', 'ask.example']
  test.each([
    ['when the browser says so', { site: 'same-origin', origin: 'http://127.0.0.1:8080' }, true],
    ['when the person typed the address', { site: 'none' }, true],
    ['when it names the host that was asked', { origin: 'http://127.0.0.1:8080' }, true],
    ['when it names the site, which a proxy asks under another name', { origin: 'https://ask.example' }, true],
    ['when an old browser says nothing: then only the token counts', {}, true],
    ['not when it names another', { origin: 'https://evil.example' }, false],
    ['not when it names another port', { origin: 'http://127.0.0.1:9090' }, false],
    ['not when the name only begins alike', { origin: 'https://ask.example.evil.example' }, false],
    ['not when it hides where it comes from', { origin: 'null' }, false],
    ['not when it is a neighbour', { site: 'same-site', origin: 'https://ask.example' }, false],
    ['not when it is elsewhere', { site: 'cross-site' }, false],
    ['not when it names nonsense', { origin: 'ask.example' }, false],
  ] as [string, { site?: string; origin?: string }, boolean][])('%s', (_, headers, is) =>
    expect(isSameOrigin({ ...headers, hosts })).toBe(is),
  )
})
