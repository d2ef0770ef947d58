import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { isForeignHash, verifyBcrypt } from './bcrypt.ts'
import { createQueue, type Turn } from './bounded-queue.ts'

// OWASP's second choice for argon2id: 19 MiB, two passes, one lane.
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const LENGTH = 32
/** Two of the threads that files, compression and pictures share. With the work itself, nobody is answered after more than a second and a half. */
const queue = createQueue({ atOnce: 2, waiting: 60, waitMs: 1200, even: true })

interface Work {
  memory: number
  passes: number
  parallelism: number
  nonce: Buffer
  length: number
}

const run = promisify(argon2)
// NFC: the same letters typed on another keyboard are the same password.
const derive = (password: string, { length, ...work }: Work, turn?: Turn) =>
  queue.run(
    () => run('argon2id', { message: Buffer.from(password.normalize('NFC')), tagLength: length, ...work }),
    turn,
  )

const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** Throws if the site is overloaded; not if one of many passwords of one request is hashed (`patient`). */
export const hashPassword = async (password: string, turn?: Turn) => {
  const nonce = randomBytes(16)
  const { memory, passes, parallelism } = COST
  const tag = await derive(password, { ...COST, nonce, length: LENGTH }, turn)
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
export const verifyNothing = async (password: string, turn?: Turn) => {
  await derive(password, { ...COST, nonce: Buffer.alloc(16), length: LENGTH }, turn)
  return false
}

/** Whether this is the password of that hash. A missing or unreadable hash costs the same work. */
export const verifyPassword = async (password: string, hash: string | null | undefined, turn?: Turn) => {
  if (hash && isForeignHash(hash)) return queue.run(() => verifyBcrypt(password, hash), turn)
  const known = hash ? read(hash) : null
  if (!known) return verifyNothing(password, turn)
  const { expected, ...work } = known
  return timingSafeEqual(await derive(password, work, turn), expected)
}
