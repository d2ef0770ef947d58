import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

// An authenticator as far as WebAuthn sees it: one key, a counter, and a user who was verified by finger or PIN.

const head = (major: number, length: number) =>
  length < 24
    ? Buffer.from([(major << 5) | length])
    : length < 256
      ? Buffer.from([(major << 5) | 24, length])
      : Buffer.from([(major << 5) | 25, length >> 8, length & 255])
type Cbor = number | string | Buffer | Map<number | string, Cbor>
const cbor = (value: Cbor): Buffer => {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)])])
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_KEY = 64
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const b64 = (bytes: Buffer) => bytes.toString('base64url')

export const createAuthenticator = (origin: string, { verifies = true } = {}) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const id = randomBytes(16)
  let counter = 0
  const clientData = (type: string, challenge: string, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const authData = (rpID: string, key: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([
      sha256(rpID),
      Buffer.from([USER_PRESENT | (verifies ? USER_VERIFIED : 0) | (key.length ? HAS_KEY : 0)]),
      count,
      key,
    ])
  }
  const shape = { id: b64(id), rawId: b64(id), type: 'public-key', clientExtensionResults: {} }
  return {
    /** Sets the counter back, as a copy would have it. */
    rewind: () => {
      counter = 0
    },
    create(optionsText: string, from = origin) {
      const { challenge, rp } = JSON.parse(optionsText) as { challenge: string; rp: { id: string } }
      const cose = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const attestationObject = cbor(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(rp.id, Buffer.concat([Buffer.alloc(16), length, id, cose]))],
        ]),
      )
      return JSON.stringify({
        ...shape,
        response: {
          clientDataJSON: b64(clientData('webauthn.create', challenge, from)),
          attestationObject: b64(attestationObject),
          transports: ['internal'],
        },
      })
    },
    get(optionsText: string, from = origin) {
      const { challenge, rpId } = JSON.parse(optionsText) as { challenge: string; rpId: string }
      const [client, data] = [clientData('webauthn.get', challenge, from), authData(rpId)]
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return JSON.stringify({
        ...shape,
        response: { clientDataJSON: b64(client), authenticatorData: b64(data), signature: b64(signature) },
      })
    },
  }
}
