import { currentUser, logInByEmail, registerByEmail, requestPasswordReset } from '@askwell/contract/accounts.ts'
import { connectors } from '@askwell/contract/connectors.ts'
import { userPluginConfig, userPlugins, saveUserPluginConfig, savePluginConfig } from '@askwell/contract/plugins.ts'
import { addPasskey, logInWithPasskey, passkeyLogInOptions, passkeyOptions } from '@askwell/contract/second-factors.ts'
import { siteInfo } from '@askwell/contract/site.ts'
import { addUser, setUserPassword } from '@askwell/contract/user-administration.ts'
import * as contract from '@askwell/contract/user-center.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../../../test/authenticator.ts'
import { turnPlugin } from '../../../../test/plugins.ts'
import { CLIENT, type Somebody, startProvider, type TestProvider } from '../../../../test/provider.ts'
import { CENTER as slug, type Company, sendReferenceCenter, startCompany } from '../../../../test/user-center.ts'
import { inSlot } from '../../../lib/concurrency-slot.ts'
import { createUserCenter } from './service.ts'
import { engines, FIRST_SITE, type TestUser, type World, world } from '../../../../test/world.ts'

vi.setConfig({ testTimeout: 60_000 })

const SITE = FIRST_SITE.site_url
const NOBODY = { enabled: false, agent_info: null }

test('a user center that never answers is waited for no longer than agreed', async () => {
  const never = () => new Promise<never>(() => {})
  const place = createUserCenter(0.01)
  place.use('slow', {
    name: 'Slow',
    icon: '',
    center: { sign_up_url: '', messenger: '', settingsOf: never, brandingOf: never },
    own_accounts: true,
  })
  await expect(place.settingsOf('1')).rejects.toThrow('takes too long')
  await expect(place.brandingOf('1')).rejects.toThrow('takes too long')
  const heard: string[] = []
  const slot = {
    release: () => void heard.push('left'),
    reacquire: () => {
      heard.push('came back')
      return undefined
    },
  }
  await expect(inSlot(slot, () => place.brandingOf('1'))).rejects.toThrow('takes too long')
  expect(heard).toEqual(['left', 'came back']) // others have the place meanwhile
})

describe.each(engines)('a user center (%s)', (engine) => {
  let w: World
  let provider: TestProvider
  let company: Company
  let admin: TestUser
  let other: TestUser
  let count = 0

  beforeAll(async () => {
    w = await world(engine, { pages: true })
    provider = await startProvider([slug, 'openid_connect'].map((name) => `${SITE}/users/oauth/${name}/callback`))
    company = await startCompany()
    admin = await w.given.admin()
    await sendReferenceCenter(w, admin)
    other = await w.given.member({ name: `other-${engine}` })
    await w.as(admin).call(addUser, {
      body: { display_name: 'With Password', email: 'with@example.com', password: 'a-password-of-theirs' },
    })
    await setUp('openid_connect', { name: 'Club' })
    await turn('openid_connect', true)
  })
  beforeEach(async () => {
    Object.assign(company.said, { places: () => ({}), branding: () => [] })
    provider.now.agrees = true
    await setUp(slug, { own_accounts: true, sign_up_url: '', messenger: '' })
    await turn(slug, true)
  })
  afterAll(async () => {
    await turn(slug, false)
    expect(w.faults).toEqual([])
    await w.close()
    await provider.stop()
    await company.stop()
  })

  const turn = (plugin_slug_name: string, enabled: boolean) => turnPlugin(w, admin, plugin_slug_name, enabled)
  const setUp = (plugin_slug_name: string, config_fields: Record<string, unknown>) =>
    w.as(admin).call(savePluginConfig, {
      body: {
        plugin_slug_name,
        config_fields: {
          issuer: provider.issuer,
          company: company.address,
          private_network: true,
          ...CLIENT,
          ...config_fields,
        },
      },
    })
  const alone = (more: object = {}) => setUp(slug, { own_accounts: false, ...more })
  const get = async (url: string, cookies: Record<string, string> = {}) => {
    const {
      statusCode: status,
      headers,
      body,
    } = await w.server.inject({
      url,
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        cookie: Object.entries(cookies)
          .map((pair) => pair.join('='))
          .join('; '),
      },
    })
    return { status, location: headers.location, set: [headers['set-cookie'] ?? []].flat(), body }
  }
  const somebody = (): Somebody => {
    const name = `employee${++count}-${engine}`
    return { sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true, name, preferred_username: name }
  }
  /** Through the agent and back. */
  const signIn = async (person: Somebody, at = slug) => {
    const begun = await get(`/users/oauth/${at}`)
    const browser = /^([^=]+)=([^;]*)/.exec(begun.set[0]!)!
    const back = new URL(await provider.visit(begun.location!, person))
    const came = await get(back.pathname + back.search, { [browser[1]!]: browser[2]! })
    const token = came.set.flatMap((cookie) => /^askwell_session=([^;]+)/.exec(cookie)?.[1] ?? [])[0] ?? ''
    return { location: came.location, token }
  }
  const employee = async (): Promise<{ person: TestUser; sub: string }> => {
    const one = somebody()
    const { token } = await signIn(one)
    const { id, username } = (await w.as({ id: 0, username: '', token }).call(currentUser))!
    return { person: { id: Number(id), username, token }, sub: one.sub }
  }
  const agent = () => w.nobody.call(contract.userCenterAgent)

  test('is there while its plugin is on and set up', async () => {
    expect(await agent()).toMatchObject({ enabled: true, agent_info: { display_name: 'The Company' } })
    await turn(slug, false)
    expect(await agent()).toEqual(NOBODY)
    for (const page of ['/user-center/auth', '/user-center/auth/messenger', '/user-center/auth-failed'])
      expect((await get(page)).status, page).toBe(404)
  })

  test('people sign in there as anywhere else, and beside the accounts of the site', async () => {
    const { person } = await employee()
    expect(await w.as(person).call(currentUser)).toMatchObject({ have_password: false, mail_status: 1 })
    expect((await w.nobody.call(connectors)).map(({ name }) => name)).toEqual(['Club', 'The Company'])
    expect(
      (await w.nobody.call(logInByEmail, { body: { e_mail: 'with@example.com', pass: 'a-password-of-theirs' } }))
        .display_name,
    ).toBe('With Password')
    expect((await get('/users/login')).status).toBe(200)
    expect((await get('/users/register')).status).toBe(200)
  })

  test('what goes wrong there is said on a page of its own, which leads on', async () => {
    provider.now.agrees = false
    const { location, token } = await signIn(somebody())
    expect([location, token]).toEqual(['/user-center/auth-failed?failed=refused', ''])
    const page = await get(location!)
    expect([
      page.status,
      page.body.includes('may not'),
      page.body.includes('/user-center/auth'),
      page.body.includes('Log in with a password'),
    ]).toEqual([200, true, true, true])
    await alone()
    expect((await get(location!)).body).not.toContain('Log in with a password')
    for (const made of ['nonsense', '%3Cscript%3E'])
      expect((await get(`/user-center/auth-failed?failed=${made}`)).body).toContain('gave no answer')
  })

  test('new people register where it says, which is a safe address', async () => {
    const place = { status: 302, location: 'https://company.example/join' }
    await setUp(slug, { sign_up_url: place.location })
    expect(await get('/users/register')).toMatchObject(place)
    await expect(setUp(slug, { sign_up_url: 'javascript:alert(1)' })).rejects.toMatchObject({ fields: ['sign_up_url'] })
    expect(await get('/users/register')).toMatchObject(place)
  })

  test('its page sends people on with where they were going; in its messenger without asking', async () => {
    await setUp(slug, { messenger: 'messenger' })
    const page = await get('/user-center/auth?from=%2Ftags')
    expect([page.status, page.body.includes(`href="${SITE}/users/oauth/${slug}?from=%2Ftags"`)]).toEqual([200, true])
    expect(await get('/user-center/auth/messenger?from=%2Ftags')).toMatchObject({
      status: 302,
      location: `${SITE}/users/oauth/${slug}?from=%2Ftags`,
    })
    expect((await get('/user-center/auth/another')).status).toBe(404)
    expect(await get('/user-center/auth', { askwell_session: other.token })).toMatchObject({
      status: 302,
      location: '/',
    })
  })

  describe('alone', () => {
    beforeEach(() => alone())

    test('takes the accounts of the site over: no registering, no password, no other service; the login leads there', async () => {
      const REFUSED = { status: 403, reason: 'error.user.not_allowed_password_login' }
      await expect(
        w.nobody.call(registerByEmail, {
          body: { name: 'Newcomer', e_mail: 'new@example.com', pass: 'a-password-of-theirs' },
        }),
      ).rejects.toMatchObject({ reason: 'error.user.not_allowed_registration' })
      await expect(
        w.nobody.call(logInByEmail, { body: { e_mail: 'with@example.com', pass: 'a-password-of-theirs' } }),
      ).rejects.toMatchObject(REFUSED)
      expect((await w.nobody.call(siteInfo)).login).toMatchObject({
        allow_email_registrations: false,
        allow_password_login: false,
      })
      expect((await w.nobody.call(connectors)).map(({ name }) => name)).toEqual(['The Company'])
      expect((await get('/users/oauth/openid_connect')).location).toBe('/users/auth-landing?failed=off')
      expect(await get('/users/login?from=%2Ftags')).toMatchObject({
        status: 302,
        location: `${SITE}/users/oauth/${slug}?from=%2Ftags`,
      })
      expect(await get('/users/register')).toMatchObject({ status: 302, location: `${SITE}/users/oauth/${slug}` })
      const { person } = await employee()
      expect((await w.as(person).call(currentUser))!.username).toBe(person.username)
    })

    test('an e-mail for a new password goes only to admins', async () => {
      const codes = async () =>
        (await w.app.db.selectFrom('codes').select('e_mail').where('purpose', '=', 'reset').execute()).map(
          ({ e_mail }) => e_mail,
        )
      for (const e_mail of ['with@example.com', 'admin@example.com'])
        await w.nobody.call(requestPasswordReset, { body: { e_mail } })
      await w.settle()
      expect(await codes()).toEqual(['admin@example.com'])
    })

    test('a passkey of the site lets no member in either', async () => {
      await alone({ own_accounts: true })
      const authenticator = createAuthenticator(SITE)
      const holder = await w.given.member()
      const asked = await w.as(holder).call(passkeyOptions, { body: {} })
      await w.as(holder).call(addPasskey, {
        body: { challenge: asked.challenge, credential: authenticator.create(asked.options), name: 'Mine' },
      })
      const enter = async () => {
        const { challenge, options } = await w.nobody.call(passkeyLogInOptions)
        return w.nobody.call(logInWithPasskey, { body: { challenge, credential: authenticator.get(options) } })
      }
      expect((await enter()).id).toBe(String(holder.id))
      await alone()
      await expect(enter()).rejects.toMatchObject({ status: 403, reason: 'error.user.user_center_only' })
    })

    test('admins still get in, at a form that is kept for them, and see what is left to them', async () => {
      expect(
        await w.nobody.call(logInByEmail, { body: { e_mail: 'admin@example.com', pass: FIRST_SITE.password } }),
      ).toMatchObject({ id: String(admin.id) })
      const form = await get('/users/login?admin')
      expect([form.status, form.body.includes('name="pass"')]).toEqual([200, true])
      expect(await w.as(admin).call(contract.userCenterRights)).toEqual({
        allow_create_user: false,
        allow_update_user_status: true,
        allow_update_user_password: false,
        allow_update_user_role: true,
      })
      const ONLY = { status: 400, reason: 'error.user.user_center_only' }
      const pages = async () =>
        Promise.all(
          ['/admin/users', `/admin/users/${other.id}?open=password`].map(
            async (url) => (await get(url, { askwell_session: admin.token })).body,
          ),
        )
      const offered = async () =>
        (await pages()).map((body) =>
          /name="password"|href="\/admin\/invitations" class="button|class="button[^>]*href="\/admin\/invitations"/.test(
            body,
          ),
        )
      expect(await offered()).toEqual([false, false])
      for (const body of await pages()) expect(body).toContain('the service that looks after this site’s people')
      await expect(
        w.as(admin).call(addUser, {
          body: { display_name: 'Made', email: 'made@example.com', password: 'a-password-of-theirs' },
        }),
      ).rejects.toMatchObject(ONLY)
      await expect(
        w.as(admin).call(setUserPassword, { body: { user_id: String(other.id), password: 'a-password-of-theirs' } }),
      ).rejects.toMatchObject(ONLY)
      await alone({ own_accounts: true })
      expect(await w.as(admin).call(contract.userCenterRights)).toMatchObject({
        allow_create_user: true,
        allow_update_user_password: true,
      })
      expect(await offered()).toEqual([true, true])
    })
  })

  describe('what it says of people', () => {
    const settingsOf = (person: TestUser) => w.as(person).call(contract.userCenterSettings)
    const brandingOf = (username: string) => w.nobody.call(contract.personalBranding, { query: { username } })
    const HERE = { enabled: false, redirect_url: '' }

    test('where they change their profile and account, of its own people alone', async () => {
      const { person, sub } = await employee()
      company.said.places = ({ external_id }) => ({
        profile_url: `https://company.example/${external_id}`,
        account_url: 'javascript:alert(1)',
      })
      expect(await settingsOf(person)).toEqual({
        profile_setting_agent: { enabled: true, redirect_url: `https://company.example/${sub}` },
        account_setting_agent: HERE,
      })
      expect(await settingsOf(other)).toEqual({ profile_setting_agent: HERE, account_setting_agent: HERE })
      const cookies = { askwell_session: person.token }
      const page = (await get('/users/settings/profile', cookies)).body
      expect([page.includes(`href="https://company.example/${sub}"`), page.includes('name="display_name"')]).toEqual([
        true,
        false,
      ])
      const account = (await get('/users/settings/account', cookies)).body
      expect(account).not.toMatch(/<a [^>]*company\.example|javascript:alert/)
    })

    test('what their profile shows, made safe and short', async () => {
      const { person } = await employee()
      company.said.branding = () => [
        {
          icon: 'http://elsewhere.example/x.png',
          name: 'Support <b>team</b>',
          label: 'x'.repeat(500),
          url: 'javascript:alert(1)',
        },
        { icon: '', name: 'Room 7', label: 'Where', url: 'https://company.example/room' },
      ]
      const { enabled, personal_branding } = await brandingOf(person.username)
      expect([enabled, personal_branding[1]]).toEqual([
        true,
        { icon: '', name: 'Room 7', label: 'Where', url: 'https://company.example/room' },
      ])
      expect(personal_branding[0]).toEqual({ icon: '', name: 'Support <b>team</b>', label: 'x'.repeat(100), url: '' })
      const page = (await get(`/users/${person.username}`)).body
      expect([
        page.includes('href="https://company.example/room"'),
        page.includes('&lt;b&gt;team'),
        page.includes('<b>team</b>'),
        page.includes('javascript:'),
      ]).toEqual([true, true, false, false])
      expect(await brandingOf(other.username)).toEqual({ enabled: false, personal_branding: [] })
      await expect(brandingOf('nobody-at-all')).rejects.toMatchObject({ status: 404 })
    })
  })

  describe('what its people set for themselves', () => {
    const read = async (person: TestUser) =>
      (await w.as(person).call(userPluginConfig, { query: { plugin_slug_name: slug } })).config_fields
    const valuesOf = async (person: TestUser) =>
      Object.fromEntries((await read(person))!.map(({ name, value }) => [name, value]))
    const save = (person: TestUser, config_fields: Record<string, unknown>, plugin_slug_name = slug) =>
      w.as(person).call(saveUserPluginConfig, { body: { plugin_slug_name, config_fields } })
    const AT_FIRST = { hidden: false, title: 'Staff', key: '', shown_as: 'room' }

    test('is there while the plugin is on and set up, and asks for it', async () => {
      expect((await w.as(other).call(userPlugins)).map(({ slug_name }) => slug_name)).toEqual([slug])
      expect(await valuesOf(other)).toEqual(AT_FIRST)
      const NONE = { name: '', slug_name: '', config_fields: null }
      for (const plugin_slug_name of ['none', 'openid_connect']) {
        expect(await w.as(other).call(userPluginConfig, { query: { plugin_slug_name } })).toEqual(NONE)
        await expect(save(other, {}, plugin_slug_name)).rejects.toMatchObject({
          status: 404,
          reason: 'error.plugin.not_found',
        })
      }
      await turn(slug, false)
      expect(await w.as(other).call(userPlugins)).toEqual([])
      expect(await read(other)).toBeNull()
      await expect(save(other, { title: 'Late' })).rejects.toMatchObject({ status: 404 })
    })

    test('is theirs alone; a secret isn’t shown again, and stays where its mask comes back', async () => {
      const { person } = await employee()
      await save(person, { title: ' Chief ', key: 'hush-hush', unknown: 1 })
      expect(await valuesOf(person)).toEqual({
        ...AT_FIRST,
        title: 'Chief',
        key: expect.stringMatching(/^\*+$/) as string,
      })
      expect(await valuesOf(other)).toEqual(AT_FIRST)
      await save(person, { key: (await valuesOf(person)).key, hidden: true })
      const [row] = await w.app.db.selectFrom('member_settings').selectAll().where('user_id', '=', person.id).execute()
      expect([row!.value, row!.secrets].map((text) => JSON.parse(text) as unknown)).toEqual([
        { hidden: true, title: 'Chief', shown_as: 'room' },
        { key: 'hush-hush' },
      ])
      await expect(
        save(person, { hidden: 'yes', shown_as: 'elsewhere', title: 'x'.repeat(4001) }),
      ).rejects.toMatchObject({ status: 400, fields: ['hidden', 'shown_as', 'title'] })
    })

    test('reaches the plugin when it speaks of them, as it is at that moment', async () => {
      const { person } = await employee()
      company.said.branding = ({ settings: { hidden, title } }) =>
        hidden ? [] : [{ icon: '', name: String(title), label: '', url: '' }]
      const names = async () =>
        (
          await w.nobody.call(contract.personalBranding, { query: { username: person.username } })
        ).personal_branding.map(({ name }) => name)
      expect(await names()).toEqual(['Staff'])
      await save(person, { title: 'Chief' })
      expect(await names()).toEqual(['Chief'])
      await save(person, { hidden: true })
      expect(await names()).toEqual([])
    })

    test('is a tab of their settings, which is saved without scripts too', async () => {
      const { person } = await employee()
      await save(person, { key: 'hush-hush' })
      const cookies = { askwell_session: person.token }
      const { body } = await get(`/users/settings/${slug}`, cookies)
      expect([
        body.includes(`href="/users/settings/${slug}"`),
        body.includes('name="title"'),
        body.includes('hush-hush'),
      ]).toEqual([true, true, false])
      const form_token = /name="form_token" value="([^"]+)"/.exec(body)?.[1] ?? ''
      const send = (fields: Record<string, string>) =>
        w.server.inject({
          method: 'POST',
          url: `/users/settings/${slug}`,
          headers: {
            accept: 'text/html',
            cookie: `askwell_session=${person.token}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: new URLSearchParams({ form_token, ...fields }).toString(),
        })
      expect(body).toContain('name="secret_field" value="key"')
      const refused = await send({ title: 'Chief', key: 'new-secret', secret_field: 'key', shown_as: 'elsewhere' })
      expect([
        refused.body.includes('aria-invalid="true"'),
        refused.body.includes('Chief'),
        refused.body.includes('new-secret'),
      ]).toEqual([true, true, false])
      expect(
        (await send({ title: 'Chief', key: String((await valuesOf(person)).key), shown_as: 'team', hidden: 'on' }))
          .statusCode,
      ).toBe(200)
      expect(await valuesOf(person)).toMatchObject({ title: 'Chief', shown_as: 'team', hidden: true })
      await turn(slug, false)
      expect((await get(`/users/settings/${slug}`, cookies)).status).toBe(404)
    })

    test('goes with the account', async () => {
      const { person } = await employee()
      await save(person, { title: 'Gone' })
      await w.app.transaction((tx) =>
        tx.emit('user.erased', { actor_id: 0, object_type: 'user', object_id: person.id, question_id: 0 }),
      )
      expect(
        await w.app.db.selectFrom('member_settings').selectAll().where('user_id', '=', person.id).execute(),
      ).toEqual([])
    })
  })
})
