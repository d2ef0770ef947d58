import { logInByEmail } from '@askwell/contract/accounts.ts'
import { ATTEMPTS, RATE_REFUSAL_DAYS, RATE_REFUSALS_DAILY, RATES } from '@askwell/contract/limits.ts'
import { liftLimits, rateLimits } from '@askwell/contract/rate-limits.ts'
import { search } from '@askwell/contract/search.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines, neighbourOf, type TestUser, type World, world } from '../../../../test/world.ts'
import { createRates } from '../../../http/guards/rate-limit.ts'
import { DAY } from '../../../lib/clock.ts'
import { deleteOldRefusals, forgetRefusalsOfUser } from './effects.ts'
import { saveRefusals } from './queries.ts'

const IP = '192.0.2.77'
const NETWORK = '192.0.2.0/24'

describe.each(engines)('rate limits, as admins see them (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let member: TestUser
  beforeAll(async () => {
    w = await world(engine, { limits: 1 })
    admin = await w.given.admin()
    member = await w.given.member({ name: 'Nora' })
  })
  beforeEach(async () => {
    await w.app.transaction(({ db }) => db.deleteFrom('rate_refusals').execute())
    w.clock.advance(3600) // all windows begin anew
  })
  afterAll(() => w.close())
  const list = async () => (await w.as(admin).call(rateLimits)).refusals.list
  const stored = () => w.app.db.selectFrom('rate_refusals').selectAll().execute()
  const find = (as: World['nobody'], ip = IP) => as.call(search, { query: { q: 'anything' }, ip })
  const tooOften = async (as: World['nobody'], ip = IP, times = RATES.search.calls) => {
    for (let n = 0; n < times; n++) await find(as, ip)
    await expect(find(as, ip)).rejects.toMatchObject({ status: 429 })
  }
  const tryPassword = (e_mail: string, ip: string) =>
    w.nobody.call(logInByEmail, { body: { e_mail, pass: 'not-the-password-1' }, ip }).catch((error: unknown) => error)

  test('have their figures', async () => {
    const { limits } = await w.as(admin).call(rateLimits)
    expect(limits).toContainEqual({ name: 'write', one: 30, all: 150, seconds: 60 })
    expect(limits).toContainEqual({ name: 'attempt_login', one: 10, all: 50, seconds: 600 })
  })

  test('name the member they turned away, and how often', async () => {
    await tooOften(w.as(member))
    await expect(find(w.as(member))).rejects.toMatchObject({ status: 429 })
    expect(await list()).toEqual([
      expect.objectContaining({
        name: 'search',
        user: expect.objectContaining({ id: String(member.id), display_name: 'Nora' }) as unknown,
        network: '',
        count: 2,
        last_at: w.clock.now(),
      }),
    ])
  })

  test('name the network of somebody without an account, cut short', async () => {
    await tooOften(w.nobody)
    await tooOften(w.nobody, '2001:db8:7:9:1::5')
    const rows = await list()
    expect(rows.map(({ user, network, count }) => ({ user, network, count }))).toEqual(
      expect.arrayContaining([
        { user: null, network: NETWORK, count: 1 },
        { user: null, network: '2001:db8:7::/48', count: 1 },
      ]),
    )
    expect(JSON.stringify(await stored())).not.toContain(IP)
  })

  test('name whose account was tried, and store no address that was typed', async () => {
    const { e_mail } = await w.app.db
      .selectFrom('users')
      .select('e_mail')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
    for (let n = 0; n <= ATTEMPTS.login.fromOneNetwork; n++) await tryPassword(e_mail!, IP)
    for (let n = 0; n <= ATTEMPTS.login.fromOneNetwork; n++)
      await tryPassword('nobody-here@example.com', '198.51.100.9')
    const rows = await list()
    expect(rows).toHaveLength(2)
    expect(rows.map(({ name, user, network }) => [name, user?.display_name, network])).toEqual(
      expect.arrayContaining([
        ['attempt_login', 'Nora', NETWORK],
        ['attempt_login', undefined, '198.51.100.0/24'],
      ]),
    )
    expect(JSON.stringify(await stored())).not.toContain('@')
  })

  test('cost no write for each refusal, and add up over several writings', async () => {
    await tooOften(w.as(member))
    expect(await list()).toMatchObject([{ count: 1 }])
    const writes: string[] = []
    w.site.onQuery(({ sql }) => void (/rate_refusals/.test(sql) && writes.push(sql)))
    for (let n = 0; n < 50; n++) await find(w.as(member)).catch(() => {})
    expect(writes).toEqual([])
    expect(await list()).toMatchObject([{ count: 51 }])
  })

  test.runIf(engine === 'postgres')('add up over several processes, and are lifted in all of them', async () => {
    const other = await neighbourOf(w)
    other.site.rates = createRates(1, () => w.clock.now(), other.site.refusals.note)
    const ask = () => other.site.rates('search', member.id, IP)
    await tooOften(w.as(member))
    for (let n = 0; n < RATES.search.calls; n++) ask()
    expect(ask).toThrow('base.too_many_requests')
    await other.site.refusals.flush()
    expect(await list()).toMatchObject([{ count: 2 }])
    await w.as(admin).call(liftLimits, { body: { user_id: String(member.id) } })
    await expect.poll(() => tryIt(ask)).toBe(true)
    // And what came from a network.
    const fromThere = () => other.site.rates('search', undefined, IP)
    for (let n = 0; n < RATES.search.calls; n++) tryIt(fromThere)
    expect(fromThere).toThrow('base.too_many_requests')
    await w.as(admin).call(liftLimits, { body: { network: NETWORK } })
    await expect.poll(() => tryIt(fromThere)).toBe(true)
    await other.close()
  })

  test('don’t tell more apart than a process remembers', async () => {
    for (let n = 0; n < 700; n++) w.site.refusals.note({ name: 'read', ip: `10.${n >> 8}.${n & 255}.1` })
    const { refusals } = await w.as(admin).call(rateLimits)
    expect(refusals.count).toBe(501)
    const { count } = await w.app.db
      .selectFrom('rate_refusals')
      .select('count')
      .where('network', '=', '')
      .executeTakeFirstOrThrow()
    expect(count).toBe(200)
  })

  test('are lifted for a member in every process, which is recorded', async () => {
    await tooOften(w.as(member))
    await w.as(admin).call(liftLimits, { body: { user_id: String(member.id) } })
    await find(w.as(member))
    const entry = await w.app.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'user.limits_lifted', actor_id: admin.id, user_id: member.id })
    await expect(w.as(admin).call(liftLimits, { body: { user_id: '999999' } })).rejects.toMatchObject({ status: 404 })
  })

  test.each([
    ['192.0.2.77', '192.0.2.0/24', '192.0.3.77'],
    ['2001:db8:7:9:1::5', '2001:db8:7::/48', '2001:db8:8:9:1::5'],
  ])('are lifted for all of a network (%s), which is recorded', async (ip, network, elsewhere) => {
    await tooOften(w.nobody, ip)
    await tooOften(w.nobody, elsewhere)
    for (let n = 0; n <= ATTEMPTS.login.fromOneNetwork; n++) await tryPassword('nobody-here@example.com', ip)
    expect((await list()).map((row) => row.network)).toContain(network)
    await w.as(admin).call(liftLimits, { body: { network } })
    await find(w.nobody, ip)
    expect(statusOf(await tryPassword('nobody-here@example.com', ip))).toBe(400)
    await expect(find(w.nobody, elsewhere)).rejects.toMatchObject({ status: 429 })
    const entry = await w.app.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'site.limits_lifted',
      actor_id: admin.id,
      object_type: 'site',
      name: network,
    })
  })

  test('are lifted for one of both, and for a network by its name in the list', async () => {
    const lift = (body: object) => w.as(admin).call(liftLimits, { body })
    const wrong = [
      '192.0.2.77',
      '192.0.2.77/24',
      '192.0.2.0/16',
      '0.0.0.0/0',
      '::/0',
      '2001:db8::1/48',
      'nowhere',
      '',
      '/24',
    ]
    for (const network of wrong)
      await expect(lift({ network }), network).rejects.toMatchObject({ status: 400, fields: ['network'] })
    await expect(lift({})).rejects.toMatchObject({ status: 400, fields: ['user_id'] })
    const both = { user_id: String(member.id), network: NETWORK }
    await expect(lift(both)).rejects.toMatchObject({ status: 400, fields: ['user_id'] })
  })

  test('lifted, let the owner try their password again', async () => {
    const user = await w.app.db.selectFrom('users').selectAll().where('id', '=', member.id).executeTakeFirstOrThrow()
    const isRefused = async () => statusOf(await tryPassword(user.e_mail!, IP)) === 429
    for (let n = 0; n <= ATTEMPTS.login.fromOneNetwork; n++) await tryPassword(user.e_mail!, IP)
    expect(await isRefused()).toBe(true)
    await w.as(admin).call(liftLimits, { body: { user_id: String(member.id) } })
    expect(await isRefused()).toBe(false)
  })

  test('leave a full day with one line for all others', async () => {
    const day = Math.floor(w.clock.now() / DAY)
    const about = { day, name: 'read' as const, user_id: 0, count: 1, first_at: 1, last_at: 1 }
    const rows = Array.from({ length: RATE_REFUSALS_DAILY }, (_, n) => ({ ...about, network: `${n}` }))
    await w.app.transaction((tx) => saveRefusals(tx.db, rows))
    w.site.refusals.note({ name: 'vote', user_id: member.id })
    expect(await list()).toContainEqual(expect.objectContaining({ name: 'vote', user: null, network: '', count: 1 }))
  })

  test('forget whom they turned away after some days, and erased members at once', async () => {
    w.site.refusals.note({ name: 'read', user_id: member.id })
    expect(await list()).toHaveLength(1)
    await deleteOldRefusals(w.app)
    expect(await list()).toHaveLength(1)
    w.clock.advance((RATE_REFUSAL_DAYS + 1) * DAY)
    await deleteOldRefusals(w.app)
    expect(await stored()).toEqual([])
    w.site.refusals.note({ name: 'read', user_id: member.id })
    await w.site.refusals.flush()
    expect(await stored()).toHaveLength(1)
    await w.app.transaction((tx) =>
      forgetRefusalsOfUser(tx, { actor_id: 0, object_type: 'user', object_id: member.id, question_id: 0 } as never),
    )
    expect(await stored()).toEqual([])
  })
})

const tryIt = (work: () => void) => {
  try {
    work()
    return true
  } catch {
    return false
  }
}
const statusOf = (error: unknown) => (error as { status?: number }).status
