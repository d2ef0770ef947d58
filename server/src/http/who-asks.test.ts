import { currentUser, logInByEmail } from '@askwell/contract/accounts.ts'
import { saveGeneralSettings, saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import { vote } from '@askwell/contract/votes.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../test/world.ts'
import { JSON_TYPE, V, envelopeOf } from '../../test/envelopes.ts'

describe.each(engines)('who asks (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
  })
  afterAll(() => w.close())
  const status = (person: TestUser, to: 'normal' | 'suspended' | 'deleted' | 'inactive') =>
    w.as(admin).call(setUserStatus, {
      body: { user_id: String(person.id), status: to, ...(to === 'suspended' && { suspend_duration: '24h' }) },
    })

  test('suspended, a member is told so by every call but logging out; afterwards the same token works again', async () => {
    const bob = await w.given.member()
    await status(bob, 'suspended')
    for (const path of ['/siteinfo', '/user/info', '/question/page'])
      expect(await envelopeOf(w, V + path, { headers: { authorization: bob.token } })).toMatchObject({
        code: 403,
        reason: 'error.user.suspended',
        data: { type: 'suspended' },
      })
    await status(bob, 'normal')
    expect((await w.as(bob).call(currentUser))?.username).toBe(bob.username)
    await status(bob, 'suspended')
    w.clock.advance(86_401)
    expect((await w.as(bob).call(currentUser))?.username).toBe(bob.username)
    await status(bob, 'suspended')
    expect(await envelopeOf(w, `${V}/user/logout`, { headers: { authorization: bob.token } })).toMatchObject({
      code: 200,
    })
  })

  test.each(['deleted', 'inactive'] as const)('%s, a member is nobody any more', async (to) => {
    const bob = await w.given.member()
    await status(bob, to)
    await expect(
      w.as(bob).call(vote, { params: { direction: 'up' }, body: { object_id: '10010000000000001' } }),
    ).rejects.toMatchObject({ status: 401 })
  })

  test('not activated, a member is sent to do that', async () => {
    const bob = await w.given.member({ active: false })
    await expect(
      w.as(bob).call(vote, { params: { direction: 'up' }, body: { object_id: '10010000000000001' } }),
    ).rejects.toMatchObject({ status: 403, reason: 'error.email.need_to_be_verified', data: { type: 'inactive' } })
    expect((await w.as(bob).call(currentUser))?.username).toBe(bob.username)
  })

  test('a login’s reply carries the token, and beside it a cookie that scripts and other sites can’t use', async () => {
    const response = await w.server.inject({
      method: 'POST',
      url: `${V}/user/login/email`,
      headers: JSON_TYPE,
      payload: JSON.stringify({ e_mail: 'admin@example.com', pass: 'admin-password' }),
    })
    const token = response.json<{ data: { access_token: string } }>().data.access_token
    expect(response.cookies).toMatchObject([
      { name: 'askwell_session', value: token, httpOnly: true, sameSite: 'Lax', path: '/' },
    ])
    expect(response.cookies[0]).not.toHaveProperty('secure')
    const out = await w.server.inject({ url: `${V}/user/logout`, headers: { authorization: token } })
    expect(out.cookies).toMatchObject([{ name: 'askwell_session', value: '', expires: new Date(0) }])
  })

  test('where the site’s address is https, the cookie goes over nothing else', async () => {
    const general = {
      name: 'World',
      site_url: 'https://world.example',
      contact_email: 'desk@example.com',
      description: '',
      short_description: '',
      check_update: true,
    }
    await w.as(admin).call(saveGeneralSettings, { body: general })
    await expect.poll(() => w.site.isSecure()).toBe(true)
    const response = await w.server.inject({
      method: 'POST',
      url: `${V}/user/login/email`,
      headers: JSON_TYPE,
      payload: JSON.stringify({ e_mail: 'admin@example.com', pass: 'admin-password' }),
    })
    expect(response.cookies).toMatchObject([{ secure: true }])
  })

  test('on a private site an anonymous visitor gets what a client needs to log in, and nothing else', async () => {
    const login = {
      allow_new_registrations: true,
      allow_email_registrations: true,
      allow_password_login: true,
      allow_email_domains: [],
    }
    await w.as(admin).call(saveLoginSettings, { body: { ...login, login_required: true } })
    expect(await envelopeOf(w, `${V}/siteinfo`)).toMatchObject({ code: 200 })
    for (const path of [
      '/question/page',
      '/tags/page',
      '/user/ranking',
      '/question/info?id=10010000000000001',
      '/search?q=x',
      '/personal/user/info?username=admin',
    ])
      expect(await envelopeOf(w, V + path)).toMatchObject({ code: 401, reason: 'base.unauthorized_error' })
    await expect(
      w.nobody.call(logInByEmail, { body: { e_mail: 'nobody@example.com', pass: 'wrong-password' } }),
    ).rejects.toMatchObject({ status: 400 })
    expect(await envelopeOf(w, `${V}/question/page`, { headers: { authorization: admin.token } })).toMatchObject({
      code: 200,
    })
    await w.as(admin).call(saveLoginSettings, { body: { ...login, login_required: false } })
    expect(await envelopeOf(w, `${V}/question/page`)).toMatchObject({ code: 200 })
  })
})
