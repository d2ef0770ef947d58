import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, SELDOM } from '../page.ts'
import { admin, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'
import { ADMIN, type Site } from '../site.ts'

const asAdmin = async (page: WatchedPage, place: string) => {
  await logIn(page, ADMIN)
  await page.goto(`/admin/${place}`)
}
/** Nobody listens there. */
const brokenMail = async (site: Site, smtp_host: string) =>
  site.call('PUT', '/answer/admin/api/setting/smtp', {
    token: (await admin(site)).token,
    body: { smtp_host, smtp_port: 1, encryption: '', smtp_authentication: false, from_email: 'desk@example.com' },
  })

for (const scripts of [true, false])
  journey(
    `an admin finds an e-mail that failed, and sends it again${scripts ? '' : ', without scripts'}`,
    async ({ share, open }) => {
      const site = await share({}, 'mail')
      site.expect(/ECONNREFUSED/)
      const name = scripts ? 'anna' : 'bert'
      const e_mail = `${name}@example.com`
      await brokenMail(site, '127.0.0.1')
      await site.call('POST', '/answer/api/v1/user/register/email', {
        body: { name, e_mail, pass: `${name}-password-1` },
      })
      const page = await open(site, { scripts })
      await asAdmin(page, 'jobs')
      await expect
        .poll(async () => {
          await page.reload()
          return page.getByRole('rowheader').getByText('ECONNREFUSED').count()
        }, SELDOM)
        .toBe(1)
      await takePictures(page, 'admin-jobs')
      await page.goto('/admin/emails')
      await page.getByRole('row').filter({ hasText: e_mail }).getByText('ECONNREFUSED').waitFor()
      await takePictures(page, 'admin-emails')
      await brokenMail(site, '')
      await page.getByRole('button', { name: `Send again ${e_mail}` }).click()
      await page.getByText('It is tried now.').waitFor()
      await expect
        .poll(async () => {
          await page.goto(`/admin/emails?status=sent&query=${name}`)
          return page.getByRole('rowheader', { name: e_mail }).count()
        }, SELDOM)
        .toBe(1)
    },
  )

journey('an admin drops a job that nobody needs any more', async ({ share, open }) => {
  const site = await share({}, 'mail')
  site.expect(/ECONNREFUSED/)
  await brokenMail(site, '127.0.0.1')
  await site.call('POST', '/answer/api/v1/user/register/email', {
    body: { name: 'Cara', e_mail: 'cara@example.com', pass: 'cara-password-1' },
  })
  const page = await open(site)
  await asAdmin(page, 'jobs')
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('rowheader').getByText('ECONNREFUSED').count()
    }, SELDOM)
    .toBe(1)
  await page.getByRole('button', { name: /^Drop E-mail with a link/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Drop', exact: true }).click()
  await page.getByText('1 job was dropped.').waitFor()
  await page.getByText('Nothing has failed').waitFor()
})

for (const scripts of [true, false])
  journey(
    `an admin backs the site up, and puts the backup back${scripts ? '' : ', without scripts'}`,
    async ({ share, start, open }) => {
      const site = await (scripts ? share() : start()) // its backup has to be the only one
      const ada = await register(site, 'Ada')
      const before = await ask(site, ada, { title: 'Was this there before the backup?' })
      const page = await open(site, { scripts })
      await asAdmin(page, 'backups')
      await arriveAt(page, 'Backups')
      await page.getByRole('button', { name: 'Make a backup' }).click()
      await expect
        .poll(async () => {
          await page.goto('/admin/backups')
          return page.getByRole('link', { name: /^Restore askwell-/ }).count()
        }, SELDOM)
        .toBe(1)
      await takePictures(page, 'admin-backups')
      const after = await ask(site, ada, { title: 'And this, was it there as well?' })
      await page.getByRole('link', { name: /^Restore askwell-/ }).click()
      await page.getByText('Everything since then goes').waitFor()
      await takePictures(page, 'admin-restore')
      await fill(page, { site_name: 'Elsewhere', pass: ADMIN.pass })
      page.allow(/^400 POST .*\/backup\/restore$/)
      page.allow(/^(failed|503) GET .*\/(user\/info|live\/notifications)/)
      await page.getByRole('button', { name: 'Restore', exact: true }).click()
      await page.getByText('That isn’t the name of this site.').first().waitFor()
      expect(await field(page, 'site_name').inputValue()).toBe('Elsewhere')
      await fill(page, { site_name: 'Journeys', pass: ADMIN.pass })
      await page.getByRole('button', { name: 'Restore', exact: true }).click()
      await page.getByText('The backup is being put in place').waitFor()
      await expect
        .poll(
          () =>
            fetch(`${site.url}/questions/${after.id}`).then(
              ({ status }) => status,
              () => 0,
            ),
          SELDOM,
        )
        .toBe(404)
      expect((await fetch(`${site.url}/questions/${before.id}`)).status).toBe(200)
      expect(existsSync(join(site.data, 'restore-next.json'))).toBe(false)
      expect(
        readdirSync(join(site.data, 'backups')).filter((name) => name.endsWith('before-restore.tar.gz')),
      ).toHaveLength(1)
      await asAdmin(page, 'backups')
      await page.getByText(/was restored$/).waitFor()
    },
  )

for (const scripts of [true, false])
  journey(
    `an admin says something to everybody, and a reader puts it away${scripts ? '' : ', without scripts'}`,
    async ({ share, open, onTestFinished }) => {
      const site = await share()
      const { token } = await admin(site)
      onTestFinished(async () => {
        await site.call('PUT', '/answer/admin/api/siteinfo/announcement', {
          token,
          body: { words: {}, audience: 'all', until: 0, dismissible: true },
        })
      })
      const page = await open(site, { scripts })
      await asAdmin(page, 'announcement')
      await fill(page, { 'words.en_US': 'We **move** on Sunday.' })
      await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
      const line = (its: WatchedPage) => its.getByRole('complementary', { name: 'Announcement' })
      if (!scripts) await page.goto('/admin/announcement') // the page that saved it was rendered before
      await line(page).getByText('We move on Sunday.').waitFor()
      await takePictures(page, 'admin-announcement')
      const reader = await open(site, { scripts })
      await reader.goto('/tags')
      await line(reader).getByText('We move on Sunday.').waitFor()
      await takePictures(reader, 'announcement')
      await line(reader).getByRole('button', { name: 'Dismiss' }).click()
      await expect.poll(() => line(reader).count()).toBe(0)
      expect(new URL(reader.url()).pathname).toBe('/tags')
      await reader.goto('/questions')
      expect(await line(reader).count()).toBe(0)
    },
  )

journey('an admin closes the site for visitors in words of their own, and opens it again', async ({ share, open }) => {
  const site = await share()
  const page = await open(site)
  await asAdmin(page, 'maintenance')
  await field(page, 'on').check()
  await fill(page, { 'words.en_US': 'Back at **noon**.', minutes: '15' })
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await page.getByText('The site is closed for visitors just now').waitFor()
  await takePictures(page, 'admin-maintenance')
  const reader = await open(site)
  reader.allow(/503/)
  await expect.poll(async () => (await reader.goto('/tags'))?.status(), { ...SELDOM, timeout: 10_000 }).toBe(503)
  await reader.getByText('Back at noon.').waitFor()
  await takePictures(reader, 'maintenance')
  // Nothing leads on from there but trying again, and the login of staff.
  expect(await reader.getByRole('banner').getByRole('link').allInnerTexts()).toEqual(['Journeys'])
  await reader.getByRole('link', { name: 'Log in as staff' }).waitFor()
  await reader.getByRole('link', { name: 'Try again' }).click()
  await expect.poll(() => new URL(reader.url()).pathname).toBe('/tags')
  // It looks again by itself, here after a second instead of half a minute.
  await reader.route('**/tags', async (route) => {
    const response = await route.fetch()
    const { refresh, ...headers } = response.headers()
    expect(refresh === undefined).toBe(response.status() === 200)
    await route.fulfill({ response, headers: { ...headers, ...(refresh && { refresh: '1' }) } })
  })
  await reader.goto('/tags')
  // Staff see on every page that others can't.
  await page.goto('/tags')
  await page.getByText('Maintenance: only staff can use the site now.').waitFor()
  await takePictures(page, 'maintenance-bar')
  await page.getByRole('link', { name: 'Open it again' }).click()
  await arriveAt(page, 'Maintenance')
  await field(page, 'on').uncheck()
  await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
  await arriveAt(reader, 'Tags')
})

for (const scripts of [true, false])
  journey(
    `an admin sees whom a limit has turned away, and lets them go on${scripts ? '' : ', without scripts'}`,
    async ({ start, open }) => {
      const site = await start({ limits: true, processes: 1 })
      const pia = await register(site, 'Pia')
      const find = () => site.call('GET', '/answer/api/v1/search?q=otter', { token: pia.token })
      await expect(
        (async () => {
          for (let n = 0; n < 500; n++) await find()
        })(),
      ).rejects.toThrow(' 429 ')
      const page = await open(site, { scripts })
      await asAdmin(page, 'rate-limits')
      await arriveAt(page, 'Rate limits')
      await page.getByRole('row').filter({ hasText: 'Pia' }).getByText('Searching', { exact: true }).waitFor()
      await page.accessible()
      await takePictures(page, `admin-rate-limits${scripts ? '' : '-plain'}`)
      await page.getByRole('button', { name: 'Lift now Pia, Searching' }).click()
      await page.getByText('They can go on now.').waitFor()
      await find()
      // The same for a network, as those without an account are known by.
      const search = (q: string) => fetch(`${site.url}/answer/api/v1/search?q=${q}`)
      await expect.poll(async () => (await search('otter')).status, { timeout: 20_000, interval: 1 }).toBe(429)
      await page.goto('/admin/rate-limits')
      await page.getByRole('button', { name: 'Lift now 127.0.0.0/24, Searching' }).click()
      await page.getByText('They can go on now.').waitFor()
      expect((await search('otter')).status).toBe(200)
      await page.goto('/admin/audit')
      const entry = page.getByRole('listitem').filter({ hasText: 'Let a network go on despite a limit' })
      await entry.getByText('127.0.0.0/24').waitFor()
    },
  )

for (const scripts of [true, false])
  journey(
    `an admin has slow queries noted, reads them, and clears the list${scripts ? '' : ', without scripts'}`,
    async ({ share, open, onTestFinished }) => {
      const site = await share()
      const { token } = await admin(site)
      const address = '/answer/admin/api/slow-queries'
      const saved = async () => (await site.call<{ slow_query_ms: number }>('GET', address, { token })).slow_query_ms
      const body = { slow_query_ms: await saved() }
      expect(body.slow_query_ms).toBeGreaterThan(1)
      onTestFinished(async () => {
        await site.call('PUT', address, { token, body })
      })
      const page = await open(site, { scripts })
      await asAdmin(page, 'slow-queries')
      await arriveAt(page, 'Slow queries')
      await page.getByLabel('Slow is what takes longer than (ms)').fill('1')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.').first().waitFor()
      await expect.poll(saved).toBe(1)
      // Somewhere in a site that is used something takes a millisecond; its list is written after a while.
      await expect
        .poll(
          async () => {
            await page.getByRole('button', { name: 'Save' }).click()
            await page.getByText('Saved.').first().waitFor()
            await page.goto('/admin/slow-queries?order=count')
            return page.getByRole('rowheader').count()
          },
          { ...SELDOM, timeout: 60_000 },
        )
        .toBeGreaterThan(0)
      await page.accessible()
      await takePictures(page, `admin-slow-queries${scripts ? '' : '-plain'}`)
      await page.getByText('Clear', { exact: true }).first().click()
      await page.getByRole('button', { name: 'Clear', exact: true }).last().click()
      await expect.poll(() => page.getByRole('button', { name: 'Clear', exact: true }).count()).toBeLessThan(2)
    },
  )
