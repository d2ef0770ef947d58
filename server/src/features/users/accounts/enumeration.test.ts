import { createHook } from 'node:async_hooks'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as accounts from '@askwell/contract/accounts.ts'
import { ATTEMPTS, RATES } from '@askwell/contract/limits.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../../test/world.ts'
import { hashPassword } from '../../../lib/passwords.ts'
import { updateUser } from '../users/queries.ts'
import { flushVisits } from '../../engagement/badges/visits.ts'

const EXPIRED = { status: 403, data: { type: 'url_expired' } }

/** The code in the latest e-mail to an address. */
const codeTo = async (w: World, e_mail: string) => {
  await w.settle()
  const outbox = join(w.folder, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const letters = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))
  const letter = letters.findLast(({ to }) => to?.[0]?.address === e_mail)
  return /code=([\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
}

const giveAccount = async (w: World, name: string) => {
  const person = await w.given.member({ name })
  const password_hash = await hashPassword('first-password')
  await w.app.transaction((tx) => updateUser(tx.db, person.id, { password_hash }))
  return { ...person, e_mail: `${name}@example.com` }
}

// A test can't judge time. That two replies take equally long is shown by equal work.
describe.each(engines)('whether somebody has an account (%s)', (engine) => {
  let w: World
  let queries: string[] = []
  let hashes = 0
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'ARGON2REQUEST') hashes++
    },
  })
  beforeAll(async () => {
    w = await world(engine)
    w.site.onQuery(({ sql }) => queries.push(sql))
  })
  beforeEach(() => void hook.enable())
  afterEach(() => void hook.disable())
  afterAll(() => w.close())

  /** What a call answers, word for word, and all the work that was done for it. */
  const workOf = async (path: string, body: object) => {
    await flushVisits(w.app) // of those who have called before
    queries = []
    hashes = 0
    const {
      statusCode,
      headers,
      body: said,
    } = await w.server.inject({
      method: 'POST',
      url: `/answer/api/v1${path}`,
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    const { date: _, ...rest } = Object.fromEntries(
      Object.entries(headers).filter(([name]) => !/^x-request-id$/i.test(name)),
    )
    // Settings are read again now and then, for any request.
    return {
      statusCode,
      headers: rest,
      said,
      queries: queries.filter((sql) => !sql.includes('from "settings"')),
      hashes,
    }
  }

  test('a wrong password tells nothing: same words, same queries, one hash', async () => {
    const admin = await w.given.admin()
    const ann = await giveAccount(w, 'ann')
    const [gone, held] = [await giveAccount(w, 'gone'), await giveAccount(w, 'held')]
    await w.as(admin).call(setUserStatus, { body: { user_id: String(gone.id), status: 'deleted' } })
    await w.as(admin).call(setUserStatus, { body: { user_id: String(held.id), status: 'suspended' } })
    const late = await w.given.member({ name: 'late', active: false }) // and without a password
    const attempt = (e_mail: string) => workOf('/user/login/email', { e_mail, pass: 'wrong-password' })
    const unknown = await attempt('nobody@example.com')
    expect(unknown).toMatchObject({ statusCode: 400, hashes: 1 })
    expect(unknown.queries.length).toBeGreaterThan(0)
    for (const e_mail of [
      ann.e_mail,
      ann.e_mail.toUpperCase(),
      gone.e_mail,
      held.e_mail,
      `${late.username}@example.com`,
      'admin@example.com',
    ])
      expect(await attempt(e_mail), e_mail).toEqual(unknown)
  })

  test('wishing for a new password tells nothing: same words, same queries', async () => {
    const bea = await giveAccount(w, 'bea')
    const gone = await giveAccount(w, 'left')
    await w.as(await w.given.admin()).call(setUserStatus, { body: { user_id: String(gone.id), status: 'deleted' } })
    const wish = (e_mail: string) => workOf('/user/password/reset', { e_mail })
    const unknown = await wish('nobody@example.com')
    expect(unknown).toMatchObject({ statusCode: 200, hashes: 0 })
    expect(JSON.parse(unknown.said)).toMatchObject({ data: null })
    for (const e_mail of [bea.e_mail, bea.e_mail.toUpperCase(), gone.e_mail])
      expect(await wish(e_mail), e_mail).toEqual(unknown)
  })

  test('the mail is made later, where nobody waits for it', async () => {
    const cleo = await giveAccount(w, 'cleo')
    const { said, headers } = await workOf('/user/password/reset', { e_mail: cleo.e_mail })
    expect(await w.app.db.selectFrom('codes').selectAll().where('user_id', '=', cleo.id).execute()).toEqual([])
    const code = await codeTo(w, cleo.e_mail)
    expect(code).toMatch(/^[\w-]{43}$/)
    expect(said + JSON.stringify(headers)).not.toContain(code)
  })
})

describe.each(engines)('a mailed code (%s)', (engine) => {
  let w: World
  let count = 0
  beforeAll(async () => {
    w = await world(engine)
  })
  afterAll(() => w.close())

  const forgetful = async () => {
    const person = await giveAccount(w, `forgetful${++count}`)
    await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail: person.e_mail } })
    return { ...person, code: await codeTo(w, person.e_mail) }
  }
  const replace = (code: string, pass = 'second-password') =>
    w.nobody.call(accounts.replacePassword, { body: { code, pass } })

  test('sent at once by fifty sets one password', async () => {
    const { code, e_mail } = await forgetful()
    const tries = await Promise.allSettled(Array.from({ length: 50 }, (_, n) => replace(code, `password-${n}`)))
    const done = tries.flatMap(({ status }, n) => (status === 'fulfilled' ? [n] : []))
    expect(done).toHaveLength(1)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject(EXPIRED)
    expect((await w.nobody.call(accounts.logInByEmail, { body: { e_mail, pass: `password-${done[0]}` } })).e_mail).toBe(
      e_mail,
    )
  })

  test('goes when a later one for the same purpose is sent', async () => {
    const { code, e_mail } = await forgetful()
    await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail } })
    const later = await codeTo(w, e_mail)
    await expect(replace(code)).rejects.toMatchObject(EXPIRED)
    expect(await replace(later)).toBe(null)
  })

  test('works for ten minutes', async () => {
    const [one, other] = [await forgetful(), await forgetful()]
    w.clock.advance(599)
    expect(await replace(one.code)).toBe(null)
    w.clock.advance(1)
    await expect(replace(other.code)).rejects.toMatchObject(EXPIRED)
  })

  test('is for one purpose', async () => {
    const { e_mail } = await w.nobody.call(accounts.registerByEmail, {
      body: { name: `Purposes ${++count}`, e_mail: `purposes${count}@example.com`, pass: 'first-password' },
    })
    const activation = await codeTo(w, e_mail)
    await expect(replace(activation)).rejects.toMatchObject(EXPIRED)
    const { code } = await forgetful()
    await expect(w.nobody.call(accounts.verifyEmail, { body: { code } })).rejects.toMatchObject(EXPIRED)
    expect(await replace(code)).toBe(null)
    expect((await w.nobody.call(accounts.verifyEmail, { body: { code: activation } })).e_mail).toBe(e_mail)
  })

  test('is void once there is a new password, another address, or nobody any more', async () => {
    const admin = await w.given.admin()
    const { e_mail } = await w.nobody.call(accounts.registerByEmail, {
      body: { name: `Voids ${++count}`, e_mail: `voids${count}@example.com`, pass: 'first-password' },
    })
    const activation = await codeTo(w, e_mail)
    await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail } })
    await replace(await codeTo(w, e_mail))
    await expect(w.nobody.call(accounts.verifyEmail, { body: { code: activation } })).rejects.toMatchObject(EXPIRED)
    const [moved, gone] = [await forgetful(), await forgetful()]
    await w.app.transaction((tx) => updateUser(tx.db, moved.id, { e_mail: `moved${count}@example.com` }))
    await expect(replace(moved.code)).rejects.toMatchObject(EXPIRED)
    await w.as(admin).call(setUserStatus, { body: { user_id: String(gone.id), status: 'deleted' } })
    await expect(replace(gone.code)).rejects.toMatchObject(EXPIRED)
  })
})

describe('who guesses', () => {
  let w: World
  beforeAll(async () => {
    w = await world('sqlite', { limits: 1 })
    await giveAccount(w, 'ann')
  })
  afterAll(() => w.close())
  beforeEach(() => w.clock.advance(3600))
  const outcome = (call: Promise<unknown>) =>
    call.then(
      () => 200,
      ({ status, data }: { status: number; data: unknown }) => (status === 429 ? data : status),
    )
  const logIn = (e_mail: string, pass: string, ip: string) =>
    outcome(w.nobody.call(accounts.logInByEmail, { body: { e_mail, pass }, ip }))
  const times = async (count: number, work: (n: number) => Promise<unknown>) => {
    const outcomes: unknown[] = []
    for (let n = 0; n < count; n++) outcomes.push(await work(n))
    return outcomes
  }
  const SLOWED = { retry_after: ATTEMPTS.login.seconds }

  test.each(['ann@example.com', 'nobody@example.com'])(
    'passwords of %s is slowed by account and network, whether or not there is such an account',
    async (e_mail) => {
      const { fromOneNetwork, fromAll } = ATTEMPTS.login
      expect(await times(fromOneNetwork, () => logIn(e_mail, 'wrong-password', '192.0.2.1'))).toEqual(
        Array.from({ length: fromOneNetwork }, () => 400),
      )
      expect(await logIn(e_mail, 'first-password', '192.0.2.1')).toEqual(SLOWED)
      const elsewhere = await times(fromAll, (n) => logIn(e_mail.toUpperCase(), 'wrong-password', `10.0.0.${n}`))
      expect(elsewhere.filter((one) => one === 400)).toHaveLength(fromAll - fromOneNetwork)
    },
  )

  test('doesn’t lock out the owner', async () => {
    expect(await logIn('ann@example.com', 'first-password', '198.51.100.1')).toBe(200)
    await times(100, (n) => logIn('ann@example.com', 'wrong-password', `10.0.1.${n}`))
    expect(await logIn('ann@example.com', 'first-password', '198.51.100.2')).toEqual(SLOWED)
    expect(await logIn('ann@example.com', 'first-password', '198.51.100.1')).toBe(200)
  })

  test('addresses sends few mails, from many networks too', async () => {
    const wish = (e_mail: string, n: number) =>
      outcome(w.nobody.call(accounts.requestPasswordReset, { body: { e_mail }, ip: `10.0.2.${n}` }))
    for (const e_mail of ['ann@example.com', 'nobody@example.com']) {
      expect((await times(50, (n) => wish(e_mail, n))).filter((one) => one === 200)).toHaveLength(
        ATTEMPTS.reset.fromAll,
      )
      expect(await wish(e_mail, 99)).toEqual({ retry_after: ATTEMPTS.reset.seconds })
    }
  })

  test('codes is slowed by network', async () => {
    const guess = (n: number) =>
      outcome(
        w.nobody.call(accounts.replacePassword, {
          body: { code: `guess-${n}`, pass: 'new-password' },
          ip: '192.0.2.3',
        }),
      )
    expect((await times(60, guess)).filter((one) => one === 403)).toHaveLength(RATES.login.calls)
    const activate = (n: number) =>
      outcome(w.nobody.call(accounts.verifyEmail, { body: { code: `guess-${n}` }, ip: '192.0.2.4' }))
    expect((await times(60, activate)).filter((one) => one === 403)).toHaveLength(RATES.login.calls)
  })
})
