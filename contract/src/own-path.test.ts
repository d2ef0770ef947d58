import { expect, test } from 'vitest'
import { fromIn, ownPath, placeBefore } from './own-path.ts'

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
  ['/users/logan', '/users/logan'],
  ['/users/ann/reputation?page=2', '/users/ann/reputation?page=2'],
  ['/users/settings/account', '/users/settings/account'],
  ['/users/register?from=/a', '/'],
  ['/users/account-activation/success', '/'],
  ['/answer/api/v1/connector/login/basic', '/'],
  ['/preferences?scheme=dark', '/'],
  [`/search?q=${'a'.repeat(600)}`, '/'],
  ['%2F%2Fe.com', '/'],
  ['/%2F/e.com', '/%2F/e.com'],
])('a login that was asked for on the way to %j goes on to %j', (from, to) => expect(placeBefore(from)).toBe(to))

test('where there is a place to go back to, an address carries it', () =>
  expect([fromIn('/users/ann'), fromIn('/tags?page=2', '&'), fromIn('//e.com'), fromIn('/'), fromIn(null)]).toEqual([
    '?from=%2Fusers%2Fann',
    '&from=%2Ftags%3Fpage%3D2',
    '',
    '',
    '',
  ]))
