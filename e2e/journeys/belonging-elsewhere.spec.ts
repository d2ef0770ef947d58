import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, isLoggedIn, pathOf, send } from '../page.ts'
import { admin } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { turnPlugin } from '../plugins.ts'
import { startProvider } from '../provider.ts'

const API = '/answer/admin/api'
const SLUG = 'openid_center'

/** A site with a provider beside it, which looks after its people. */
const center = journey.extend('company', { scope: 'file' }, async ({ site }, { onCleanup }) => {
  const provider = await startProvider([`${site.url}/users/oauth/${SLUG}/callback`])
  onCleanup(() => provider.stop())
  const { token } = await admin(site)
  await site.call('PUT', `${API}/plugin/config`, {
    token,
    body: {
      plugin_slug_name: SLUG,
      config_fields: {
        ...provider.settings,
        name: 'the company',
        private_network: true,
        own_accounts: false,
        messenger: 'chatter',
        shown_name: 'Support team',
        profile_url: `http://${provider.host}/me`,
      },
    },
  })
  await turnPlugin(site, token, SLUG, true)
  return provider
})

center(
  'the people of a user center log in there, show where they belong, and hide it',
  async ({ site, open, company }) => {
    const page = await open(site, { hosts: [company.host] })
    await page.goto('/users/login?from=/tags')
    await arriveAt(page, 'Log in with the company')
    const code = page.getByRole('img', { name: 'QR code with the address of this page' })
    await code.waitFor()
    expect(await code.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(
      0,
    )
    await page.accessible()
    await takePictures(page, 'user-center')
    await page.getByRole('link', { name: 'Go on to the company' }).click()
    await page.getByLabel('Who are you?').fill('ann')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Agree' }).click()
    await arriveAt(page, 'Tags')
    expect([pathOf(page), await isLoggedIn(page, 'ann')]).toEqual(['/tags', true])

    await page.goto('/users/ann')
    await page.getByText('Support team').waitFor()
    await page.goto('/users/settings/profile')
    expect(await page.getByRole('link', { name: 'Change it at the company' }).getAttribute('href')).toBe(
      `http://${company.host}/me`,
    )
    await page.goto(`/users/settings/${SLUG}`)
    await page.getByRole('switch', { name: 'My profile doesn’t say where I belong' }).check()
    await page.accessible()
    await send(page)
    await page.getByText('Saved.').first().waitFor()
    await page.goto('/users/ann')
    await page.ready()
    expect(await page.getByText('Support team').count()).toBe(0)
  },
)

center('an admin has a form of their own, and sees what the plugin may do', async ({ site, open, company }) => {
  const page = await open(site, { hosts: [company.host] })
  const { e_mail, pass } = await admin(site)
  await page.goto('/users/login?admin')
  await fill(page, { e_mail, pass })
  await send(page)
  await page.locator('summary').getByText('Your menu, admin').waitFor()
  await page.goto('/admin/installed-plugins')
  await page.getByRole('link', { name: 'Set up: User center (OpenID Connect)', exact: true }).click()
  await arriveAt(page, 'User center (OpenID Connect)')
  await page.getByText(`${site.url}/users/oauth/${SLUG}/callback`).waitFor()
  expect(await field(page, 'client_secret').inputValue()).toBe('********')
  await takePictures(page, 'user-center-settings')
})
