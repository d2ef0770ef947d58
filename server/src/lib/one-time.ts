import { randomBytes, randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { qrCode } from './qr-code.ts'

// One-time passwords (RFC 6238) as every authenticator app computes them.
const PERIOD = 30
const SECRET_BYTES = 20
const RECOVERY_CODES = 10
const RECOVERY_BYTES = 10 // 80 bits: nobody can try them all, even with the hashes

const app = (secret: string, more: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...more, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD, algorithm: 'SHA1' })

export const newSecret = () => new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32

/** What an authenticator app reads, in words and as a picture. */
export const secretAddress = (secret: string, issuer: string, label: string) => {
  const address = app(secret, { issuer, label }).toString()
  return { address, picture: qrCode(address) }
}

/** Which half minute since 1970 a code is of, if it is of this one, the one before or the one after. */
export const stepOf = (secret: string, token: string, now: number) => {
  const delta = app(secret).validate({ token, timestamp: now * 1000, window: 1 })
  return delta === null ? undefined : Math.floor(now / PERIOD) + delta
}

/** For tests, and for people without an app. */
export const codeAt = (secret: string, now: number) => app(secret).generate({ timestamp: now * 1000 })

/** `k3j7-2mqa-…`: characters that are not easily confused. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32
      .toLowerCase()
      .replace(/(.{4})(?=.)/g, '$1-'),
  )

const TYPED = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
/** `K3J7-2MQA`: for an e-mail, to be typed. 32 characters to the power of 8: nobody guesses it in a few tries. */
export const newTypedCode = () =>
  Array.from({ length: 8 }, () => TYPED[randomInt(TYPED.length)])
    .join('')
    .replace(/^(.{4})/, '$1-')
