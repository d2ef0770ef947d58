import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

const bytesOf = (base32: string) => {
  const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

const codeOf = (secret: string, step: number) => {
  const count = Buffer.alloc(8)
  count.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(count).digest()
  const at = digest[19]! & 15
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** What somebody's app shows, one after the other: the site takes each once, and the next half minute's already. */
export const authenticatorApp = (secret: string) => {
  let last = 0
  return async () => {
    const step = Math.max(last + 1, Math.floor(Date.now() / STEP_MS))
    while (step > Math.floor(Date.now() / STEP_MS) + 1) await new Promise((resume) => setTimeout(resume, 500))
    last = step
    return codeOf(secret, step)
  }
}
