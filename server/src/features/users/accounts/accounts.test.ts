import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as accounts from '@askwell/contract/accounts.ts'
import { connectors } from '@askwell/contract/connectors.ts'
import { CODE_SECONDS, SESSION, STAFF_SESSION } from '@askwell/contract/limits.ts'
import { askQuestion, questionPage } from '@askwell/contract/questions.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { saveLoginSettings } from '@askwell/contract/site-settings.ts'
import {
  activationLink,
  mailActivationLink,
  setUserRole,
  setUserStatus,
} from '@askwell/contract/user-administration.ts'
import { saveInterface } from '@askwell/contract/users.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { HOUR } from '../../../lib/clock.ts'
import { hashToken } from '../../../lib/tokens.ts'
import { clearOldCodes } from './effects.ts'
import { mailCode } from '../../outbound/email/effects.ts'

describe.each(engines)('accounts (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let count = 0
  beforeAll(async () => {
    w = await world(engine)
  })
  beforeEach(async () => {
    admin = await w.given.admin()
  }) // days pass in here, and admins' sessions are short
  afterAll(() => w.close())

  /** The e-mails to an address, oldest first. */
  const letters = async (to: string) => {
    await w.settle()
    const outbox = join(w.folder, 'outbox')
    const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    const all = await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))
    return all.filter((letter) => letter.to?.[0]?.address === to)
  }
  const lastLetter = async (to: string) => (await letters(to)).at(-1)!
  const codeIn = async (to: string) => /code=([\w-]+)/.exec((await lastLetter(to)).text!)![1]!

  const register = async (name = `newcomer${++count}`) => {
    const e_mail = `${name}@example.com`
    const reply = await w.nobody.call(accounts.registerByEmail, { body: { name, e_mail, pass: 'first-password' } })
    return {
      name,
      e_mail,
      reply,
      person: { id: Number(reply.id), username: reply.username, token: reply.access_token },
    }
  }
  const activated = async () => {
    const member = await register()
    await w.nobody.call(accounts.verifyEmail, { body: { code: await codeIn(member.e_mail) } })
    return member
  }
  const logIn = (e_mail: string, pass = 'first-password') =>
    w.nobody.call(accounts.logInByEmail, { body: { e_mail, pass } })
  const who = async (token: string) =>
    (await w.as({ id: 0, username: '', token }).call(accounts.currentUser))?.username ?? null
  const switchLogin = (body: Parameters<typeof w.nobody.call<typeof saveLoginSettings>>[1]) =>
    w.as(admin).call(saveLoginSettings, body)

  describe('registering', () => {
    test('a new member is logged in, inactive, and mailed a link that works for ten minutes', async () => {
      const { e_mail, reply, person } = await register('Ann Lee'.replace(' ', '.'))
      expect(reply).toMatchObject({
        username: 'ann.lee',
        display_name: 'Ann.Lee',
        e_mail: 'ann.lee@example.com',
        status: 'inactive',
        mail_status: 2,
        rank: 0,
        role_id: 1,
        have_password: true,
      })
      expect(await who(person.token)).toBe('ann.lee')
      expect(
        await refusal(
          w.as(person).call(askQuestion, {
            body: {
              title: 'May I ask this already?',
              content: 'Before the address is confirmed',
              tags: [{ slug_name: 'support' }],
            },
          }),
        ),
      ).toMatchObject({ status: 403, reason: 'error.email.need_to_be_verified', data: { type: 'inactive' } })
      const letter = await lastLetter(e_mail.toLowerCase())
      expect(letter.subject).toContain('World')
      expect(letter.text).toContain(`http://world.example/users/account-activation?code=`)
      expect(letter.text).toContain('10 minutes')
      expect(letter.html).toContain('href="http://world.example/users/account-activation?code=')
    })

    test('all wrong fields are named at once', async () => {
      expect(
        (await refusal(w.nobody.call(accounts.registerByEmail, { body: { name: 'a', e_mail: 'nope', pass: 'short' } })))
          .fields,
      ).toEqual(['e_mail', 'name', 'pass'])
    })

    test('a name that passes for another by letters of another alphabet is refused on its field', async () => {
      const refused = await refusal(
        w.nobody.call(accounts.registerByEmail, {
          body: { name: 'Zeph\u0443r', e_mail: 'zephyr@example.com', pass: 'first-password' },
        }),
      )
      expect(refused).toMatchObject({
        status: 400,
        data: [{ error_field: 'name', error_msg: expect.stringContaining('“Zeph\u0443r” mixes letters') }],
      })
    })

    test('a name of spaces around one letter is too short', async () => {
      expect(
        (
          await refusal(
            w.nobody.call(accounts.registerByEmail, {
              body: { name: ' a ', e_mail: 'spaces@example.com', pass: 'first-password' },
            }),
          )
        ).fields,
      ).toEqual(['name'])
    })

    test('an address has one account, whatever the case of its letters', async () => {
      const { e_mail } = await register()
      const again = { name: 'Somebody Else', e_mail: e_mail.toUpperCase(), pass: 'other-password' }
      expect(await refusal(w.nobody.call(accounts.registerByEmail, { body: again }))).toMatchObject({
        status: 400,
        reason: 'error.email.duplicate',
        fields: ['e_mail'],
      })
    })

    test('two at once with one address make one account', async () => {
      const body = { name: 'Twin', e_mail: 'twin@example.com', pass: 'first-password' }
      const results = await Promise.allSettled(
        [1, 2, 3, 4].map(() => w.nobody.call(accounts.registerByEmail, { body })),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const result of results)
        if (result.status === 'rejected')
          expect(result.reason).toMatchObject({ status: 400, reason: 'error.email.duplicate' })
    })

    test('the same display name is no obstacle: usernames are numbered', async () => {
      const names = await Promise.all(
        ['one', 'two', 'three'].map((who) =>
          w.nobody.call(accounts.registerByEmail, {
            body: { name: 'Kim Ho', e_mail: `kim-${who}@example.com`, pass: 'first-password' },
          }),
        ),
      )
      expect(names.map(({ username }) => username).sort()).toEqual(['kim-ho', 'kim-ho-2', 'kim-ho-3'])
    })

    test('names that speak for the site are kept back, and so are those of addresses', async () => {
      const reply = await w.nobody.call(accounts.registerByEmail, {
        body: { name: 'Moderator', e_mail: 'false-friend@example.com', pass: 'first-password' },
      })
      expect(reply.username).toBe('moderator-2')
    })

    test('the switches of the site decide who may', async () => {
      const body = { name: 'Late Comer', e_mail: 'late@elsewhere.example', pass: 'first-password' }
      const attempt = () => refusal(w.nobody.call(accounts.registerByEmail, { body }))
      await switchLogin({ body: { allow_new_registrations: false } })
      expect(await attempt()).toMatchObject({ status: 400, reason: 'error.user.not_allowed_registration', data: null })
      await switchLogin({ body: { allow_new_registrations: true, allow_email_registrations: false } })
      expect(await attempt()).toMatchObject({ status: 400, reason: 'error.user.not_allowed_registration' })
      await switchLogin({ body: { allow_email_registrations: true, allow_email_domains: ['@Example.com'] } })
      expect(await attempt()).toMatchObject({ status: 400, reason: 'error.email.illegal_email_domain_error' })
      await switchLogin({ body: { allow_email_domains: [] } })
      expect((await w.nobody.call(accounts.registerByEmail, { body })).username).toBe('late-comer')
    })
  })

  describe('activating', () => {
    test('the link makes the account active, brings one point of reputation, and logs in', async () => {
      const { e_mail } = await register()
      const reply = await w.nobody.call(accounts.verifyEmail, { body: { code: await codeIn(e_mail) } })
      expect(reply).toMatchObject({ status: 'normal', mail_status: 1, rank: 1 })
      expect(await who(reply.access_token)).toBe(reply.username)
    })

    test('a code works once, for ten minutes, and nothing else is a code', async () => {
      const expired = { status: 403, reason: 'error.email.verify_url_expired', data: { type: 'url_expired' } }
      const { e_mail } = await register()
      const code = await codeIn(e_mail)
      expect(await refusal(w.nobody.call(accounts.verifyEmail, { body: { code: 'wrong-code' } }))).toMatchObject(
        expired,
      )
      const attempts = await Promise.allSettled(
        [1, 2, 3].map(() => w.nobody.call(accounts.verifyEmail, { body: { code } })),
      )
      expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const late = await register()
      const lateCode = await codeIn(late.e_mail)
      w.clock.advance(CODE_SECONDS)
      expect(await refusal(w.nobody.call(accounts.verifyEmail, { body: { code: lateCode } }))).toMatchObject(expired)
    })

    test('the link can be mailed again; the older one no longer works then', async () => {
      const { e_mail, person } = await register()
      const first = await codeIn(e_mail)
      await w.as(person).call(accounts.sendVerification, { body: {} })
      const second = await codeIn(e_mail)
      expect(await letters(e_mail)).toHaveLength(2)
      await expect(w.nobody.call(accounts.verifyEmail, { body: { code: first } })).rejects.toMatchObject({
        status: 403,
      })
      await w.nobody.call(accounts.verifyEmail, { body: { code: second } })
      expect(await refusal(w.as(person).call(accounts.sendVerification, { body: {} }))).toMatchObject({
        status: 400,
        reason: 'error.email.already_verified',
      })
    })

    test('an admin gets a link to hand over, beside the mailed one', async () => {
      const { e_mail, person } = await register()
      const mailed = await codeIn(e_mail)
      const { activation_url } = await w.as(admin).call(activationLink, { query: { user_id: String(person.id) } })
      expect(activation_url).toMatch(/^http:\/\/world\.example\/users\/account-activation\?code=[\w-]{40,}$/)
      expect(
        (await w.nobody.call(accounts.verifyEmail, { body: { code: activation_url.split('code=')[1]! } })).mail_status,
      ).toBe(1)
      expect((await w.nobody.call(accounts.verifyEmail, { body: { code: mailed } })).mail_status).toBe(1)
      expect(await refusal(w.as(admin).call(activationLink, { query: { user_id: String(person.id) } }))).toMatchObject({
        reason: 'error.email.already_verified',
      })
    })

    test('an admin can have the link mailed', async () => {
      const { e_mail, person } = await register()
      await w.settle()
      await w.as(admin).call(mailActivationLink, { body: { user_id: String(person.id) } })
      expect(await letters(e_mail)).toHaveLength(2)
      expect(await refusal(w.as(admin).call(mailActivationLink, { body: { user_id: '999999' } }))).toMatchObject({
        status: 404,
        reason: 'error.user.not_found',
      })
    })

    test('an e-mail that is sent twice leaves one code that works', async () => {
      const { e_mail, person } = await register()
      await w.settle()
      const fact = {
        actor_id: person.id,
        object_type: 'user' as const,
        object_id: person.id,
        question_id: 0,
        purpose: 'activation' as const,
        e_mail,
        language: 'en_US',
      }
      await mailCode(w.app, fact)
      await mailCode(w.app, fact)
      const codes = (await letters(e_mail)).map(({ text }) => /code=([\w-]+)/.exec(text!)![1]!)
      const results = await Promise.allSettled(
        codes.map((code) => w.nobody.call(accounts.verifyEmail, { body: { code } })),
      )
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await mailCode(w.app, fact)
      expect(await letters(e_mail)).toHaveLength(codes.length)
    })

    test('codes are kept as hashes only, and cleared away in time', async () => {
      const { e_mail, person } = await register()
      const code = await codeIn(e_mail)
      const kept = () => w.app.db.selectFrom('codes').selectAll().where('user_id', '=', person.id).execute()
      expect(JSON.stringify(await kept())).not.toContain(code)
      w.clock.advance(2 * 86_400)
      await clearOldCodes(w.app)
      expect(await kept()).toEqual([])
    })
  })

  describe('logging in and out', () => {
    test('with e-mail and password, in any case of its letters', async () => {
      const { e_mail, name } = await activated()
      const reply = await logIn(e_mail.toUpperCase())
      expect(reply.last_login_date).toBe(w.clock.now())
      const user = await w.as({ id: 0, username: '', token: reply.access_token }).call(accounts.currentUser)
      expect(user).toMatchObject({
        username: name,
        access_token: reply.access_token,
        color_scheme: 'default',
        avatar: { type: 'default', gravatar: '', custom: '' },
      })
    })

    test('a wrong password and an unknown address are answered alike', async () => {
      const { e_mail } = await register()
      const wrong = { status: 400, reason: 'error.object.email_or_password_incorrect', fields: ['e_mail'] }
      expect(await refusal(logIn(e_mail, 'other-password'))).toMatchObject(wrong)
      expect(await refusal(logIn('nobody@example.com', 'other-password'))).toMatchObject(wrong)
    })

    test('passwords and tokens are not in the database', async () => {
      const { person, reply } = await register()
      const rows = JSON.stringify([
        await w.app.db.selectFrom('users').selectAll().where('id', '=', person.id).execute(),
        await w.app.db.selectFrom('sessions').selectAll().execute(),
      ])
      expect(rows).not.toContain('first-password')
      expect(rows).not.toContain(reply.access_token)
    })

    test('logging out ends this session and no other', async () => {
      const { e_mail, person } = await register()
      const other = (await logIn(e_mail)).access_token
      await w.as(person).call(accounts.logOut)
      expect([await who(person.token), await who(other)]).toEqual([null, person.username])
    })

    test('password login can be turned off, but not for admins', async () => {
      const { e_mail } = await activated()
      await switchLogin({ body: { allow_password_login: false } })
      expect(await refusal(logIn(e_mail))).toMatchObject({
        status: 403,
        reason: 'error.user.not_allowed_password_login',
      })
      expect((await logIn('admin@example.com', 'admin-password')).role_id).toBe(2)
      await switchLogin({ body: { allow_password_login: true } })
    })

    test('nobody is asked for a captcha, and there are no connectors', async () => {
      expect(await w.nobody.call(accounts.actionRecord, { query: { action: 'password' } })).toMatchObject({
        captcha_id: '',
        captcha_img: '',
        verify: false,
      })
      expect(await w.nobody.call(connectors)).toEqual([])
    })
  })

  describe('a session', () => {
    /** Whether it still counts; if so, its use has been noted (once an hour), which happens beside the reply. */
    const used = async (token: string) => {
      if ((await who(token)) === null) return false
      const lastUse = async () =>
        (
          await w.app.db
            .selectFrom('sessions')
            .select('used_at')
            .where('token_hash', '=', hashToken(token))
            .executeTakeFirstOrThrow()
        ).used_at
      await expect.poll(lastUse, { timeout: 10_000 }).toBeGreaterThan(w.clock.now() - HOUR)
      return true
    }

    test('lasts thirty days from its last use', async () => {
      const { person } = await activated()
      w.clock.advance(SESSION.idle - 60)
      expect(await used(person.token)).toBe(true)
      w.clock.advance(SESSION.idle - 60)
      expect(await used(person.token)).toBe(true)
      w.clock.advance(SESSION.idle)
      expect(await used(person.token)).toBe(false)
    })

    test('lasts 180 days in all, however often it is used', async () => {
      const { person } = await activated()
      for (let day = 20; day < 180; day += 20) {
        w.clock.advance(20 * 86_400)
        expect(await used(person.token)).toBe(true)
      }
      w.clock.advance(20 * 86_400)
      expect(await used(person.token)).toBe(false)
    })

    test('of staff lasts seven days from its last use, and thirty in all', async () => {
      const moderator = await w.given.moderator()
      const other = await w.given.moderator()
      w.clock.advance(STAFF_SESSION.idle - 60)
      expect(await used(moderator.token)).toBe(true)
      w.clock.advance(60)
      expect(await used(other.token)).toBe(false)
      for (let day = 7; day < 30; day += 6) {
        expect(await used(moderator.token)).toBe(true)
        w.clock.advance(6 * 86_400)
      }
      expect(await used(moderator.token)).toBe(false)
    })

    test('of somebody who becomes staff is shortened at once', async () => {
      const { person } = await activated()
      await w.as(admin).call(setUserRole, { body: { user_id: String(person.id), role_id: 3 } })
      w.clock.advance(STAFF_SESSION.idle)
      expect(await used(person.token)).toBe(false)
    })
  })

  describe('a forgotten password', () => {
    test('is replaced through an e-mailed link, which ends all sessions', async () => {
      const { e_mail, person } = await activated()
      const other = (await logIn(e_mail)).access_token
      await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail } })
      const letter = await lastLetter(e_mail)
      expect(letter.text).toContain('http://world.example/users/password-reset?code=')
      const code = await codeIn(e_mail)
      expect(await w.nobody.call(accounts.replacePassword, { body: { code, pass: 'second-password' } })).toBe(null)
      expect([await who(person.token), await who(other)]).toEqual([null, null])
      expect(await refusal(logIn(e_mail))).toMatchObject({ reason: 'error.object.email_or_password_incorrect' })
      expect((await logIn(e_mail, 'second-password')).username).toBe(person.username)
      expect(
        await refusal(w.nobody.call(accounts.replacePassword, { body: { code, pass: 'third-password' } })),
      ).toMatchObject({ status: 403, data: { type: 'url_expired' } })
    })

    test('an unknown address is answered alike and gets no mail', async () => {
      expect(await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail: 'stranger@example.com' } })).toBe(
        null,
      )
      expect(await letters('stranger@example.com')).toEqual([])
    })

    test('a code for one purpose is none for another', async () => {
      const { e_mail, person } = await register()
      const activation = await codeIn(e_mail)
      expect(
        await refusal(w.nobody.call(accounts.replacePassword, { body: { code: activation, pass: 'second-password' } })),
      ).toMatchObject({ status: 403 })
      await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail } })
      const reset = await codeIn(e_mail)
      expect(await refusal(w.nobody.call(accounts.verifyEmail, { body: { code: reset } }))).toMatchObject({
        status: 403,
      })
      expect(await who(person.token)).toBe(person.username)
    })
  })

  describe('suspended, deactivated, deleted', () => {
    const put = (
      person: TestUser,
      body: { status: 'normal' | 'suspended' | 'deleted' | 'inactive'; suspend_duration?: '24h' },
    ) => w.as(admin).call(setUserStatus, { body: { user_id: String(person.id), ...body } })

    test('a suspended member can only log out, and goes on with the same session afterwards', async () => {
      const { e_mail, person } = await activated()
      const other = { ...person, token: (await logIn(e_mail)).access_token }
      await put(person, { status: 'suspended', suspend_duration: '24h' })
      const suspended = { status: 403, reason: 'error.user.suspended', data: { type: 'suspended' } }
      expect(await refusal(w.as(person).call(accounts.currentUser))).toMatchObject(suspended)
      expect(await refusal(logIn(e_mail))).toMatchObject(suspended)
      expect(await refusal(logIn(e_mail, 'wrong-password'))).toMatchObject({
        reason: 'error.object.email_or_password_incorrect',
      })
      await w.as(other).call(accounts.logOut)
      w.clock.advance(86_400)
      expect(await who(person.token)).toBe(person.username)
      expect(await who(other.token)).toBe(null)
      expect((await logIn(e_mail)).status).toBe('suspended')
      await w.settle()
      expect((await logIn(e_mail)).status).toBe('normal')
    })

    test('a deactivated member is logged out, and confirms the address again', async () => {
      const { e_mail, person } = await activated()
      await put(person, { status: 'inactive' })
      expect(await who(person.token)).toBe(null)
      const back = await logIn(e_mail)
      expect(back).toMatchObject({ status: 'inactive', mail_status: 2 })
      await w.as({ ...person, token: back.access_token }).call(accounts.sendVerification, { body: {} })
      expect(await w.nobody.call(accounts.verifyEmail, { body: { code: await codeIn(e_mail) } })).toMatchObject({
        status: 'normal',
        rank: 1,
      })
    })

    test('a deleted member is logged out, is unknown at the login, and the address stays reserved', async () => {
      const { e_mail, person } = await activated()
      await put(person, { status: 'deleted' })
      const unauthorized = { status: 401, reason: 'base.unauthorized_error' }
      expect(await refusal(w.as(person).call(accounts.currentUser))).toMatchObject(unauthorized)
      expect(await refusal(w.as(person).call(questionPage))).toMatchObject(unauthorized)
      expect(await w.as(person).call(siteInfo)).toMatchObject({ general: { name: 'World' } })
      expect(await refusal(logIn(e_mail))).toMatchObject({ reason: 'error.object.email_or_password_incorrect' })
      expect(
        await refusal(
          w.nobody.call(accounts.registerByEmail, { body: { name: 'Heir', e_mail, pass: 'first-password' } }),
        ),
      ).toMatchObject({ reason: 'error.email.duplicate' })
      await put(person, { status: 'normal' })
      expect(await who(person.token)).toBe(null)
      expect((await logIn(e_mail)).username).toBe(person.username)
    })
  })

  test.each([
    ['/users/ann/reputation?page=2', '&from=%2Fusers%2Fann%2Freputation%3Fpage%3D2'],
    ['//elsewhere.example/', ''],
    ['https://elsewhere.example/', ''],
    ['/users/login', ''],
    ['', ''],
  ])('the mailed link leads back to %j where that is a page of the site', async (from, kept) => {
    const e_mail = `from${++count}@example.com`
    const { access_token } = await w.nobody.call(accounts.registerByEmail, {
      body: { name: `From ${count}`, e_mail, pass: 'first-password', from },
    })
    const linkIn = async () =>
      /account-activation\?code=[\w-]+(\S*?)(?=[\s"<]|$)/.exec((await lastLetter(e_mail)).text ?? '')?.[1]
    expect(await linkIn()).toBe(kept)
    await w.as({ id: 0, username: '', token: access_token }).call(accounts.sendVerification, { body: { from } })
    expect(await linkIn()).toBe(kept)
  })

  test('mail is in the language the member has chosen, where there is one', async () => {
    const { e_mail, person } = await register()
    await w.as(person).call(saveInterface, { body: { language: 'en_US', color_scheme: 'dark' } })
    expect(await w.as(person).call(accounts.currentUser)).toMatchObject({ language: 'en_US', color_scheme: 'dark' })
    expect((await lastLetter(e_mail)).text).toContain(`Hello ${person.username},`)
    expect(
      await refusal(w.as(person).call(saveInterface, { body: { language: 'xx_XX', color_scheme: 'dark' } })),
    ).toMatchObject({ status: 400, fields: ['language'] })
  })

  test('nothing went wrong unnoticed', () => expect(w.faults).toEqual([]))
})
