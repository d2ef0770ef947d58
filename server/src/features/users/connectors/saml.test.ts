import { pluginConfig, plugins, savePluginConfig } from '@askwell/contract/plugins.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { failure, newBrowser } from '../../../../test/cookie-browser.ts'
import { refusal } from '../../../../test/faultless.ts'
import { pluginArchive } from '../../../../test/plugin-package.ts'
import { sendPackage, turnPlugin } from '../../../../test/plugins.ts'
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
const MAIL = 'urn:oid:0.9.2342.19200300.100.1.3'
const [idp, stranger] = [keyPair(), keyPair()]

let w: World
let admin: TestUser
beforeAll(async () => {
  w = await world('sqlite')
  admin = await w.given.admin()
  await save({
    name: 'The University',
    entry_point: 'https://idp.example/sso',
    // As it is pasted into a field of one line.
    certificate: idp.certificate.replaceAll('\n', ''),
    idp_entity_id: 'https://idp.example',
    attribute_e_mail: MAIL,
    attribute_display_name: 'displayName',
    trusts_e_mail: true,
  })
  await turnPlugin(w, admin, 'saml', true)
})
afterAll(async () => {
  expect(w.faults).toEqual([])
  await w.close()
})

const save = (config_fields: Record<string, string | boolean>) =>
  w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'saml', config_fields } })
const listed = async () => (await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === 'saml')!
const lastFailure = async () =>
  (await w.as(admin).call(pluginConfig, { query: { plugin_slug_name: 'saml' } })).last_failure?.message ?? ''

type Browser = ReturnType<typeof newBrowser>
const begin = async (browser: Browser) => {
  const { location } = await browser.send('/users/oauth/saml?from=/tags')
  expect(location).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/)
  const asked = readRequest(location)
  expect([asked.acs, asked.issuer]).toEqual([`${SITE}/users/oauth/saml/callback`, `${SITE}/users/oauth/saml/metadata`])
  const said: SamlAnswer = {
    name_id: 'persistent-7',
    attributes: { [MAIL]: 'cy@example.org', displayName: 'Cy & Co' },
    audience: asked.issuer,
    recipient: asked.acs,
    in_response_to: asked.id,
  }
  return { asked, said }
}
/** The page of the service sends it from there, without cookies. */
const sendForm = (browser: Browser, xml: string, RelayState: string) => {
  const SAMLResponse = Buffer.from(xml).toString('base64')
  const origin = { 'sec-fetch-site': 'cross-site', origin: 'https://idp.example' }
  return browser.send('/users/oauth/saml/callback', { SAMLResponse, RelayState }, origin)
}
/** Then the browser comes itself. */
const post = async (browser: Browser, xml: string, RelayState: string) => {
  const sent = await sendForm(browser, xml, RelayState)
  expect([sent.status, sent.location]).toEqual([303, `/users/oauth/saml/callback?state=${RelayState}`])
  return browser.send(sent.location)
}
/** Somebody who isn't let in. @returns why, as they and as the admin read it. */
const attempt = async (xmlOf: (said: SamlAnswer) => string) => {
  const browser = newBrowser(w)
  const { asked, said } = await begin(browser)
  const { location } = await post(browser, xmlOf(said), asked.state)
  expect(await browser.who()).toBe(null)
  return [failure(location), await lastFailure()]
}

const otherId = (said: SamlAnswer) => ({ ...said, name_id: 'persistent-8' })
const assertionIn = (xml: string) => /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)![0]
const signed = (more: (said: SamlAnswer) => Partial<SamlAnswer>) => (said: SamlAnswer) =>
  samlResponse({ ...said, ...more(said) }, idp.key)

test.each<[string, (said: SamlAnswer) => string, RegExp]>([
  ['without a signature', unsignedResponse, /Invalid signature/],
  ['signed with another key', (said) => samlResponse(said, stranger.key), /Invalid signature/],
  ['to another request', signed(() => ({ in_response_to: '_another' })), /InResponseTo is not valid/],
  ['for another audience', signed(() => ({ audience: 'https://other.example' })), /audience mismatch/],
  ['that has expired', signed(() => ({ until: -3600 })), /No valid subject confirmation/],
  ['of another service', signed(() => ({ issuer: 'https://other.example' })), /isn't the service that was asked/],
  ['with a name for this once', signed(() => ({ format: 'transient' })), /transient/],
  [
    'changed after it was signed',
    (said) => samlResponse(said, idp.key).replace('tent-7', 'tent-1'),
    /Invalid signature/,
  ],
  ['got unasked, wrapped so as to fit', signed(() => ({ confirmed: {} })), /no answer to this request/],
  [
    'got for another site, wrapped so as to fit',
    signed((said) => ({ confirmed: { ...said, recipient: 'https://other.example/acs' } })),
    /not for this site/,
  ],
  [
    'with a forged assertion before the signed one',
    (said) => {
      const forged = assertionIn(unsignedResponse(otherId(said)))
      return samlResponse(said, idp.key).replace('<saml:Assertion', () => `${forged}<saml:Assertion`)
    },
    /multiple assertions/,
  ],
  [
    'with the signed assertion inside a forged one',
    (said) => {
      const whole = samlResponse(said, idp.key)
      const forged = unsignedResponse(otherId(said))
      return forged.replace('</saml:Assertion>', () => `${assertionIn(whole)}</saml:Assertion>`)
    },
    /Invalid signature/,
  ],
  [
    'signed as a response only, where the assertion has to be',
    (said) => signXml(unsignedResponse(said), 'Response', idp.key),
    /Invalid signature/,
  ],
  ['that is no XML', () => 'no XML at all', /Not a valid XML document/],
  [
    'without an assertion',
    () => responseAround('', { recipient: '', in_response_to: '' } as SamlAnswer),
    /InResponseTo/,
  ],
  ['naming somebody by too many letters', signed(() => ({ name_id: 'x'.repeat(129) })), /more than 128 letters/],
])('an answer %s is refused', async (_, xmlOf, why) => {
  expect(await attempt(xmlOf)).toEqual(['error', expect.stringMatching(why)])
})

const deep = (times: number) => '<a>'.repeat(times) + '</a>'.repeat(times)
const within = (more: string) => (said: SamlAnswer) =>
  samlResponse(said, idp.key).replace('</SignedInfo>', () => `${more}</SignedInfo>`)

test.each<[string, (said: SamlAnswer) => string]>([
  [
    'entities that become a billion letters',
    (said) => {
      const entities = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')
      const declared = `<!DOCTYPE r [<!ENTITY e0 "x">${entities}]>`
      return declared + samlResponse(said, idp.key).replace('persistent-7', '&e10;')
    },
  ],
  [
    'a file of this machine',
    (said) =>
      `<!DOCTYPE r [<!ENTITY file SYSTEM "file:///etc/passwd">]>${samlResponse(said, idp.key).replace('Cy', '&file;')}`,
  ],
  ['fifteen thousand elements, one in another', () => deep(15_000)],
  ['as many where the library computes before it trusts', within(deep(14_000))],
  ['as many side by side there', within('<a/>'.repeat(30_000))],
  ['elements that never end', () => '<a>'.repeat(30_000)],
  [
    'very many namespaces, each remembered for each of its elements',
    (said) => {
      const many = Array.from({ length: 5000 }, (_, n) => `xmlns:n${n}="b"`).join(' ')
      return within(deep(2000))(said).replace('<samlp:Response', `<samlp:Response ${many}`)
    },
  ],
  ['its elements deep in one another', within(deep(2000))],
  [
    'a namespace in each of its elements',
    within(Array.from({ length: 2000 }, (_, n) => `<a xmlns:n${n}="b"/>`).join('')),
  ],
  ['elements that end before they begin', () => `<r/>${'</a>'.repeat(1000)}${'<a>'.repeat(1000)}`],
  [
    'a status of a hundred thousand letters, in which one is looked for from each of them',
    (said) => samlRefusal(said).replace(/(?<=<samlp:StatusCode Value=")[^"]*/, `${'a'.repeat(100_000)}:`),
  ],
  ['a comment in the name', (said) => samlResponse(said, idp.key).replace('tent-7', 'tent<!-- -->-7')],
])('an answer with %s is refused at once and ends no process', async (_, xmlOf) => {
  const since = performance.now()
  const why =
    /declares a document type|has more than (5000 tags|50 tags in one another|100 namespaces)|very long attributes/
  expect(await attempt(xmlOf)).toEqual(['error', expect.stringMatching(why)])
  expect(performance.now() - since).toBeLessThan(5000)
  expect(await listed()).toMatchObject({ enabled: true, fault: null, trouble: null, forbidden: [] })
})

test('one that is too long doesn’t even get to the plugin', async () => {
  const browser = newBrowser(w)
  const { asked, said } = await begin(browser)
  const xml = samlResponse(said, idp.key).replace('</samlp:Response>', `${' '.repeat(150_000)}</samlp:Response>`)
  const { status, location } = await sendForm(browser, xml, asked.state)
  expect([status, failure(location)]).toEqual([302, 'error'])
})

test('an answer with many groups, in which the site has no interest, lets in', async () => {
  const browser = newBrowser(w)
  const { asked, said } = await begin(browser)
  const groups = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`group-${n}`, 'y']))
  const person = { name_id: 'persistent-9', attributes: { ...groups, [MAIL]: 'di@example.org', displayName: 'Di' } }
  await post(browser, samlResponse({ ...said, ...person }, idp.key), asked.state)
  expect(await browser.who()).toBe('di')
})

test('whom the service doesn’t let in reads that it refused', async () => {
  expect((await attempt(samlRefusal))[0]).toBe('refused')
})

test('a signed answer to what this browser has asked lets in, once and nowhere else', async () => {
  const browser = newBrowser(w)
  const { asked, said } = await begin(browser)
  const xml = samlResponse(said, idp.key)
  expect(failure((await post(newBrowser(w), xml, asked.state)).location)).toBe('expired')
  expect((await browser.send(`/users/oauth/saml/callback?state=${asked.state}`)).location).toBe(
    '/users/auth-landing?from=%2Ftags',
  )
  expect(await browser.who()).toBe('cy-co')
  expect(failure((await post(newBrowser(w), xml, asked.state)).location)).toBe('expired')
  const again = newBrowser(w)
  const second = await begin(again)
  expect(failure((await post(again, xml, second.asked.state)).location)).toBe('error')
})

test('the service reads what it has to know at an address of its own, which other ways to sign in don’t have', async () => {
  const metadata = () => w.server.inject({ url: '/users/oauth/saml/metadata', headers: { accept: 'text/html' } })
  const { statusCode, headers, body } = await metadata()
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'application/samlmetadata+xml; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'") as string,
  })
  expect(body).toContain(`entityID="${SITE}/users/oauth/saml/metadata"`)
  expect(body).toContain(`Location="${SITE}/users/oauth/saml/callback"`)
  await turnPlugin(w, admin, 'saml', false)
  expect((await metadata()).statusCode).toBe(404)
  await turnPlugin(w, admin, 'saml', true)
  const credentials = { client_id: 'a', client_secret: 'b' }
  await w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'github', config_fields: credentials } })
  await turnPlugin(w, admin, 'github', true)
  const browser = newBrowser(w)
  expect((await browser.send('/users/oauth/github')).location).toMatch(/^https:\/\/github\.com\//)
  expect((await browser.send('/users/oauth/github/metadata')).status).toBe(404)
})

test.each([
  ['words', 'no certificate'],
  ['half of one', idp.certificate.slice(0, 600)],
  ['a key', stranger.key],
  ['nothing between the lines', '-----BEGIN CERTIFICATE----- -----END CERTIFICATE-----'],
])('in the place of a certificate %s is refused when it is saved', async (_, certificate) => {
  const why = 'The plugin can’t work with this, so nothing was saved: it is no certificate that can be read.'
  expect((await refusal(save({ certificate }))).data).toEqual([{ error_field: 'certificate', error_msg: why }])
  const { config_fields } = await w.as(admin).call(pluginConfig, { query: { plugin_slug_name: 'saml' } })
  expect(config_fields!.find(({ name }) => name === 'certificate')!.value).toContain('BEGIN CERTIFICATE')
})

test('two certificates are one that goes and one that comes', async () => {
  await save({ certificate: `${stranger.certificate}\n${idp.certificate}` })
  const browser = newBrowser(w)
  const { asked, said } = await begin(browser)
  await post(browser, samlResponse(said, idp.key), asked.state)
  expect(await browser.who()).toBe('cy-co')
  await save({ certificate: idp.certificate })
})

test('it asks for nothing but to let people in', async () => {
  expect((await listed()).powers.map(({ power }) => power)).toEqual(['connector'])
})

test('what a plugin says as its metadata is bounded in size and time', async () => {
  const code = `const said = [() => '<a/>', () => 'x'.repeat(100_001), () => 7, () => { throw new Error('no') }, () => new Promise(() => {})]
export default { connector: { begin: () => 'https://toy.example/', finish: () => ({ refused: true }), metadata: () => said.shift()() } }`
  const askwell = { kinds: ['connector'], languages: [], metadata: true }
  const install = async (more: object) =>
    sendPackage(w, admin, await pluginArchive({ slug_name: 'toy', code, askwell: { ...askwell, ...more } }))
  expect(JSON.stringify(await install({ metadata: 'yes' }))).toContain('metadata has to be true or false')
  await install({})
  await turnPlugin(w, admin, 'toy', true)
  const read = async () => (await newBrowser(w).send('/users/oauth/toy/metadata')).status
  const since = performance.now()
  expect([await read(), await read(), await read(), await read(), await read()]).toEqual([200, 503, 503, 503, 503])
  expect(performance.now() - since).toBeLessThan(12_000)
  await turnPlugin(w, admin, 'toy', false)
})
