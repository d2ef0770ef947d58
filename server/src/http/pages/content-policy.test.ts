import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentPolicy, hasCode, shareable } from './content-policy.ts'

const hash = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`
const NONCE = 'abc+/=='

test('a shared page names its own scripts by their hashes, and nothing of the nonce is left', () => {
  const { html, scripts } = shareable(
    `<head><link rel="modulepreload" nonce="${NONCE}"/><script nonce="${NONCE}">one()</script></head><script async="" nonce="${NONCE}" type="module">two("</div>")\n</script>`,
    NONCE,
  )
  expect(html).toBe(
    '<head><link rel="modulepreload"/><script>one()</script></head><script async="" type="module">two("</div>")\n</script>',
  )
  expect(scripts).toEqual([hash('one()'), hash('two("</div>")\n')])
})

test('a script that slipped into a page is not among them, whatever nonce it guesses', () => {
  const { scripts } = shareable(
    `<script>alert(1)</script><script nonce="other">alert(2)</script><p nonce="${NONCE}"><script>alert(3)</script></p><script nonce="${NONCE}">ours()</script>`,
    NONCE,
  )
  expect(scripts).toEqual([hash('ours()')])
})

test('scripts from files need no hash', () =>
  expect(shareable(`<script src="/assets/a.js" nonce="${NONCE}"></script>`, NONCE).scripts).toEqual([]))

test('a page may load scripts, frames and forms from here only, and is framed by nobody', () => {
  const policy = Object.fromEntries(
    contentPolicy(["'nonce-x'"])
      .split('; ')
      .map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]),
  )
  expect(policy).toMatchObject({
    'default-src': "'self'",
    'script-src': "'self' 'nonce-x'",
    'object-src': "'none'",
    'base-uri': "'self'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
    'connect-src': "'self'",
  })
  expect(contentPolicy([])).toContain("script-src 'self';")
})

test.each([
  ['/users/password-reset?code=x', true],
  ['/users/unsubscribe?lang=de&code=x', true],
  ['/users/password-reset', false],
  ['/search?q=code=x', false],
  ['/search?q=a&barcode=1', false],
])('%s has a secret in its address: %s', (url, has) => expect(hasCode(url)).toBe(has))
