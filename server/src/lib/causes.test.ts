import { expect, test } from 'vitest'
import { withCauses } from './causes.ts'

const because = (message: string, cause: unknown) => new Error(message, { cause })

test.each([
  [new Error('alone'), 'alone'],
  [new Error('fetch failed'), 'fetch failed'],
  [
    because('something went wrong', because('fetch failed', new Error('connect ECONNREFUSED 127.0.0.1:1'))),
    'connect ECONNREFUSED 127.0.0.1:1',
  ],
  [because('a.example: no such host', new Error('no such host')), 'a.example: no such host'],
  [
    because('fetch failed', new AggregateError([new Error('connect ECONNREFUSED ::1:80')])),
    'connect ECONNREFUSED ::1:80',
  ],
  [because('unexpected', new Response(null, { status: 404 })), 'unexpected: the service answered 404'],
  [
    because('refused', { error: 'invalid_client', error_description: 'wrong secret' }),
    'refused: invalid_client: wrong secret',
  ],
  [because('refused', { error: { code: 7 } }), 'refused'],
  [Object.assign(new Error(''), { code: 'ECONNRESET' }), 'ECONNRESET'],
  ['thrown', 'unknown'],
])('%s is said as "%s"', (error, said) => expect(withCauses(error)).toBe(said))

test('causes that go round come to an end', () => {
  const error = new Error('round')
  error.cause = error
  expect(withCauses(error)).toBe('round')
})
