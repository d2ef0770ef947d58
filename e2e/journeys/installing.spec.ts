import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, heading, isWrong, pathOf, send } from '../page.ts'
import { logIn } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { freshDatabase } from '../site.ts'

const ANNA = { name: 'Anna', e_mail: 'anna@example.com', pass: 'anna-password-1' }
const OURS = {
  site_name: 'Beer talk',
  contact_email: 'desk@example.com',
  name: ANNA.name,
  email: ANNA.e_mail,
  password: ANNA.pass,
  password2: ANNA.pass,
}

journey('a visitor opens the not-yet-installed site and is led to /install', async ({ share, open }) => {
  const site = await share({ installed: false })
  const page = await open(site)
  for (const address of ['/', '/questions', '/tags/beer', '/users/login', '/admin']) {
    await page.goto(address)
    expect(pathOf(page), address).toBe('/install')
  }
  expect(await heading(page).isVisible()).toBe(true)
})

journey('somebody sets up their site in five steps and goes on to use it', async ({ share, open }) => {
  const site = await share({ installed: false })
  const page = await open(site)
  await page.goto('/')
  await takePictures(page, 'install-1')
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByText('Where questions, answers and members are kept.').waitFor()
  await page.getByLabel('Host and port').waitFor({ state: 'hidden' })
  await page.getByRole('radio', { name: /^PostgreSQL/ }).check()
  expect(await page.getByLabel('Host and port').isVisible()).toBe(true)
  await takePictures(page, 'install-2')
  page.allow(/^400 POST .*\/installation\/db\/check$/)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('alert').waitFor()
  for (const name of ['db_host', 'db_name', 'db_username']) expect(await isWrong(page, name), name).toBe(true)
  await page.accessible()
  await page.getByRole('radio', { name: /^Inside/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()

  await page.getByText('Your choice is kept in the data folder').waitFor()
  expect(existsSync(join(site.data, 'askwell.db'))).toBe(true)
  await takePictures(page, 'install-3')
  await page.getByRole('link', { name: 'Next' }).click()

  await page.getByRole('heading', { name: 'The first admin' }).waitFor()
  expect(await page.getByLabel('Address').inputValue()).toBe(site.url)
  await fill(page, { ...OURS, password2: 'another-password' })
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByRole('alert').waitFor()
  expect(await isWrong(page, 'password2')).toBe(true)
  expect(await isWrong(page, 'password')).toBe(false)
  expect(await page.getByLabel('Site name').inputValue()).toBe('Beer talk')
  await takePictures(page, 'install-4')
  await fill(page, { password2: ANNA.pass })
  await page.getByRole('button', { name: 'Set up' }).click()

  await page.getByText('Your site is ready').waitFor()
  await takePictures(page, 'install-5')
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await logIn(page, ANNA)
  await expect.poll(() => page.locator('.question-row').count()).toBe(2)
  expect(await page.title()).toBe('Beer talk')
  // What the wizard chose is nobody else's to read.
  expect(statSync(join(site.data, 'config.json')).mode & 0o777).toBe(0o600)

  await page.goto('/install')
  await arriveAt(page, 'Already installed')
})

journey('a site is set up without JavaScript, in German, and speaks German from then on', async ({ start, open }) => {
  const site = await start({ installed: false })
  const page = await open(site, { scripts: false })
  await page.goto('/')
  expect(pathOf(page)).toBe('/install')
  await field(page, 'language').selectOption('de_DE')
  await send(page)
  expect(await page.locator('html').getAttribute('lang')).toBe('de-DE')
  await send(page)
  await page.goto('/install?step=4')
  await fill(page, { ...OURS, site_name: 'Biergespräche', password: 'short', password2: 'short' })
  await send(page)
  expect(await isWrong(page, 'password')).toBe(true)
  expect(await field(page, 'site_name').inputValue()).toBe('Biergespräche')
  await page.accessible()
  await fill(page, { password: ANNA.pass, password2: ANNA.pass })
  await send(page)
  expect(await page.locator('main a[href="/users/login"]').isVisible()).toBe(true)

  const other = await open(site)
  await other.goto('/')
  expect(await other.title()).toBe('Biergespräche')
  expect(await other.locator('.question-row-title').allTextContents()).toContain('Was ist ein Schlagwort?')
})

journey.runIf(process.env.ASKWELL_TEST_POSTGRES)(
  'somebody with a PostgreSQL of their own keeps the site there',
  async ({ start, open }) => {
    const site = await start({ installed: false })
    const page = await open(site)
    const database = new URL(await freshDatabase())
    await page.goto('/install?step=2')
    await page.getByRole('radio', { name: /^PostgreSQL/ }).check()
    await fill(page, {
      db_host: database.host,
      db_name: 'nowhere',
      db_username: database.username,
      db_password: database.password,
    })
    page.allow(/^400 POST .*\/installation\/db\/check$/)
    await page.getByRole('button', { name: 'Next' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('nowhere')
    expect(await page.getByLabel('Host and port').inputValue()).toBe(database.host)
    await fill(page, { db_name: database.pathname.slice(1) })
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Your choice is kept in the data folder').waitFor()
    await page.goto('/install?step=4')
    await fill(page, OURS)
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByText('Your site is ready').waitFor()
    expect(existsSync(join(site.data, 'askwell.db'))).toBe(false)
    await logIn(page, ANNA)
  },
)
