import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'
import { backFrom } from './routes/account/back.ts'

test.each([
  ['/', '/'],
  ['/questions/1?page=2#a', '/questions/1?page=2#a'],
  ['/a b', '/a%20b'],
  ['/a/../b', '/b'],
  ['/search?q=http://e.com', '/search?q=http://e.com'],
  ['/users/ünï', '/users/%C3%BCn%C3%AF'],
  ['/@e.com', '/@e.com'],
  ['/:80', '/:80'],
  ['/%5Ce.com', '/%5Ce.com'],
])('after login %j leads to %j', (url, path) => expect(ownPath(url)).toBe(path))

test.each([
  '',
  null,
  undefined,
  '//e.com',
  '///e.com',
  '/\\e.com',
  '\\\\e.com',
  '\\/e.com',
  'https://e.com',
  'https:e.com',
  'javascript:alert(1)',
  'data:text/html,x',
  'e.com',
  '?a',
  '#a',
  ' /a',
  '/\t/e.com',
  '/\n/e.com',
  '\t//e.com',
  '/a\r\nSet-Cookie: x',
  '%09//e.com',
  '/a/..//e.com',
  '/.//e.com',
  '/..//e.com',
  '/%2e%2e//e.com',
  '/a\\..\\e.com',
  '/\u2028/e.com',
  '/\0',
  '/\u0085a',
])('after login %j leads home', (url) => expect(ownPath(url)).toBe('/'))

test.each([
  ['/questions/1', '/questions/1'],
  ['//e.com', '/'],
  ['/a/..//e.com', '/'],
  ['javascript:alert(1)', '/'],
  ['/users/login', '/'],
  ['/users/logout', '/'],
  ['%2F%2Fe.com', '/'],
  ['/%2F/e.com', '/%2F/e.com'],
])('a login that was asked for on the way to %j goes on to %j', (from, to) =>
  expect(backFrom(new URL(`http://world.example/users/login?${new URLSearchParams({ from })}`))).toBe(to),
)
