import { currentUser, logInByEmail } from '@askwell/contract/accounts.ts'
import { connectors } from '@askwell/contract/connectors.ts'
import { pluginConfig, removePlugin, savePluginConfig, saveUserPluginConfig } from '@askwell/contract/plugins.ts'
import { addUser } from '@askwell/contract/user-administration.ts'
import * as contract from '@askwell/contract/user-center.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { pluginCalled, sendPackage, turnPlugin } from '../../../../test/plugins.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { CLIENT, type Somebody, startProvider, type TestProvider } from '../../../../test/provider.ts'
import { engines, FIRST_SITE, type TestUser, type World, world } from '../../../../test/world.ts'

vi.setConfig({ testTimeout: 60_000 })

const SITE = FIRST_SITE.site_url
const SLUG = 'openid_center'
const NOBODY = { enabled: false, agent_info: null }
const MEMBER = { e_mail: 'with@example.com', pass: 'a-password-of-theirs' }
const HERE = { enabled: false, redirect_url: '' }

describe.each(engines)('user centers of plugins (%s)', (engine) => {
  let w: World
  let provider: TestProvider
  let admin: TestUser
  let count = 0

  beforeAll(async () => {
    w = await world(engine, { pages: true })
    w.site.installed.supervision.pauseMs = 10
    provider = await startProvider([`${SITE}/users/oauth/${SLUG}/callback`])
    admin = await w.given.admin()
    await w.as(admin).call(addUser, {
      body: { display_name: 'With Password', email: MEMBER.e_mail, password: MEMBER.pass },
    })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    await provider.stop()
  })

  const listed = (slug_name: string) => pluginCalled(w, admin, slug_name)
  const turn = (plugin_slug_name: string, enabled: boolean) => turnPlugin(w, admin, plugin_slug_name, enabled)
  const setUp = (config_fields: Record<string, unknown> = {}) =>
    w.as(admin).call(savePluginConfig, {
      body: {
        plugin_slug_name: SLUG,
        config_fields: {
          name: 'The Company',
          issuer: provider.issuer,
          private_network: true,
          own_accounts: true,
          sign_up_url: '',
          profile_url: '',
          account_url: '',
          shown_name: '',
          shown_url: '',
          messenger: '',
          ...CLIENT,
          ...config_fields,
        },
      },
    })
  const get = async (url: string, cookie = '') => {
    const reply = await w.server.inject({ url, headers: { accept: 'text/html', 'accept-language': 'en', cookie } })
    const set = [reply.headers['set-cookie'] ?? []].flat()
    return { status: reply.statusCode, location: reply.headers.location!, set, body: reply.body }
  }
  /** By the service and back; `change`: what becomes of the address on the way. */
  const signIn = async (person: Somebody, change = (address: URL) => address) => {
    const begun = await get(`/users/oauth/${SLUG}`)
    const back = change(new URL(await provider.visit(begun.location, person)))
    const came = await get(back.pathname + back.search, begun.set[0]!.split(';')[0])
    const token = came.set.flatMap((cookie) => /^askwell_session=([^;]+)/.exec(cookie)?.[1] ?? [])[0] ?? ''
    return { location: came.location, token }
  }
  const somebody = (): Somebody => {
    const name = `employee${++count}-${engine}`
    return { sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true, name, preferred_username: name }
  }
  const employee = async () => {
    const { sub } = somebody()
    const one = { ...somebody(), sub }
    const { token } = await signIn(one)
    const { id, username } = (await w.as({ id: 0, username: '', token }).call(currentUser))!
    return { person: { id: Number(id), username, token } satisfies TestUser, sub }
  }
  const agent = async () => (await w.nobody.call(contract.userCenterAgent)).agent_info
  const placesOf = (person: TestUser) => w.as(person).call(contract.userCenterSettings)
  const brandingOf = ({ username }: TestUser) => w.nobody.call(contract.personalBranding, { query: { username } })
  const failureSaid = async (plugin_slug_name: string) =>
    (await w.as(admin).call(pluginConfig, { query: { plugin_slug_name } })).last_failure?.message

  describe('over OpenID Connect', () => {
    afterAll(() => turn(SLUG, false))

    test('is there once an admin has agreed, with its picture; people log in and are known again', async () => {
      await setUp()
      expect(await w.nobody.call(contract.userCenterAgent)).toEqual(NOBODY)
      expect((await listed(SLUG))!.powers.map(({ power }) => power)).toEqual(['openid:{issuer}', 'user_center'])
      await turn(SLUG, true)
      expect(await agent()).toEqual({
        login_redirect_url: `${SITE}/users/oauth/${SLUG}`,
        sign_up_redirect_url: '',
        icon: expect.stringMatching(/^\/plugin-icons\//),
        display_name: 'The Company',
        enabled_original_user_system: true,
        messenger: '',
        messenger_code: '',
      })
      expect((await w.nobody.call(connectors)).map(({ name }) => name)).toEqual(['The Company'])
      const [redirect] = (await w.as(admin).call(pluginConfig, { query: { plugin_slug_name: SLUG } })).config_fields!
      expect(redirect).toMatchObject({ name: 'redirect_uri', value: `${SITE}/users/oauth/${SLUG}/callback` })
      const one = somebody()
      const [first, again] = [await signIn(one), await signIn(one)]
      for (const { location, token } of [first, again]) {
        expect(location).toBe('/users/auth-landing?from=%2F')
        expect((await w.as({ id: 0, username: '', token }).call(currentUser))!.username).toBe(one.preferred_username)
      }
    })

    test.each<[string, (address: URL) => URL, string]>([
      [
        'somebody who was sent another’s answer',
        (address) => (address.searchParams.set('code', 'of-another'), address),
        'server responded with an error in the response body: invalid_grant',
      ],
      [
        'an answer of another service',
        (address) => (address.searchParams.set('iss', 'https://evil.example'), address),
        'unexpected "iss"',
      ],
      [
        'an answer without its sender',
        (address) => (address.searchParams.delete('iss'), address),
        '"iss" (issuer) missing',
      ],
      [
        'an answer without a code',
        (address) => (address.searchParams.delete('code'), address),
        'no authorization code',
      ],
    ])('%s isn’t let in', async (_, change, why) => {
      expect(await signIn(somebody(), change)).toEqual({ location: '/user-center/auth-failed?failed=error', token: '' })
      expect(await failureSaid(SLUG)).toContain(why)
    })

    test('nobody gets in with a token that other keys have signed, nor who says no', async () => {
      await setUp({ name: 'The same company' }) // it begins anew, and knows no keys yet
      provider.now.keysShown = provider.otherKeys()
      expect((await signIn(somebody())).location).toBe('/user-center/auth-failed?failed=error')
      expect(await failureSaid(SLUG)).toContain('signature')
      provider.now.keysShown = undefined
      await setUp()
      provider.now.agrees = false
      expect((await signIn(somebody())).location).toBe('/user-center/auth-failed?failed=refused')
      provider.now.agrees = true
    })

    test('its people change there what the admin says, and what is shown of them each can hide', async () => {
      const { person, sub } = await employee()
      expect([await placesOf(person), await brandingOf(person)]).toEqual([
        { profile_setting_agent: HERE, account_setting_agent: HERE },
        { enabled: false, personal_branding: [] },
      ])
      await setUp({
        profile_url: `${provider.issuer}/me`,
        account_url: '',
        shown_name: 'Support',
        shown_url: `${provider.issuer}/people/{id}`,
      })
      expect(await placesOf(person)).toEqual({
        profile_setting_agent: { enabled: true, redirect_url: `${provider.issuer}/me` },
        account_setting_agent: HERE,
      })
      expect((await brandingOf(person)).personal_branding).toEqual([
        { icon: '', name: 'Support', label: '', url: `${provider.issuer}/people/${sub}` },
      ])
      await w.as(person).call(saveUserPluginConfig, {
        body: { plugin_slug_name: SLUG, config_fields: { hidden: true } },
      })
      expect((await brandingOf(person)).personal_branding).toEqual([])
    })

    test('with a messenger the page to log in has a code to scan', async () => {
      await setUp({ sign_up_url: `${provider.issuer}/join`, messenger: 'chatter' })
      expect(await agent()).toMatchObject({
        sign_up_redirect_url: `${provider.issuer}/join`,
        messenger: 'chatter',
        messenger_code: expect.stringMatching(/^data:image\/svg\+xml;base64,/) as string,
      })
      const page = (await get('/user-center/auth')).body
      expect(page).toContain('on your phone')
      expect(page).toContain((await agent())!.messenger_code)
      await setUp({ own_accounts: false, messenger: 'chatter' })
      expect((await get('/users/login?from=%2Ftags')).location).toBe('/user-center/auth?from=%2Ftags')
      await setUp({ messenger: '../../evil' })
      expect(await agent()).toMatchObject({ messenger: '', messenger_code: '' })
    })
  })

  describe('in a package of others', () => {
    const TOY = 'toy_center'
    const install = async (parts: string, { version = '1.0.0', ...askwell }: Record<string, unknown> = {}) => {
      const code = `const nobody = () => { throw new Error('nobody is let in') }
export default { user_center: { begin: nobody, finish: nobody, places: () => ({}), branding: () => [], ${parts} } }`
      const manifest = { kinds: ['user_center'], languages: undefined, ...askwell }
      const bytes = await pluginArchive({ slug_name: TOY, version: version as string, code, askwell: manifest })
      return sendPackage(w, admin, bytes, (await listed(TOY)) && TOY)
    }
    const save = (own_accounts: boolean) =>
      w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: TOY, config_fields: { own_accounts } } })
    /** Somebody who has signed in there. */
    const known = async () => {
      const person = await w.given.member()
      await w.app.transaction((tx) =>
        tx.db
          .insertInto('external_logins')
          .values({
            user_id: person.id,
            connector: TOY,
            external_id: `id-${person.id}`,
            known_as: 'x',
            created_at: 0,
            used_at: 0,
          })
          .execute(),
      )
      return person
    }
    afterEach(async () => {
      await w.as(admin).call(removePlugin, { body: { plugin_slug_name: TOY } })
    })

    test('where new people register is left out where the package itself names no safe address', async () => {
      const config = [{ name: 'join', kind: 'address', default: 'javascript:alert(1)' }]
      await install('', { config, sign_up: 'join' })
      await turn(TOY, true)
      expect(await agent()).toMatchObject({ sign_up_redirect_url: '' })
      expect((await get('/users/register')).status).toBe(200)
    })

    test.each([
      ['nothing that a list is', 'branding: () => "all", places: () => "all"'],
      [
        'more than ten',
        'branding: () => Array.from({ length: 11 }, () => ({ icon: "", name: "n", label: "", url: "" }))',
      ],
      ['numbers', 'branding: () => [{ icon: "", name: 7, label: "", url: "" }], places: () => ({ profile_url: 7 })'],
      ['an error', 'branding: () => { throw new Error("no") }, places: () => { throw new Error("no") }'],
    ])('one that answers %s takes nothing over', async (_, parts) => {
      await install(parts)
      await turn(TOY, true)
      const person = await known()
      expect(await placesOf(person)).toEqual({ profile_setting_agent: HERE, account_setting_agent: HERE })
      expect(await brandingOf(person)).toEqual({ enabled: false, personal_branding: [] })
    })

    test.each([
      ['an address that is none', 'begin: () => "javascript:alert(1)"'],
      ['an object', 'begin: () => ({})'],
    ])('one that sends people to %s sends them nowhere', async (_, parts) => {
      await install(parts)
      await turn(TOY, true)
      expect((await get(`/users/oauth/${TOY}`)).location).toBe('/user-center/auth-failed?failed=error')
    })

    test('one that stands alone and goes wrong again and again lets nobody in by a password until an admin has switched it off', async () => {
      await install('begin: () => process.exit(1)')
      await save(false)
      await turn(TOY, true)
      await expect
        .poll(
          async () => {
            await get(`/users/oauth/${TOY}`)
            return (await listed(TOY))!.fault
          },
          { timeout: 50_000, interval: 50 },
        )
        .not.toBeNull()
      expect((await listed(TOY))!.enabled).toBe(false)
      expect(await agent()).toMatchObject({ enabled_original_user_system: false })
      await expect(w.nobody.call(logInByEmail, { body: MEMBER })).rejects.toMatchObject({
        reason: 'error.user.not_allowed_password_login',
      })
      expect((await get(`/users/oauth/${TOY}`)).location).toBe('/user-center/auth-failed?failed=off')
      await turn(TOY, false)
      expect(await w.nobody.call(contract.userCenterAgent)).toEqual(NOBODY)
      expect((await w.nobody.call(logInByEmail, { body: MEMBER })).display_name).toBe('With Password')
    })

    test('another version that wants more leaves it alone until an admin agrees, and takes no password meanwhile', async () => {
      await install('')
      await save(false)
      await turn(TOY, true)
      await install('', { version: '1.1.0', permissions: ['storage'] })
      expect(await agent()).toMatchObject({ enabled_original_user_system: false })
      await save(true)
      expect(await w.nobody.call(contract.userCenterAgent)).toEqual(NOBODY)
    })

    test.each([
      [{ sign_up: 'nowhere' }, 'askwell.sign_up names no setting of the kind address'],
      [{ messenger: 7 }, 'askwell.messenger names no setting of the kind text'],
      [{ config: [{ name: 'own_accounts', kind: 'switch' }] }, "is one of the site's own"],
    ])('a manifest with %j is refused', async (wrong, why) => {
      await install('')
      const reply = await install('', wrong)
      expect(reply.status).toBe(400)
      expect(JSON.stringify(reply)).toContain(why)
    })
  })
})
