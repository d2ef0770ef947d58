import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, SELDOM, write } from '../page.ts'
import { admin, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask } from '../posts.ts'
import { ADMIN } from '../site.ts'

const asAdmin = async (page: WatchedPage, place: string) => {
  await logIn(page, ADMIN)
  await page.goto(`/admin/${place}`)
}
const save = async (page: WatchedPage, scripts: boolean) => {
  const saved = page.locator('.saved-note').getByText('Saved.', { exact: true })
  // What was said of an earlier saving goes with the first change, or with the document.
  if (scripts) await saved.waitFor({ state: 'hidden' })
  const sent = scripts ? undefined : page.waitForEvent('framenavigated')
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await sent
  await saved.waitFor()
}

for (const scripts of [true, false]) {
  const how = scripts ? '' : ', without JavaScript'

  journey(`an admin sees on the first page how the site is doing${how}`, async ({ site, open }) => {
    const ann = await register(site, scripts ? 'ann' : 'anne')
    const { id } = await ask(site, ann, { title: 'How is the site doing today?' })
    await answer(site, await admin(site), id, 'Very well, thank you.')
    const page = await open(site, { scripts })
    await asAdmin(page, '')
    await arriveAt(page, 'Dashboard')
    const health = page.getByRole('region', { name: 'Health' })
    await health.getByText('isn’t set up').waitFor()
    expect(await health.getByRole('listitem').count()).toBe(9)
    expect(
      await page
        .getByRole('region', { name: 'System' })
        .getByText(/^SQLite \d/)
        .count(),
    ).toBe(1)
    await page.getByRole('link', { name: '365 days' }).click()
    await page.waitForURL(/days=365/)
    await page.getByText('what is new in the last 365 days').waitFor()
    await takePictures(page, `dashboard${scripts ? '' : '-plain'}`)
  })

  journey(`an admin gives the site another language and time zone${how}`, async ({ site, open }) => {
    const page = await open(site, { scripts })
    await asAdmin(page, 'interface')
    await field(page, 'time_zone').selectOption('Asia/Tokyo')
    await save(page, scripts)
    await page.accessible()
    await takePictures(page, `admin-interface${scripts ? '' : '-plain'}`)
    await page.reload()
    expect(await field(page, 'time_zone').inputValue()).toBe('Asia/Tokyo')
    await field(page, 'language').selectOption('de_DE')
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
    const stranger = await open(site, { locale: 'tlh' })
    await expect
      .poll(async () => {
        await stranger.goto('/')
        return stranger.locator('html').getAttribute('lang')
      }, SELDOM)
      .toBe('de-DE')
  })

  journey(`an admin writes terms and a privacy policy${how}`, async ({ site, open }) => {
    const page = await open(site, { scripts })
    await asAdmin(page, 'legal')
    const type = scripts ? write : (at: WatchedPage, name: string, text: string) => fill(at, { [name]: text })
    await type(page, 'terms_of_service_original_text', '# Be kind\n\nThat is **all**.')
    await type(page, 'privacy_policy_original_text', 'We keep little.')
    await page.getByLabel('Ask before showing them').check()
    await save(page, scripts)
    await takePictures(page, `admin-legal${scripts ? '' : '-plain'}`)
    const stranger = await open(site)
    await stranger.goto('/tos')
    await stranger.getByRole('heading', { name: 'Be kind' }).waitFor()
    await stranger.goto('/privacy')
    await stranger.getByText('We keep little.').waitFor()
  })

  journey(`an admin chooses what addresses look like, and what robots may read${how}`, async ({ site, open }) => {
    const ann = await register(site, scripts ? 'bea' : 'bert')
    const { id } = await ask(site, ann, { title: 'What will my address be?' })
    const page = await open(site, { scripts })
    await asAdmin(page, 'seo')
    await page.getByLabel('Number and title').check()
    await save(page, scripts)
    const reader = await open(site)
    await reader.goto(`/questions/${id}`)
    await reader.waitForURL(/\/questions\/\d{17}\/what-will-my-address-be$/)
    await fill(page, { robots: 'User-agent: *\nDisallow: /' })
    if (scripts) await page.getByText('Search engines can’t find your questions').waitFor()
    await save(page, scripts)
    await page.getByText('These rules keep search engines out of the whole site.').waitFor()
    await takePictures(page, `admin-seo${scripts ? '' : '-plain'}`)
    expect(await (await reader.request.get(`${site.url}/robots.txt`)).text()).toContain('User-agent: *\nDisallow: /\n')
  })
}
