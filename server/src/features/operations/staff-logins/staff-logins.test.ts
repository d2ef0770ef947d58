import { makeApiToken } from '@askwell/contract/api-tokens.ts'
import { endStaffLogins, staffLogins } from '@askwell/contract/staff-logins.ts'
import { currentUser } from '@askwell/contract/accounts.ts'
import { sessions as ownSessions } from '@askwell/contract/sessions.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, FIRST_SITE, type TestUser, type World, world } from '../../../../test/world.ts'
import { openSession } from '../../users/sessions/service.ts'

describe.each(engines)('logins of staff (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let moderator: TestUser
  let member: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    ;[moderator, member] = [await w.given.member(), await w.given.member()]
    await w.app.transaction(({ db }) =>
      db.updateTable('users').set({ role_id: 3 }).where('id', '=', moderator.id).execute(),
    )
  })
  afterAll(() => w.close())
  const list = () => w.as(admin).call(staffLogins)
  const logIn = async (user: TestUser) => ({
    ...user,
    token: await openSession(w.app, user.id, { ip: '192.0.2.7', user_agent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0' }),
  })
  const isIn = async (user: TestUser) => (await w.as(user).call(currentUser)) !== null
  const end = (body: { what: 'session' | 'token' | 'user' | 'everybody'; id?: string }) =>
    w.as(admin).call(endStaffLogins, { body })

  test('are listed with whose they are and where from, and no member’s among them', async () => {
    await logIn(moderator)
    await logIn(member)
    const { sessions } = await list()
    expect(sessions.filter(({ current }) => current)).toMatchObject([{ user_id: String(admin.id), role: 'admin' }])
    expect(sessions).toContainEqual(
      expect.objectContaining({
        user_id: String(moderator.id),
        role: 'moderator',
        browser: 'Firefox',
        network: '192.0.2.7',
      }),
    )
    expect(sessions.some(({ user_id }) => user_id === String(member.id))).toBe(false)
  })

  test('one is ended, and no other; a member’s can’t be', async () => {
    const [one, two] = [await logIn(moderator), await logIn(moderator)]
    const [newest] = (await list()).sessions.filter(({ user_id }) => user_id === String(moderator.id))
    await end({ what: 'session', id: newest!.id })
    expect([await isIn(one), await isIn(two)].filter(Boolean)).toHaveLength(1)
    const [own] = await w.as(await logIn(member)).call(ownSessions)
    await expect(end({ what: 'session', id: own!.id })).rejects.toMatchObject({ status: 404 })
    await expect(end({ what: 'session' })).rejects.toMatchObject({ status: 400 })
  })

  test('all of one, tokens too, or of everybody but who asks', async () => {
    const body = { name: 'A script', scopes: ['read' as const], days: 30 as const, pass: FIRST_SITE.password }
    const { id, token } = await w.as(admin).call(makeApiToken, { body })
    expect((await list()).tokens).toMatchObject([{ id, name: 'A script', scopes: ['read'] }])
    await end({ what: 'token', id })
    expect((await list()).tokens).toEqual([])
    await expect(w.as({ ...admin, token }).call(currentUser)).resolves.toBeNull()
    const other = await logIn(moderator)
    await end({ what: 'user', id: String(moderator.id) })
    expect([await isIn(other), await isIn(admin)]).toEqual([false, true])
    const again = await logIn(moderator)
    const elsewhere = await logIn(admin)
    await end({ what: 'everybody' })
    expect([await isIn(again), await isIn(elsewhere), await isIn(admin)]).toEqual([false, false, true])
    const entry = await w.app.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('object_id', '=', moderator.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'user.logged_out', actor_id: admin.id })
  })

  test('everybody’s are ended, however many there are', async () => {
    const now = w.clock.now()
    const many = Array.from({ length: 450 }, (_, n) => n)
    await w.app.transaction(async ({ db }) => {
      await db
        .insertInto('sessions')
        .values(
          many.map((n) => ({
            token_hash: `hash ${n}`,
            user_id: n % 2 ? moderator.id : admin.id,
            browser: '',
            system: '',
            network: '',
            created_at: now,
            used_at: now + n,
            expires_at: now + 3600,
          })),
        )
        .execute()
    })
    const own = await logIn(member)
    await end({ what: 'everybody' })
    const left = await w.app.db.selectFrom('sessions').select('user_id').where('token_hash', 'like', 'hash %').execute()
    expect(left).toEqual([])
    expect([await isIn(admin), await isIn(own)]).toEqual([true, true])
  })
})
