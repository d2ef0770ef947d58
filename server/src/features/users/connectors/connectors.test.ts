import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { currentUser, logInByEmail, registerByEmail } from '@askwell/contract/accounts.ts'
import * as contract from '@askwell/contract/connectors.ts'
import { type Endpoint, pathOf } from '@askwell/contract/endpoint.ts'
import {
  addPluginInstance,
  pluginConfig,
  savePluginConfig,
  setPluginStatus,
  uploadPlugin,
} from '@askwell/contract/plugins.ts'
import { type Login, saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { setUserStatus } from '@askwell/contract/user-administration.ts'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ask } from '../../../../test/matrix/cast.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { turnPlugin } from '../../../../test/plugins.ts'
import { CLIENT, type Somebody, startProvider, type TestProvider } from '../../../../test/provider.ts'
import { refusal } from '../../../../test/faultless.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { hashPassword } from '../../../lib/passwords.ts'
import { saveSetting } from '../../operations/settings/queries.ts'
import { eraseUser } from '../users/erasure/queries.ts'
import { updateUser } from '../users/queries.ts'
import { confirmSecret, storeSecret } from '../second-factors/queries.ts'
import { newSecret } from '../../../lib/one-time.ts'
import { deleteOldSignIns } from './effects.ts'
import { mailBindingCode } from '../../outbound/email/effects.ts'

const SITE = 'http://world.example'
const callbackOf = (slug: string) => `${SITE}/users/oauth/${slug}/callback`
const FAILED = /^\/users\/auth-landing\?failed=(\w+)$/

describe.each(engines)('signing in elsewhere (%s)', (engine) => {
  let w: World
  let provider: TestProvider
  let admin: TestUser
  let count = 0

  beforeAll(async () => {
    w = await world(engine)
    provider = await startProvider(['openid_connect', 'openid_connect_2', 'oauth2'].map(callbackOf))
    const listener = createServer().listen(0, '127.0.0.1')
    await once(listener, 'listening')
    nowhere = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
    listener.close()
    admin = await w.given.admin()
    for (const name of ['Second club', 'Third club'])
      await w.as(admin).call(addPluginInstance, { body: { plugin_slug_name: 'openid_connect', name } })
    await setUp('openid_connect', { name: 'Club', issuer: provider.issuer })
    await setUp('openid_connect_2', { name: 'Second club', issuer: provider.issuer })
    await setUp('oauth2', {
      name: 'Plain',
      authorize_url: `${provider.issuer}/auth`,
      token_url: `${provider.issuer}/token`,
      user_url: `${provider.issuer}/me`,
      scope: 'openid email profile',
      path_external_id: 'sub',
      path_username: 'preferred_username',
    })
  })
  beforeEach(async () => {
    Object.assign(provider.now, { agrees: true, keysShown: undefined, refuses: false })
    admin = await w.given.admin()
    await setLogin({
      allow_new_registrations: true,
      allow_email_domains: [],
      allow_password_login: true,
      login_required: false,
    })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
    await provider.stop()
  })

  /** Where nobody listens any more. */
  let nowhere: string

  const setUp = async (plugin_slug_name: string, config_fields: Record<string, unknown>) => {
    await w.as(admin).call(savePluginConfig, {
      body: { plugin_slug_name, config_fields: { ...CLIENT, private_network: true, ...config_fields } },
    })
    await turnPlugin(w, admin, plugin_slug_name, true)
  }
  const setLogin = (body: Partial<Login>) => w.as(admin).call(saveLoginSettings, { body })

  /** A browser with its cookies, which it also sends with calls, as pages of the site do. */
  const newBrowser = (cookies: Record<string, string> = {}) => {
    const header = () =>
      Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')
    const keep = (set: string | string[] | undefined) => {
      for (const one of [set ?? []].flat()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!
        cookies[name!] = value!
      }
    }
    const get = async (address: string) => {
      const { pathname, search } = new URL(address, SITE)
      const response = await w.server.inject({
        url: pathname + search,
        headers: { cookie: header(), accept: 'text/html' },
      })
      keep(response.headers['set-cookie'])
      return { status: response.statusCode, location: response.headers.location ?? '', headers: response.headers }
    }
    const call = async (endpoint: Endpoint, { query, body }: { query?: Record<string, string>; body?: unknown }) => {
      const response = await w.server.inject({
        method: endpoint.method,
        url: `${pathOf(endpoint)}?${new URLSearchParams(query)}`,
        headers: {
          cookie: header(),
          'accept-language': 'en_US',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      keep(response.headers['set-cookie'])
      return {
        status: response.statusCode,
        ...(response.json() as { reason: string; data: { access_token?: string; [name: string]: unknown } }),
      }
    }
    /** Begins, and goes through the provider's pages. @returns where the provider sends one back to. */
    const away = async (somebody: Somebody, slug = 'openid_connect', query = '') =>
      provider.visit((await get(`/users/oauth/${slug}${query}`)).location, somebody)
    const signIn = async (somebody: Somebody, slug?: string, query?: string) =>
      (await get(await away(somebody, slug, query))).location
    return { cookies, get, call, away, signIn, who: () => who(cookies.askwell_session) }
  }
  type Browser = ReturnType<typeof newBrowser>
  const who = async (token = '') => (await w.as({ id: 0, username: '', token }).call(currentUser))?.username ?? null

  const somebody = (more: Partial<Somebody> = {}): Somebody => {
    const name = `visitor${++count}`
    return {
      sub: `sub-${name}`,
      email: `${name}@example.com`,
      email_verified: true,
      name: `Visitor ${count}`,
      preferred_username: name,
      ...more,
    }
  }
  const users = async () => (await w.app.db.selectFrom('users').select('id').execute()).length
  const logins = (user_id: number) =>
    w.app.db
      .selectFrom('external_logins')
      .select(['connector', 'external_id'])
      .where('user_id', '=', user_id)
      .orderBy('id')
      .execute()
  const keyIn = (address: string) => new URL(address, SITE).searchParams.get('binding_key') ?? ''
  const letters = async (to: string) => {
    await w.settle()
    const outbox = join(w.folder, 'outbox')
    const files = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
    return (await Promise.all(files.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))))).filter(
      (letter) => letter.to?.[0]?.address === to,
    )
  }
  const codeFor = async (to: string) => /^[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec((await letters(to)).at(-1)!.text!)![0]
  const member = async (more: { active?: boolean } = {}) => {
    const name = `member${++count}`
    const person = await w.given.member({ name, ...more })
    return { ...person, e_mail: `${name}@example.com` }
  }
  const browserOf = (person: TestUser) => newBrowser({ askwell_session: person.token })
  const bindLink = async (person: TestUser, slug = 'openid_connect') =>
    new URL((await w.as(person).call(contract.ownLogins)).find((one) => one.slug_name === slug)!.link).search
  const failure = (location: string) => FAILED.exec(location)?.[1]
  const begun = () => w.app.db.selectFrom('sign_ins').select('state_hash').execute()

  describe('the first time', () => {
    test('a provider’s checked address makes an activated account, and the same identity comes back to it', async () => {
      const ann = somebody({ name: 'Ann Lee', preferred_username: 'ann.lee' })
      const browser = newBrowser()
      expect(await browser.signIn(ann, 'openid_connect', '?from=/tags')).toBe('/users/auth-landing?from=%2Ftags')
      expect(await browser.who()).toBe('ann.lee')
      const me = (await w.as({ id: 0, username: '', token: browser.cookies.askwell_session! }).call(currentUser))!
      expect(me).toMatchObject({
        display_name: 'Ann Lee',
        e_mail: ann.email,
        mail_status: 1,
        have_password: false,
        rank: 1,
      })
      const before = await users()
      const other = newBrowser()
      expect(await other.signIn({ ...ann, email: 'elsewhere@example.com', preferred_username: 'ann2' })).toBe(
        '/users/auth-landing?from=%2F',
      )
      expect(await other.who()).toBe('ann.lee')
      expect(await users()).toBe(before)
    })

    test('a name that is taken, reserved or impossible here becomes one that is free', async () => {
      const taken = await member()
      for (const preferred_username of [taken.username, 'admin', '../x', 'ÄÖ']) {
        const browser = newBrowser()
        await browser.signIn(somebody({ preferred_username, name: '<b>Bo</b>!' }))
        expect(await browser.who()).toMatch(/^bbob(-\d+)?$/)
      }
    })

    test('twenty at once for one identity are one member', async () => {
      const ann = somebody()
      const before = await users()
      const browsers = Array.from({ length: 20 }, () => newBrowser())
      const ways: string[] = []
      for (const browser of browsers) ways.push(await browser.away(ann))
      const ends = await Promise.all(browsers.map((browser, at) => browser.get(ways[at]!)))
      expect(ends.map(({ location }) => location)).toEqual(browsers.map(() => '/users/auth-landing?from=%2F'))
      expect(await users()).toBe(before + 1)
      expect(new Set(await Promise.all(browsers.map((browser) => browser.who()))).size).toBe(1)
    })

    test('the same number at two services is two people', async () => {
      const [one, two] = [somebody({ sub: 'same' }), somebody({ sub: 'same' })]
      const [first, second] = [newBrowser(), newBrowser()]
      await first.signIn(one, 'openid_connect')
      await second.signIn(two, 'openid_connect_2')
      expect(await first.who()).not.toBe(await second.who())
    })

    test('OAuth 2 without discovery does the same, by the paths the admin has given', async () => {
      const ann = somebody()
      const browser = newBrowser()
      await browser.signIn(ann, 'oauth2')
      expect(await browser.who()).toBe(ann.preferred_username)
    })
  })

  describe('an address that is nobody’s word', () => {
    test('unchecked, it makes no account until its owner has typed the code that was mailed there', async () => {
      const ann = somebody({ email_verified: false })
      const browser = newBrowser()
      const before = await users()
      const address = await browser.signIn(ann, 'openid_connect', '?from=/tags')
      const binding_key = keyIn(address)
      expect(binding_key).not.toBe('')
      expect(new URL(address, SITE).searchParams.get('from')).toBe('/tags')
      expect([await users(), await browser.who()]).toEqual([before, null])
      expect((await browser.call(contract.pendingLogin, { query: { binding_key } })).data).toEqual({
        name: 'Club',
        known_as: ann.preferred_username,
        e_mail: ann.email,
      })
      const asked = await browser.call(contract.bindByEmail, { body: { binding_key, email: ann.email!.toUpperCase() } })
      expect(asked.data).toEqual({ email_exist_and_must_be_confirmed: false, access_token: '' })
      const entered = await browser.call(contract.bindByCode, {
        body: { binding_key, code: ` ${(await codeFor(ann.email!)).toLowerCase().replace('-', ' ')}` },
      })
      expect(entered.data).toMatchObject({ username: ann.preferred_username, e_mail: ann.email, mail_status: 1 })
      expect(await browser.who()).toBe(ann.preferred_username)
      expect((await browser.call(contract.bindByCode, { body: { binding_key, code: 'AAAA-AAAA' } })).reason).toBe(
        'error.connector.start_over',
      )
    })

    test('even checked, an account that has it is only connected by a code mailed there', async () => {
      const bo = await member()
      const thief = somebody({ email: bo.e_mail })
      const browser = newBrowser()
      const binding_key = keyIn(await browser.signIn(thief))
      expect(await browser.who()).toBe(null)
      expect((await browser.call(contract.bindByEmail, { body: { binding_key, email: bo.e_mail } })).data).toEqual({
        email_exist_and_must_be_confirmed: true,
        access_token: '',
      })
      expect(await letters(bo.e_mail)).toEqual([])
      expect(
        (await browser.call(contract.bindByEmail, { body: { binding_key, email: bo.e_mail, must: true } })).data,
      ).toMatchObject({ email_exist_and_must_be_confirmed: false })
      const letter = (await letters(bo.e_mail))[0]!
      expect(letter.text).toContain(thief.preferred_username)
      expect(letter.text).not.toContain(binding_key)
      expect(
        (await browser.call(contract.bindByCode, { body: { binding_key, code: await codeFor(bo.e_mail) } })).data,
      ).toMatchObject({ username: bo.username })
      expect(await logins(bo.id)).toEqual([{ connector: 'openid_connect', external_id: thief.sub }])
      expect((await letters(bo.e_mail)).at(-1)!.subject).toContain('New login connected to your account')
    })

    test('the code works in the browser that came from there, and in no other', async () => {
      const bo = await member()
      const [attacker, victim] = [newBrowser(), newBrowser()]
      const binding_key = keyIn(await attacker.signIn(somebody({ email_verified: false })))
      await attacker.call(contract.bindByEmail, { body: { binding_key, email: bo.e_mail, must: true } })
      const code = await codeFor(bo.e_mail)
      await victim.get('/users/oauth/openid_connect') // has a cookie of its own
      for (const browser of [victim, newBrowser()]) {
        expect((await browser.call(contract.pendingLogin, { query: { binding_key } })).reason).toBe(
          'error.user.not_found',
        )
        expect((await browser.call(contract.bindByCode, { body: { binding_key, code } })).status).toBe(400)
      }
      expect(await logins(bo.id)).toEqual([])
    })

    test('five tries, three e-mails, ten minutes', async () => {
      const ann = somebody({ email_verified: false })
      const browser = newBrowser()
      const binding_key = keyIn(await browser.signIn(ann))
      const send = (email = ann.email!) => browser.call(contract.bindByEmail, { body: { binding_key, email } })
      const type = async (code: string) =>
        (await browser.call(contract.bindByCode, { body: { binding_key, code } })).reason
      expect(await type('AAAA-AAAA')).toBe('error.connector.start_over') // nothing was mailed yet
      await send()
      const right = await codeFor(ann.email!)
      for (let n = 0; n < 5; n++) expect(await type('AAAA-AAAA')).toBe('error.connector.wrong_code')
      expect(await type(right)).toBe('error.connector.start_over')
      await send()
      expect(await type(right)).not.toBe('base.success') // the code of the earlier e-mail
      const late = await codeFor(ann.email!)
      w.clock.advance(601)
      expect(await type(late)).toBe('error.connector.start_over')
      await send()
      expect((await send()).reason).toBe('error.connector.start_over')
      expect(await type(await codeFor(ann.email!))).toBe('base.success')
    })

    test('run twice, the later e-mail has the code that works', async () => {
      const ann = somebody({ email_verified: false })
      const browser = newBrowser()
      const binding_key = keyIn(await browser.signIn(ann))
      await browser.call(contract.bindByEmail, { body: { binding_key, email: ann.email } })
      const first = await codeFor(ann.email!)
      const { key_hash } = await w.app.db
        .selectFrom('external_profiles')
        .select('key_hash')
        .where('code_e_mail', '=', ann.email!)
        .executeTakeFirstOrThrow()
      await mailBindingCode(w.app, {
        actor_id: 0,
        object_type: 'user',
        object_id: 0,
        question_id: 0,
        purpose: 'binding',
        key_hash,
        language: 'en_US',
      })
      expect((await browser.call(contract.bindByCode, { body: { binding_key, code: first } })).reason).toBe(
        'error.connector.wrong_code',
      )
      expect(
        (await browser.call(contract.bindByCode, { body: { binding_key, code: await codeFor(ann.email!) } })).status,
      ).toBe(200)
    })

    test('proving an address nobody had proven takes the account over, and ends access for the one who made it', async () => {
      const name = `squatter${++count}`
      const squatter = await w.nobody.call(registerByEmail, {
        body: { name, e_mail: `${name}@example.com`, pass: 'squatters-password' },
      })
      const browser = newBrowser()
      const binding_key = keyIn(await browser.signIn(somebody({ email: `${name}@example.com` })))
      await browser.call(contract.bindByEmail, { body: { binding_key, email: `${name}@example.com`, must: true } })
      const entered = await browser.call(contract.bindByCode, {
        body: { binding_key, code: await codeFor(`${name}@example.com`) },
      })
      expect(entered.data).toMatchObject({ id: squatter.id, mail_status: 1, have_password: false })
      expect(await who(squatter.access_token)).toBe(null)
      await expect(
        w.nobody.call(logInByEmail, { body: { e_mail: `${name}@example.com`, pass: 'squatters-password' } }),
      ).rejects.toMatchObject({ status: 400 })
    })

    test('an unknown key is refused as the product does it', async () => {
      expect(
        await newBrowser().call(contract.bindByEmail, { body: { binding_key: 'none', email: 'a@example.com' } }),
      ).toMatchObject({ status: 400, reason: 'error.user.not_found', data: null })
    })
  })

  describe('the switches', () => {
    test('closed registration lets in those who are known, and makes nobody', async () => {
      const known = somebody()
      await newBrowser().signIn(known)
      await setLogin({ allow_new_registrations: false })
      const [back, stranger] = [newBrowser(), newBrowser()]
      await back.signIn(known)
      expect(await back.who()).toBe(known.preferred_username)
      const before = await users()
      const ann = somebody()
      const binding_key = keyIn(await stranger.signIn(ann))
      expect(await stranger.call(contract.bindByEmail, { body: { binding_key, email: ann.email } })).toMatchObject({
        status: 400,
        reason: 'error.user.not_allowed_registration',
        data: [{ error_field: 'email' }],
      })
      expect([await users(), await stranger.who()]).toEqual([before, null])
    })

    test('closed between the e-mail and the code, it is closed', async () => {
      const ann = somebody({ email_verified: false })
      const browser = newBrowser()
      const binding_key = keyIn(await browser.signIn(ann))
      await browser.call(contract.bindByEmail, { body: { binding_key, email: ann.email } })
      const code = await codeFor(ann.email!)
      await setLogin({ allow_new_registrations: false })
      expect(await browser.call(contract.bindByCode, { body: { binding_key, code } })).toMatchObject({
        status: 400,
        reason: 'error.user.not_allowed_registration',
      })
      await setLogin({ allow_new_registrations: true })
      expect((await browser.call(contract.bindByCode, { body: { binding_key, code } })).status).toBe(200)
    })

    test('an address of a domain that isn’t allowed makes nobody', async () => {
      await setLogin({ allow_email_domains: ['club.example'] })
      const browser = newBrowser()
      const binding_key = keyIn(await browser.signIn(somebody()))
      expect(
        await browser.call(contract.bindByEmail, { body: { binding_key, email: 'ann@evil.example' } }),
      ).toMatchObject({ reason: 'error.email.illegal_email_domain_error' })
      const inside = newBrowser()
      const ann = somebody({ email: `ann${count}@club.example` })
      await inside.signIn(ann)
      expect(await inside.who()).toBe(ann.preferred_username)
    })

    test('a private site shows the ways in, and nothing of its own', async () => {
      await setLogin({ login_required: true })
      expect((await w.nobody.call(contract.connectors)).map(({ name }) => name)).toEqual([
        'Plain',
        'Club',
        'Second club',
      ])
      await expect(w.nobody.call(contract.ownLogins)).rejects.toMatchObject({ status: 401 })
      const browser = newBrowser()
      await browser.signIn(somebody())
      expect(await browser.who()).not.toBe(null)
    })

    test('services of one name are told apart by their short names', async () => {
      const body = { plugin_slug_name: 'openid_connect_2', config_fields: { name: 'Club' } }
      await w.as(admin).call(savePluginConfig, { body })
      const names = ['Plain', 'Club (openid_connect)', 'Club (openid_connect_2)']
      expect((await w.nobody.call(contract.connectors)).map(({ name }) => name)).toEqual(names)
      await w.as(admin).call(savePluginConfig, { body: { ...body, config_fields: { name: 'Second club' } } })
    })

    test('a service that is switched off is no way in, and lets nobody finish', async () => {
      const ann = somebody()
      const browser = newBrowser()
      const way = await browser.away(ann, 'openid_connect_2')
      const turn = (enabled: boolean) => turnPlugin(w, admin, 'openid_connect_2', enabled)
      await turn(false)
      expect(failure((await browser.get(way)).location)).toBe('off')
      expect(failure((await browser.get('/users/oauth/openid_connect_2')).location)).toBe('off')
      expect(failure((await browser.get('/users/oauth/none')).location)).toBe('off')
      await turn(true)
    })
  })

  describe('what comes back', () => {
    const expectNobody = async (browser: Browser, location: string, why: string) => {
      expect(failure(location)).toBe(why)
      expect(await browser.who()).toBe(null)
    }

    test('without a state, with a foreign one, or with one that is too old', async () => {
      const browser = newBrowser()
      await expectNobody(
        browser,
        (await browser.get('/users/oauth/openid_connect/callback?code=x')).location,
        'expired',
      )
      await expectNobody(
        browser,
        (await browser.get('/users/oauth/openid_connect/callback?code=x&state=made-up')).location,
        'expired',
      )
      const way = await browser.away(somebody())
      w.clock.advance(601)
      await expectNobody(browser, (await browser.get(way)).location, 'expired')
    })

    test('in another browser than began', async () => {
      const [attacker, victim] = [newBrowser(), newBrowser()]
      const way = await attacker.away(somebody())
      await expectNobody(victim, (await victim.get(way)).location, 'expired')
      await victim.get('/users/oauth/openid_connect')
      await expectNobody(victim, (await victim.get(way)).location, 'expired')
    })

    test('to another connector than it began with', async () => {
      const browser = newBrowser()
      const way = await browser.away(somebody())
      await expectNobody(
        browser,
        (await browser.get(way.replace('/openid_connect/', '/openid_connect_2/'))).location,
        'expired',
      )
    })

    test('twice', async () => {
      const browser = newBrowser()
      const way = await browser.away(somebody())
      await browser.get(way)
      const again = newBrowser({ askwell_signin: browser.cookies.askwell_signin! })
      await expectNobody(again, (await again.get(way)).location, 'expired')
    })

    test('with a code that was used before', async () => {
      const ann = somebody()
      const browser = newBrowser()
      const used = new URL(await browser.away(ann))
      await browser.get(used.href)
      const second = newBrowser()
      const way = new URL(await second.away(ann))
      way.searchParams.set('code', used.searchParams.get('code')!)
      await expectNobody(second, (await second.get(way.href)).location, 'error')
    })

    test('with somebody else’s code: PKCE ties it to the browser it was given for', async () => {
      const [attacker, victim] = [newBrowser(), newBrowser()]
      const theirs = new URL(await attacker.away(somebody()))
      const way = new URL(await victim.away(somebody()))
      way.searchParams.set('code', theirs.searchParams.get('code')!)
      await expectNobody(victim, (await victim.get(way.href)).location, 'error')
    })

    test('from another issuer than the one that was asked', async () => {
      const browser = newBrowser()
      const way = new URL(await browser.away(somebody()))
      way.searchParams.set('iss', 'https://evil.example')
      await expectNobody(browser, (await browser.get(way.href)).location, 'error')
    })

    test('a service that calls itself otherwise isn’t believed at all', async () => {
      const issuer = provider.issuer.replace('127.0.0.1', 'localhost')
      await expect(setUp('openid_connect_3', { name: 'Liar', issuer })).rejects.toMatchObject({ fields: ['issuer'] })
      // Later it may call itself otherwise than when it was set up.
      await w.app.transaction((tx) =>
        saveSetting(
          tx.db,
          'plugin:openid_connect_3',
          { ...CLIENT, name: 'Liar', issuer, private_network: true },
          tx.now(),
        ),
      )
      await turnPlugin(w, admin, 'openid_connect_3', true)
      const browser = newBrowser()
      await expectNobody(browser, (await browser.get('/users/oauth/openid_connect_3')).location, 'error')
      await turnPlugin(w, admin, 'openid_connect_3', false)
    })

    test('a service that can’t be reached is refused when it is set up, on the field that leads there', async () => {
      const refused = await refusal(
        w.as(admin).call(savePluginConfig, {
          body: {
            plugin_slug_name: 'openid_connect_3',
            config_fields: { ...CLIENT, issuer: nowhere, private_network: true },
          },
        }),
      )
      expect(refused).toMatchObject({ status: 400, fields: ['issuer'] })
      expect(JSON.stringify(refused.data)).toContain("can't be reached: connect ECONNREFUSED 127.0.0.1:")
      const noService = w.as(admin).call(savePluginConfig, {
        body: {
          plugin_slug_name: 'openid_connect_3',
          config_fields: { ...CLIENT, issuer: `${provider.issuer}/me`, private_network: true },
        },
      })
      expect((await refusal(noService)).fields).toEqual(['issuer'])
    })

    test('a service that is gone is named with the reason, in the log and to the admin who set it up', async () => {
      const said: unknown[] = []
      vi.spyOn(w.site.log, 'warning').mockImplementation((event, facts) => void said.push([event, facts]))
      const shown = async () =>
        (await w.as(admin).call(pluginConfig, { query: { plugin_slug_name: 'openid_connect_3' } })).last_failure
      await w.app.transaction((tx) =>
        saveSetting(tx.db, 'plugin:openid_connect_3', { ...CLIENT, issuer: nowhere, private_network: true }, tx.now()),
      )
      await turnPlugin(w, admin, 'openid_connect_3', false)
      await turnPlugin(w, admin, 'openid_connect_3', true)
      const browser = newBrowser()
      await expectNobody(browser, (await browser.get('/users/oauth/openid_connect_3')).location, 'error')
      const why = `${new URL(nowhere).host} can't be reached: connect ECONNREFUSED ${new URL(nowhere).host}`
      expect(said).toEqual([['sign-in elsewhere failed', { connector: 'openid_connect_3', error: why }]])
      expect(await shown()).toEqual({ at: w.clock.now(), message: why })
      await setUp('openid_connect_3', { issuer: provider.issuer })
      expect(await shown()).toBe(null)
      await turnPlugin(w, admin, 'openid_connect_3', false)
      vi.restoreAllMocks()
    })

    test('signed with other keys than the service shows', async () => {
      await setUp('openid_connect_2', { name: 'Second club ' + String(++count), issuer: provider.issuer }) // knows no keys yet
      provider.now.keysShown = provider.otherKeys()
      const browser = newBrowser()
      await expectNobody(browser, await browser.signIn(somebody(), 'openid_connect_2'), 'error')
      provider.now.keysShown = undefined
      await setUp('openid_connect_2', { name: 'Second club', issuer: provider.issuer })
    })

    test('with a no', async () => {
      provider.now.agrees = false
      const browser = newBrowser()
      await expectNobody(browser, await browser.signIn(somebody()), 'refused')
    })

    test('from a service that is down: others go on, and it is asked again the next time', async () => {
      await setUp('openid_connect_2', { name: 'Down', issuer: provider.issuer })
      provider.now.refuses = true
      const browser = newBrowser()
      await expectNobody(browser, (await browser.get('/users/oauth/openid_connect_2')).location, 'error')
      provider.now.refuses = false
      await browser.signIn(somebody(), 'openid_connect_2')
      expect(await browser.who()).not.toBe(null)
      await setUp('openid_connect_2', { name: 'Second club', issuer: provider.issuer })
    })

    test('no token stands in any address, and what does is told to no other site', async () => {
      const browser = newBrowser()
      const way = await browser.away(somebody())
      const { location, headers } = await browser.get(way)
      expect(location).not.toContain(browser.cookies.askwell_session)
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      expect([headers['set-cookie']].flat().find((cookie) => cookie!.startsWith('askwell_session'))).toMatch(
        /HttpOnly; SameSite=Lax/,
      )
    })

    test('what was begun and never finished is forgotten', async () => {
      await newBrowser().get('/users/oauth/openid_connect')
      expect(await begun()).not.toEqual([])
      w.clock.advance(3600)
      await deleteOldSignIns(w.app)
      expect([await begun(), await w.app.db.selectFrom('external_profiles').select('key_hash').execute()]).toEqual([
        [],
        [],
      ])
    })
  })

  describe('standing', () => {
    const signedIn = async () => {
      const ann = somebody()
      const browser = newBrowser()
      await browser.signIn(ann)
      const { id } = (await w.as({ id: 0, username: '', token: browser.cookies.askwell_session! }).call(currentUser))!
      return { ann, id: Number(id) }
    }

    test('the suspended are told until when, the deleted that it is over', async () => {
      const { ann, id } = await signedIn()
      const set = (status: 'suspended' | 'deleted') =>
        w.as(admin).call(setUserStatus, { body: { user_id: String(id), status } })
      await set('suspended')
      const browser = newBrowser()
      expect(await browser.signIn(ann)).toMatch(/^\/users\/account-suspended\?about=/)
      await set('deleted')
      expect(failure(await browser.signIn(ann))).toBe('gone')
      expect(await browser.who()).toBe(null)
    })

    test('a second factor is asked for after it, too', async () => {
      const { ann, id } = await signedIn()
      await w.app.transaction(async (tx) => {
        await storeSecret(tx.db, id, newSecret(), tx.now())
        await confirmSecret(tx.db, id, tx.now())
      })
      const browser = newBrowser()
      const location = new URL(await browser.signIn(ann), SITE)
      expect([location.pathname, location.searchParams.get('methods')]).toEqual([
        '/users/auth-landing',
        'one_time_password recovery_code',
      ])
      expect(location.searchParams.get('challenge')).not.toBe('')
      expect(await browser.who()).toBe(null)
    })

    test('an erased account leaves nothing of it', async () => {
      const { id } = await signedIn()
      await w.app.transaction(async (tx) => {
        await updateUser(tx.db, id, { status: 10 })
        await eraseUser(tx.db, id)
        await tx.emit('user.erased', { actor_id: 0, object_type: 'user', object_id: id, question_id: 0 })
      })
      expect(await logins(id)).toEqual([])
    })
  })

  test('a plugin in a process of its own lets people in, with its picture on the button', async () => {
    const code = `export default { connector: {
  begin: ({ redirect_uri, state }) => 'https://toy.example/?' + new URLSearchParams({ redirect_uri, state }),
  finish({ address, state }) {
    const said = new URL(address).searchParams
    if (said.get('state') !== state) throw new Error('somebody else began this')
    if (said.get('who') === 'nobody') return { refused: true }
    if (said.get('who') === 'many') return { external_id: ['a'], e_mail_verified: true }
    return { external_id: 'toy-' + said.get('who'), username: said.get('who'), e_mail: said.get('who') + '@example.com', e_mail_verified: true }
  },
} }`
    const askwell = { kinds: ['connector'], languages: [], icon: 'icon.svg' }
    const files = { 'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' }
    const bytes = await pluginArchive({ slug_name: 'toy', code, askwell, files })
    await ask(w, uploadPlugin, { body: {}, file: { name: 'a.tgz', bytes } }, { token: admin.token, ip: '198.51.100.7' })
    const turn = (enabled: boolean) =>
      w.as(admin).call(setPluginStatus, { body: { plugin_slug_name: 'toy', enabled, agreed: ['connector'] } })
    await turn(true)
    expect(await w.nobody.call(contract.connectors)).toContainEqual({
      name: 'Plugin toy',
      link: `${SITE}/users/oauth/toy`,
      icon: expect.stringMatching(/^\/plugin-icons\//),
    })
    const comeBackAs = async (browser: Browser, name: string) => {
      const { searchParams } = new URL((await browser.get('/users/oauth/toy')).location)
      expect(searchParams.get('redirect_uri')).toBe(callbackOf('toy'))
      return (await browser.get(`${callbackOf('toy')}?who=${name}&state=${searchParams.get('state')}`)).location
    }
    const browser = newBrowser()
    expect(await comeBackAs(browser, 'nobody')).toBe('/users/auth-landing?failed=refused')
    expect(failure(await comeBackAs(browser, 'many'))).toBe('error')
    expect(await browser.who()).toBeNull()
    expect(await comeBackAs(browser, 'toyfriend')).toBe('/users/auth-landing?from=%2F')
    expect(await browser.who()).toBe('toyfriend')
    await turn(false)
    expect(failure((await newBrowser().get('/users/oauth/toy')).location)).toBe('off')
  })

  test(
    'one whose process ends or hangs says so on a page of the site, and other ways to log in go on',
    { timeout: 60_000 },
    async () => {
      const code = `export default { connector: {
  begin: ({ redirect_uri, state }) => 'https://toy.example/?' + new URLSearchParams({ redirect_uri, state }),
  finish: ({ address }) => address.includes('hang') ? new Promise(() => {}) : process.abort(),
} }`
      const bytes = await pluginArchive({
        slug_name: 'brittle',
        code,
        askwell: { kinds: ['connector'], languages: [] },
      })
      await ask(
        w,
        uploadPlugin,
        { body: {}, file: { name: 'a.tgz', bytes } },
        { token: admin.token, ip: '198.51.100.8' },
      )
      await turnPlugin(w, admin, 'brittle', true)
      const browser = newBrowser()
      for (const how of ['abort', 'hang']) {
        let begun = ''
        const begins = async () => (begun = (await browser.get('/users/oauth/brittle')).location)
        await expect.poll(begins).toMatch(/^https:/) // the process begins anew
        const { searchParams } = new URL(begun)
        const back = `${callbackOf('brittle')}?how=${how}&state=${searchParams.get('state')}`
        expect(failure((await browser.get(back)).location)).toBe('error')
        await browser.signIn(somebody())
        expect(await browser.who()).not.toBeNull()
        delete browser.cookies.askwell_session
      }
      await turnPlugin(w, admin, 'brittle', false)
    },
  )

  describe('the servers of a service of OpenID Connect', () => {
    /** What it names as its own, and what it was asked. */
    const named: Record<string, string> = {}
    const asked: string[] = []
    const answering = () =>
      createHttpServer(({ url = '' }, response) => {
        asked.push(url)
        response.end(JSON.stringify(named))
      })
    const [service, second] = [answering(), answering()]
    const portOf = async (server: typeof service) => {
      await once(server.listen(0, '127.0.0.1'), 'listening')
      return (server.address() as AddressInfo).port
    }
    let [port, secondPort] = [0, 0]
    beforeAll(async () => {
      ;[port, secondPort] = await Promise.all([portOf(service), portOf(second)])
    })
    afterAll(() => {
      service.close()
      second.close()
    })

    /** What becomes of asking for each of these, one after another. */
    const reached = async (addresses: string[], config_fields: Record<string, unknown>) => {
      await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'asker', config_fields } })
      await turnPlugin(w, admin, 'asker', false)
      await turnPlugin(w, admin, 'asker', true)
      const begin = { redirect_uri: '', state: addresses.join(' '), nonce: '', code_verifier: '' }
      return new URL(await w.app.plugins.ask('asker', 'connector.begin', begin)).searchParams.getAll('said')
    }
    const METADATA = '/.well-known/openid-configuration'

    test('are those that it names at the address that an admin has typed, in private networks only where the admin says so', async () => {
      const code = `export default { connector: {
  async begin({ state }, { fetch }) {
    const said = []
    for (const one of state.split(' ')) said.push(await fetch(one).then(({ status }) => String(status), ({ message }) => message))
    return 'https://said.example/?' + new URLSearchParams(said.map((one) => ['said', one]))
  },
  finish: () => ({ refused: true }),
} }`
      const config = [{ name: 'issuer', kind: 'address', required: true }]
      const askwell = { kinds: ['connector'], languages: [], permissions: ['openid:{issuer}'], config }
      const bytes = await pluginArchive({ slug_name: 'asker', code, askwell })
      await ask(
        w,
        uploadPlugin,
        { body: {}, file: { name: 'a.tgz', bytes } },
        { token: admin.token, ip: '198.51.100.9' },
      )
      const [here, there, other] = [
        `http://127.0.0.1:${port}`,
        `http://127.0.0.1:${secondPort}`,
        `http://localhost:${secondPort}`,
      ]
      Object.assign(named, {
        token_endpoint: `${there}/token`,
        userinfo_endpoint: `${other}/me`,
        jwks_uri: 'http://evil.example/keys',
        issuer: `${here}/x`,
      })
      const refused = (host: string) => `the plugin has no permission "net:${host}"`

      const inside = { issuer: `${here}/x/`, private_network: true }
      expect(
        await reached(
          [`${there}/token`, `${here}${METADATA}`, `${there}/token`, `${here}/x${METADATA}`, `${there}/token`],
          inside,
        ),
      ).toEqual([refused('127.0.0.1'), '200', refused('127.0.0.1'), '200', '200'])
      // Over http nothing is named but what is on the same machine, and what a service names leads to no other host of a private network.
      asked.length = 0
      expect(await reached([`${here}/x${METADATA}`, 'http://evil.example/keys', `${other}/me`], inside)).toEqual([
        '200',
        refused('evil.example'),
        expect.stringContaining('private IP address'),
      ])
      expect(asked).toEqual([`/x${METADATA}`])
      asked.length = 0
      const outside = await reached([`${here}/x${METADATA}`, `${there}/token`], { ...inside, private_network: false })
      expect(outside).toEqual([expect.stringContaining('May be in a private network'), refused('127.0.0.1')])
      expect(asked).toEqual([])
      await turnPlugin(w, admin, 'asker', false)
    })
  })

  describe('my logins', () => {
    const own = (person: TestUser) => w.as(person).call(contract.ownLogins)

    test('a member connects an account, sees it, logs in with it, and lets it go', async () => {
      const bo = await member()
      const ann = somebody()
      const browser = browserOf(bo)
      expect((await own(bo)).map(({ slug_name, binding }) => [slug_name, binding])).toEqual([
        ['oauth2', false],
        ['openid_connect', false],
        ['openid_connect_2', false],
      ])
      expect(await browser.signIn(ann, 'openid_connect', await bindLink(bo))).toBe('/users/settings/account?bound')
      expect((await own(bo)).find(({ binding }) => binding)).toMatchObject({
        slug_name: 'openid_connect',
        name: 'Club',
        external_id: ann.sub,
        known_as: ann.preferred_username,
      })
      expect((await letters(bo.e_mail)).at(-1)!.subject).toContain('New login connected to your account')
      const other = newBrowser()
      await other.signIn(ann)
      expect(await other.who()).toBe(bo.username)
      const unbind = () => w.as(bo).call(contract.unbindLogin, { body: { external_id: ann.sub } })
      await expect(unbind()).rejects.toMatchObject({ status: 400, reason: 'error.connector.last_way' })
      const password_hash = await hashPassword('a-password-of-theirs')
      await w.app.transaction((tx) => updateUser(tx.db, bo.id, { password_hash }))
      await setLogin({ allow_password_login: false })
      await expect(unbind()).rejects.toMatchObject({ reason: 'error.connector.last_way' })
      await setLogin({ allow_password_login: true })
      await unbind()
      await expect(unbind()).rejects.toMatchObject({ status: 404 })
      expect(await logins(bo.id)).toEqual([])
    })

    test('of two logins with the same number elsewhere the one that is meant goes', async () => {
      const bo = await member()
      const ann = somebody()
      for (const slug of ['openid_connect', 'openid_connect_2'])
        await browserOf(bo).signIn(ann, slug, await bindLink(bo, slug))
      await w.as(bo).call(contract.unbindLogin, { body: { external_id: ann.sub, slug_name: 'openid_connect' } })
      expect(await logins(bo.id)).toEqual([{ connector: 'openid_connect_2', external_id: ann.sub }])
    })

    test('two let go of at once: one stays', async () => {
      const bo = await member()
      const ann = somebody()
      for (const slug of ['openid_connect', 'openid_connect_2'])
        await browserOf(bo).signIn(ann, slug, await bindLink(bo, slug))
      await Promise.allSettled(
        ['openid_connect', 'openid_connect_2'].map((slug_name) =>
          w.as(bo).call(contract.unbindLogin, { body: { external_id: ann.sub, slug_name } }),
        ),
      )
      expect(await logins(bo.id)).toHaveLength(1)
    })

    test('an identity that is somebody else’s stays theirs; and one of each service is enough', async () => {
      const [bo, cy] = [await member(), await member()]
      const ann = somebody()
      await browserOf(bo).signIn(ann, 'openid_connect', await bindLink(bo))
      expect(failure(await browserOf(cy).signIn(ann, 'openid_connect', await bindLink(cy)))).toBe('taken')
      expect(failure(await browserOf(bo).signIn(somebody(), 'openid_connect', await bindLink(bo)))).toBe('already')
      expect([await logins(bo.id), await logins(cy.id)]).toEqual([
        [{ connector: 'openid_connect', external_id: ann.sub }],
        [],
      ])
    })

    test('another’s link, one of another session, and one that was made up connect nothing', async () => {
      const [attacker, victim] = [await member(), await member()]
      const browser = browserOf(victim)
      const former = await bindLink(victim)
      const anew = newBrowser({ askwell_session: (await w.given.admin()).token })
      for (const [who, search] of [
        [browser, await bindLink(attacker)],
        [browser, '?bind=made.up'],
        [browser, '?bind='],
        [anew, former],
        [newBrowser(), former],
      ] as const) {
        const { location } = await who.get(`/users/oauth/openid_connect${search}`)
        expect(failure(location)).toBe('expired')
      }
    })

    test('begun by one member, it isn’t finished for another in the same browser', async () => {
      const [bo, cy] = [await member(), await member()]
      const browser = browserOf(bo)
      const way = await browser.away(somebody(), 'openid_connect', await bindLink(bo))
      browser.cookies.askwell_session = cy.token
      expect(failure((await browser.get(way)).location)).toBe('expired')
      expect([await logins(bo.id), await logins(cy.id)]).toEqual([[], []])
    })

    test('who is logged in already doesn’t become somebody else by a link', async () => {
      const bo = await member()
      const { location } = await browserOf(bo).get('/users/oauth/openid_connect?from=/tags')
      expect(location).toBe('/users/auth-landing?from=%2Ftags')
    })

    test('the not activated connect nothing', async () => {
      const newcomer = await member({ active: false })
      const { location } = await browserOf(newcomer).get(`/users/oauth/openid_connect${await bindLink(newcomer)}`)
      expect(failure(location)).toBe('expired')
    })
  })
})
