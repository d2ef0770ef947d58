import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, isLoggedIn, isWrong, SELDOM } from '../page.ts'
import { authenticatorApp } from '../one-time.ts'
import { admin, logIn, nextMail, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'
import { ADMIN, type Site } from '../site.ts'

const idOf = async (site: Site, name: string) =>
  (
    await site.call<{ list: { user_id: string }[] }>('GET', `/answer/admin/api/users/page?query=${name}`, {
      token: (await admin(site)).token,
    })
  ).list[0]!.user_id
const dialog = (page: WatchedPage) => page.getByRole('dialog')
const openAct = async (page: WatchedPage, name: string) => {
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
}

journey(
  'an admin gives a member other names and another address, and a password to log in with',
  async ({ site, open }) => {
    const mia = await register(site, 'Mia')
    await register(site, 'Noa')
    const member = await open(site)
    await logIn(member, mia)
    const page = await open(site)
    page.allow(/^400 PUT .*\/admin\/api\/user\/profile$/)
    await logIn(page, ADMIN)
    await page.goto('/admin/users')
    await page.locator('summary[title="Actions: Mia"]').click()
    await page.getByRole('link', { name: 'Names and e-mail' }).click()
    await dialog(page).getByLabel('Username').fill('noa')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    expect(await isWrong(page, 'username')).toBe(true)
    await page.accessible()
    await takePictures(page, 'admin-user-profile')
    await fill(page, { display_name: 'Mia Miller', username: 'mia.miller', email: 'miller@example.com' })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await arriveAt(page, 'Mia Miller')
    await page.getByText('Saved.').first().waitFor()

    await openAct(page, 'Set a password')
    await dialog(page).getByLabel('New password').fill('a-new-password-1')
    await dialog(page).getByRole('button', { name: 'Set password' }).click()
    await page.getByText('Saved.').first().waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    await takePictures(page, 'admin-user-page')

    // The old sessions are over, the old name redirects, and only the password that the admin set works.
    await member.goto('/users/mia')
    await arriveAt(member, 'Mia Miller')
    expect(await isLoggedIn(member, 'Mia Miller')).toBe(false)
    await logIn(member, { e_mail: 'miller@example.com', pass: 'a-new-password-1' })
    expect(await isLoggedIn(member, 'Mia Miller')).toBe(true)
  },
)

journey(
  'an admin deletes a member with what they wrote by typing their name, and brings all of it back, without JavaScript too',
  async ({ site, open }) => {
    const olaf = await register(site, 'Olaf')
    const question = await ask(site, olaf, { title: 'Will this be gone with me?' })
    const page = await open(site, { scripts: false })
    await logIn(page, ADMIN)
    await page.goto(`/admin/users/${await idOf(site, 'olaf')}`)
    await page.getByRole('link', { name: 'Delete account', exact: true }).click()
    await arriveAt(page, 'Delete')
    await page.getByLabel('All of it goes').check()
    await page.getByRole('button', { name: 'Show what will happen' }).click()
    await page.getByText('Delete: 1 of 1.').waitFor()
    await page
      .getByRole('list', { name: 'Questions' })
      .getByRole('link', { name: 'Will this be gone with me?' })
      .waitFor()
    await takePictures(page, 'admin-user-delete-plain')
    await page.accessible()
    await page.getByRole('button', { name: 'Delete 1 now' }).click()
    await page.getByText('Type “olaf” here to confirm.').first().waitFor()
    await page.getByLabel('Confirm').fill('olaf')
    await page.getByRole('button', { name: 'Delete 1 now' }).click()
    await arriveAt(page, 'Delete: members')
    const act = page.url()
    await page.accessible()
    const stranger = await open(site)
    stranger.allow(/^(404|410) GET /)
    await expect.poll(async () => (await stranger.goto(`/questions/${question.id}`))?.status(), SELDOM).toBe(410)
    await page.goto(act)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(async () => {
        await page.goto(act)
        return page.getByText('Undone', { exact: true }).count()
      }, SELDOM)
      .toBeGreaterThan(1)
    await takePictures(page, 'admin-user-undone-plain')
    expect((await stranger.goto(`/questions/${question.id}`))?.status()).toBe(200)
    await logIn(await open(site), olaf)
  },
)

journey('an admin decides what of a profile members may change', async ({ site, open }) => {
  const pat = await register(site, 'Pat')
  const page = await open(site)
  await logIn(page, ADMIN)
  await page.goto('/admin/users')
  await page.getByRole('link', { name: 'Profiles' }).click()
  await arriveAt(page, 'Profiles')
  await field(page, 'allow_update_username').uncheck()
  await field(page, 'allow_update_avatar').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
  await takePictures(page, 'admin-profiles')
  const member = await open(site)
  await logIn(member, pat)
  await member.goto('/users/settings')
  expect(await field(member, 'username').getAttribute('readonly')).not.toBe(null)
  expect(await field(member, 'picture').isDisabled()).toBe(true)
  await fill(member, { location: 'Here' })
  await member.getByRole('button', { name: 'Save' }).click()
  await member.getByText('Saved.', { exact: true }).first().waitFor()
  await page.goto(`/admin/users/${await idOf(site, 'admin')}`)
  await page.getByText('This is your own account.').waitFor()
  expect(await page.getByRole('link', { name: 'Suspend', exact: true }).count()).toBe(0)
})

journey(
  'an admin takes the second factors off a member who has lost them, and the member reads of it and logs in',
  async ({ site, open }) => {
    const ora = await register(site, 'Ora')
    const own = { token: ora.token }
    const { secret } = await site.call<{ secret: string }>('POST', '/answer/api/v1/user/one-time-password', {
      ...own,
      body: { pass: ora.pass },
    })
    await site.call('PUT', '/answer/api/v1/user/one-time-password', {
      ...own,
      body: { code: await authenticatorApp(secret)() },
    })
    expect((await nextMail(site, ora.e_mail, 1)).subject).toContain('Two-factor authentication added')
    const page = await open(site)
    await logIn(page, ADMIN)
    await page.goto(`/admin/users/${await idOf(site, 'Ora')}`)
    await page.getByText('Two-factor authentication is on').waitFor()
    await takePictures(page, 'admin-user-with-factor')
    await openAct(page, 'Reset two-factor authentication')
    await page.accessible()
    await takePictures(page, 'admin-user-factors')
    await dialog(page).getByRole('button', { name: 'Reset' }).click()
    await page.getByText('No two-factor authentication').waitFor()
    await page.getByText('Saved.').first().waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Reset two-factor authentication' }).count()).toBe(0)
    expect((await nextMail(site, ora.e_mail, 2)).subject).toContain('Two-factor authentication is off')

    const member = await open(site)
    await logIn(member, ora)
    expect(await isLoggedIn(member, 'Ora')).toBe(true)
  },
)
