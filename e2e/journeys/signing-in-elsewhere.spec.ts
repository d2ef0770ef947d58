import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, heading, isLoggedIn, isWrong, pathOf, send } from '../page.ts'
import { admin, logIn, nextMail, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { setUpPlugin, turnPlugin } from '../plugins.ts'
import { startProvider } from '../provider.ts'
import type { Site } from '../site.ts'
import { ldapServer } from '../../server/test/ldap-server.ts'
import { keyPair, readRequest, samlResponse } from '../../server/test/saml-provider.ts'

const SLUG = 'openid_connect'

/** A site with a provider beside it, and the browser that may go there. Whoever asks `journey` for a site gets another one. */
const elsewhere = journey.extend('club', { scope: 'file' }, async ({ site }, { onCleanup }) => {
  const provider = await startProvider([SLUG, 'google'].map((slug) => `${site.url}/users/oauth/${slug}/callback`))
  onCleanup(() => provider.stop())
  return provider
})

/** What the admin has read that it may do: the site refuses to switch on what asks for more. */
const AGREED = ['connector', 'openid:{issuer}', 'passwords', 'tcp:{ldap_url}'] // each plugin some of these
const offer = async (site: Site, settings: Record<string, string | boolean>, slug_name = SLUG) => {
  const { token } = await admin(site)
  await setUpPlugin(site, token, slug_name, { name: 'the club', private_network: true, ...settings })
  await turnPlugin(site, token, slug_name, true, AGREED)
}

/** On the provider's pages. */
const sayWho = async (page: WatchedPage, name: string) => {
  await page.getByLabel('Who are you?').fill(name)
  await page.getByRole('button', { name: 'Go on' }).click()
}
const agree = (page: WatchedPage) => page.getByRole('button', { name: 'Agree' }).click()
const goOn = (page: WatchedPage) => page.getByRole('link', { name: 'Continue with the club' }).click()

elsewhere('an admin sets a service up by a form', async ({ site, open, club }) => {
  const page = await open(site)
  page.allow(/^400 PUT .*plugin\/config/)
  await logIn(page, await admin(site).then(({ e_mail, pass }) => ({ e_mail, pass })))
  await page.goto('/admin/installed-plugins')
  await page.getByRole('link', { name: 'Read what it may do: OpenID Connect', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch on OpenID Connect?' })
  await dialog.getByText('and to the servers that it names as its own').waitFor()
  await dialog.getByRole('button', { name: 'Agree and switch on' }).click()
  await page.getByRole('link', { name: 'Set up: OpenID Connect', exact: true }).waitFor()
  await page.getByText('Not set up yet').waitFor()
  await page.accessible()
  await takePictures(page, 'plugins')
  await page.getByRole('link', { name: 'Set up: OpenID Connect', exact: true }).click()
  await arriveAt(page, 'OpenID Connect')
  await page.getByText(`${site.url}/users/oauth/${SLUG}/callback`).waitFor()
  const { issuer, client_id, client_secret } = club.settings
  await fill(page, { name: 'the club', issuer: 'http://club.example', client_id, client_secret })
  await send(page)
  await expect.poll(() => isWrong(page, 'issuer')).toBe(true)
  await page.accessible()
  await fill(page, { issuer, client_secret })
  await send(page)
  await page.getByText('the address is in a private network').first().waitFor()
  await fill(page, { client_secret })
  await field(page, 'private_network').check()
  await send(page)
  await page.getByText('Saved.').first().waitFor()
  await page.reload()
  expect([await field(page, 'issuer').inputValue(), await field(page, 'client_secret').inputValue()]).toEqual([
    issuer,
    '********',
  ])
  await takePictures(page, 'plugin-settings')
})

elsewhere('somebody new comes by a service, and comes again', async ({ site, open, club }) => {
  await offer(site, club.settings)
  const page = await open(site, { hosts: [club.host] })
  await page.goto('/users/login?from=/tags')
  await page.accessible()
  await takePictures(page, 'login-elsewhere')
  await goOn(page)
  await sayWho(page, 'ann')
  await agree(page)
  await arriveAt(page, 'Tags')
  expect([pathOf(page), await isLoggedIn(page, 'ann')]).toEqual(['/tags', true])
  await page.goto('/users/settings/account')
  await page.getByText('You can log in as ann').waitFor()
  await takePictures(page, 'my-logins')

  const again = await open(site, { hosts: [club.host] })
  await again.goto('/users/register')
  await again.accessible()
  await takePictures(again, 'register-elsewhere')
  await goOn(again)
  await sayWho(again, 'ann')
  await agree(again)
  await again.locator('summary').getByText('Your menu, ann').waitFor()
  await again.ready()
})

elsewhere('who says no over there is told so, and nothing has happened', async ({ site, open, club }) => {
  await offer(site, club.settings)
  const page = await open(site, { hosts: [club.host] })
  await page.goto('/users/login')
  await goOn(page)
  await sayWho(page, 'bo')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await arriveAt(page, 'Login failed')
  await page.getByText('You cancelled the login at the other service.').waitFor()
  await page.accessible()
  await takePictures(page, 'elsewhere-refused')
  await page.getByRole('link', { name: 'Back to the login' }).click()
  await arriveAt(page, 'Log in')
})

elsewhere('a member connects an account, and lets it go', async ({ site, open, club }) => {
  await offer(site, club.settings)
  const cy = await register(site, 'Cy')
  const page = await open(site, { hosts: [club.host] })
  await logIn(page, cy)
  await page.goto('/users/settings/account')
  await page.getByRole('link', { name: 'Connect the club' }).click()
  await sayWho(page, 'cyril')
  await agree(page)
  await page.getByText('Connected. You can now log in with it.').waitFor()
  await page.ready()
  await page.getByText('You can log in as cyril').waitFor()
  expect((await nextMail(site, cy.e_mail, 1)).subject).toContain('New login connected to your account')
  await page.getByRole('button', { name: 'Disconnect the club' }).click()
  await page.getByRole('link', { name: 'Connect the club' }).waitFor()
})

/** From the provider to the code in the mailbox of an address that somebody here has already. */
const meetOneself = async (page: WatchedPage, club: { host: string }) => {
  await page.goto('/users/login?from=/tags')
  await goOn(page)
  await sayWho(page, `newdee${page.viewportSize()!.width}`)
  await agree(page)
  await heading(page).getByText('Which address is yours?').waitFor()
  await page.ready()
  expect(new URL(page.url()).host).not.toBe(club.host)
}

elsewhere(
  'an address that is there already: the code from its mailbox connects the two',
  async ({ site, open, club }) => {
    await offer(site, club.settings)
    const dee = await register(site, 'Dee')
    const page = await open(site, { hosts: [club.host] })
    page.allow(/^400 POST .*connector\/binding\/code/)
    await meetOneself(page, club)
    await page.accessible()
    await takePictures(page, 'which-address')
    await fill(page, { email: dee.e_mail })
    await send(page)
    await arriveAt(page, 'Email already exists')
    await page.accessible()
    await takePictures(page, 'address-exists')
    await page.getByRole('button', { name: 'That is me: send the code' }).click()
    await arriveAt(page, 'Check your e-mail')
    await page.accessible()
    await takePictures(page, 'code-mailed')
    const code = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec((await nextMail(site, dee.e_mail, 1)).text)![0]
    await fill(page, { code: 'AAAA-AAAA' })
    await send(page)
    await expect.poll(() => isWrong(page, 'code')).toBe(true)
    await fill(page, { code: code.toLowerCase() })
    await send(page)
    await arriveAt(page, 'Tags')
    await page.locator('summary').getByText('Your menu, Dee').waitFor()
    await page.ready()
  },
)

elsewhere('all of this works without JavaScript', async ({ site, open, club }) => {
  await offer(site, club.settings)
  const eve = await register(site, 'Eve')
  const page = await open(site, { scripts: false, hosts: [club.host], width: 390 })
  page.allow(/^400 POST .*\/users\/confirm-email/)
  await meetOneself(page, club)
  await fill(page, { email: eve.e_mail })
  await send(page)
  await page.getByRole('button', { name: 'That is me: send the code' }).click()
  expect(await heading(page).textContent()).toBe('Check your e-mail')
  await fill(page, { code: 'AAAA-AAAA' })
  await send(page)
  expect(await isWrong(page, 'code')).toBe(true)
  await page.accessible()
  await fill(page, { code: /^[A-Z2-9]{4}-[A-Z2-9]{4}$/m.exec((await nextMail(site, eve.e_mail, 1)).text)![0] })
  await send(page)
  await page.locator('summary').getByText('Your menu, Eve').waitFor()
  await page.goto('/users/settings/account')
  await page.getByRole('button', { name: 'Disconnect the club' }).click()
  await page.getByRole('link', { name: 'Connect the club' }).waitFor()
})

elsewhere('somebody logs in with the name and the password of a directory', async ({ site, open, onTestFinished }) => {
  const person = { objectClass: 'person', uid: 'dora', cn: 'Dora', mail: 'dora@example.org', entryUUID: 'uuid-dora' }
  const directory = await ldapServer([
    { dn: 'cn=reader,dc=example,dc=org', password: 'reads', attributes: { cn: 'reader' } },
    { dn: 'uid=dora,dc=example,dc=org', password: 'sesame', attributes: person },
  ])
  onTestFinished(directory.close)
  await offer(
    site,
    {
      name: 'the company',
      ldap_url: directory.address,
      bind_dn: 'cn=reader,dc=example,dc=org',
      bind_password: 'reads',
      base_dn: 'dc=example,dc=org',
      trusts_e_mail: true,
    },
    'ldap',
  )
  const page = await open(site)
  await page.goto('/users/login?from=/tags')
  await page.getByRole('link', { name: 'Continue with the company' }).click()
  await arriveAt(page, 'Log in with the company')
  await page.accessible()
  await takePictures(page, 'login-directory')
  await fill(page, { username: 'dora', password: 'wrong' })
  await send(page)
  await page.getByText('The name or the password isn’t right.').waitFor()
  await page.accessible()
  await fill(page, { username: 'dora', password: 'sesame' })
  await send(page)
  await arriveAt(page, 'Tags')
  expect(await isLoggedIn(page, 'dora')).toBe(true)
})

elsewhere(
  'a service that speaks SAML sends somebody back by a form, from another site',
  async ({ site, open, onTestFinished }) => {
    const { key, certificate } = keyPair()
    const idp = createServer((request, response) => {
      const { id, issuer, acs, state } = readRequest(new URL(request.url!, site.url).href)
      const attributes = { mail: 'emil@example.org', name: 'Emil' }
      const xml = samlResponse(
        { name_id: 'emil-1', attributes, audience: issuer, recipient: acs, in_response_to: id },
        key,
      )
      const fields = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }
      const inputs = Object.entries(fields).map(
        ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
      )
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          `<!doctype html><title>IdP</title><form method="post" action="${acs}">${inputs.join('')}<button>Go on</button></form>`,
        )
    })
    await new Promise<void>((listening) => void idp.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void idp.close())
    // Under another name than the site's, so that the browser takes it for another site.
    const host = `${new URL(site.url).hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${(idp.address() as AddressInfo).port}`
    await offer(
      site,
      {
        name: 'the university',
        entry_point: `http://${host}/sso`,
        certificate: certificate.replaceAll('\n', ''),
        attribute_e_mail: 'mail',
        attribute_display_name: 'name',
        trusts_e_mail: true,
      },
      'saml',
    )
    const page = await open(site, { hosts: [host] })
    await page.goto('/users/login?from=/tags')
    await page.getByRole('link', { name: 'Continue with the university' }).click()
    await page.getByRole('button', { name: 'Go on' }).click()
    await arriveAt(page, 'Tags')
    expect(await isLoggedIn(page, 'emil')).toBe(true)
  },
)
