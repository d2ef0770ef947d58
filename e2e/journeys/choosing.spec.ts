import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, heading } from '../page.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'

const language = (page: WatchedPage) => page.locator('html').getAttribute('lang')
/** As the eye sees it, however the colour is written. */
const isDark = (page: WatchedPage) =>
  page.evaluate<boolean>(`(() => {
  const paper = document.createElement('canvas').getContext('2d')
  paper.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  paper.fillRect(0, 0, 1, 1)
  const [red, green, blue] = paper.getImageData(0, 0, 1, 1).data
  return red + green + blue < 3 * 128
})()`)

journey('anybody chooses another language, and the whole site speaks it', async ({ site, open }) => {
  const page = await open(site)
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('combobox', { name: 'Language' }).selectOption('de_DE')
  await arriveAt(page, 'Fragen')
  expect(await language(page)).toBe('de-DE')
  await page.ready()
  await takePictures(page, 'home-german')
  await page.getByRole('navigation', { name: 'Haupt' }).getByRole('link').nth(1).click()
  await expect.poll(() => heading(page).textContent()).toBe('Schlagwörter')
  await page.goto('/users/register')
  await page.accessible()
  expect(await page.locator('main button[type=submit]').textContent()).not.toBe('Create an account')
  // The server refuses in the same language.
  await field(page, 'name').fill('Dörte')
  await field(page, 'e_mail').fill('doerte@example.com')
  await field(page, 'pass').fill('kurz')
  page.allow(/^400 POST .*\/user\/register\/email$/)
  await page.locator('main button[type=submit]').click()
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toMatch(/Zeichen/)
})

journey('a visitor whose browser asks for German gets it, until they choose otherwise', async ({ site, open }) => {
  const page = await open(site, { locale: 'de-AT' })
  await page.goto('/tags')
  expect(await language(page)).toBe('de-DE')
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('en_US')
  await arriveAt(page, 'Tags')
  expect(await language(page)).toBe('en-US')
})

journey('anybody chooses light or dark, and finds it so the next time', async ({ site, open }) => {
  const page = await open(site, { scheme: 'light' })
  await page.goto('/')
  expect(await isDark(page)).toBe(false)
  const kept = page.waitForResponse(/\/preferences\?scheme=dark/)
  await page.getByRole('button', { name: 'Switch between light and dark' }).click()
  expect(await isDark(page)).toBe(true)
  await kept
  await page.accessible()
  await page.reload()
  expect(await isDark(page)).toBe(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Light' }).click()
  await expect.poll(() => isDark(page)).toBe(false)
  await page.ready()

  // Who leaves it to the device gets what the device has.
  const night = await open(site, { scheme: 'dark' })
  await night.goto('/')
  expect(await isDark(night)).toBe(true)
})

journey('language and light are chosen without JavaScript too', async ({ site, open }) => {
  const page = await open(site, { scripts: false })
  await page.goto('/tags')
  await page.getByRole('contentinfo').getByRole('combobox').selectOption('de_DE')
  await page.getByRole('contentinfo').getByRole('button').click()
  await arriveAt(page, 'Schlagwörter')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Dunkel' }).click()
  expect(await page.locator('html').getAttribute('data-scheme')).toBe('dark')
  await arriveAt(page, 'Schlagwörter')
})

journey('a member’s own choice goes with the account', async ({ site, open }) => {
  const ada = await register(site, 'Ada')
  const page = await open(site)
  await enter(page, ada)
  await page.goto('/users/settings/interface')
  await field(page, 'language').selectOption('de_DE')
  await field(page, 'color_scheme').selectOption('dark')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Gespeichert.').first().waitFor()
  expect(await isDark(page)).toBe(true)
  const elsewhere = await open(site)
  await enter(elsewhere, ada)
  await elsewhere.goto('/')
  await arriveAt(elsewhere, 'Fragen')
  await elsewhere.goto('/users/settings')
  expect(await language(elsewhere)).toBe('de-DE')
  expect(await isDark(elsewhere)).toBe(true)
})

for (const scripts of [true, false]) {
  journey(
    `a member’s language is changed in the footer too, ${scripts ? 'with' : 'without'} JavaScript`,
    async ({ site, open }) => {
      const bea = await register(site, scripts ? 'Bea' : 'Bob')
      await site.call('PUT', '/answer/api/v1/user/interface', {
        token: bea.token,
        body: { language: 'de_DE', color_scheme: 'dark' },
      })
      const page = await open(site, { scripts })
      await enter(page, bea)
      await page.goto('/tags?page=1')
      await arriveAt(page, 'Schlagwörter')
      await page.getByRole('contentinfo').getByRole('combobox').selectOption('en_US')
      if (!scripts) await page.getByRole('contentinfo').getByRole('button').click()
      await arriveAt(page, 'Tags')
      expect(new URL(page.url()).search).toBe('?page=1')
      const elsewhere = await open(site)
      await enter(elsewhere, bea)
      await elsewhere.goto('/')
      await arriveAt(elsewhere, 'Questions')
      expect(await isDark(elsewhere)).toBe(true)
    },
  )
}
