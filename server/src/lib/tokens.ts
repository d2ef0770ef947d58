import { createHash, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'

/** 32 random bytes for a session or a code. Only `hashToken` of it is stored. */
export const newToken = () => randomBytes(32).toString('base64url')

export const hashToken = (token: string) => hash('sha256', token)

/** Compares two secrets in a time that tells nothing about them. */
export const sameText = (a: string, b: string) =>
  timingSafeEqual(createHash('sha256').update(a).digest(), createHash('sha256').update(b).digest())

/** Proves that we wrote the text for this purpose, and tells nothing of it. */
export const seal = (secret: string, purpose: string, text: string) => {
  if (!secret) throw new Error('signing needs a secret')
  return createHmac('sha256', secret)
    .update(JSON.stringify([purpose, text]))
    .digest('base64url')
}

/** The text, readable, with a proof that we wrote it for this purpose; fit for an address. */
export const sign = (secret: string, purpose: string, text: string) =>
  `${Buffer.from(text).toString('base64url')}.${seal(secret, purpose, text)}`

/** The text again, or null where anything about it is not as `sign` made it. */
export const unsign = (secret: string, purpose: string, signed: string) => {
  const text = Buffer.from(signed.slice(0, signed.indexOf('.') + 1), 'base64url').toString()
  return sameText(signed, sign(secret, purpose, text)) ? text : null
}
