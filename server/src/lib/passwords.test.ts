import crypto from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { hashPassword, verifyNothing, verifyPassword } from './passwords.ts'

const HASH = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/

describe('a password', () => {
  it('is kept as a salted argon2id hash', async () => {
    const [one, two] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(one).toMatch(HASH)
    expect(one).not.toBe(two)
  })

  it('is right or wrong', async () => {
    const hash = await hashPassword('correct horse')
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    for (const wrong of ['Correct horse', 'correct horse ', '', 'correct horse\0', 'x'.repeat(100_000)])
      expect(await verifyPassword(wrong, hash)).toBe(false)
  })

  it('is the same in either spelling of an accented letter', async () => {
    expect(await verifyPassword('cafe\u0301-1234', await hashPassword('caf\u00e9-1234'))).toBe(true)
  })

  it('hashed elsewhere, at other cost, is understood', async () => {
    const tag = crypto.argon2Sync('argon2id', {
      message: 'elsewhere',
      nonce: Buffer.from('saltsaltsalt'),
      parallelism: 1,
      memory: 64,
      passes: 3,
      tagLength: 24,
    })
    const hash = `$argon2id$v=19$m=64,t=3,p=1$${Buffer.from('saltsaltsalt').toString('base64')}$${tag.toString('base64').replace(/=/g, '')}`
    expect(await verifyPassword('elsewhere', hash)).toBe(true)
    expect(await verifyPassword('nowhere', hash)).toBe(false)
  })

  it.each([
    '',
    null,
    undefined,
    'x',
    '$2a$10$abcdefghijklmnopqrstuv',
    '$argon2id$v=19$m=4294967295,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=19456,t=0,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=8,t=1,p=9$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('is wrong for the hash %j', async (hash) => expect(await verifyPassword('', hash)).toBe(false))

  // A test can't judge time: equal work shows that both take equally long.
  it('of nobody costs the same one hash as of somebody', async () => {
    const hash = await hashPassword('correct horse')
    const seen: unknown[] = []
    vi.resetModules()
    vi.doMock('node:crypto', () => ({
      ...crypto,
      argon2: (name: string, work: Record<string, unknown>, done: (error: null, tag: Buffer) => void) => {
        seen.push([name, work.memory, work.passes, work.parallelism, work.tagLength, (work.nonce as Buffer).length])
        crypto.argon2(name as 'argon2id', work as never, done as never)
      },
    }))
    const fresh = await import('./passwords.ts')
    vi.doUnmock('node:crypto')
    for (const known of [hash, '', null, 'nonsense']) await fresh.verifyPassword('wrong', known)
    await fresh.verifyNothing('wrong')
    expect(seen).toEqual(Array.from({ length: 5 }, () => ['argon2id', 19_456, 2, 1, 32, 16]))
  })

  it('waits its turn when many log in at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => verifyNothing('x')))
    expect(answers).toEqual(Array.from({ length: 30 }, () => false))
    expect(await verifyPassword('x', await hashPassword('x'))).toBe(true)
  })
})
