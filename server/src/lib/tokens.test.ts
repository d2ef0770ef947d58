import { describe, expect, it, test } from 'vitest'
import { hashToken, newToken, sameText, sign, unsign } from './tokens.ts'

describe('a token', () => {
  it('is 32 random bytes, in letters fit for an address', () => {
    const tokens = Array.from({ length: 100 }, newToken)
    expect(new Set(tokens).size).toBe(100)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  })

  it('is stored as its SHA-256', () =>
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'))
})

test.each([
  ['', '', true],
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', 'aa', false],
  ['é', 'e', false],
  ['', 'a', false],
])('%j and %j are the same: %s', (a, b, same) => expect(sameText(a, b)).toBe(same))

describe('a signed text', () => {
  it.each(['7', '', 'a.b', 'user:5|unsubscribe', 'ünï 🙂', '{"a":1}', '\0'])('%j comes back', (text) => {
    const signed = sign('secret', 'form', text)
    expect(signed).toMatch(/^[\w-]*\.[\w-]{43}$/)
    expect(unsign('secret', 'form', signed)).toBe(text)
  })

  const signed = sign('secret', 'form', '7')
  test.each([
    ['with another secret', () => unsign('other', 'form', signed)],
    ['for another purpose', () => unsign('secret', 'unsubscribe', signed)],
    [
      'changed',
      () => unsign('secret', 'form', `${Buffer.from('8').toString('base64url')}${signed.slice(signed.indexOf('.'))}`),
    ],
    ['cut', () => unsign('secret', 'form', signed.slice(0, -1))],
    ['lengthened', () => unsign('secret', 'form', `${signed}A`)],
    ['spelled otherwise', () => unsign('secret', 'form', signed.replace('.', '=.'))],
    ['empty', () => unsign('secret', 'form', '')],
    ['without a dot', () => unsign('secret', 'form', 'abc')],
    ['with its parts moved', () => unsign('secret', 'for', sign('secret', 'form', '7'))],
  ])('is nothing when %s', (_, open) => expect(open()).toBeNull())

  it('needs a secret', () => expect(() => sign('', 'form', '7')).toThrow('secret'))
})
