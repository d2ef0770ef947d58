import { expect, test } from 'vitest'
import { cachedPath } from './cached-page.ts'

const hosts = ['beer.example', '127.0.0.1:8080']

test.each([
  ['cache:https://beer.example/questions/10010000000000001', '/questions/10010000000000001'],
  ['cache:aBc-12_x:https://beer.example/tags/ale?page=2#top', '/tags/ale?page=2#top'],
  ['cache:abc:http://beer.example/questions/1/why-ale why ale', '/questions/1/why-ale'],
  [' CACHE:http://127.0.0.1:8080/ ', '/'],
  ['cache:abc:https://beer.example', '/'],
])('%s leads to %s', (q, path) => expect(cachedPath(q, hosts)).toBe(path))

test.each([
  '',
  'ale',
  'cache:',
  'cache:ale',
  'what is cache:https://beer.example/tags',
  'cache:https://elsewhere.example/tags',
  'cache:https://beer.example.elsewhere.example/tags',
  'cache:https://beer.example@elsewhere.example/tags',
  'cache:https://beer.example:444/tags',
  'cache:javascript:alert(1)',
  'cache:a:b:https://beer.example/tags',
])('%s is searched for', (q) => expect(cachedPath(q, hosts)).toBeUndefined())

test.each(['cache:https://beer.example//elsewhere.example', 'cache:https://beer.example/a/..//elsewhere.example'])(
  '%s leads nowhere else',
  (q) => expect(cachedPath(q, hosts)).toBe('/'),
)
