import { expect, test } from 'vitest'
import { isImageAddress, isLinkAddress, isWebAddress } from './link-address.ts'

test.each([
  'https://e.com',
  'http://e.com/a?b#c',
  'HTTPS://e.com',
  'https://bücher.example/ä',
  'mailto:a@b.c',
  '/questions/1',
  '/',
  '#part',
  '?page=2',
  'other',
  '../up',
  '/a:b',
  'a/b:c',
])('a text may link to %s', (address) => expect(isLinkAddress(address)).toBe(true))

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'java\tscript:alert(1)',
  'vbscript:x',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://e.com/x',
  'ftp://e.com',
  '//e.com',
  '/\\e.com',
  '\\\\e.com',
  '\\/e.com',
  '/\t/e.com',
  '\n//e.com',
  'https:e.com',
  'https:/e.com',
  'https:\\e.com',
  'http:',
  'http://',
  'https://[',
  'x:y',
  'java%0Ascript:x',
  'tel:1',
  'about:blank',
  'view-source:https://e.com',
  'https://a.com@e.com/',
  'https://a.com:b@e.com/',
])('a text may not link to %j', (address) => expect(isLinkAddress(address)).toBe(false))

test.each(['https://e.com/a.png', 'http://e.com/a', '/uploads/post/ab/c.png', '/uploads/a%20b.png'])(
  'a text may show %s',
  (address) => expect(isImageAddress(address)).toBe(true),
)

test.each([
  '',
  'a.png',
  '/a.png',
  '/uploads/',
  '/uploads/../etc',
  '/uploads/%2e%2e/a',
  '/uploads/a?b',
  '//e.com/a.png',
  'data:image/png;base64,AA',
  'javascript:x',
  'https:a',
  '/\\e.com/uploads/a',
  '/uploads/a\\b',
])('a text may not show %j', (address) => expect(isImageAddress(address)).toBe(false))

test.each([
  ['https://e.com', true],
  ['HTTP://e.com/a', true],
  ['', false],
  ['javascript:alert(1)', false],
  [' https://e.com', false],
  ['//e.com', false],
  ['mailto:a@b.c', false],
  ['/users/x', false],
  ['https://', false],
  ['data:text/html,https://e.com', false],
])('a member’s page may be at %j: %s', (address, may) => expect(isWebAddress(address)).toBe(may))
