import { currentUser } from '@askwell/contract/accounts.ts'
import { savePluginConfig } from '@askwell/contract/plugins.ts'
import { saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { editUser } from '@askwell/contract/user-administration.ts'
import { fromIn, placeBefore } from '@askwell/contract/own-path.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { turnPlugin } from '../plugins.ts'
import { CENTER, sendReferenceCenter } from '../user-center.ts'
import { FIRST_SITE, type World, world } from '../world.ts'
import { IPS, type Kind, PEOPLE, type Scene, scene } from './cast.ts'

// Every account page and its guard: what each kind of visitor gets there. Where a cell has a stroke, the second is a private site.
// `here`: the page. `home`, `login`, `inactive`: redirected there. Suspended members see the site as anonymous visitors do, deleted ones are anonymous.
//                                    nobody  inactive  member author privileged moderator admin suspended deleted
const ANYBODY = ' here    here      here   here   here       here      here  here      here  '
const LOGGED_OUT = ' here    inactive  home   home   home       home      home  here      here  '
const NOT_ACTIVATED = ' here    here      home   home   home       home      home  here      here  '
// who comes without anything has nothing to do there
const ON_THE_WAY = ' home    inactive  home   home   home       home      home  home      home  '
const LOGGED_IN = ' login   here      here   here   here       here      here  login     login '
const ACTIVATED = ' login   inactive  here   here   here       here      here  login     login '
const WITHIN = ' here/login here/inactive here here here     here      here  here/login here/login '

const TABLE: Record<string, string> = {
  '/users/login': LOGGED_OUT,
  '/users/login?from=/tags': LOGGED_OUT,
  '/users/register': LOGGED_OUT,
  '/users/account-suspended': LOGGED_OUT,
  '/users/logout': ANYBODY,
  '/users/account-recovery': ANYBODY,
  '/users/password-reset?code=x': ANYBODY,
  '/users/change-email': LOGGED_IN,
  '/users/delete-account': LOGGED_IN,
  '/users/account-activation': NOT_ACTIVATED,
  '/users/account-activation?code=x': NOT_ACTIVATED,
  '/users/account-activation/failed': NOT_ACTIVATED,
  '/users/account-activation/success': ACTIVATED,
  '/users/confirm-new-email?code=x': ANYBODY,
  '/users/confirm-email': ANYBODY,
  '/users/invitation?code=x': ANYBODY,
  '/users/auth-landing': ON_THE_WAY,
  '/users/auth-landing?failed=expired': ANYBODY,
  '/users/unsubscribe?code=x': ANYBODY,
  // what is within, for comparison
  '/tags': WITHIN,
  '/tos': WITHIN,
}

const ON = ' on      inactive  home   home   home       home      home  on        on    '
const CENTER_TABLE: Record<string, string> = {
  '/user-center/auth': LOGGED_OUT,
  '/user-center/auth?from=/tags': LOGGED_OUT,
  '/user-center/auth/messenger?from=/tags': ON,
  '/user-center/auth-failed': ANYBODY,
}

/** Where one wanted to go is not forgotten on the way there, unless it is an account page or the place that one comes to anyhow. */
const fromOf = (url: string) => new URL(url, 'http://here').searchParams.get('from')
const wanted = (url: string) => fromIn(fromOf(url) ?? url)
const PLACES: Record<string, (url: string) => string> = {
  home: (url) => placeBefore(fromOf(url)),
  login: (url) => `/users/login${wanted(url)}`,
  inactive: (url) => `/users/account-activation${wanted(url)}`,
}

describe(`${Object.keys(TABLE).length} addresses × ${PEOPLE.length} visitors × 2 sites`, () => {
  let w: World
  let s: Scene
  beforeAll(async () => {
    w = await world('sqlite', { pages: true })
    s = await scene(w)
    await sendReferenceCenter(w, s.cast.admin)
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const get = (kind: Kind, url: string) => {
    const { token } = s.cast[kind]
    return w.server.inject({
      url,
      remoteAddress: IPS[kind],
      headers: { accept: 'text/html', 'accept-language': 'en', ...(token && { cookie: `askwell_session=${token}` }) },
    })
  }
  const cells = (row: string, site: 'public' | 'private') =>
    row
      .trim()
      .split(/\s+/)
      .map((cell, at) => [PEOPLE[at]!, cell.split('/')[site === 'private' ? 1 : 0] ?? cell.split('/')[0]!] as const)

  describe.each(['public', 'private'] as const)('on a %s site', (site) => {
    beforeAll(() => w.as(s.cast.admin).call(saveLoginSettings, { body: { login_required: site === 'private' } }))

    test.each(Object.entries(TABLE))('%s', async (url, row) => {
      for (const [kind, cell] of cells(row, site)) {
        const { statusCode, headers } = await get(kind, url)
        if (cell === 'here') expect([statusCode, headers.location], kind).toEqual([200, undefined])
        else expect([statusCode, headers.location], kind).toEqual([302, PLACES[cell]!(url)])
      }
    })
  })

  test.each(['public', 'private'] as const)(
    'on a %s site a former name leads on to the present one, for those who may see it',
    async (site) => {
      await w.as(s.cast.admin).call(saveLoginSettings, { body: { login_required: site === 'private' } })
      const renamed = await w.given.member({ name: `before.${site}` })
      const { e_mail } = (await w.as(renamed).call(currentUser))!
      await w.as(s.cast.admin).call(editUser, {
        body: { user_id: String(renamed.id), display_name: 'Renamed', username: `after.${site}`, email: e_mail },
      })
      const [from, to] = [`/users/${renamed.username}`, `/users/after.${site}`]
      for (const [kind, tab] of [
        ['member', ''],
        ['member', '/answers'],
        ['member', '/comments?page=1'],
        ['admin', ''],
        ['nobody', ''],
        ['suspended', '/questions'],
      ] as const) {
        const { statusCode, headers } = await get(kind, from + tab)
        const isKept = site === 'private' && (kind === 'nobody' || kind === 'suspended')
        expect([statusCode, headers.location], `${kind} ${tab}`).toEqual(
          isKept ? [302, `/users/login?from=${encodeURIComponent(from + tab)}`] : [301, to + tab],
        )
        if (!isKept) expect((await get(kind, to + tab)).statusCode).toBe(200)
      }
    },
  )

  describe('with registration closed', () => {
    beforeAll(() =>
      w.as(s.cast.admin).call(saveLoginSettings, { body: { login_required: false, allow_new_registrations: false } }),
    )
    afterAll(() => w.as(s.cast.admin).call(saveLoginSettings, { body: { allow_new_registrations: true } }))

    test.each(PEOPLE)('%s is sent elsewhere from registering', async (kind) => {
      const { statusCode, headers } = await get(kind, '/users/register')
      expect([statusCode, headers.location]).toEqual([302, kind === 'inactive' ? '/users/account-activation' : '/'])
    })
  })

  // Only visitors who have nothing to do there are sent away: a member who isn't activated may sign in again.
  describe.each(['public', 'private'] as const)('with a user center, on a %s site', (site) => {
    beforeAll(async () => {
      const by = w.as(s.cast.admin)
      await by.call(saveLoginSettings, { body: { login_required: site === 'private' } })
      await by.call(savePluginConfig, {
        body: {
          plugin_slug_name: CENTER,
          config_fields: {
            issuer: 'https://company.example',
            company: 'https://company.example',
            client_id: 'x',
            client_secret: 'x',
            messenger: 'messenger',
            own_accounts: true,
          },
        },
      })
      await turnPlugin(w, s.cast.admin, CENTER, true)
    })
    afterAll(() => turnPlugin(w, s.cast.admin, CENTER, false))

    test.each(Object.entries(CENTER_TABLE))('%s', async (url, row) => {
      for (const [kind, cell] of cells(row, site)) {
        const { statusCode, headers } = await get(kind, url)
        expect([statusCode, headers.location], kind).toEqual(
          cell === 'here'
            ? [200, undefined]
            : [302, PLACES[cell]?.(url) ?? `${FIRST_SITE.site_url}/users/oauth/${CENTER}?from=%2Ftags`],
        )
      }
    })
  })

  test('who logs in goes back to where they were, and only ever to a place of this site', async () => {
    for (const [from, to] of [
      ['/tags?page=1', '/tags?page=1'],
      ['//evil.example', '/'],
      ['/\\evil.example', '/'],
      ['https://evil.example/', '/'],
      ['/users/login', '/'],
      ['/%09/evil.example', '/%09/evil.example'],
    ] as const) {
      const form = await get('nobody', `/users/login?from=${encodeURIComponent(from)}`)
      const [visit] = [form.headers['set-cookie']].flat().map((cookie) => String(cookie).split(';')[0]!)
      const [, form_token] = /name="form_token" value="([^"]+)"/.exec(form.body)!
      const sent = await w.server.inject({
        method: 'POST',
        url: `/users/login?from=${encodeURIComponent(from)}`,
        headers: { cookie: visit!, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ form_token: form_token!, ...s.login }).toString(),
      })
      expect([sent.statusCode, sent.headers.location], from).toEqual([302, to])
    }
  })

  test('a mail program can stop mails by one post, without ever showing the page; it takes the code, and does nothing else', async () => {
    const { leaveCode } = await import('../../src/features/outbound/email/views.ts')
    const post = (path: string, payload: string, type = 'application/x-www-form-urlencoded') =>
      w.server.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': type, origin: 'https://mail.example' },
        payload,
      })
    const code = leaveCode(w.app.secret, s.cast.member.id, 'inbox')
    expect((await post(`/users/unsubscribe?code=${code}`, 'something=else')).statusCode).toBe(403)
    const choices = () =>
      w.app.db.selectFrom('mail_choices').select('inbox').where('user_id', '=', s.cast.member.id).executeTakeFirst()
    expect(await choices()).toBeUndefined()
    expect((await post(`/users/unsubscribe?code=${code}`, 'List-Unsubscribe=One-Click')).statusCode).toBe(200)
    expect(await choices()).toEqual({ inbox: 0 })
    expect(
      (
        await post(
          `/users/unsubscribe?code=${code}`,
          '--b\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
          'multipart/form-data; boundary=b',
        )
      ).statusCode,
    ).toBe(200)
    expect((await post('/users/unsubscribe?code=wrong', 'List-Unsubscribe=One-Click')).body).not.toContain(
      'Done. You get no more',
    )
    expect((await post('/users/login', 'List-Unsubscribe=One-Click')).statusCode).toBe(403)
  })
})
