import { expect, test } from 'vitest'
import { secretsIn } from './secrets.ts'

/** Put together here, so that no tool takes this file for a leak. */
const key = (kind: string) => `-----BEGIN ${kind}-----`
const letters = (count: number) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA'.repeat(3).slice(0, count)

test.each([
  [key('RSA PRIVATE KEY'), 'private_key'],
  [key('PRIVATE KEY'), 'private_key'],
  [key('PGP PRIVATE KEY BLOCK'), 'private_key'],
  [`key AKIA${'IOSFODNN7EXAMPLE'}`, 'token'],
  ['ghp_' + letters(36), 'token'],
  ['github_pat_' + letters(60), 'token'],
  ['glpat-' + letters(20), 'token'],
  ['xoxb-' + letters(24), 'token'],
  ['sk_live_' + letters(24), 'token'],
  ['AIza' + letters(35), 'token'],
  ['npm_' + letters(36), 'token'],
  ['sk-proj-' + letters(40), 'token'],
  [`eyJ${letters(20)}.eyJ${letters(20)}.${letters(30)}`, 'token'],
  ['password = "hunter2hunter"', 'password'],
  ["'api_key' => 'a1b2c3d4e5'", 'password'],
  ['DB_PASSWORD: s3cr3tPa55', 'password'],
  ['postgres://admin:tr0ub4dor@db.example.com/site', 'password'],
])('%s is asked about', (line, kind) => {
  expect(secretsIn(`First\n\n${line}\n`)).toEqual([{ kind, line: 3 }])
})

test.each([
  'My password: nobody knows it.',
  'password = "your_password_1"',
  'password = os.environ["DB_PASSWORD1"]',
  'password: ${DB_PASSWORD_1}',
  'password=********',
  'api_key = process.env.API_KEY_2',
  'password = "xxxxxxxx1"',
  'postgres://user:password@localhost/db',
  'https://example.com:8080/path@home',
  'the secret of good beer is patience, 100 days of it',
  '-----BEGIN PUBLIC KEY-----',
  '-----BEGIN CERTIFICATE-----',
  'a commit: 5f2b6a1c9d8e7f60112233445566778899aabbcc',
])('%s is none', (line) => {
  expect(secretsIn(line)).toEqual([])
})

test('of each kind only the first is named', () => {
  expect(secretsIn('pwd=a1b2c3d4e\npwd=a1b2c3d4f\nnpm_' + letters(36))).toEqual([
    { kind: 'password', line: 1 },
    { kind: 'token', line: 3 },
  ])
})

test('the worst texts take no time to speak of', () => {
  for (const piece of ['password=', 'eyJa', 'a://b:', 'secret = ', '-----BEGIN ', 'sk-', 'api_key"   :   '])
    expect(secretsIn(piece.repeat(Math.ceil(65_000 / piece.length))).length).toBeLessThan(4)
})
