import { currentUser, logOut } from '@askwell/contract/accounts.ts'
import * as contract from '@askwell/contract/api-tokens.ts'
import { beginBulk } from '@askwell/contract/bulk.ts'
import { mutedTopics } from '@askwell/contract/channels.ts'
import { notificationGroups, notifications } from '@askwell/contract/notifications.ts'
import {
  deleteQuestion,
  askQuestion,
  questionInfo,
  questionPage,
  recommendedQuestions,
} from '@askwell/contract/questions.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { secondFactors } from '@askwell/contract/second-factors.ts'
import { sessions } from '@askwell/contract/sessions.ts'
import { inviteByEmail, inviteByLink, invitePeople } from '@askwell/contract/site-invitations.ts'
import { generalSettings } from '@askwell/contract/site-settings.ts'
import {
  editUser,
  setUserPassword,
  setUserRole,
  setUserStatus,
  takeOffFactors,
} from '@askwell/contract/user-administration.ts'
import { endpoints } from '@askwell/contract/index.ts'
import { followedTags } from '@askwell/contract/tags.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../test/faultless.ts'
import { threads } from '../../../../test/threads.ts'
import { engines, FIRST_SITE, type TestUser, type World, world } from '../../../../test/world.ts'
import { openSession } from '../sessions/service.ts'
import { writeSection } from '../../operations/settings/save-section.ts'
import { updateUser } from '../users/queries.ts'

const draft = (title: string) => ({ title, content: 'Written by a program.', tags: [{ slug_name: 'support' }] })

describe.each(engines)('tokens for programs (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const make = async (person: TestUser, scopes: contract.Scope[], days: 0 | 30 = 30) => {
    const made = await w.as(person).call(contract.makeApiToken, {
      body: { name: 'A program', scopes, days, ...(person.username === 'admin' && { pass: FIRST_SITE.password }) },
    })
    return { ...made, program: { ...person, token: made.token } }
  }

  test('one speaks for its owner in the same header, as far as it goes', async () => {
    const owner = await w.given.member()
    const { program, token } = await make(owner, ['read', 'write'])
    expect(token).toMatch(/^askwell_/)
    await w.as(program).call(questionPage)
    const { id } = await w.as(program).call(askQuestion, { body: draft('May a program ask this?') })
    expect((await w.as(owner).call(questionInfo, { query: { id } })).user_info.id).toBe(String(owner.id))
    expect(await w.as(program).call(currentUser)).toMatchObject({ username: owner.username, access_token: token })
  })

  test('what it lacks the scope for is refused, by the scope’s name', async () => {
    const owner = await w.given.member()
    const { program: reader } = await make(owner, ['read'])
    expect(await refusal(w.as(reader).call(askQuestion, { body: draft('May a reader ask this?') }))).toMatchObject({
      status: 403,
      reason: 'error.token.scope_missing',
      data: { type: 'scope', scope: 'write' },
    })
    const { program: writer } = await make(owner, ['write'])
    expect(await refusal(w.as(writer).call(questionPage))).toMatchObject({ data: { scope: 'read' } })
  })

  test('the inbox, what one follows or has muted, and the e-mail address are personal', async () => {
    const owner = await w.given.member()
    const { program: reader } = await make(owner, ['read', 'write'])
    const { program: confidant } = await make(owner, ['personal'])
    const calls = [notifications, notificationGroups, mutedTopics, followedTags, recommendedQuestions]
    for (const call of calls as (typeof notifications)[]) {
      const asked = { query: { type: 'inbox' } } as const
      expect(await refusal(w.as(reader).call(call, asked))).toMatchObject({ data: { scope: 'personal' } })
      await w.as(confidant).call(call, asked)
    }
    expect(await w.as(reader).call(currentUser)).toMatchObject({ username: owner.username, e_mail: '' })
    const { program: both } = await make(owner, ['read', 'personal'])
    expect(await w.as(both).call(currentUser)).toMatchObject({ e_mail: expect.stringContaining('@') as string })
  })

  test('none may do what guards the account, nor make another', async () => {
    const { program } = await make(await w.given.admin(), [...contract.SCOPES])
    for (const endpoint of [sessions, secondFactors, contract.apiTokens, logOut])
      expect(await refusal(w.as(program).call(endpoint))).toMatchObject({
        status: 403,
        reason: 'error.token.not_for_programs',
      })
    expect(
      await refusal(
        w.as(program).call(contract.makeApiToken, { body: { name: 'Another', scopes: ['read'], days: 30 } }),
      ),
    ).toMatchObject({ reason: 'error.token.not_for_programs' })
  })

  test('every call is for some scope, or for none on purpose', () => {
    const closed = endpoints.filter((endpoint) => contract.scopeOf(endpoint) === undefined).map(({ path }) => path)
    for (const path of [
      '/user/login/email',
      '/user/sessions',
      '/user/api-token',
      '/user/passkey',
      '/user/one-time-password',
      '/user/password/replacement',
      '/user/password',
      '/user/email/change/code',
      '/user/email',
      '/user/deletion',
      '/installation/init',
    ])
      expect(closed).toContain(path)
    for (const path of ['/question', '/vote/up', '/siteinfo/general']) expect(closed).not.toContain(path)
  })

  test('an admin’s is one of a plain member, unless it says staff', async () => {
    const [admin, author] = [await w.given.admin(), await w.given.member()]
    const id = await threads(w).ask(author)
    const { program: plain } = await make(admin, ['read', 'write', 'personal'])
    expect(await refusal(w.as(plain).call(generalSettings))).toMatchObject({
      reason: 'error.token.scope_missing',
      data: { scope: 'staff' },
    })
    expect(await refusal(w.as(plain).call(deleteQuestion, { body: { id } }))).toMatchObject({
      status: 403,
      reason: 'error.rank.fail_to_meet_the_condition',
    })
    const { program: staff } = await make(admin, ['read', 'write', 'staff'])
    await w.as(staff).call(generalSettings)
    await w.as(staff).call(deleteQuestion, { body: { id } })
  })

  test('it never has more rights than its owner, who may lose some', async () => {
    const owner = await w.given.member()
    expect(
      (await refusal(w.as(owner).call(contract.makeApiToken, { body: { name: 'Mine', scopes: ['staff'], days: 30 } })))
        .fields,
    ).toEqual(['scopes'])
    const moderator = await w.given.member()
    await w.app.transaction((tx) => updateUser(tx.db, moderator.id, { role_id: 2 }))
    const { program } = await make(moderator, ['staff', 'read'])
    await w.as(program).call(generalSettings)
    await w.app.transaction((tx) => updateUser(tx.db, moderator.id, { role_id: 1 }))
    expect(await refusal(w.as(program).call(generalSettings))).toMatchObject({
      status: 403,
      reason: 'base.unauthorized_error',
    })
  })

  test('of a suspended owner it waits, of a deleted one it is gone for good', async () => {
    const [admin, owner] = [await w.given.admin(), await w.given.member()]
    const { program } = await make(owner, ['read', 'write'])
    const set = (status: 'suspended' | 'normal' | 'deleted') =>
      w.as(admin).call(setUserStatus, { body: { user_id: String(owner.id), status } })
    const write = (n: number) => w.as(program).call(askQuestion, { body: draft(`Does number ${n} come through?`) })
    await set('suspended')
    expect(await refusal(write(1))).toMatchObject({ reason: 'error.user.suspended' })
    await set('normal')
    await write(2)
    await set('deleted')
    expect(await refusal(write(3))).toMatchObject({ status: 401 })
    await set('normal')
    expect(await refusal(write(4))).toMatchObject({ status: 401 })
  })

  test('it ends when an admin gives its owner another password or address, and stays where only a name changes', async () => {
    const admin = await w.given.admin()
    const edit = (person: TestUser, email: string) =>
      w.as(admin).call(editUser, { body: { user_id: String(person.id), display_name: 'Named by an admin', email } })
    const give: Record<string, (person: TestUser, e_mail: string) => Promise<unknown>> = {
      password: (person) =>
        w.as(admin).call(setUserPassword, { body: { user_id: String(person.id), password: 'another-password-1' } }),
      address: (person, e_mail) => edit(person, `other.${e_mail}`),
    }
    for (const [what, change] of Object.entries(give)) {
      const owner = await w.given.member()
      const { e_mail } = (await w.as(owner).call(currentUser))!
      const { program } = await make(owner, ['read', 'write'])
      await edit(owner, e_mail)
      await w.as(program).call(askQuestion, { body: draft(`Does it go on before another ${what}?`) })
      await change(owner, e_mail)
      expect(
        await refusal(w.as(program).call(askQuestion, { body: draft(`Does it go on after another ${what}?`) })),
      ).toMatchObject({ status: 401 })
      expect(await w.app.db.selectFrom('api_tokens').select('id').where('user_id', '=', owner.id).execute()).toEqual([])
    }
  })

  test('it ends when its time is over, or when its owner ends it', async () => {
    const owner = await w.given.member()
    const [short, long] = [await make(owner, ['read', 'write']), await make(owner, ['read', 'write'], 0)]
    expect(await w.as(owner).call(contract.apiTokens)).toHaveLength(2)
    w.clock.advance(29 * 86400)
    await w.as(short.program).call(askQuestion, { body: draft('Does it work on the last day?') })
    w.clock.advance(2 * 86400)
    expect(
      await refusal(w.as(short.program).call(askQuestion, { body: draft('Does it work too late?') })),
    ).toMatchObject({ status: 401 })
    const again = { ...owner, token: await openSession(w.app, owner.id) }
    expect(await w.as(again).call(contract.apiTokens)).toMatchObject([{ id: long.id }])
    const other = await w.given.member()
    expect(await refusal(w.as(other).call(contract.endApiToken, { body: { id: long.id } }))).toMatchObject({
      status: 404,
    })
    await w.as(again).call(contract.endApiToken, { body: { id: long.id } })
    expect(
      await refusal(w.as(long.program).call(askQuestion, { body: draft('Does it work when ended?') })),
    ).toMatchObject({ status: 401 })
  })

  test('only its hash is kept, and it is no key to pages', async () => {
    const owner = await w.given.member()
    const { token } = await make(owner, ['read', 'personal'])
    expect(JSON.stringify(await w.app.db.selectFrom('api_tokens').selectAll().execute())).not.toContain(token)
    const reply = await w.server.inject({ url: '/answer/api/v1/user/info', headers: { authorization: token } })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  test('it makes no staff, and opens nobody’s account', async () => {
    const [admin, owner] = [await w.given.admin(), await w.given.member()]
    const { program } = await make(admin, ['read', 'write', 'staff'])
    const user_id = String(owner.id)
    const terms = { role_id: ROLE.admin, days: 7 }
    const calls = {
      role: () => w.as(program).call(setUserRole, { body: { user_id, role_id: ROLE.admin } }),
      password: () => w.as(program).call(setUserPassword, { body: { user_id, password: 'another-password-1' } }),
      factors: () => w.as(program).call(takeOffFactors, { body: { user_id } }),
      address: () =>
        w.as(program).call(editUser, { body: { user_id, display_name: 'Bo', email: 'other@example.com' } }),
      link: () => w.as(program).call(inviteByLink, { body: { ...terms, max_uses: 1 } }),
      mail: () => w.as(program).call(inviteByEmail, { body: { ...terms, e_mails: 'a@example.com' } }),
      list: () =>
        w.as(program).call(invitePeople, { body: { csv: 'a@example.com,Ann,admin', role_id: ROLE.user, days: 7 } }),
      bulk: () =>
        w.as(program).call(beginBulk, {
          body: { kind: 'user', act: 'role', ids: [user_id], options: { role_id: ROLE.admin } },
        }),
    }
    for (const [what, call] of Object.entries(calls))
      expect([what, await refusal(call())]).toEqual([
        what,
        expect.objectContaining({ status: 403, reason: 'error.token.not_for_programs' }),
      ])
    await w.as(admin).call(inviteByLink, { body: { ...terms, max_uses: 1 } })
  })

  test('of staff who owe a second factor it is one of a member', async () => {
    const admin = await w.given.admin()
    const { program } = await make(admin, ['read', 'write', 'staff'])
    await w.app.transaction((tx) => writeSection(tx, 0, 'login', { staff_second_factor: true }))
    expect(await refusal(w.as(program).call(generalSettings))).toMatchObject({
      reason: 'error.user.second_factor_required',
    })
    await w.app.transaction((tx) => writeSection(tx, 0, 'login', { staff_second_factor: false }))
  })
})
