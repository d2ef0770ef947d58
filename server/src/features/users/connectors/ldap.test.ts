import { type AddressInfo, connect, createServer } from 'node:net'
import tls from 'node:tls'
import { pluginConfig, plugins, savePluginConfig } from '@askwell/contract/plugins.ts'
import { BerWriter } from 'ldapts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { certificateAuthority } from '../../../../test/certificates.ts'
import { failure, newBrowser } from '../../../../test/cookie-browser.ts'
import { type LdapEntry, ldapServer } from '../../../../test/ldap-server.ts'
import { pluginCalled, turnPlugin } from '../../../../test/plugins.ts'
import { refusal } from '../../../../test/faultless.ts'
import { type TestUser, type World, world } from '../../../../test/world.ts'

vi.setConfig({ testTimeout: 60_000 })

const READER = { dn: 'cn=reader,dc=example,dc=org', password: 'reads', attributes: { cn: 'reader' } }
const person = (uid: string, password: string): LdapEntry => ({
  dn: `uid=${uid},ou=people,dc=example,dc=org`,
  password,
  attributes: { objectClass: 'person', uid, cn: `The ${uid}`, mail: `${uid}@example.org`, entryUUID: `uuid-${uid}` },
})
const ENTRIES = [READER, person('ann', 'sesame'), person('bo', 'other')]
const SETTINGS = {
  name: 'The Company',
  bind_dn: READER.dn,
  bind_password: 'reads',
  base_dn: 'ou=people,dc=example,dc=org',
  private_network: true,
  trusts_e_mail: true,
}

let w: World
let admin: TestUser
let authority: ReturnType<typeof certificateAuthority>
const trusted = tls.getCACertificates('default')
const closing: (() => void)[] = []
beforeAll(async () => {
  authority = certificateAuthority()
  tls.setDefaultCACertificates([...trusted, authority.certificate])
  w = await world('sqlite')
  admin = await w.given.admin()
  await turnPlugin(w, admin, 'ldap', true)
})
afterAll(async () => {
  tls.setDefaultCACertificates(trusted)
  authority.remove()
  await w.close()
})
beforeEach(() => void (w.faults.length = 0))
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const directoryWith = async (...given: Parameters<typeof ldapServer>) => {
  const directory = await ldapServer(...given)
  closing.push(directory.close)
  return directory
}
const save = (config_fields: Record<string, string | boolean>) =>
  w.as(admin).call(savePluginConfig, { body: { plugin_slug_name: 'ldap', config_fields } })
/** What an admin reads below the field. */
const refusalOf = async (config_fields: Record<string, string | boolean>) =>
  JSON.stringify((await refusal(save({ ...SETTINGS, ...config_fields }))).data)

/** Somebody at the form. */
const begin = async () => {
  const browser = newBrowser(w)
  const begun = await browser.send('/users/oauth/ldap?from=/tags')
  const state = new URL(begun.location).searchParams.get('state')!
  const type = (username: string, password: string, headers = {}) =>
    browser.send('/users/oauth/ldap/callback', { state, username, password }, headers)
  return { browser, begun, state, type }
}
const logIn = async (username = 'ann', password = 'sesame') => {
  const { type, browser } = await begin()
  const { location } = await type(username, password)
  return { location, who: await browser.who() }
}
const settings = () => w.as(admin).call(pluginConfig, { query: { plugin_slug_name: 'ldap' } })
const whyItFailed = async () => (await settings()).last_failure?.message

test('an admin reads what it may do before it is on', async () => {
  const { powers, icon } = (await pluginCalled(w, admin, 'ldap'))!
  expect(powers.map(({ power }) => power)).toEqual(['connector', 'passwords', 'tcp:{ldap_url}'])
  expect(powers.map(({ words }) => words).join()).toMatch(/name and the password.*server in its setting “Server”/)
  expect(icon).toMatch(/^\/plugin-icons\/ldap\//)
})

test('nobody is sent elsewhere and back, so its settings name no address for that', async () => {
  expect((await settings()).config_fields!.map(({ name }) => name)).not.toContain('redirect_uri')
})

test('a form of the site, a search as the reader, a bind as the person, and their attributes', async () => {
  const directory = await directoryWith(ENTRIES)
  expect(await refusal(save({ ...SETTINGS, ldap_url: 'ldap://ldap.example.org' }))).toMatchObject({
    fields: ['ldap_url'],
  })
  expect(await refusalOf({ ldap_url: directory.address, private_network: false })).toContain(
    '“May be in a private network” is off',
  )
  await save({ ...SETTINGS, ldap_url: directory.address })

  const { browser, begun, state, type } = await begin()
  expect(begun.location).toMatch(/^http:\/\/world\.example\/users\/sign-in\/ldap\?state=[\w-]{43}$/)
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
  const other = newBrowser(w)
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
  expect((await browser.send('/users/oauth/ldap/metadata')).status).toBe(404)
})

test('whoever guesses at one name is stopped, as with passwords of the site', async () => {
  const guesses = vi.spyOn(w.site.attempts, 'begin')
  const { type } = await begin()
  // Directories take all of these for one name.
  const spellings = ['ANN', 'a\u00ADnn', '\uFF41nn', 'ánn', 'a nn']
  for (const spelling of spellings) await type(spelling, 'x')
  expect(guesses.mock.calls.map(([attempt, account]) => [attempt, account])).toEqual(
    spellings.map(() => ['login', 'ldap:ann']),
  )
  guesses.mockRestore()
})

test('names aren’t all ASCII, and one person has one ID', async () => {
  const called = (uid: string, more: LdapEntry['attributes']) => {
    const { attributes, ...known } = person(uid, 'sesame')
    return { ...known, attributes: { ...attributes, ...more } }
  }
  const directory = await directoryWith([
    READER,
    called('jürgen', { mail: 'juergen@example.org' }),
    called('江', { mail: 'jiang@example.org' }),
    called('kim', { entryUUID: ['a', 'b'] }),
  ])
  await save({ ...SETTINGS, ldap_url: directory.address })
  for (const name of ['JÜRGEN', '江'])
    expect((await logIn(name, 'sesame')).location).toBe('/users/auth-landing?from=%2Ftags')
  expect(await logIn('kim', 'sesame')).toMatchObject({ who: null })
  expect(await whyItFailed()).toContain('more than one entryUUID')
})

test('of many who come at once each gets in', async () => {
  const people = Array.from({ length: 40 }, (_, n) => `p${n}`)
  const directory = await directoryWith([READER, ...people.map((uid) => person(uid, uid))])
  await save({ ...SETTINGS, ldap_url: directory.address })
  expect(await Promise.all(people.map(async (uid) => (await logIn(uid, uid)).who))).toEqual(people)
})

test('over ldaps, with a certificate for that server', async () => {
  const right = authority.sign('right', 'IP:127.0.0.1')
  const directory = await directoryWith(ENTRIES, { certificate: right })
  await save({ ...SETTINGS, ldap_url: directory.address })
  expect(await logIn()).toMatchObject({ who: 'ann' })
  const wrong = await directoryWith(ENTRIES, { certificate: authority.sign('wrong', 'DNS:ldap.example.org') })
  expect(await refusalOf({ ldap_url: wrong.address })).toContain('does not match')
  const stranger = certificateAuthority()
  const strange = await directoryWith(ENTRIES, { certificate: stranger.sign('strange', 'IP:127.0.0.1') })
  stranger.remove()
  expect(await refusalOf({ ldap_url: strange.address })).toContain('no encrypted connection')
  expect([...wrong.seen, ...strange.seen]).toEqual([])
})

test('over ldap with StartTLS, which comes before any name and password', async () => {
  const certificate = authority.sign('later', 'IP:127.0.0.1')
  const directory = await directoryWith(ENTRIES, { certificate, later: true })
  expect(await refusalOf({ ldap_url: directory.address })).toContain('Code: 0xd') // confidentialityRequired
  await save({ ...SETTINGS, ldap_url: directory.address, starttls: true })
  directory.seen.length = 0
  expect(await logIn()).toMatchObject({ who: 'ann' })
  expect(await logIn('ann', 'wrong')).toMatchObject({ who: null })
  expect(directory.seen.slice(0, 4)).toEqual([
    'StartTLS',
    `bind ${READER.dn}`,
    'search ou=people,dc=example,dc=org',
    'bind uid=ann,ou=people,dc=example,dc=org',
  ])
  const wrong = { certificate: authority.sign('not-here', 'DNS:ldap.example.org'), later: true }
  const elsewhere = await directoryWith(ENTRIES, wrong)
  expect(await refusalOf({ ldap_url: elsewhere.address, starttls: true })).toContain('does not match')
  expect(elsewhere.seen).toEqual(['StartTLS'])
  await save({ starttls: false })
})

test('what somebody on the way slips in before StartTLS counts for nothing', async () => {
  // The beginning of an answer to the next question, which would take the real one for the rest of its text.
  const answer = new BerWriter()
  answer.startSequence()
  answer.writeInt(3)
  answer.startSequence(0x61)
  answer.writeEnumeration(49)
  answer.writeString('')
  answer.writeString('x'.repeat(14))
  answer.endSequence()
  answer.endSequence()
  const slippedIn = answer.buffer.subarray(0, -14)
  const certificate = authority.sign('slipped', 'IP:127.0.0.1')
  const directory = await directoryWith(ENTRIES, { certificate, later: true, slippedIn })
  await save({ ...SETTINGS, ldap_url: directory.address, starttls: true })
  expect(await logIn('ann', 'wrong')).toMatchObject({ who: null })
  expect(await logIn()).toMatchObject({ who: 'ann' })
  await save({ starttls: false })
})

test('a directory that is away or hangs up is told to the admin, and never the password', async () => {
  const directory = await directoryWith(ENTRIES)
  await save({ ...SETTINGS, ldap_url: directory.address })
  directory.close()
  expect(failure((await logIn('ann', 'sesame-away')).location)).toBe('error')
  expect(await whyItFailed()).toContain('ECONNREFUSED')

  const behind = await directoryWith(ENTRIES)
  let hangsUp = false
  const between = createServer((socket) => {
    socket.on('error', () => {})
    if (hangsUp) return void socket.once('data', () => socket.end())
    socket.pipe(connect(Number(new URL(behind.address).port), '127.0.0.1').on('error', () => {})).pipe(socket)
  })
  await new Promise<void>((listening) => void between.listen(0, '127.0.0.1', listening))
  closing.push(() => void between.close())
  await save({ ...SETTINGS, ldap_url: `ldap://127.0.0.1:${(between.address() as AddressInfo).port}` })
  hangsUp = true
  expect(failure((await logIn('ann', 'sesame-hangs-up')).location)).toBe('error')
  expect(await whyItFailed()).toContain('Connection closed')

  const log = w.site.installed.logOf('ldap').join('')
  expect(log).toContain('ECONNREFUSED')
  const kept = [
    await w.app.db.selectFrom('sign_ins').selectAll().execute(),
    await w.app.db.selectFrom('settings').selectAll().execute(),
    await w.app.db.selectFrom('audit_entries').selectAll().execute(),
  ]
  for (const text of [log, JSON.stringify(kept), w.faults.map(String).join()]) expect(text).not.toContain('sesame')
  expect((await w.as(admin).call(plugins)).find(({ slug_name }) => slug_name === 'ldap')).toMatchObject({
    enabled: true,
    fault: null,
  })
})
