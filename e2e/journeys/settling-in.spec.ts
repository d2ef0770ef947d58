import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, isWrong, pathOf } from '../page.ts'
import { admin, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment, vote } from '../posts.ts'

// A red dot on white, 2 by 2.
const PICTURE = {
  name: 'me.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
    'base64',
  ),
}
const NOT_A_PICTURE = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('I am no picture.') }

const save = (page: WatchedPage) => page.getByRole('button', { name: 'Save' }).click()
const tab = (page: WatchedPage, name: string) =>
  page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name })

journey('a member fills in the profile, with a picture, and others see it', async ({ site, open }) => {
  const ada = await register(site, 'Ada')
  await register(site, 'Bob')
  const page = await open(site)
  await logIn(page, ada)
  await page.locator('summary[title="Your menu, Ada"]').click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await arriveAt(page, 'Settings')
  await takePictures(page, 'settings')

  // What is wrong is said where it is wrong; the rest stays as it was typed.
  page.allow(/^400 (PUT|POST) .*\/(user\/info|file)$/)
  await fill(page, {
    display_name: 'Ada L.',
    username: 'bob',
    bio: 'I like **engines**.',
    website: 'https://ada.example',
    location: 'London',
  })
  await save(page)
  await page.getByRole('alert').waitFor()
  expect(await isWrong(page, 'username')).toBe(true)
  expect(await isWrong(page, 'display_name')).toBe(false)
  expect(await field(page, 'bio').inputValue()).toBe('I like **engines**.')
  await page.accessible()
  await fill(page, { username: 'ada.l' })
  await field(page, 'picture').setInputFiles(NOT_A_PICTURE)
  await save(page)
  await expect.poll(() => isWrong(page, 'picture')).toBe(true)
  await page.accessible()
  await field(page, 'picture').setInputFiles(PICTURE)
  const dialog = page.getByRole('dialog', { name: 'Crop your picture' })
  await dialog.getByLabel('Zoom').fill('2')
  await page.accessible()
  await takePictures(page, 'settings-crop')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Your crop will be uploaded when you save.').waitFor()
  await save(page)
  await page.locator('.saved-note').getByText('Saved.').waitFor()
  await page.locator('header img.avatar, header .avatar img').first().waitFor()

  const other = await open(site)
  await other.goto('/users/ada')
  // The old name leads on to the new one.
  await arriveAt(other, 'Ada L.')
  expect(pathOf(other)).toBe('/users/ada.l')
  expect(await other.locator('.profile-bio strong').textContent()).toBe('engines')
  await other.getByText('London').waitFor()
  expect(await other.evaluate<number>('document.querySelector(".profile-head img").naturalWidth')).toBeGreaterThan(0)
})

journey('a member looks through their own profile', async ({ site, open }) => {
  const [cleo, dan] = [await register(site, 'Cleo'), await register(site, 'Dan')]
  const question = await ask(site, cleo, { title: 'Who am I here?' })
  const given = await answer(site, dan, question.id, 'You are the asker.')
  await comment(site, cleo, given.id, 'So I am, it seems.')
  const boss = await admin(site)
  await vote(site, boss, question.id)
  await vote(site, cleo, given.id)
  const page = await open(site)
  await logIn(page, cleo)
  await page.goto(`/users/${cleo.username}`)
  await arriveAt(page, 'Cleo')
  await takePictures(page, 'profile-own')
  await tab(page, 'Questions').click()
  await page.locator('.top-item').getByRole('link', { name: 'Who am I here?' }).waitFor()
  await tab(page, 'Comments').click()
  await page.locator('.top-item').getByText('So I am, it seems.').waitFor()
  await tab(page, 'Reputation').click()
  await page.locator('.top-item').getByText('+10').waitFor()
  await tab(page, 'Votes').click()
  await page.locator('.top-item').getByText('An answer').waitFor()
  await page.accessible()
  await page.locator('.top-item').getByRole('link').click()
  await arriveAt(page, 'Who am I here?')

  const other = await open(site)
  other.allow(/^(404|410) GET /)
  await other.goto(`/users/${cleo.username}/votes`)
  await arriveAt(other, 'Page not found')
})

journey('the profile is filled in without JavaScript too', async ({ site, open }) => {
  const eve = await register(site, 'Eve')
  const page = await open(site, { scripts: false })
  await logIn(page, eve)
  await page.goto('/users/settings')
  await fill(page, { bio: 'Plain, and *content*.', website: 'nowhere' })
  await page.locator('[name=website]').evaluate('1')
  await fill(page, { website: 'https://eve.example', username: 'admin' })
  await field(page, 'picture').setInputFiles(PICTURE)
  await save(page)
  expect(await isWrong(page, 'username')).toBe(true)
  expect(await field(page, 'bio').inputValue()).toBe('Plain, and *content*.')
  await page.accessible()
  await fill(page, { username: 'eve-plain' })
  await field(page, 'picture').setInputFiles(PICTURE)
  await save(page)
  await page.locator('.saved-note').getByText('Saved.').waitFor()
  await page.goto('/users/eve-plain')
  expect(await page.locator('.profile-bio em').textContent()).toBe('content')
  expect(await page.locator('.profile-head img').count()).toBe(1)
})

journey(
  'a member chooses which mails to get, and another password: the other places are logged out',
  async ({ site, open }) => {
    const fritz = await register(site, 'Fritz')
    const elsewhere = await open(site)
    await logIn(elsewhere, fritz)
    const page = await open(site)
    page.allow(/^400 PUT .*\/user\/password$/)
    await logIn(page, fritz)
    await page.goto('/users/settings/notify')
    await arriveAt(page, 'Settings')
    await field(page, 'mail.answers').uncheck()
    await field(page, 'all_new_question_for_following_tags').check()
    await save(page)
    await page.locator('.saved-note').getByText('Saved.').waitFor()
    await page.reload()
    expect(await field(page, 'mail.answers').isChecked()).toBe(false)
    expect(await field(page, 'all_new_question_for_following_tags').isChecked()).toBe(true)
    await takePictures(page, 'settings-notify')

    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByText(fritz.e_mail).waitFor()
    await takePictures(page, 'settings-account')
    const change = async (fields: Record<string, string>) => {
      await fill(page, fields)
      await page.getByRole('button', { name: 'Change the password' }).click()
    }
    await change({ old_pass: fritz.pass, pass: 'another-password-2', pass2: 'another-password-3' })
    await expect.poll(() => isWrong(page, 'pass2')).toBe(true)
    await change({ old_pass: 'not-the-old-one', pass: 'another-password-2', pass2: 'another-password-2' })
    await expect.poll(() => isWrong(page, 'old_pass')).toBe(true)
    await page.accessible()
    await change({ old_pass: fritz.pass, pass: 'another-password-2', pass2: 'another-password-2' })
    await page.getByText('Password changed successfully').waitFor()
    await page.goto('/users/settings/interface')
    await arriveAt(page, 'Settings')
    await elsewhere.goto('/users/settings')
    expect(pathOf(elsewhere)).toBe('/users/login')
    await logIn(elsewhere, { e_mail: fritz.e_mail, pass: 'another-password-2' })
  },
)
