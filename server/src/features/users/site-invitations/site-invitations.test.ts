import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { currentUser, verifyEmail } from '@askwell/contract/accounts.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import * as contract from '@askwell/contract/site-invitations.ts'
import { saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { setTaskStatus, tasks } from '@askwell/contract/tasks.ts'
import { setUserRole, setUserStatus } from '@askwell/contract/user-administration.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY } from '../../../lib/clock.ts'
import { findFaults } from '../../operations/integrity/service.ts'
import { eraseDeletedUser } from '../users/service.ts'
import { deleteOldInvitations } from './effects.ts'

const TERMS = { role_id: ROLE.user, days: 7 }
const codeOf = (url: string) => new URL(url).searchParams.get('code')!

describe.each(engines)('invitations to the site (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    await w.as(admin).call(saveLoginSettings, { body: { allow_new_registrations: false } })
  })
  afterAll(async () => {
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
  })

  let count = 0
  const address = () => `guest${++count}@example.com`
  const invite = (e_mails: string, more: object = {}) =>
    w.as(admin).call(contract.inviteByEmail, { body: { ...TERMS, e_mails, ...more } })
  const link = async (more: object = {}) =>
    codeOf((await w.as(admin).call(contract.inviteByLink, { body: { ...TERMS, max_uses: 1, ...more } })).url)
  const accept = (code: string, more: object = {}) =>
    w.nobody.call(contract.acceptSiteInvitation, {
      body: { code, name: `Guest ${++count}`, e_mail: '', pass: 'a-password-of-theirs', ...more },
    })
  const listed = async (state: 'open' | 'used' | 'ended') =>
    (await w.as(admin).call(contract.siteInvitations, { query: { state, page_size: 100 } })).list
  const openTo = async (e_mail: string) => (await listed('open')).find((one) => one.e_mail === e_mail)!
  /** E-mails to somebody, the latest last. */
  const mailsTo = async (e_mail: string) => {
    await w.settle()
    const folder = join(w.folder, 'outbox')
    const all = await Promise.all(
      readdirSync(folder)
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
    )
    return all.filter(({ to }) => to?.some((one) => one.address === e_mail))
  }
  const mailedCodes = async (e_mail: string) =>
    (await mailsTo(e_mail)).map(({ text }) => /\/users\/invitation\?code=([\w-]+)/.exec(text!)![1]!)

  test('who is invited by e-mail sees who invited them to what, chooses name and password, and is in', async () => {
    const e_mail = address()
    expect(await invite(e_mail, { role_id: ROLE.moderator })).toEqual({ count: 1 })
    expect(await openTo(e_mail)).toMatchObject({ role_name: 'Moderator', state: 'open', sent_at: 0, used_count: 0 })
    const [mail] = await mailsTo(e_mail)
    expect(mail!.subject).toMatch(/ invites you to World$/)
    expect((await openTo(e_mail)).sent_at).toBeGreaterThan(0)
    const [code] = await mailedCodes(e_mail)
    const { display_name: inviter } = (await w.as(admin).call(currentUser))!
    expect(await w.nobody.call(contract.invitationToSite, { query: { code: code! } })).toEqual({
      invited_by: inviter,
      e_mail,
      display_name: '',
      role_id: ROLE.moderator,
      role_name: 'Moderator',
      expires_at: w.clock.now() + 7 * DAY,
    })
    const user = await accept(code!, { name: 'Mo', e_mail: 'another@example.com' })
    expect(user).toMatchObject({ display_name: 'Mo', e_mail, role_id: ROLE.moderator, mail_status: 1 })
    expect(await w.as({ token: user.access_token } as TestUser).call(currentUser)).toMatchObject({ e_mail })
    const [used] = await listed('used')
    expect(used).toMatchObject({ e_mail, used_count: 1, users: [{ user_id: user.id, display_name: 'Mo' }] })
    await expect(accept(code!)).rejects.toMatchObject({ status: 403, reason: 'error.invitation.gone' })
    expect(await w.nobody.call(contract.invitationToSite, { query: { code: code! } })).toBeNull()
  })

  test('codes are in e-mails and in the one reply that makes a link, and only their hashes are stored', async () => {
    const e_mail = address()
    await invite(e_mail)
    const codes = [(await mailedCodes(e_mail))[0]!, await link()]
    const stored = JSON.stringify([
      await w.app.db.selectFrom('site_invitations').selectAll().execute(),
      await w.app.db.selectFrom('events').selectAll().execute(),
      await w.app.db.selectFrom('audit_entries').selectAll().execute(),
      await w.app.db.selectFrom('tasks').selectAll().execute(),
      await listed('open'),
    ])
    for (const code of codes) expect(stored).not.toContain(code)
  })

  test('an invitation that is sent again has another link, and the former one no longer works', async () => {
    const e_mail = address()
    await invite(e_mail)
    await w.settle()
    await w.as(admin).call(contract.sendSiteInvitation, { body: { id: (await openTo(e_mail)).id } })
    const [former, present] = await mailedCodes(e_mail)
    await expect(accept(former!)).rejects.toMatchObject({ reason: 'error.invitation.gone' })
    expect(await accept(present!)).toMatchObject({ e_mail })
  })

  test('an invitation that was taken back or is too old lets nobody in, and is not sent', async () => {
    const [taken, old, unsent] = [address(), address(), address()]
    await invite(taken)
    await invite(old, { days: 1 })
    const [takenCode, oldCode] = [(await mailedCodes(taken))[0]!, (await mailedCodes(old))[0]!]
    await w.as(admin).call(contract.endSiteInvitation, { body: { id: (await openTo(taken)).id } })
    await invite(unsent)
    await w.as(admin).call(contract.endSiteInvitation, { body: { id: (await openTo(unsent)).id } })
    expect(await mailsTo(unsent)).toEqual([])
    await expect(accept(takenCode)).rejects.toMatchObject({ reason: 'error.invitation.gone' })
    const { id } = await openTo(old)
    w.clock.advance(2 * DAY)
    await expect(accept(oldCode)).rejects.toMatchObject({ reason: 'error.invitation.gone' })
    for (const endpoint of [contract.endSiteInvitation, contract.sendSiteInvitation])
      await expect(w.as(admin).call(endpoint, { body: { id } })).rejects.toMatchObject({ status: 404 })
    expect((await listed('ended')).map(({ e_mail }) => e_mail).slice(0, 3)).toEqual([unsent, old, taken])
  })

  test('by a link as many come as it is for, however many try at once, and each confirms their address', async () => {
    const code = await link({ max_uses: 3 })
    const tries = await Promise.allSettled(Array.from({ length: 6 }, () => accept(code, { e_mail: address() })))
    const came = tries.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
    expect(came).toHaveLength(3)
    expect(came.map(({ mail_status, role_id }) => [mail_status, role_id])).toEqual([...Array(3)].map(() => [2, 1]))
    const [used] = await listed('used')
    expect(used).toMatchObject({ e_mail: '', used_count: 3, max_uses: 3 })
    expect(used!.users).toHaveLength(3)
    const [mail] = await mailsTo(came[0]!.e_mail)
    const [, activation] = /account-activation\?code=([\w-]+)/.exec(mail!.text!)!
    expect(await w.nobody.call(verifyEmail, { body: { code: activation! } })).toMatchObject({ mail_status: 1 })
  })

  test('what is wrong with what one enters is said, and the invitation stays', async () => {
    const code = await link()
    const member = await w.given.member()
    const { e_mail: taken } = (await w.as(member).call(currentUser))!
    for (const [wrong, field] of [
      [{ e_mail: '' }, 'e_mail'],
      [{ e_mail: taken }, 'e_mail'],
      [{ e_mail: address(), name: 'x' }, 'name'],
      [{ e_mail: address(), pass: 'short' }, 'pass'],
    ] as const)
      await expect(accept(code, wrong)).rejects.toMatchObject({ status: 400, fields: [field] })
    await w.as(admin).call(saveLoginSettings, { body: { allow_email_domains: ['company.example'] } })
    await expect(accept(code, { e_mail: address() })).rejects.toMatchObject({
      reason: 'error.email.illegal_email_domain_error',
    })
    // An admin has named this address.
    const e_mail = address()
    await invite(e_mail)
    expect(await accept((await mailedCodes(e_mail))[0]!)).toMatchObject({ e_mail })
    await w.as(admin).call(saveLoginSettings, { body: { allow_email_domains: [] } })
    expect(await accept(code, { e_mail: address() })).toMatchObject({ mail_status: 2 })
  })

  test('links to staff roles work once, and no invitation works once the inviter is no active admin any more', async () => {
    await expect(link({ role_id: ROLE.admin, max_uses: 2 })).rejects.toMatchObject({ fields: ['max_uses'] })
    const second = await w.given.member({ role_id: ROLE.admin })
    const make = async (role_id: 1 | 2) =>
      codeOf((await w.as(second).call(contract.inviteByLink, { body: { role_id, days: 7, max_uses: 1 } })).url)
    const [toAdmin, toMember] = [await make(ROLE.admin), await make(ROLE.user)]
    await w.as(admin).call(setUserRole, { body: { user_id: String(second.id), role_id: ROLE.user } })
    for (const code of [toAdmin, toMember])
      await expect(accept(code, { e_mail: address() })).rejects.toMatchObject({ reason: 'error.invitation.gone' })
    const third = await w.given.member({ role_id: ROLE.admin })
    const { url } = await w
      .as(third)
      .call(contract.inviteByLink, { body: { role_id: ROLE.user, days: 7, max_uses: 5 } })
    expect(await accept(codeOf(url), { e_mail: address() })).toMatchObject({ role_id: ROLE.user })
    await w.as(admin).call(setUserStatus, { body: { user_id: String(third.id), status: 'suspended' } })
    await expect(accept(codeOf(url), { e_mail: address() })).rejects.toMatchObject({ reason: 'error.invitation.gone' })
  })

  test('who has an account or an invitation isn’t invited, and all that is wrong is said at once', async () => {
    const member = await w.given.member()
    const { e_mail: taken } = (await w.as(member).call(currentUser))!
    const [once, fresh] = [address(), address()]
    await invite(once)
    const refused = await invite(`${taken}\n${once.toUpperCase()}; nonsense ${fresh}`).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 400, fields: ['e_mails', 'e_mails', 'e_mails'] })
    expect(await openTo(fresh)).toBeUndefined()
    const many = Array.from({ length: 21 }, address).join(' ')
    await expect(invite(many)).rejects.toMatchObject({ fields: ['e_mails'] })
  })

  test('an address that is named twice is invited, and counted, once', async () => {
    const one = address()
    expect(await invite(`${one} ${one.toUpperCase()}`)).toEqual({ count: 1 })
    expect(await mailsTo(one)).toHaveLength(1)
  })

  test('where nobody logs in with a password nobody is invited to choose one', async () => {
    const code = await link()
    await w.as(admin).call(saveLoginSettings, { body: { allow_password_login: false } })
    await expect(invite(address())).rejects.toMatchObject({ reason: 'error.invitation.no_passwords' })
    await expect(link()).rejects.toMatchObject({ reason: 'error.invitation.no_passwords' })
    await expect(accept(code, { e_mail: address() })).rejects.toMatchObject({
      reason: 'error.user.not_allowed_password_login',
    })
    await w.as(admin).call(saveLoginSettings, { body: { allow_password_login: true } })
  })

  test('of a list it is said first what would happen to each line; then those who can be are invited', async () => {
    const member = await w.given.member()
    const { e_mail: taken } = (await w.as(member).call(currentUser))!
    const [ada, bo, once] = [address(), address(), address()]
    await invite(once)
    await w.settle()
    const csv = [
      '\uFEFFname;email;role',
      `Ada;${ada};Moderator`,
      `"Bo; the second";${bo};`,
      `Bo;${bo};`,
      `;${ada.toUpperCase()};`,
      `;${taken};`,
      `;${once};`,
      ';nonsense;',
      'Nobody;;',
      `;${address()};emperor`,
    ].join('\r\n')
    const body = { ...TERMS, csv }
    const lines = await w.as(admin).call(contract.checkPeople, { body })
    expect(lines.map(({ line, display_name, role_name, outcome }) => [line, display_name, role_name, outcome])).toEqual(
      [
        [2, 'Ada', 'Moderator', 'invite'],
        [3, 'Bo; the second', 'Member', 'bad_name'],
        [4, 'Bo', 'Member', 'double'],
        [5, '', 'Member', 'double'],
        [6, '', 'Member', 'member'],
        [7, '', 'Member', 'invited'],
        [8, '', 'Member', 'bad_email'],
        [9, 'Nobody', 'Member', 'no_email'],
        [10, '', 'emperor', 'unknown_role'],
      ],
    )
    expect(await openTo(ada)).toBeUndefined()

    expect(await w.as(admin).call(contract.invitePeople, { body })).toMatchObject({ count: 1 })
    await expect(w.as(admin).call(contract.invitePeople, { body: { ...TERMS, csv: address() } })).rejects.toMatchObject(
      { status: 409, reason: 'error.task.running' },
    )
    const [code] = await mailedCodes(ada)
    const [run] = await w.as(admin).call(tasks, { query: { kind: 'invite_people' } })
    expect(run).toMatchObject({ status: 'done', done: 1, total: 1, result: { sent: 1, failed: 0 } })
    expect(await w.nobody.call(contract.invitationToSite, { query: { code: code! } })).toMatchObject({
      display_name: 'Ada',
      role_id: ROLE.moderator,
    })
    await expect(w.as(admin).call(contract.invitePeople, { body })).rejects.toMatchObject({ fields: ['csv'] })
    for (const bad of ['x\n'.repeat(2001), 'email,name\n'])
      await expect(w.as(admin).call(contract.checkPeople, { body: { ...TERMS, csv: bad } })).rejects.toMatchObject({
        fields: ['csv'],
      })
  })

  test('a list stops where no mail goes out, and goes on from there; one bad address doesn’t stop it', async () => {
    const latest = async () => (await w.as(admin).call(tasks, { query: { kind: 'invite_people' } }))[0]!
    const people = Array.from({ length: 7 }, address)
    await w.settle()
    const outbox = join(w.folder, 'outbox')
    renameSync(outbox, `${outbox}.away`)
    writeFileSync(outbox, 'in the way')
    await w.as(admin).call(contract.invitePeople, { body: { ...TERMS, csv: people.join('\n') } })
    await w.settle()
    const failed = await latest()
    expect(failed.status).toBe('failed')
    expect(w.faults.splice(0)).toHaveLength(1)
    expect((await openTo(people[0]!)).send_error).toMatch(/EEXIST|ENOTDIR/)
    expect((await openTo(people[6]!)).send_error).toBe('')
    rmSync(outbox)
    renameSync(`${outbox}.away`, outbox)
    await w.app.transaction((tx) =>
      tx.db.updateTable('site_invitations').set({ e_mail: 'two of them' }).where('e_mail', '=', people[3]!).execute(),
    )
    await w.app.transaction((tx) =>
      tx.db.updateTable('site_invitations').set({ ended_at: tx.now() }).where('e_mail', '=', people[5]!).execute(),
    )
    await w.as(admin).call(setTaskStatus, { body: { id: failed.id, status: 'running' } })
    await w.settle()
    expect(await latest()).toMatchObject({ status: 'done', total: 7, result: { sent: 5, failed: 1 } })
    for (const [at, one] of people.entries()) expect(await mailsTo(one), one).toHaveLength(at === 3 || at === 5 ? 0 : 1)
    expect((await openTo('two of them')).send_error).toContain('not one plain e-mail address')
  })

  test('with an account goes what its invitation says of it', async () => {
    const e_mail = address()
    await invite(e_mail)
    const user = await accept((await mailedCodes(e_mail))[0]!)
    await w.app.transaction(async (tx) => {
      await tx.db.updateTable('users').set({ status: 10, deleted_at: 1 }).where('id', '=', Number(user.id)).execute()
      await eraseDeletedUser(tx, admin.id, Number(user.id))
    })
    expect(JSON.stringify(await w.app.db.selectFrom('site_invitations').selectAll().execute())).not.toContain(e_mail)
    expect(
      await w.app.db
        .selectFrom('site_invitation_uses')
        .select('user_id')
        .where('user_id', '=', Number(user.id))
        .execute(),
    ).toEqual([])
  })

  test('who never came is forgotten some months after', async () => {
    const [e_mail, joined] = [address(), address()]
    await invite(`${e_mail} ${joined}`)
    await accept((await mailedCodes(joined))[0]!)
    const addresses = async () =>
      (await w.app.db.selectFrom('site_invitations').select('e_mail').execute()).map((row) => row.e_mail)
    w.clock.advance((7 + 89) * DAY)
    await deleteOldInvitations(w.app)
    expect(await addresses()).toContain(e_mail)
    w.clock.advance(2 * DAY)
    await deleteOldInvitations(w.app)
    expect(await addresses()).not.toContain(e_mail)
    expect(await addresses()).toContain(joined)
  })
})
