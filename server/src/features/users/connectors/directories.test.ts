import { currentUser } from '@askwell/contract/accounts.ts'
import { plugins, savePluginConfig, setPluginStatus } from '@askwell/contract/plugins.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ldapServer } from '../../../../test/ldap-server.ts'
import {
  keyPair,
  readRequest,
  responseAround,
  type SamlAnswer,
  samlRefusal,
  samlResponse,
  signXml,
  unsignedResponse,
} from '../../../../test/saml-provider.ts'
import { refusal } from '../../../../test/faultless.ts'
import { type TestUser, type World, world } from '../../../../test/world.ts'

vi.setConfig({ testTimeout: 60_000 })

const SITE = 'http://world.example'
const FORM = 'application/x-www-form-urlencoded'

let w: World
let admin: TestUser
let close = () => {}
beforeAll(async () => {
  w = await world('sqlite')
  admin = await w.given.admin()
})
afterAll(async () => {
  close()
  await w.close()
})

const setUp = async (plugin_slug_name: string, config_fields: Record<string, string | boolean>) => {
  await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name, config_fields } })
  await w.as(admin).call(setPluginStatus, { body: { plugin_slug_name, enabled: true } })
}

/** A browser with its cookies; what other sites have it send comes without them. */
const newBrowser = () => {
  const cookies: Record<string, string> = {}
  const send = async (address: string, posted?: Record<string, string>, headers: Record<string, string> = {}) => {
    const { pathname, search } = new URL(address, SITE)
    const isForeign = headers['sec-fetch-site'] === 'cross-site'
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`)
    const response = await w.server.inject({
      method: posted ? 'POST' : 'GET',
      url: pathname + search,
      headers: {
        accept: 'text/html',
        ...(!isForeign && { cookie: cookie.join('; ') }),
        ...(posted && { 'content-type': FORM }),
        ...headers,
      },
      ...(posted && { payload: new URLSearchParams(posted).toString() }),
    })
    for (const one of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(one)!
      cookies[name!] = value!
    }
    return { status: response.statusCode, location: response.headers.location ?? '', body: response.body }
  }
  const who = async () =>
    (await w.as({ id: 0, username: '', token: cookies.askwell_session ?? '' }).call(currentUser))?.username ?? null
  return { send, who }
}
const failure = (location: string) => /failed=(\w+)/.exec(location)?.[1]

test('LDAP: a form of the site, a search as the reader, a bind as the person, and their attributes', async () => {
  const person = (uid: string, password: string) => ({
    dn: `uid=${uid},ou=people,dc=example,dc=org`,
    password,
    attributes: { objectClass: 'person', uid, cn: `The ${uid}`, mail: `${uid}@example.org`, entryUUID: `uuid-${uid}` },
  })
  const directory = await ldapServer([
    { dn: 'cn=reader,dc=example,dc=org', password: 'reads', attributes: { cn: 'reader' } },
    person('ann', 'sesame'),
    person('bo', 'other'),
  ])
  close = directory.close
  const config = {
    name: 'The Company',
    bind_dn: 'cn=reader,dc=example,dc=org',
    bind_password: 'reads',
    base_dn: 'ou=people,dc=example,dc=org',
    trusts_e_mail: true,
  }
  expect(await refusal(setUp('ldap', { ...config, ldap_url: 'ldap://ldap.example.org' }))).toMatchObject({
    fields: ['ldap_url'],
  })
  await setUp('ldap', { ...config, ldap_url: directory.address })
  const listed = (await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === 'ldap')!
  expect(listed.icon).toMatch(/^\/plugin-icons\/ldap\//)

  const browser = newBrowser()
  const begun = await browser.send('/users/oauth/ldap?from=/tags')
  expect(begun.location).toMatch(/^http:\/\/world\.example\/users\/sign-in\/ldap\?state=[\w-]{43}$/)
  const state = new URL(begun.location).searchParams.get('state')!
  const type = (username: string, password: string, headers = {}) =>
    browser.send('/users/oauth/ldap/callback', { state, username, password }, headers)
  for (const [username, password] of [
    ['ann', 'wrong'],
    ['ann', ''],
    ['', ''],
    ['nobody', 'sesame'],
    ['*', 'sesame'],
    ['a*', 'sesame'],
    ['ann)(uid=bo', 'other'],
  ] as const)
    expect((await type(username, password)).location).toBe(`${begun.location}&wrong`)
  expect(await browser.who()).toBe(null)
  // Another page can't send the form, nor can another browser go on with what this one began.
  expect((await type('ann', 'sesame', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const other = newBrowser()
  const taken = await other.send('/users/oauth/ldap/callback', { state, username: 'ann', password: 'sesame' })
  expect(failure(taken.location)).toBe('expired')

  expect((await type('Ann', 'sesame')).location).toBe('/users/auth-landing?from=%2Ftags')
  expect(await browser.who()).toBe('ann')
  expect(failure((await type('ann', 'sesame')).location)).toBe('expired')
  expect(
    await w.app.db
      .selectFrom('external_logins')
      .innerJoin('users', 'users.id', 'external_logins.user_id')
      .select(['connector', 'external_id', 'display_name', 'e_mail', 'mail_status'])
      .execute(),
  ).toEqual([
    { connector: 'ldap', external_id: 'uuid-ann', display_name: 'The ann', e_mail: 'ann@example.org', mail_status: 1 },
  ])
  directory.close()
  expect(JSON.stringify(await w.app.db.selectFrom('sign_ins').selectAll().execute())).not.toContain('sesame')
})

test('LDAP: whoever guesses at one name is stopped, as with passwords of the site', async () => {
  const browser = newBrowser()
  const guesses = vi.spyOn(w.site.attempts, 'begin')
  const state = new URL((await browser.send('/users/oauth/ldap')).location).searchParams.get('state')!
  await browser.send('/users/oauth/ldap/callback', { state, username: 'ANN', password: 'x' })
  expect(guesses.mock.calls.map(([attempt, account]) => [attempt, account])).toEqual([['login', 'ldap:ann']])
  guesses.mockRestore()
  w.faults.length = 0
})

test('SAML 2: a signed answer to what this browser has asked lets in, once; nothing else does', async () => {
  const [idp, stranger] = [keyPair(), keyPair()]
  await setUp('saml', {
    name: 'The University',
    entry_point: 'https://idp.example/sso',
    // As it is pasted into a field of one line.
    certificate: idp.certificate.replaceAll('\n', ''),
    idp_entity_id: 'https://idp.example',
    attribute_e_mail: 'urn:oid:0.9.2342.19200300.100.1.3',
    attribute_display_name: 'displayName',
    trusts_e_mail: true,
  })
  const begin = async (browser: ReturnType<typeof newBrowser>) => {
    const { location } = await browser.send('/users/oauth/saml?from=/tags')
    expect(location).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/)
    const asked = readRequest(location)
    expect([asked.acs, asked.issuer]).toEqual([
      `${SITE}/users/oauth/saml/callback`,
      `${SITE}/users/oauth/saml/metadata`,
    ])
    const said: SamlAnswer = {
      name_id: 'persistent-7',
      attributes: { 'urn:oid:0.9.2342.19200300.100.1.3': 'cy@example.org', displayName: 'Cy & Co' },
      audience: asked.issuer,
      recipient: asked.acs,
      in_response_to: asked.id,
    }
    return { asked, said }
  }
  /** The page of the service sends it from there, without cookies; then the browser comes itself. */
  const post = async (browser: ReturnType<typeof newBrowser>, xml: string, RelayState: string) => {
    const SAMLResponse = Buffer.from(xml).toString('base64')
    const origin = { 'sec-fetch-site': 'cross-site', origin: 'https://idp.example' }
    const sent = await browser.send('/users/oauth/saml/callback', { SAMLResponse, RelayState }, origin)
    expect([sent.status, sent.location]).toEqual([303, `/users/oauth/saml/callback?state=${RelayState}`])
    return browser.send(sent.location)
  }
  const attempt = async (xmlOf: (said: SamlAnswer) => string) => {
    const browser = newBrowser()
    const { asked, said } = await begin(browser)
    const { location } = await post(browser, xmlOf(said), asked.state)
    expect(await browser.who(), xmlOf.toString()).toBe(null)
    return failure(location)
  }
  const otherId = (said: SamlAnswer) => ({ ...said, name_id: 'persistent-8' })
  for (const xmlOf of [
    unsignedResponse,
    (said: SamlAnswer) => samlResponse(said, stranger.key),
    (said: SamlAnswer) => samlResponse({ ...said, in_response_to: '_another' }, idp.key),
    (said: SamlAnswer) => samlResponse({ ...said, audience: 'https://other.example' }, idp.key),
    (said: SamlAnswer) => samlResponse({ ...said, until: -3600 }, idp.key),
    (said: SamlAnswer) => samlResponse({ ...said, issuer: 'https://other.example' }, idp.key),
    (said: SamlAnswer) => samlResponse({ ...said, format: 'transient' }, idp.key),
    (said: SamlAnswer) => samlResponse(said, idp.key).replace('persistent-7', 'persistent-1'),
    // Unasked, or for another site, and wrapped so as to fit.
    (said: SamlAnswer) => samlResponse({ ...said, confirmed: {} }, idp.key),
    (said: SamlAnswer) =>
      samlResponse({ ...said, confirmed: { ...said, recipient: 'https://other.example/acs' } }, idp.key),
    // What is signed stands beside what isn't.
    (said: SamlAnswer) => {
      const [forged] = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(unsignedResponse(otherId(said)))!
      return samlResponse(said, idp.key).replace('<saml:Assertion', () => `${forged}<saml:Assertion`)
    },
    // Only the response is signed, where the assertion has to be.
    (said: SamlAnswer) => signXml(unsignedResponse(said), 'Response', idp.key),
    () => 'no XML at all',
    () => responseAround('', { recipient: '', in_response_to: '' } as SamlAnswer),
  ])
    expect(await attempt(xmlOf), xmlOf.toString()).toBe('error')
  expect(await attempt(samlRefusal)).toBe('refused')

  const browser = newBrowser()
  const { asked, said } = await begin(browser)
  const xml = samlResponse(said, idp.key)
  // In another browser than the one that began it is worth nothing.
  expect(failure((await post(newBrowser(), xml, asked.state)).location)).toBe('expired')
  expect((await browser.send(`/users/oauth/saml/callback?state=${asked.state}`)).location).toBe(
    '/users/auth-landing?from=%2Ftags',
  )
  expect(await browser.who()).toBe('cy-co')
  expect(failure((await post(newBrowser(), xml, asked.state)).location)).toBe('expired')
  const again = newBrowser()
  const second = await begin(again)
  expect(failure((await post(again, xml, second.asked.state)).location)).toBe('error')

  const metadata = await again.send('/users/oauth/saml/metadata')
  expect(metadata.body).toContain(`entityID="${SITE}/users/oauth/saml/metadata"`)
  expect(metadata.body).toContain(`Location="${SITE}/users/oauth/saml/callback"`)
  expect((await again.send('/users/oauth/ldap/metadata')).status).toBe(404)
})
