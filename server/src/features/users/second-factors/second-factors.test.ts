import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  currentUser,
  logInByEmail,
  replacePassword,
  requestPasswordReset,
  verifyEmail,
} from '@askwell/contract/accounts.ts'
import { makeApiToken } from '@askwell/contract/api-tokens.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import * as contract from '@askwell/contract/second-factors.ts'
import { endOtherSessions, endSession, sessions } from '@askwell/contract/sessions.ts'
import { generalSettings, saveGeneralSettings, saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { permission } from '@askwell/contract/users.ts'
import { addUser, setUserStatus, takeOffFactors, usersPage } from '@askwell/contract/user-administration.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import { refusal } from '../../../../test/faultless.ts'
import { type CallFailed, engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { codeAt } from '../../../lib/one-time.ts'
import { eraseDeletedUser } from '../users/service.ts'
import { makeCode } from '../accounts/service.ts'
import { openSession } from '../sessions/service.ts'
import { writeSection } from '../../operations/settings/save-section.ts'
import { updateUser } from '../users/queries.ts'
import { confirmSecret, deleteFactorsOf, storeSecret } from './queries.ts'

const PASS = 'a-long-password'
const ORIGIN = 'http://world.example'

describe.each(engines)('second factors (%s)', (engine) => {
  let w: World
  let count = 0
  beforeAll(async () => {
    w = await world(engine)
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const logIn = (e_mail: string, pass = PASS) => w.nobody.call(logInByEmail, { body: { e_mail, pass } })
  /** Somebody with a password, logged in. */
  const someone = async () => {
    const name = `someone${++count}`
    const e_mail = `${name}@example.com`
    await w.as(await w.given.admin()).call(addUser, { body: { display_name: name, email: e_mail, password: PASS } })
    const { id, access_token } = await logIn(e_mail)
    const person: TestUser = { id: Number(id), username: name, token: access_token }
    return { e_mail, person }
  }
  const nextCode = (secret: string) => {
    w.clock.advance(30)
    return codeAt(secret, w.clock.now())
  }
  /** Somebody with an authenticator app. */
  const careful = async () => {
    const { e_mail, person } = await someone()
    const { secret } = await w.as(person).call(contract.beginOneTimePassword, { body: { pass: PASS } })
    const { recovery_codes } = await w
      .as(person)
      .call(contract.confirmOneTimePassword, { body: { code: nextCode(secret) } })
    return { e_mail, person, secret, recovery_codes }
  }
  const secondStep = async (e_mail: string) => {
    const refused = await refusal(logIn(e_mail))
    expect(refused).toMatchObject({ status: 400, reason: 'error.user.second_factor_needed' })
    return refused.data as contract.SecondStep
  }
  const finish = (challenge: string, code: string) => w.nobody.call(contract.finishLogIn, { body: { challenge, code } })
  const withPasskey = async (from = ORIGIN) => {
    const { e_mail, person } = await someone()
    const authenticator = createAuthenticator(from)
    const asked = await w.as(person).call(contract.passkeyOptions, { body: { pass: PASS } })
    const { recovery_codes } = await w.as(person).call(contract.addPasskey, {
      body: { challenge: asked.challenge, credential: authenticator.create(asked.options), name: 'My phone' },
    })
    return { e_mail, person, authenticator, recovery_codes }
  }

  describe('sessions', () => {
    test('one sees where one is logged in, and ends one or all others', async () => {
      const { e_mail, person } = await someone()
      const second = await logIn(e_mail)
      const third = await logIn(e_mail)
      const before = await w.as(person).call(sessions)
      expect(before.filter(({ current }) => current)).toHaveLength(1)
      expect(before).toHaveLength(3)
      const other = (await w.as({ ...person, token: second.access_token }).call(sessions)).find(
        ({ current }) => current,
      )!
      await w.as(person).call(endSession, { body: { id: other.id } })
      expect(await refusal(w.as({ ...person, token: second.access_token }).call(sessions))).toMatchObject({
        status: 401,
      })
      await w.as({ ...person, token: third.access_token }).call(endOtherSessions)
      expect(await refusal(w.as(person).call(sessions))).toMatchObject({ status: 401 })
      expect(await w.as({ ...person, token: third.access_token }).call(sessions)).toMatchObject([{ current: true }])
    })

    test('the browser and the address are kept as they were at the login', async () => {
      const { e_mail, person } = await someone()
      await w.server.inject({
        method: 'POST',
        url: '/answer/api/v1/user/login/email',
        remoteAddress: '203.0.113.9',
        payload: { e_mail, pass: PASS },
        headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
      })
      expect(await w.as(person).call(sessions)).toContainEqual(
        expect.objectContaining({ browser: 'Firefox', system: 'Linux', network: '203.0.113.9', current: false }),
      )
    })

    test('another’s session can’t be ended, and doesn’t seem to be there', async () => {
      const [ann, bob] = [await someone(), await someone()]
      const [session] = await w.as(ann.person).call(sessions)
      expect(await refusal(w.as(bob.person).call(endSession, { body: { id: session!.id } }))).toMatchObject({
        status: 404,
      })
      expect(await w.as(ann.person).call(sessions)).toHaveLength(1)
    })
  })

  describe('one-time passwords', () => {
    test('are in force once the first one has been typed, and ask for the password before', async () => {
      const { e_mail, person } = await someone()
      expect((await refusal(w.as(person).call(contract.beginOneTimePassword, { body: {} }))).fields).toEqual(['pass'])
      expect(
        (await refusal(w.as(person).call(contract.beginOneTimePassword, { body: { pass: 'not this one' } }))).fields,
      ).toEqual(['pass'])
      const { secret, address, picture } = await w
        .as(person)
        .call(contract.beginOneTimePassword, { body: { pass: PASS } })
      expect(address).toContain(`secret=${secret}`)
      expect(picture).toMatch(/^data:image\/svg\+xml;base64,/)
      await logIn(e_mail) // not in force yet
      expect(
        (await refusal(w.as(person).call(contract.confirmOneTimePassword, { body: { code: '000000' } }))).fields,
      ).toEqual(['code'])
      const { recovery_codes } = await w
        .as(person)
        .call(contract.confirmOneTimePassword, { body: { code: nextCode(secret) } })
      expect(new Set(recovery_codes).size).toBe(10)
      expect(await w.as(person).call(contract.secondFactors)).toEqual({
        one_time_password: true,
        passkeys: [],
        recovery_codes_left: 10,
        required: false,
        have_password: true,
      })
      await secondStep(e_mail)
    })

    test('setting one up ends all sessions that began without it', async () => {
      const { e_mail, person } = await someone()
      const other = { ...person, token: (await logIn(e_mail)).access_token }
      const { secret } = await w.as(person).call(contract.beginOneTimePassword, { body: { pass: PASS } })
      await w.as(person).call(contract.confirmOneTimePassword, { body: { code: nextCode(secret) } })
      expect(await w.as(other).call(currentUser)).toBeNull()
      expect(await w.as(person).call(currentUser)).toMatchObject({ username: person.username })
    })

    test('setting the first one up ends the tokens for programs; one made after it stays when another is added', async () => {
      const { person } = await someone()
      const make = async () =>
        (
          await w.as(person).call(makeApiToken, {
            body: { name: 'A program', scopes: ['read'], days: 0, pass: PASS },
          })
        ).token
      const works = (token: string) =>
        w
          .as({ ...person, token })
          .call(currentUser)
          .then(
            (user) => user?.username === person.username,
            () => false,
          )
      const before = await make()
      expect(await works(before)).toBe(true)
      const { secret } = await w.as(person).call(contract.beginOneTimePassword, { body: { pass: PASS } })
      await w.as(person).call(contract.confirmOneTimePassword, { body: { code: nextCode(secret) } })
      expect(await works(before)).toBe(false)
      const after = await make()
      const asked = await w.as(person).call(contract.passkeyOptions, { body: { pass: PASS } })
      await w.as(person).call(contract.addPasskey, {
        body: {
          challenge: asked.challenge,
          credential: createAuthenticator(ORIGIN).create(asked.options),
          name: 'Key',
        },
      })
      expect(await works(after)).toBe(true)
      await w.as(person).call(endOtherSessions, { body: {} })
      expect(await works(after)).toBe(true)
      await w.as(person).call(endOtherSessions, { body: { api_tokens: true } })
      expect(await works(after)).toBe(false)
    })

    test('the login tells clients that don’t know of second steps what to do, and others how to go on', async () => {
      const { e_mail } = await careful()
      expect(await secondStep(e_mail)).toEqual({
        type: 'second_factor',
        err_type: 'modal',
        challenge: expect.any(String),
        methods: ['one_time_password', 'recovery_code'],
      })
    })

    test('a client that knows no second factor sends the code after the password', async () => {
      const { e_mail, secret, recovery_codes } = await careful()
      expect(await logIn(e_mail, `${PASS} ${nextCode(secret)}`)).toMatchObject({ e_mail })
      expect(await logIn(e_mail, `${PASS} ${recovery_codes[0]}`)).toMatchObject({ e_mail })
      expect(await refusal(logIn(e_mail, `${PASS} 000000`))).toMatchObject({
        reason: 'error.second_factor.wrong_code',
        fields: ['pass'],
      })
      expect(await refusal(logIn(e_mail, `wrong ${nextCode(secret)}`))).toMatchObject({
        reason: 'error.object.email_or_password_incorrect',
      })
      const plain = await someone()
      expect(await refusal(logIn(plain.e_mail, `${PASS} 123456`))).toMatchObject({
        reason: 'error.object.email_or_password_incorrect',
      })
    })

    test('each works once, here and at the same moment', async () => {
      const { e_mail, secret } = await careful()
      const code = nextCode(secret)
      const steps = await Promise.all(Array.from({ length: 5 }, () => secondStep(e_mail)))
      const done = await Promise.allSettled(steps.map(({ challenge }) => finish(challenge, code)))
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await refusal(logIn(e_mail, `${PASS} ${code}`))).toMatchObject({
        reason: 'error.second_factor.wrong_code',
      })
    })

    test('one of half a minute ago still works, one of an hour ago doesn’t', async () => {
      const { e_mail, secret } = await careful()
      w.clock.advance(60)
      expect(await finish((await secondStep(e_mail)).challenge, codeAt(secret, w.clock.now() - 30))).toMatchObject({
        e_mail,
      })
      w.clock.advance(60)
      expect(
        await refusal(finish((await secondStep(e_mail)).challenge, codeAt(secret, w.clock.now() - 3600))),
      ).toMatchObject({ reason: 'error.second_factor.wrong_code' })
    })

    test('a second step takes five tries and ten minutes, works once, and for its own account only', async () => {
      const { e_mail, secret } = await careful()
      const { challenge } = await secondStep(e_mail)
      for (let n = 0; n < 5; n++)
        expect(await refusal(finish(challenge, '000000'))).toMatchObject({ status: 400, fields: ['code'] })
      expect(await refusal(finish(challenge, nextCode(secret)))).toMatchObject({
        status: 403,
        reason: 'error.second_factor.over',
      })
      const late = await secondStep(e_mail)
      w.clock.advance(601)
      expect(await refusal(finish(late.challenge, nextCode(secret)))).toMatchObject({
        reason: 'error.second_factor.over',
      })
      const once = await secondStep(e_mail)
      await finish(once.challenge, nextCode(secret))
      expect(await refusal(finish(once.challenge, nextCode(secret)))).toMatchObject({
        reason: 'error.second_factor.over',
      })
      const other = await careful()
      expect(await refusal(finish((await secondStep(e_mail)).challenge, nextCode(other.secret)))).toMatchObject({
        reason: 'error.second_factor.wrong_code',
      })
      expect(await refusal(finish('nobody-was-asked-this', '123456'))).toMatchObject({
        reason: 'error.second_factor.over',
      })
    })

    test('a member suspended or deleted between the two steps can’t log in', async () => {
      const { e_mail, person, secret } = await careful()
      const admin = await w.given.admin()
      const { challenge } = await secondStep(e_mail)
      await w.as(admin).call(setUserStatus, { body: { user_id: String(person.id), status: 'suspended' } })
      expect(await refusal(finish(challenge, nextCode(secret)))).toMatchObject({ reason: 'error.user.suspended' })
      await w.as(admin).call(setUserStatus, { body: { user_id: String(person.id), status: 'deleted' } })
      expect(await refusal(finish(challenge, nextCode(secret)))).toMatchObject({ reason: 'error.second_factor.over' })
    })

    test('a mailed link doesn’t lead round the second step', async () => {
      const { e_mail, person } = await careful()
      const code = await w.app.transaction((tx) => makeCode(tx, person.id, e_mail, 'activation'))
      expect(await refusal(w.nobody.call(verifyEmail, { body: { code } }))).toMatchObject({
        reason: 'error.user.second_factor_needed',
      })
      await w.nobody.call(requestPasswordReset, { body: { e_mail } })
      const reset = await w.app.transaction((tx) => makeCode(tx, person.id, e_mail, 'reset'))
      await w.nobody.call(replacePassword, { body: { code: reset, pass: PASS } })
      await secondStep(e_mail)
    })

    test('without them the password is enough again, and the recovery codes are gone', async () => {
      const { e_mail, person, recovery_codes } = await careful()
      expect(
        (await refusal(w.as(person).call(contract.removeOneTimePassword, { body: { pass: 'wrong' } }))).fields,
      ).toEqual(['pass'])
      const { challenge } = await secondStep(e_mail)
      await w.as(person).call(contract.removeOneTimePassword, { body: { pass: PASS } })
      expect(await refusal(finish(challenge, recovery_codes[0]!))).toMatchObject({ reason: 'error.second_factor.over' })
      expect(await logIn(e_mail)).toMatchObject({ e_mail })
      expect(await w.as(person).call(contract.secondFactors)).toMatchObject({
        one_time_password: false,
        recovery_codes_left: 0,
      })
    })

    test('somebody without a password must have logged in within the last ten minutes', async () => {
      const person = await w.given.member()
      await w.as(person).call(contract.beginOneTimePassword, { body: {} })
      w.clock.advance(601)
      expect(await refusal(w.as(person).call(contract.beginOneTimePassword, { body: {} }))).toMatchObject({
        status: 403,
        reason: 'error.user.log_in_again',
      })
      await w
        .as({ ...person, token: await openSession(w.app, person.id) })
        .call(contract.beginOneTimePassword, { body: {} })
    })
  })

  describe('letters', () => {
    const lettersTo = async (e_mail: string) => {
      await w.settle()
      const outbox = join(w.folder, 'outbox')
      const letters = await Promise.all(
        readdirSync(outbox)
          .filter((name) => name.endsWith('.eml'))
          .sort()
          .map((name) => PostalMime.parse(readFileSync(join(outbox, name)))),
      )
      return letters.filter(({ to }) => to?.[0]?.address === e_mail).map(({ subject }) => subject)
    }
    const ADDED = 'Two-factor authentication added on World'
    const REMOVED = 'Two-factor authentication changed on World'

    test('tell of each factor that comes or goes, and of nothing that didn’t', async () => {
      const { e_mail, person } = await careful()
      expect(await lettersTo(e_mail)).toEqual([ADDED])
      const asked = await w.as(person).call(contract.passkeyOptions, { body: { pass: PASS } })
      await w.as(person).call(contract.addPasskey, {
        body: {
          challenge: asked.challenge,
          credential: createAuthenticator(ORIGIN).create(asked.options),
          name: 'My key',
        },
      })
      expect(await lettersTo(e_mail)).toEqual([ADDED, ADDED])
      await refusal(w.as(person).call(contract.removeOneTimePassword, { body: { pass: 'not-the-password' } }))
      await w.as(person).call(contract.removeOneTimePassword, { body: { pass: PASS } })
      await w.as(person).call(contract.removeOneTimePassword, { body: { pass: PASS } })
      await w.as(person).call(contract.beginOneTimePassword, { body: { pass: PASS } })
      await w.as(person).call(contract.removeOneTimePassword, { body: { pass: PASS } })
      expect(await lettersTo(e_mail)).toEqual([ADDED, ADDED, REMOVED])
    })

    test('an admin removes second factors that a member has lost: the password is enough then, an e-mail tells them, and it is done once', async () => {
      const admin = await w.given.admin()
      const { e_mail, person, recovery_codes } = await careful()
      const { challenge } = await secondStep(e_mail)
      const shown = async () =>
        (await w.as(admin).call(usersPage, { query: { query: `user:${person.id}` } })).list[0]!.has_second_factor
      expect(await shown()).toBe(true)
      await w.as(admin).call(takeOffFactors, { body: { user_id: String(person.id) } })
      expect(await shown()).toBe(false)
      expect((await logIn(e_mail)).id).toBe(String(person.id))
      expect(await refusal(finish(challenge, recovery_codes[0]!))).toMatchObject({ status: 403 })
      expect(await lettersTo(e_mail)).toEqual([ADDED, 'Two-factor authentication is off on World'])
      expect(await refusal(w.as(admin).call(takeOffFactors, { body: { user_id: String(person.id) } }))).toMatchObject({
        status: 400,
        reason: 'error.second_factor.none',
      })
      expect(await refusal(w.as(admin).call(takeOffFactors, { body: { user_id: '999999' } }))).toMatchObject({
        status: 404,
      })
      expect(await refusal(w.as(admin).call(takeOffFactors, { body: { user_id: String(admin.id) } }))).toMatchObject({
        status: 400,
        reason: 'error.user.cannot_change_own_login',
      })
    })
  })

  describe('recovery codes', () => {
    test('each works once; new ones take the place of the old', async () => {
      const { e_mail, person, recovery_codes } = await careful()
      const [first, second] = recovery_codes
      expect(await finish((await secondStep(e_mail)).challenge, ` ${first!.toUpperCase()} `)).toMatchObject({ e_mail })
      expect(await refusal(finish((await secondStep(e_mail)).challenge, first!))).toMatchObject({
        reason: 'error.second_factor.wrong_code',
      })
      expect(await w.as(person).call(contract.secondFactors)).toMatchObject({ recovery_codes_left: 9 })
      const { recovery_codes: fresh } = await w.as(person).call(contract.renewRecoveryCodes, { body: { pass: PASS } })
      expect(await refusal(finish((await secondStep(e_mail)).challenge, second!))).toMatchObject({
        reason: 'error.second_factor.wrong_code',
      })
      expect(await finish((await secondStep(e_mail)).challenge, fresh[0]!)).toMatchObject({ e_mail })
    })

    test('only hashes of them are kept', async () => {
      const { person, recovery_codes } = await careful()
      const rows = JSON.stringify(
        await w.app.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', person.id).execute(),
      )
      for (const code of recovery_codes)
        for (const form of [code, code.replaceAll('-', '')]) expect(rows).not.toContain(form)
    })
  })

  describe('passkeys', () => {
    test('log in alone, and are asked for where there is only a password', async () => {
      const { e_mail, person, authenticator, recovery_codes } = await withPasskey()
      expect(recovery_codes).toHaveLength(10)
      expect((await secondStep(e_mail)).methods).toEqual(['passkey', 'recovery_code'])
      const asked = await w.nobody.call(contract.passkeyLogInOptions)
      expect(
        await w.nobody.call(contract.logInWithPasskey, {
          body: { challenge: asked.challenge, credential: authenticator.get(asked.options) },
        }),
      ).toMatchObject({ e_mail })
      expect((await w.as(person).call(contract.secondFactors)).passkeys).toMatchObject([
        { name: 'My phone', used_at: w.clock.now() },
      ])
    })

    test.each<
      [string, (give: Awaited<ReturnType<typeof withPasskey>>) => Promise<{ challenge: string; credential: string }>]
    >([
      [
        'for another site',
        async ({ authenticator }) => {
          const { challenge, options } = await w.nobody.call(contract.passkeyLogInOptions)
          return { challenge, credential: authenticator.get(options, 'http://w0rld.example') }
        },
      ],
      [
        'for another question',
        async ({ authenticator }) => {
          const [one, other] = [
            await w.nobody.call(contract.passkeyLogInOptions),
            await w.nobody.call(contract.passkeyLogInOptions),
          ]
          return { challenge: one.challenge, credential: authenticator.get(other.options) }
        },
      ],
      [
        'by a key that nobody has',
        async () => {
          const { challenge, options } = await w.nobody.call(contract.passkeyLogInOptions)
          return { challenge, credential: createAuthenticator(ORIGIN).get(options) }
        },
      ],
      [
        'by another key under its name',
        async ({ authenticator }) => {
          const { challenge, options } = await w.nobody.call(contract.passkeyLogInOptions)
          const { id, rawId } = JSON.parse(authenticator.get(options)) as { id: string; rawId: string }
          return {
            challenge,
            credential: JSON.stringify({ ...JSON.parse(createAuthenticator(ORIGIN).get(options)), id, rawId }),
          }
        },
      ],
      [
        'by a copy, whose counter has stayed behind',
        async ({ authenticator }) => {
          const first = await w.nobody.call(contract.passkeyLogInOptions)
          await w.nobody.call(contract.logInWithPasskey, {
            body: { challenge: first.challenge, credential: authenticator.get(first.options) },
          })
          authenticator.rewind()
          const { challenge, options } = await w.nobody.call(contract.passkeyLogInOptions)
          return { challenge, credential: authenticator.get(options) }
        },
      ],
      [
        'as no JSON at all',
        async () => ({
          challenge: (await w.nobody.call(contract.passkeyLogInOptions)).challenge,
          credential: 'nothing',
        }),
      ],
      [
        'as other JSON',
        async () => ({
          challenge: (await w.nobody.call(contract.passkeyLogInOptions)).challenge,
          credential: '{"id":{"a":1}}',
        }),
      ],
    ])('nobody is let in by what was signed %s', async (_, sign) => {
      const body = await sign(await withPasskey())
      expect(await refusal(w.nobody.call(contract.logInWithPasskey, { body }))).toMatchObject({
        status: 400,
        reason: 'error.passkey.refused',
      })
    })

    test('what was signed works once', async () => {
      const { authenticator } = await withPasskey()
      const { challenge, options } = await w.nobody.call(contract.passkeyLogInOptions)
      const body = { challenge, credential: authenticator.get(options) }
      const done = await Promise.allSettled(
        Array.from({ length: 5 }, () => w.nobody.call(contract.logInWithPasskey, { body })),
      )
      expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('is not added for another, with an old question, or without finger or PIN', async () => {
      const [ann, bob] = [await someone(), await someone()]
      const asked = await w.as(ann.person).call(contract.passkeyOptions, { body: { pass: PASS } })
      const body = {
        challenge: asked.challenge,
        credential: createAuthenticator(ORIGIN).create(asked.options),
        name: 'Phone',
      }
      expect(await refusal(w.as(bob.person).call(contract.addPasskey, { body }))).toMatchObject({
        reason: 'error.second_factor.over',
      })
      const lax = await w.as(ann.person).call(contract.passkeyOptions, { body: { pass: PASS } })
      expect(
        await refusal(
          w.as(ann.person).call(contract.addPasskey, {
            body: {
              challenge: lax.challenge,
              credential: createAuthenticator(ORIGIN, { verifies: false }).create(lax.options),
              name: 'Phone',
            },
          }),
        ),
      ).toMatchObject({ reason: 'error.passkey.refused' })
      expect(await w.as(ann.person).call(contract.secondFactors)).toMatchObject({ passkeys: [] })
    })

    test('another’s can’t be removed; one’s own can, with the password', async () => {
      const [ann, bob] = [await withPasskey(), await someone()]
      const [passkey] = (await w.as(ann.person).call(contract.secondFactors)).passkeys
      expect(
        await refusal(w.as(bob.person).call(contract.removePasskey, { body: { id: passkey!.id, pass: PASS } })),
      ).toMatchObject({ status: 404 })
      await w.as(ann.person).call(contract.removePasskey, { body: { id: passkey!.id, pass: PASS } })
      expect(await logIn(ann.e_mail)).toMatchObject({ e_mail: ann.e_mail })
    })
  })

  describe('where the site asks staff for a second factor', () => {
    test('they act as members until they have one', async () => {
      const { e_mail, person } = await someone()
      await w.app.transaction((tx) => updateUser(tx.db, person.id, { role_id: 2 }))
      await w.as(person).call(generalSettings)
      const careless = await w.given.admin()
      expect(
        await refusal(w.as(careless).call(saveLoginSettings, { body: { staff_second_factor: true } })),
      ).toMatchObject({ status: 400, reason: 'base.request_format_error', fields: ['staff_second_factor'] })
      await w.as(careless).call(generalSettings)
      const admin = await w.given.admin()
      await w.app.transaction(async (tx) => {
        await storeSecret(tx.db, admin.id, 'SECRET', tx.now())
        await confirmSecret(tx.db, admin.id, tx.now())
      })
      await w.as(admin).call(saveLoginSettings, { body: { staff_second_factor: true } })
      await w.as(admin).call(saveLoginSettings, { body: { staff_second_factor: true, login_required: false } })
      try {
        expect(await refusal(w.as(person).call(generalSettings))).toMatchObject({
          status: 403,
          reason: 'error.user.second_factor_required',
          data: { type: 'second_factor_required' },
        })
        expect(await refusal(w.as(person).call(saveGeneralSettings, { body: { description: 'mine' } }))).toMatchObject({
          reason: 'error.user.second_factor_required',
        })
        expect(await w.as(person).call(permission, { query: { action: 'question.pin' } })).toMatchObject({
          'question.pin': { has_permission: false },
        })
        await w.as(person).call(askQuestion, {
          body: {
            title: 'May I still ask as anybody?',
            content: 'As a member I may.',
            tags: [{ slug_name: 'support' }],
          },
        })
        expect(await w.as(person).call(contract.secondFactors)).toMatchObject({ required: true })

        const { secret } = await w.as(person).call(contract.beginOneTimePassword, { body: { pass: PASS } })
        await w.as(person).call(contract.confirmOneTimePassword, { body: { code: nextCode(secret) } })
        await w.as(person).call(generalSettings)
        expect(
          await refusal(w.as(person).call(contract.removeOneTimePassword, { body: { pass: PASS } })),
        ).toMatchObject({ reason: 'error.second_factor.kept_by_site' })
        expect(await logIn(e_mail, `${PASS} ${nextCode(secret)}`)).toMatchObject({ role_id: 2 })
      } finally {
        await w.app.transaction((tx) => deleteFactorsOf(tx.db, person.id))
        await w.app.transaction((tx) => writeSection(tx, 0, 'login', { staff_second_factor: false }))
      }
    })
  })

  test('an erased account leaves none of it behind', async () => {
    const { person } = await careful()
    await w.as(await w.given.admin()).call(setUserStatus, { body: { user_id: String(person.id), status: 'deleted' } })
    await w.app.transaction((tx) => eraseDeletedUser(tx, 0, person.id))
    for (const table of ['one_time_secrets', 'recovery_codes', 'passkeys', 'challenges'] as const)
      expect(await w.app.db.selectFrom(table).select('user_id').where('user_id', '=', person.id).execute()).toEqual([])
  })
})

describe('guessing', () => {
  test('a second step is tried twenty times an hour at most, however often the password is typed', async () => {
    const w = await world('sqlite', { limits: 1 })
    const admin = await w.given.admin()
    await w.as(admin).call(addUser, { body: { display_name: 'guarded', email: 'guarded@example.com', password: PASS } })
    const { access_token, id } = await w.nobody.call(logInByEmail, {
      body: { e_mail: 'guarded@example.com', pass: PASS },
      ip: '192.0.2.1',
    })
    const person = { id: Number(id), username: 'guarded', token: access_token }
    const { secret } = await w.as(person).call(contract.beginOneTimePassword, { body: { pass: PASS }, ip: '192.0.2.1' })
    await w
      .as(person)
      .call(contract.confirmOneTimePassword, { body: { code: codeAt(secret, w.clock.now()) }, ip: '192.0.2.1' })
    const guess = async (n: number) => {
      const ip = `198.51.100.${n}`
      const { data } = (await w.nobody
        .call(logInByEmail, { body: { e_mail: 'guarded@example.com', pass: PASS }, ip })
        .catch((error: CallFailed) => error)) as CallFailed
      return w.nobody
        .call(contract.finishLogIn, {
          body: { challenge: (data as contract.SecondStep).challenge, code: '000000' },
          ip,
        })
        .catch((error: CallFailed) => error.status)
    }
    const statuses = []
    for (let n = 1; n <= 22; n++) statuses.push(await guess(n))
    expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 400))
    expect(statuses.slice(20)).toEqual([429, 429])
    await w.close()
  })
})
