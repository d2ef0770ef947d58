import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as accounts from '@askwell/contract/accounts.ts'
import { ATTEMPTS } from '@askwell/contract/limits.ts'
import { type Login, saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { addUser, addUsers, editUser, setUserStatus } from '@askwell/contract/user-administration.ts'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import type { Actor } from '../../../lib/actor.ts'
import { hashPassword } from '../../../lib/passwords.ts'
import { insertLogin } from '../connectors/queries.ts'
import { findUser, updateUser } from '../users/queries.ts'
import { makeActivationLink } from './registration/service.ts'
import { openSession } from '../sessions/service.ts'

const TEN_MINUTES = 600
const PASS = 'a-good-password'

/** The e-mails to an address, in order. */
const lettersTo = async (w: World, e_mail: string) => {
  await w.settle()
  const outbox = join(w.folder, 'outbox')
  const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const letters = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))
  return letters.filter(({ to }) => to?.[0]?.address === e_mail)
}
const codeTo = async (w: World, e_mail: string) =>
  /code=([\w-]+)/.exec((await lettersTo(w, e_mail)).at(-1)?.text ?? '')?.[1] ?? ''

describe.each(engines)('ways into an account (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let count = 0
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterEach(() => setLogin({}))
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const setLogin = (login: Partial<Login>) =>
    w.as(admin).call(saveLoginSettings, {
      body: {
        allow_new_registrations: true,
        allow_email_registrations: true,
        allow_password_login: true,
        login_required: false,
        allow_email_domains: [],
        ...login,
      },
    })
  const register = () => {
    const e_mail = `newcomer${++count}@example.com`
    return w.nobody.call(accounts.registerByEmail, { body: { name: `Newcomer ${count}`, e_mail, pass: PASS } })
  }
  const isActivated = async (id: string) => (await findUser(w.app.db, Number(id)))!.mail_status === 1

  describe('where passwords are switched off', () => {
    const OFF = { allow_password_login: false }
    const REFUSED = { status: 403, reason: 'error.user.not_allowed_password_login' }

    test.each([
      ['a public site', {}],
      ['a private site', { login_required: true }],
    ])('%s registers nobody by e-mail', async (_, more) => {
      await setLogin({ ...OFF, ...more })
      expect(await refusal(register())).toMatchObject({ status: 400, reason: 'error.user.not_allowed_registration' })
      expect(
        await w.app.db.selectFrom('users').select('id').where('e_mail', '=', `newcomer${count}@example.com`).execute(),
      ).toEqual([])
    })

    test('somebody who registered before doesn’t get in by the e-mailed link, nor by that of another address', async () => {
      const user = await register()
      const code = await codeTo(w, user.e_mail)
      await setLogin(OFF)
      expect(await refusal(w.nobody.call(accounts.verifyEmail, { body: { code } }))).toMatchObject(REFUSED)
      await setLogin({})
      const person = { id: Number(user.id), username: user.username, token: user.access_token }
      const other = `moved${++count}@example.com`
      await w.as(person).call(accounts.requestEmailChange, { body: { e_mail: other, pass: PASS } })
      const change = await codeTo(w, other)
      await setLogin(OFF)
      expect(await refusal(w.nobody.call(accounts.changeEmail, { body: { code: change } }))).toMatchObject(REFUSED)
      expect(await isActivated(user.id)).toBe(false)
      await setLogin({})
      await w.nobody.call(accounts.changeEmail, { body: { code: change } })
      expect(await isActivated(user.id)).toBe(true)
    })

    const by = { id: 1 } as Actor
    test('the link that an admin hands over lets nobody in either, and no new one is mailed', async () => {
      const user = await register()
      const { activation_url } = await makeActivationLink(w.app, by, Number(user.id))
      await setLogin(OFF)
      const code = new URL(activation_url).searchParams.get('code')!
      expect(await refusal(w.nobody.call(accounts.verifyEmail, { body: { code } }))).toMatchObject(REFUSED)
      const before = (await lettersTo(w, user.e_mail)).length
      await w.as({ id: 0, username: '', token: user.access_token }).call(accounts.sendVerification, { body: {} })
      expect(await lettersTo(w, user.e_mail)).toHaveLength(before)
    })

    test('who comes in by a service elsewhere can still prove their address', async () => {
      const { id } = await w.given.member()
      await w.app.transaction((tx) =>
        insertLogin(tx.db, {
          user_id: id,
          connector: 'club',
          external_id: `n${id}`,
          known_as: 'n',
          created_at: 1,
          used_at: 1,
        }),
      )
      await w.as(admin).call(setUserStatus, { body: { user_id: String(id), status: 'inactive' } })
      const { activation_url } = await makeActivationLink(w.app, by, id)
      await setLogin(OFF)
      await w.nobody.call(accounts.verifyEmail, { body: { code: new URL(activation_url).searchParams.get('code')! } })
      expect(await isActivated(String(id))).toBe(true)
    })
  })

  describe('an account without a password', () => {
    const acts: [string, (person: TestUser) => Promise<unknown>][] = [
      ['sets one', (person) => w.as(person).call(accounts.changePassword, { body: { pass: 'second-password' } })],
      [
        'takes another address',
        (person) => w.as(person).call(accounts.requestEmailChange, { body: { e_mail: `else${++count}@example.com` } }),
      ],
      ['is deleted', (person) => w.as(person).call(accounts.deleteOwnAccount, { body: {} })],
    ]
    test.each(acts)('%s only within ten minutes of a login', async (_, act) => {
      const { id, username, token } = await w.given.member()
      w.clock.advance(TEN_MINUTES + 1)
      expect(await refusal(act({ id, username, token }))).toMatchObject({
        status: 403,
        reason: 'error.user.log_in_again',
      })
      expect(await findUser(w.app.db, id)).toMatchObject({ password_hash: null, status: 1 })
      await act({ id, username, token: await openSession(w.app, id) })
    })

    test('with a password that is enough, however long ago one logged in', async () => {
      const person = await w.given.member()
      const password_hash = await hashPassword(PASS)
      await w.app.transaction((tx) => updateUser(tx.db, person.id, { password_hash }))
      w.clock.advance(TEN_MINUTES + 1)
      const changed = await w
        .as(person)
        .call(accounts.changePassword, { body: { old_pass: PASS, pass: 'second-password' } })
      expect(changed.id).toBe(String(person.id))
    })
  })

  describe('an address longer than mail takes', () => {
    const local = `${'a'.repeat(65)}@example.com`
    const whole = `a@${`${'b'.repeat(60)}.`.repeat(4)}${'c'.repeat(8)}.com`
    test.each([local, whole])('is refused for what is new, with its field', async (long) => {
      const person = await w.given.member()
      const refused = async (call: Promise<unknown>, field: string) =>
        expect(await refusal(call)).toMatchObject({ status: 400, fields: [field] })
      await refused(
        w.nobody.call(accounts.registerByEmail, { body: { name: 'Long', e_mail: long, pass: PASS } }),
        'e_mail',
      )
      await refused(w.as(person).call(accounts.requestEmailChange, { body: { e_mail: long } }), 'e_mail')
      await refused(w.as(admin).call(addUser, { body: { display_name: 'Long', email: long, password: PASS } }), 'email')
      await refused(w.as(admin).call(addUsers, { body: { users: `Long, ${long}, ${PASS}` } }), 'users')
      await refused(
        w.as(admin).call(editUser, {
          body: { user_id: String(person.id), display_name: 'Long', username: person.username, email: long },
        }),
        'email',
      )
    })

    test('that is there already goes on working', async () => {
      const person = await w.given.member()
      const password_hash = await hashPassword(PASS)
      await w.app.transaction((tx) => updateUser(tx.db, person.id, { e_mail: whole, password_hash }))
      await w.nobody.call(accounts.logInByEmail, { body: { e_mail: whole, pass: PASS } })
      await w.as(admin).call(editUser, {
        body: { user_id: String(person.id), display_name: 'Kept', username: person.username, email: whole },
      })
      expect(await findUser(w.app.db, person.id)).toMatchObject({ e_mail: whole, display_name: 'Kept' })
    })
  })
})

describe.each(engines)('mails with a code to one mailbox (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine, { limits: 1 })
  })
  afterAll(() => w.close())

  const { fromOneNetwork, fromAll, seconds } = ATTEMPTS.code_mail
  const ask = (e_mail: string, ip: string) =>
    w.nobody.call(accounts.requestPasswordReset, { body: { e_mail }, ip }).then(
      () => true,
      () => false,
    )
  /** From this many networks, as often as the ten minutes allow, all day. */
  const pester = async (e_mail: string, networks: number) => {
    for (let hour = 0; hour < 24; hour++) {
      for (let n = 0; n < networks; n++) await ask(e_mail, `10.1.${n}.1`)
      w.clock.advance(seconds / 25)
    }
  }

  test('are bound by the day, from one network and from all, and none of it locks out the owner', async () => {
    const ann = await w.given.member({ name: 'ann' })
    const password_hash = await hashPassword(PASS)
    await w.app.transaction((tx) => updateUser(tx.db, ann.id, { password_hash }))
    await w.nobody.call(accounts.logInByEmail, { body: { e_mail: 'ann@example.com', pass: PASS }, ip: '198.51.100.1' })
    await pester('ann@example.com', 1)
    expect(await lettersTo(w, 'ann@example.com')).toHaveLength(fromOneNetwork)
    w.clock.advance(seconds)
    await pester('ann@example.com', 30)
    expect(await lettersTo(w, 'ann@example.com')).toHaveLength(fromOneNetwork + fromAll)
    expect(await ask('ann@example.com', '203.0.113.7')).toBe(false)
    expect(await ask('ann@example.com', '198.51.100.1')).toBe(true)
    const code = await codeTo(w, 'ann@example.com')
    // What others ask for from now on sends nothing, so the owner's link stays good.
    await ask('ann@example.com', '10.1.1.1')
    await ask('ann@example.com', '203.0.113.8')
    await w.settle()
    await w.nobody.call(accounts.replacePassword, { body: { code, pass: 'second-password' } })
  })

  test('of another purpose count alike', async () => {
    const bob = await w.given.member({ name: 'bob' })
    for (let n = 0; n < 30; n++) {
      const person = { ...bob, token: await openSession(w.app, bob.id) }
      await w
        .as(person)
        .call(accounts.requestEmailChange, { body: { e_mail: 'victim@example.com' }, ip: `10.2.${n}.1` })
        .catch(() => {})
      w.clock.advance(TEN_MINUTES)
    }
    expect((await lettersTo(w, 'victim@example.com')).length).toBe(fromAll)
  })
})
