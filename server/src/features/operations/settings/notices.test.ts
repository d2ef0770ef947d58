import { type Announcement, saveAnnouncement, saveMaintenance } from '@askwell/contract/notices.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { endAnnouncement } from './notices.ts'

describe.each(engines)('what admins tell everybody (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let ann: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    admin = await w.given.admin()
    ann = await w.given.member()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const page = async (who?: TestUser, cookies: Record<string, string> = {}, language = 'en_US') => {
    const { body, headers, statusCode } = await w.server.inject({
      url: '/tags',
      headers: { accept: 'text/html', 'accept-language': language },
      cookies: { ...cookies, ...(who && { askwell_session: who.token }) },
    })
    return { body, headers, statusCode }
  }
  const says = async (line: string, ...asked: Parameters<typeof page>) => (await page(...asked)).body.includes(line)
  const announce = (more: Partial<Announcement>) =>
    w.as(admin).call(saveAnnouncement, {
      body: { words: { en_US: 'We *move* on Sunday.' }, audience: 'all', until: 0, dismissible: true, ...more },
    })
  const LINE = 'We <em>move</em> on Sunday.'

  test('is above every page for whom it is meant, cached ones too, in their language or the site’s', async () => {
    expect(await says(LINE)).toBe(false) // cached from now on
    await announce({})
    expect([await says(LINE), await says(LINE), await says(LINE, ann)]).toEqual([true, true, true])
    expect(await says(LINE, undefined, {}, 'de_DE')).toBe(true)
    await announce({ words: { en_US: 'We *move* on Sunday.', de_DE: 'Am Sonntag ziehen wir um.', xx: 'nobody' } })
    expect(await says('Am Sonntag ziehen wir um.', undefined, {}, 'de_DE')).toBe(true)
    await announce({ audience: 'members' })
    expect([await says(LINE), await says(LINE, ann), await says(LINE, admin)]).toEqual([false, true, true])
    await announce({ audience: 'staff' })
    expect([await says(LINE), await says(LINE, ann), await says(LINE, admin)]).toEqual([false, false, true])
  })

  test('can be put away in a browser, with nobody else seeing that, until it says something else', async () => {
    await announce({})
    const version = /name="dismissed" value="([0-9a-f]{12})"/.exec((await page()).body)![1]!
    const put = await w.server.inject({ url: `/preferences?dismissed=${version}&back=%2Ftags` })
    expect([put.statusCode, put.headers.location]).toEqual([302, '/tags'])
    expect(put.headers['set-cookie']).toContain(`askwell_dismissed=${version}`)
    for (const who of [undefined, ann]) expect(await says(LINE, who, { askwell_dismissed: version })).toBe(false)
    expect(await says(LINE)).toBe(true)
    await announce({ words: { en_US: 'We have moved.' } })
    expect(await says('We have moved.', undefined, { askwell_dismissed: version })).toBe(true)
    await announce({ dismissible: false })
    expect(await says(LINE)).toBe(true)
    expect((await page()).body).not.toContain('name="dismissed"')
  })

  test('ends when its time is over, and is refused where that has passed already', async () => {
    await expect(announce({ until: w.clock.now() - 1 })).rejects.toMatchObject({ fields: ['until'] })
    await announce({ until: w.clock.now() + 100 })
    expect(await says(LINE)).toBe(true)
    w.clock.advance(101)
    await endAnnouncement(w.app)
    expect([await says(LINE), await says(LINE, ann)]).toEqual([false, false])
  })

  test('holds no script, whatever is typed', async () => {
    await announce({ words: { en_US: '<script>alert(1)</script> [x](javascript:alert(1))' } })
    const { body } = await page()
    expect(body).not.toContain('<script>alert(1)')
    expect(body).not.toMatch(/href="javascript:/)
    await announce({ words: {} })
    expect((await page()).body).not.toContain('class="announcement"')
  })

  test('is what visitors read while the site is closed; staff go in and out', async () => {
    const moderator = await w.given.member()
    await w.app.transaction(({ db }) =>
      db.updateTable('users').set({ role_id: 3 }).where('id', '=', moderator.id).execute(),
    )
    const close = (on: boolean) =>
      w.as(admin).call(saveMaintenance, { body: { on, words: { en_US: 'Back at **noon**.' }, minutes: 15 } })
    await close(true)
    await expect.poll(async () => (await page()).statusCode, { timeout: 10_000 }).toBe(503)
    const closed = await page(ann)
    expect([closed.statusCode, closed.headers['retry-after']]).toEqual([503, '900'])
    expect(closed.body).toContain('Back at <strong>noon</strong>.')
    const call = await w.server.inject({ url: '/answer/api/v1/question/page' })
    expect([call.statusCode, call.headers['retry-after'], call.json<{ data: unknown }>().data]).toEqual([
      503,
      '900',
      { retry_after: 900 },
    ])
    for (const who of [moderator, admin]) expect((await page(who)).statusCode).toBe(200)
    await close(false)
    await expect.poll(async () => (await page()).statusCode, { timeout: 10_000 }).toBe(200)
    const { action, after } = await w.app.db
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([action, JSON.parse(after)]).toMatchObject(['maintenance.changed', { on: false }])
  })
})
