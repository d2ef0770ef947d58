import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Locator } from 'playwright-core'
import { journey } from '../journey.ts'
import { arriveAt, field, fill } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ADMIN } from '../site.ts'

/** Twice in the same moment, as some mice and many hands do. */
const pressTwice = (button: Locator) =>
  button.evaluate((element) => {
    ;(element as HTMLElement).click()
    ;(element as HTMLElement).click()
  })

journey('a button that is pressed twice does its thing once', async ({ site, open }) => {
  const boss = await admin(site)
  const una = await register(site, 'Una')
  const page = await open(site)
  await enter(page, boss)

  await page.goto('/admin/invitations')
  await pressTwice(page.getByRole('button', { name: 'Make a link' }))
  const link = page.locator('.made-link')
  await link.getByText('/users/invitation?code=').waitFor()
  const { count } = await site.call<{ count: number }>('GET', '/answer/admin/api/invitations/page', {
    token: boss.token,
  })
  expect(count).toBe(1)
  await page.getByRole('button', { name: 'Copy' }).waitFor()
  await takePictures(page, 'invitation-link-made')

  await page.goto(`/users/${una.username}/reputation`)
  await fill(page, { points: '20', reason: 'Helped at the meeting.' })
  await pressTwice(page.getByRole('button', { name: 'Enter the correction' }))
  await page.getByText('The correction is in the ledger.').waitFor()
  expect([await field(page, 'points').inputValue(), await field(page, 'reason').inputValue()]).toEqual(['', ''])
  await page.goto(`/users/${una.username}/reputation`)
  await page.getByText('Helped at the meeting.').waitFor()
  expect(await page.getByText('Helped at the meeting.').count()).toBe(1)

  await page.goto('/admin/backups')
  await pressTwice(page.getByRole('button', { name: 'Make a backup' }))
  await page.locator('.task-state').getByText('.tar.gz').waitFor()
  expect(readdirSync(join(site.data, 'backups')).filter((name) => name.endsWith('.tar.gz')).length).toBe(1)
  expect(await page.getByRole('alert').count()).toBe(0)
})

journey('who is too late to set a site up is led to it', async ({ start, open }) => {
  const site = await start({ installed: false })
  const [page, late] = [await open(site), await open(site)]
  for (const tab of [page, late]) {
    await tab.goto('/')
    await tab.getByRole('button', { name: 'Next' }).click()
    await tab.getByRole('radio', { name: /^Inside/ }).check()
    await tab.getByRole('button', { name: 'Next' }).click()
    await tab.getByRole('link', { name: 'Next' }).click()
    await fill(tab, {
      site_name: 'Machines',
      contact_email: 'desk@company.example',
      name: 'Anna',
      email: ADMIN.e_mail,
      password: ADMIN.pass,
      password2: ADMIN.pass,
    })
  }
  late.allow(/^403 (GET|POST) .*\/installation\//)
  await pressTwice(page.getByRole('button', { name: 'Set up' }))
  await page.getByText('Your site is ready').first().waitFor()
  await late.getByRole('button', { name: 'Set up' }).click()
  await late.getByText('already').first().waitFor()
  await late.getByRole('main').getByRole('link').click()
  await arriveAt(late, 'Questions')
})
