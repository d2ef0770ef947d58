import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { readIdToken } from './id-token.ts'

const NOW = 1_800_000_000
const EXPECTED = { issuer: 'https://id.example', client_id: 'askwell', nonce: 'n', now: NOW }
const CLAIMS = { iss: 'https://id.example', aud: 'askwell', sub: '7', nonce: 'n', iat: NOW, exp: NOW + 60 }

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('rsa', { modulusLength: 2048 })
const KEYS = [rsa, ec, ed].map(({ publicKey }, at) => ({ ...publicKey.export({ format: 'jwk' }), kid: `key${at}` }))

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = (claims: object, alg = 'RS256', { privateKey }: { privateKey: KeyObject } = rsa, head: object = {}) => {
  const text = `${encode({ alg, ...head })}.${encode({ ...CLAIMS, ...claims })}`
  const way = alg === 'ES256' ? { key: privateKey, dsaEncoding: 'ieee-p1363' as const } : privateKey
  return `${text}.${sign(alg === 'EdDSA' ? null : 'sha256', Buffer.from(text), way).toString('base64url')}`
}
const read = (text: string) => readIdToken(text, KEYS, EXPECTED)

test.each<[string, { privateKey: KeyObject }, string]>([
  ['RS256', rsa, 'key0'],
  ['ES256', ec, 'key1'],
  ['EdDSA', ed, 'key2'],
])('a token signed by %s is read, whether it names its key or not', (alg, pair, kid) => {
  expect(read(token({}, alg, pair)).sub).toBe('7')
  expect(read(token({}, alg, pair, { kid })).sub).toBe('7')
})

test.each([
  ['of another service', { iss: 'https://evil.example' }],
  ['for another site', { aud: 'elsewhere' }],
  ['for several, without a word who asked', { aud: ['askwell', 'elsewhere'] }],
  ['that another site asked for', { aud: ['askwell', 'elsewhere'], azp: 'elsewhere' }],
  ['of another sign-in', { nonce: 'm' }],
  ['whose time is over', { exp: NOW - 61 }],
  ['without an end', { exp: undefined }],
  ['of the future', { iat: NOW + 61 }],
  ['that names nobody', { sub: '' }],
])('a token %s is refused', (_, claims) => {
  expect(() => read(token(claims))).toThrow('can’t be used')
})

test('a token that its service hasn’t signed is refused', () => {
  expect(() => read(token({}, 'RS256', other))).toThrow('isn’t signed')
  expect(() => read(token({}, 'RS256', rsa, { kid: 'key1' }))).toThrow('isn’t signed')
  const [head, , signature] = token({}).split('.')
  expect(() => read(`${head}.${encode({ ...CLAIMS, sub: '8' })}.${signature}`)).toThrow('isn’t signed')
  for (const alg of ['none', 'HS256', 'constructor'])
    expect(() => read(`${encode({ alg })}.${encode(CLAIMS)}.`)).toThrow('isn’t accepted')
  for (const text of ['', 'a.b', 'a.b.c']) expect(() => read(text)).toThrow(/ID token|JSON/)
})
