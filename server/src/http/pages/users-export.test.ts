import papaparse from 'papaparse'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'
import { updateUser } from '../../features/users/users/queries.ts'

describe.each(engines)('all accounts for a spreadsheet (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const get = (token: string) =>
    w.server.inject({ url: '/session/users.csv', headers: token ? { cookie: `askwell_session=${token}` } : {} })

  test('every account is a line of it, but for deleted ones, and nothing in it runs as a formula', async () => {
    const [odd, gone] = [await w.given.member({ name: 'odd' }), await w.given.member({ name: 'gone' })]
    await w.app.transaction(async (tx) => {
      await updateUser(tx.db, odd.id, { display_name: '=HYPERLINK("http://evil.example","x")' })
      await updateUser(tx.db, gone.id, { status: 10, deleted_at: 1 })
    })
    const { statusCode, headers, body } = await get(admin.token)
    expect([statusCode, headers['content-type'], headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="users.csv"',
      'no-store',
    ])
    expect(body.startsWith('\uFEFFid,username,name,email,role,status,')).toBe(true)
    const { data } = papaparse.parse<Record<string, string>>(body.slice(1), { header: true, skipEmptyLines: true })
    const all = await w.app.db.selectFrom('users').select('id').where('status', '!=', 10).execute()
    expect(data.map(({ id }) => Number(id))).toEqual(all.map(({ id }) => id).sort((a, b) => a - b))
    expect(data.find(({ id }) => id === String(odd.id))).toMatchObject({
      username: 'odd',
      name: '\'=HYPERLINK("http://evil.example","x")',
      email: 'odd@example.com',
      role: 'user',
      status: 'normal',
      reputation: '1',
    })
    const [entry] = await w.app.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').limit(1).execute()
    expect(entry).toMatchObject({ actor_id: admin.id, action: 'user.all_exported' })
  })

  test('it is for admins alone', async () => {
    for (const [token, status] of [
      ['', 401],
      [(await w.given.member()).token, 403],
      [(await w.given.moderator()).token, 403],
    ] as const)
      expect((await get(token)).statusCode).toBe(status)
  })
})
