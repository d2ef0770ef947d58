import { constants, createPublicKey, verify, type webcrypto } from 'node:crypto'

/** A key as the service publishes it. */
export type PublishedKey = webcrypto.JsonWebKey & { kid?: string; use?: string }
export type Claims = Record<string, unknown> & { sub: string }

/** What the token has to belong to. */
export interface Expected {
  issuer: string
  client_id: string
  nonce: string
  /** Unix time, in seconds. */
  now: number
}

/** Clocks differ a little. */
const SKEW_SECONDS = 60

/** How each algorithm signs, and with which keys. */
const ALGORITHMS: Record<string, { kty: string; hash: string | null; options: object }> = {
  RS256: { kty: 'RSA', hash: 'sha256', options: { padding: constants.RSA_PKCS1_PADDING } },
  PS256: {
    kty: 'RSA',
    hash: 'sha256',
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  },
  ES256: { kty: 'EC', hash: 'sha256', options: { dsaEncoding: 'ieee-p1363' } },
  EdDSA: { kty: 'OKP', hash: null, options: {} },
}

const readPart = (part: string) =>
  JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>

const isSignedBy = (keys: readonly PublishedKey[], parts: readonly string[]) => {
  const [head = '', body = '', signature = ''] = parts
  const { alg, kid } = readPart(head)
  const algorithm = typeof alg === 'string' && Object.hasOwn(ALGORITHMS, alg) ? ALGORITHMS[alg] : undefined
  if (!algorithm) throw new Error('the ID token is signed in a way that isn’t accepted')
  const { kty, hash, options } = algorithm
  return keys
    .filter((key) => key.kty === kty && key.use !== 'enc' && (kid === undefined || key.kid === kid))
    .some((key) =>
      verify(
        hash,
        Buffer.from(`${head}.${body}`),
        { key: createPublicKey({ key, format: 'jwk' }), ...options },
        Buffer.from(signature, 'base64url'),
      ),
    )
}

/** What an ID token says (OpenID Connect Core, 3.1.3.7); throws where it isn't for this sign-in. */
export const readIdToken = (
  token: string,
  keys: readonly PublishedKey[],
  { issuer, client_id, nonce, now }: Expected,
): Claims => {
  const parts = token.split('.')
  if (parts.length !== 3) throw new Error('the service sent no ID token')
  if (!isSignedBy(keys, parts)) throw new Error('the ID token isn’t signed with a key of the service')
  const claims = readPart(parts[1]!)
  const audience = [claims.aud].flat()
  const wrong = [
    claims.iss !== issuer && 'it is of another service',
    !audience.includes(client_id) && 'it is for somebody else',
    (claims.azp ?? client_id) !== client_id && 'it was made out to somebody else',
    audience.length > 1 && claims.azp === undefined && 'it is for several, and doesn’t say who asked',
    claims.nonce !== nonce && 'it belongs to another sign-in',
    !(typeof claims.exp === 'number' && claims.exp > now - SKEW_SECONDS) && 'its time is over',
    !(typeof claims.iat === 'number' && claims.iat < now + SKEW_SECONDS) && 'it is of later',
    !(typeof claims.sub === 'string' && claims.sub) && 'it names nobody',
  ].find((why) => why !== false)
  if (wrong) throw new Error(`the ID token can’t be used: ${wrong}`)
  return claims as Claims
}
