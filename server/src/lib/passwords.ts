import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createQueue } from './bounded-queue.ts'

// OWASP's second choice for argon2id: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const LENGTH = 32
/** Two of the threads that files, compression and pictures share. So few may wait that the last of them is answered in about a second. */
const queue = createQueue({ atOnce: 2, waiting: 60, waitMs: 5000 })

interface Work {
  memory: number
  passes: number
  parallelism: number
  nonce: Buffer
  length: number
}

const run = promisify(argon2)
// NFC: the same characters typed on another keyboard are the same password.
const derive = (password: string, { length, ...work }: Work, how?: { patient: boolean }) =>
  queue.run(() => run('argon2id', { message: Buffer.from(password.normalize('NFC')), tagLength: length, ...work }), how)

const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Throws that there is too much to do; not so where one of many is hashed that are one request together (`patient`). */
export const hashPassword = async (password: string, how?: { patient: boolean }) => {
  const nonce = randomBytes(16)
  const { memory, passes, parallelism } = COST
  const tag = await derive(password, { ...COST, nonce, length: LENGTH }, how)
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(nonce)}$${text(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{22,86})$/

const read = (hash: string): (Work & { expected: Buffer }) | null => {
  const [, m, t, p, salt, tag] = PHC.exec(hash) ?? []
  if (!salt || !tag) return null
  const expected = Buffer.from(tag, 'base64')
  const work = {
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    nonce: Buffer.from(salt, 'base64'),
    length: expected.length,
    expected,
  }
  const fits =
    work.passes >= 1 &&
    work.parallelism >= 1 &&
    work.memory >= 8 * work.parallelism &&
    work.memory <= 1_048_576 &&
    work.nonce.length >= 8
  return fits ? work : null
}

/** The work of one check for nobody, so that an unknown name takes as long as a wrong password. Always false. */
export const verifyNothing = async (password: string) => {
  await derive(password, { ...COST, nonce: Buffer.alloc(16), length: LENGTH })
  return false
}

/** Whether this is the password of that hash. A missing or unreadable hash costs the same work. */
export const verifyPassword = async (password: string, hash: string | null | undefined) => {
  const known = hash ? read(hash) : null
  if (!known) return verifyNothing(password)
  const { expected, ...work } = known
  return timingSafeEqual(await derive(password, work), expected)
}
