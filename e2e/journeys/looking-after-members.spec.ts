import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, isLoggedIn, isWrong } from '../page.ts'
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
    await page.locator('summary[title="What you can do: Mia"]').click()
    await page.getByRole('link', { name: 'Names and e-mail' }).click()
    await dialog(page).getByLabel('User name').fill('noa')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    expect(await isWrong(page, 'username')).toBe(true)
    await page.accessible()
    await takePictures(page, 'admin-user-profile')
    await fill(page, { display_name: 'Mia Miller', username: 'mia.miller', email: 'miller@example.com' })
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await arriveAt(page, 'Mia Miller')
    await page.getByText('Saved.').waitFor()

    await openAct(page, 'Set a password')
    await dialog(page).getByLabel('New password').fill('a-new-password-1')
    await dialog(page).getByRole('button', { name: 'Set it' }).click()
    await page.getByText('Saved.').waitFor()
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
  'an admin deletes an account with all it wrote, and brings the account back, without JavaScript too',
  async ({ site, open }) => {
    const olaf = await register(site, 'Olaf')
    const question = await ask(site, olaf, { title: 'Will this be gone with me?' })
    const page = await open(site, { scripts: false })
    await logIn(page, ADMIN)
    await page.goto(`/admin/users/${await idOf(site, 'olaf')}`)
    await openAct(page, 'Delete the account')
    await field(page, 'remove_all_content').check()
    await takePictures(page, 'admin-user-delete-plain')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await page.accessible()
    const stranger = await open(site)
    stranger.allow(/^404 GET /)
    await expect.poll(async () => (await stranger.goto(`/questions/${question.id}`))?.status()).toBe(404)
    await page.goto('/admin/users?filter=deleted')
    await page.getByRole('link', { name: 'Olaf' }).first().click()
    await openAct(page, 'Restore the account')
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('Saved.').waitFor()
    await logIn(await open(site), olaf)
  },
)

journey(
  'many accounts go in parts; what is wrong stops them where it is, and the rest goes on from there',
  async ({ site, open }) => {
    const line = (n: number) => `Person ${n}, person${n}@example.com, person-password-${n}`
    const lines = Array.from({ length: 45 }, (_, n) => line(n + 1))
    const page = await open(site)
    page.allow(/^400 POST .*\/admin\/api\/users$/)
    await logIn(page, ADMIN)
    await page.goto('/admin/users?open=many')
    await page.ready()
    const text = dialog(page).getByLabel('One member per line')
    await text.fill([...lines.slice(0, 41), 'Person 42, nonsense, person-password-42', ...lines.slice(42)].join('\n'))
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
    await dialog(page).getByText('40 were added already').waitFor()
    // The second part began with the 41st line: its second line is wrong, and the second of what is left.
    await dialog(page).getByRole('alert').getByText('Line 2').waitFor()
    expect((await text.inputValue()).split('\n')).toHaveLength(5)
    await page.accessible()
    await takePictures(page, 'admin-add-many')
    await text.fill(lines.slice(40).join('\n'))
    await dialog(page).getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('Added.').waitFor()
    const all = await site.call<{ count: number }>('GET', '/answer/admin/api/users/page?query=person&page_size=1', {
      token: (await admin(site)).token,
    })
    expect(all.count).toBe(45)
    await logIn(await open(site), { e_mail: 'person42@example.com', pass: 'person-password-42' })
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
  await page.getByText('Saved.').waitFor()
  await takePictures(page, 'admin-profiles')
  const member = await open(site)
  await logIn(member, pat)
  await member.goto('/users/settings')
  expect(await field(member, 'username').getAttribute('readonly')).not.toBe(null)
  expect(await field(member, 'picture').isDisabled()).toBe(true)
  await fill(member, { location: 'Here' })
  await member.getByRole('button', { name: 'Save' }).click()
  await member.getByText('Saved.').waitFor()
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
    expect((await nextMail(site, ora.e_mail, 1)).subject).toContain('A second factor for your account')
    const page = await open(site)
    await logIn(page, ADMIN)
    await page.goto(`/admin/users/${await idOf(site, 'Ora')}`)
    await page.getByText('With a second factor').waitFor()
    await takePictures(page, 'admin-user-with-factor')
    await openAct(page, 'Take off the second factors')
    await page.accessible()
    await takePictures(page, 'admin-user-factors')
    await dialog(page).getByRole('button', { name: 'Take them off' }).click()
    await page.getByText('Without a second factor').waitFor()
    await page.getByText('Saved.').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Take off the second factors' }).count()).toBe(0)
    expect((await nextMail(site, ora.e_mail, 2)).subject).toContain('no second factor any more')

    const member = await open(site)
    await logIn(member, ora)
    expect(await isLoggedIn(member, 'Ora')).toBe(true)
  },
)
