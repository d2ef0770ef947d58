import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as accounts from '@askwell/contract/accounts.ts'
import { saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { questionInfo } from '@askwell/contract/questions.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { hashPassword } from '../../../lib/passwords.ts'
import { findUser, updateUser } from '../users/queries.ts'
import { openSession } from '../sessions/service.ts'

const EXPIRED = { status: 403, reason: 'error.email.verify_url_expired', data: { type: 'url_expired' } }
const FIRST = 'first-password'

describe.each(engines)('changing how one gets in, and leaving (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let count = 0
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const withPassword = async (more: { active?: boolean } = {}) => {
    const name = `mover${++count}`
    const person = await w.given.member({ name, ...more })
    const password_hash = await hashPassword(FIRST)
    await w.app.transaction((tx) => updateUser(tx.db, person.id, { password_hash }))
    return { ...person, e_mail: `${name}@example.com` }
  }
  const lettersTo = async (e_mail: string) => {
    await w.settle()
    const outbox = join(w.folder, 'outbox')
    const names = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    return (await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))).filter(
      ({ to }) => to?.[0]?.address === e_mail,
    )
  }
  const codeTo = async (e_mail: string) => /code=([\w-]+)/.exec((await lettersTo(e_mail)).at(-1)?.text ?? '')?.[1] ?? ''
  const who = async (token: string) =>
    (await w.as({ id: 0, username: '', token }).call(accounts.currentUser))?.username ?? null
  const logIn = (e_mail: string, pass = FIRST) => w.nobody.call(accounts.logInByEmail, { body: { e_mail, pass } })
  const newAddress = () => `moved${++count}@example.com`
  const askFor = (person: TestUser, e_mail: string, pass = FIRST) =>
    w.as(person).call(accounts.requestEmailChange, { body: { e_mail, pass } })
  const confirm = (code: string) => w.nobody.call(accounts.changeEmail, { body: { code } })

  describe('a new password', () => {
    test('takes the old one; the others who were logged in no longer are, and the reply is a login', async () => {
      const person = await withPassword()
      const elsewhere = await openSession(w.app, person.id)
      await expect(
        w.as(person).call(accounts.changePassword, { body: { old_pass: 'wrong-password', pass: 'second-password' } }),
      ).rejects.toMatchObject({
        status: 400,
        reason: 'error.object.old_password_verification_failed',
        fields: ['old_pass'],
      })
      expect(await who(elsewhere)).toBe(person.username)
      const { access_token } = await w
        .as(person)
        .call(accounts.changePassword, { body: { old_pass: FIRST, pass: 'second-password' } })
      expect([await who(person.token), await who(elsewhere), await who(access_token)]).toEqual([
        null,
        null,
        person.username,
      ])
      await expect(logIn(person.e_mail)).rejects.toMatchObject({ status: 400 })
      expect((await logIn(person.e_mail, 'second-password')).username).toBe(person.username)
      expect((await lettersTo(person.e_mail)).at(-1)).toMatchObject({ subject: 'Your password on World was changed' })
    })

    test('makes void what was mailed before', async () => {
      const person = await withPassword()
      await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail: person.e_mail } })
      const code = await codeTo(person.e_mail)
      await w.as(person).call(accounts.changePassword, { body: { old_pass: FIRST, pass: 'second-password' } })
      await expect(
        w.nobody.call(accounts.replacePassword, { body: { code, pass: 'third-password' } }),
      ).rejects.toMatchObject(EXPIRED)
    })

    test('of several set at once with the same old one, one is set', async () => {
      const person = await withPassword()
      const tries = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) =>
          w.as(person).call(accounts.changePassword, { body: { old_pass: FIRST, pass: `password-${n}` } }),
        ),
      )
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })

    test('is not to be had by any way where passwords are switched off, but for admins', async () => {
      const person = await withPassword()
      await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail: person.e_mail } })
      const code = await codeTo(person.e_mail)
      await w.as(admin).call(saveLoginSettings, { body: { allow_password_login: false } })
      try {
        const refused = { status: 403, reason: 'error.user.not_allowed_password_login' }
        await expect(
          w.as(person).call(accounts.changePassword, { body: { old_pass: FIRST, pass: 'second-password' } }),
        ).rejects.toMatchObject(refused)
        await expect(
          w.nobody.call(accounts.replacePassword, { body: { code, pass: 'second-password' } }),
        ).rejects.toMatchObject(refused)
        const before = (await lettersTo(person.e_mail)).length
        expect(await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail: person.e_mail } })).toBe(null)
        expect(await lettersTo(person.e_mail)).toHaveLength(before)
        await w.nobody.call(accounts.requestPasswordReset, { body: { e_mail: 'admin@example.com' } })
        expect(await codeTo('admin@example.com')).not.toBe('')
      } finally {
        await w.as(admin).call(saveLoginSettings, { body: { allow_password_login: true } })
      }
    })
  })

  describe('a new address', () => {
    test('is taken when the link e-mailed there is opened; all sessions end; the old address is told', async () => {
      const person = await withPassword()
      const e_mail = newAddress()
      expect(await askFor(person, e_mail)).toBe(null)
      expect((await lettersTo(e_mail)).at(-1)!.text).toContain('http://world.example/users/confirm-new-email?code=')
      expect((await w.as(person).call(accounts.currentUser))!.e_mail).toBe(person.e_mail)
      const reply = await confirm(await codeTo(e_mail))
      expect(reply).toMatchObject({ e_mail, username: person.username, mail_status: 1 })
      expect([await who(person.token), await who(reply.access_token)]).toEqual([null, person.username])
      await expect(logIn(person.e_mail)).rejects.toMatchObject({ status: 400 })
      expect((await logIn(e_mail)).username).toBe(person.username)
      expect((await lettersTo(person.e_mail)).at(-1)).toMatchObject({
        subject: 'Your e-mail address on World was changed',
      })
    })

    test('activates an account whose first address was wrong, and brings its one point', async () => {
      const person = await withPassword({ active: false })
      const e_mail = newAddress()
      await w.as(person).call(accounts.requestEmailChange, { body: { e_mail } }) // the pages of existing clients ask for no password here
      expect(await confirm(await codeTo(e_mail))).toMatchObject({ status: 'normal', rank: 1 })
      expect((await lettersTo(person.e_mail)).filter(({ subject }) => subject?.includes('changed'))).toEqual([])
    })

    test.each<[string, (person: { e_mail: string }) => string, string, object]>([
      [
        'with a wrong password',
        newAddress,
        'wrong-password',
        { reason: 'error.user.wrong_password', fields: ['pass'] },
      ],
      ['without a password', newAddress, '', { reason: 'error.user.wrong_password', fields: ['pass'] }],
      ['that somebody has', () => 'ADMIN@example.com', FIRST, { reason: 'error.email.duplicate', fields: ['e_mail'] }],
      ['that is one’s own', ({ e_mail }) => e_mail, FIRST, { reason: 'error.email.duplicate', fields: ['e_mail'] }],
      ['that is none', () => 'nonsense', FIRST, { fields: ['e_mail'] }],
    ])('is not to be had %s', async (_, address, pass, refused) => {
      const person = await withPassword()
      await expect(askFor(person, address(person), pass)).rejects.toMatchObject({ status: 400, ...refused })
    })

    test('must be of a domain the site takes', async () => {
      const person = await withPassword()
      await w.as(admin).call(saveLoginSettings, { body: { allow_email_domains: ['example.com'] } })
      try {
        for (const e_mail of ['me@notexample.com', 'me@example.com.evil.example', 'me@sub.example.com'])
          await expect(askFor(person, e_mail)).rejects.toMatchObject({
            reason: 'error.email.illegal_email_domain_error',
            fields: ['e_mail'],
          })
        expect(await askFor(person, newAddress().toUpperCase())).toBe(null)
      } finally {
        await w.as(admin).call(saveLoginSettings, { body: { allow_email_domains: [] } })
      }
    })

    test('is taken once, within ten minutes, by the latest link', async () => {
      const person = await withPassword()
      const [one, two] = [newAddress(), newAddress()]
      await askFor(person, one)
      const first = await codeTo(one)
      await askFor(person, two)
      const second = await codeTo(two)
      await expect(confirm(first)).rejects.toMatchObject(EXPIRED)
      w.clock.advance(600)
      await expect(confirm(second)).rejects.toMatchObject(EXPIRED)
      await expect(confirm('wrong-code')).rejects.toMatchObject(EXPIRED)
    })

    test('that somebody else has taken meanwhile is not given twice', async () => {
      const [person, other] = [await withPassword(), await withPassword()]
      const e_mail = newAddress()
      await askFor(person, e_mail)
      const code = await codeTo(e_mail)
      await w.app.transaction((tx) => updateUser(tx.db, other.id, { e_mail }))
      await expect(confirm(code)).rejects.toMatchObject({ status: 400, reason: 'error.email.duplicate' })
    })

    test('goes to nobody who is suspended or gone by then, nor after a new password', async () => {
      const outcomes: unknown[] = []
      for (const change of [
        (id: number) =>
          w.as(admin).call(setUserStatus, { body: { user_id: String(id), status: 'suspended', note: 'Too loud.' } }),
        (id: number) => w.as(admin).call(setUserStatus, { body: { user_id: String(id), status: 'deleted' } }),
      ]) {
        const person = await withPassword()
        const e_mail = newAddress()
        await askFor(person, e_mail)
        const code = await codeTo(e_mail)
        await change(person.id)
        outcomes.push(await confirm(code).catch(({ reason }: { reason: string }) => reason))
      }
      const person = await withPassword()
      const e_mail = newAddress()
      await askFor(person, e_mail)
      const code = await codeTo(e_mail)
      await w.as(person).call(accounts.changePassword, { body: { old_pass: FIRST, pass: 'second-password' } })
      outcomes.push(await confirm(code).catch(({ reason }: { reason: string }) => reason))
      expect(outcomes).toEqual([
        'error.user.suspended',
        'error.email.verify_url_expired',
        'error.email.verify_url_expired',
      ])
    })
  })

  describe('a suspended member', () => {
    test('learns until when, and why; nobody else does, and nobody once it is over', async () => {
      const person = await withPassword()
      await w.as(admin).call(setUserStatus, {
        body: { user_id: String(person.id), status: 'suspended', suspend_duration: '24h', note: 'Too loud.' },
      })
      const refusal = await logIn(person.e_mail).catch((error: { data: { about: string } }) => error)
      const { about } = (refusal as { data: { about: string } }).data
      expect(await w.nobody.call(accounts.suspension, { query: { about } })).toEqual({
        suspended_until: w.clock.now() + 86_400,
        note: 'Too loud.',
      })
      const own = await w
        .as(person)
        .call(accounts.sendVerification, { body: {} })
        .catch((error: { data: object }) => error)
      expect((own as { data: object }).data).toEqual({ type: 'suspended', about })
      for (const made of ['nothing', String(person.id), `${about}x`])
        expect(await w.nobody.call(accounts.suspension, { query: { about: made } })).toBe(null)
      w.clock.advance(86_400)
      expect(await w.nobody.call(accounts.suspension, { query: { about } })).toBe(null)
    })
  })

  describe('deleting one’s own account', () => {
    const leave = (person: TestUser, body: { pass?: string; remove_all_content?: boolean } = {}) =>
      w.as(person).call(accounts.deleteOwnAccount, { body: { pass: FIRST, ...body } })

    test('takes the password, hides all but the number at once, and keeps the posts', async () => {
      const person = await withPassword()
      const question = await threads(w).ask(person)
      await expect(leave(person, { pass: 'wrong-password' })).rejects.toMatchObject({ status: 400, fields: ['pass'] })
      expect(await leave(person)).toBe(null)
      await expect(who(person.token)).rejects.toMatchObject({ status: 401 })
      await expect(logIn(person.e_mail)).rejects.toMatchObject({ reason: 'error.object.email_or_password_incorrect' })
      expect((await w.nobody.call(questionInfo, { query: { id: question } })).user_info).toMatchObject({
        display_name: `user${person.id}`,
        status: 'deleted',
      })
      expect((await lettersTo(person.e_mail)).at(-1)).toMatchObject({ subject: 'Your account on World is deleted' })
      await w.as(admin).call(setUserStatus, { body: { user_id: String(person.id), status: 'normal' } })
      expect((await logIn(person.e_mail)).username).toBe(person.username)
    })

    test('leaves nothing of a suspension that had run out just before', async () => {
      const person = await withPassword()
      await w.as(admin).call(setUserStatus, {
        body: { user_id: String(person.id), status: 'suspended', suspend_duration: '24h', note: 'Think about it.' },
      })
      w.clock.advance(86_401)
      await leave(person)
      expect(await findUser(w.app.db, person.id)).toMatchObject({
        status: 10,
        suspended_at: 0,
        suspended_until: 0,
        suspension_note: '',
      })
    })

    test('takes all that was written along, if so wished', async () => {
      const [person, other] = [await withPassword(), await w.given.member()]
      const t = threads(w)
      const [own, others] = [await t.ask(person), await t.ask(other)]
      await t.answer(person, others)
      await leave(person, { remove_all_content: true })
      await w.settle()
      await expect(w.nobody.call(questionInfo, { query: { id: own } })).rejects.toMatchObject({ status: 404 })
      expect((await w.nobody.call(questionInfo, { query: { id: others } })).answer_count).toBe(0)
    })

    test('is refused to the last admin', async () => {
      await expect(
        w.as(admin).call(accounts.deleteOwnAccount, { body: { pass: 'admin-password' } }),
      ).rejects.toMatchObject({ status: 400, reason: 'error.user.last_admin' })
    })
  })
})
