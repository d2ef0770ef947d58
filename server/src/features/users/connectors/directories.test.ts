import { savePluginConfig, setPluginStatus } from '@askwell/contract/plugins.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { failure, newBrowser as newBrowserAt } from '../../../../test/cookie-browser.ts'
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
import { type TestUser, type World, world } from '../../../../test/world.ts'

vi.setConfig({ testTimeout: 60_000 })

const SITE = 'http://world.example'

let w: World
let admin: TestUser
beforeAll(async () => {
  w = await world('sqlite')
  admin = await w.given.admin()
})
afterAll(async () => {
  await w.close()
})

const setUp = async (plugin_slug_name: string, config_fields: Record<string, string | boolean>) => {
  await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name, config_fields } })
  await w.as(admin).call(setPluginStatus, { body: { plugin_slug_name, enabled: true } })
}

const newBrowser = () => newBrowserAt(w)

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
