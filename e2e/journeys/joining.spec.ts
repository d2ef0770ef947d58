import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { arriveAt, fill, heading, isLoggedIn, isWrong, pathOf, send } from '../page.ts'
import { logIn, nextMail, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import type { Site } from '../site.ts'

const linkIn = async (site: Site, e_mail: string, seen = 0) =>
  (await nextMail(site, e_mail, seen)).links.find((link) => link.includes('code='))!

journey('a newcomer registers, opens the mailed link and is a member', async ({ site, open }) => {
  const page = await open(site)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Sign up' }).click()
  await arriveAt(page, 'Create an account')
  await takePictures(page, 'register')
  // There are no terms yet to agree to.
  expect(await page.getByText('By creating an account you agree to').count()).toBe(0)

  page.allow(/^400 POST .*\/user\/register\/email$/)
  await fill(page, { name: 'Nora Newman', e_mail: 'nora@example.com', pass: 'short' })
  await send(page)
  await page.getByRole('alert').waitFor()
  expect(await isWrong(page, 'pass')).toBe(true)
  expect(await isWrong(page, 'e_mail')).toBe(false)
  expect(await page.getByLabel('Name').inputValue()).toBe('Nora Newman')
  expect(await page.getByLabel('E-mail').inputValue()).toBe('nora@example.com')
  await page.accessible()

  await fill(page, { pass: 'nora-password-1' })
  await send(page)
  await arriveAt(page, 'Almost there')
  await page.accessible()
  // Until the address is hers she may look around, and not write.
  await page.goto('/questions/ask')
  expect(pathOf(page)).toBe('/users/account-activation')

  await page.getByRole('button', { name: 'Send the e-mail again' }).click()
  await page.getByText('Sent successfully').waitFor()
  await page.goto(await linkIn(site, 'nora@example.com', 1))
  await page.getByRole('button', { name: 'Activate' }).click()
  await arriveAt(page, 'Welcome')
  expect(await isLoggedIn(page, 'Nora Newman')).toBe(true)
  // The mailed link knows where she was going.
  await page.getByRole('link', { name: 'Back to the page you came from' }).click()
  await arriveAt(page, 'Ask a question')
})

journey(
  'somebody who registers with an address that has an account is told so at the address',
  async ({ site, open }) => {
    await register(site, 'Olga')
    const page = await open(site)
    await page.goto('/users/register')
    await fill(page, { name: 'Olga two', e_mail: 'olga@example.com', pass: 'olga-password-2' })
    page.allow(/^400 POST .*\/user\/register\/email$/)
    await send(page)
    await page.getByRole('alert').waitFor()
    expect(await isWrong(page, 'e_mail')).toBe(true)
    expect(await page.getByLabel('Name').inputValue()).toBe('Olga two')
  },
)

journey('a link that was used already leads to a new one', async ({ site, open }) => {
  const page = await open(site)
  await register(site, 'Paul')
  await page.goto(await linkIn(site, 'paul@example.com'))
  page.allow(/^403 POST .*\/user\/email\/verification$/)
  await page.getByRole('button', { name: 'Activate' }).click()
  await arriveAt(page, 'That link didn’t work')
  await page.getByRole('link', { name: 'Send the e-mail again' }).click()
  await page.getByText('Log in to get another activation e-mail.').waitFor()
})

journey('a member logs in, is brought back to where they were, and logs out', async ({ site, open }) => {
  const quinn = await register(site, 'Quinn')
  const page = await open(site)
  await page.goto('/')
  await page.locator('.question-row-title a').first().click()
  await page.getByRole('heading', { name: 'Your answer' }).waitFor()
  const question = pathOf(page)
  expect(question).toMatch(/^\/questions\/\d{17}$/)
  await page.getByRole('region', { name: 'Your answer' }).getByRole('link', { name: 'Log in' }).click()
  await arriveAt(page, 'Log in')
  await takePictures(page, 'login')

  page.allow(/^400 POST .*\/user\/login\/email$/)
  await fill(page, { e_mail: quinn.e_mail, pass: 'a-wrong-password' })
  await send(page)
  await page.getByRole('alert').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe(quinn.e_mail)
  await fill(page, { pass: quinn.pass })
  await send(page)
  await page.getByRole('button', { name: 'Post answer' }).waitFor()
  expect(pathOf(page)).toBe(question)
  // Who is logged in has nothing to do at the login.
  await page.goto('/users/login')
  expect(pathOf(page)).toBe('/')

  await page.locator('summary').getByText('Your menu, Quinn').locator('..').click()
  await page.getByRole('link', { name: 'Log out' }).click()
  await arriveAt(page, 'Log out')
  await page.ready()
  await send(page)
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor()
  expect(await isLoggedIn(page, 'Quinn')).toBe(false)
  await page.goto('/users/settings')
  expect(page.url().slice(site.url.length)).toBe('/users/login?from=%2Fusers%2Fsettings')
})

journey('a member who has forgotten the password sets a new one', async ({ site, open }) => {
  const rosa = await register(site, 'Rosa')
  const page = await open(site)
  await page.goto('/users/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await arriveAt(page, 'Forgot your password?')
  await fill(page, { e_mail: rosa.e_mail })
  await send(page)
  await page.getByText('we have sent a link there').waitFor()

  const link = await linkIn(site, rosa.e_mail, 1)
  await page.goto(link)
  await fill(page, { pass: 'rosa', pass2: 'something-else' })
  await send(page)
  // All that is wrong at once.
  await page.getByRole('alert').getByText('Please write at least 8 characters.').waitFor()
  expect([await isWrong(page, 'pass'), await isWrong(page, 'pass2')]).toEqual([true, true])
  await fill(page, { pass: 'rosa-password-2', pass2: 'something-else' })
  await send(page)
  await page.getByRole('alert').waitFor()
  expect(await isWrong(page, 'pass2')).toBe(true)
  await page.accessible()
  await fill(page, { pass: 'rosa-password-2', pass2: 'rosa-password-2' })
  await send(page)
  await page.getByText('Password changed successfully').waitFor()
  await logIn(page, { ...rosa, pass: 'rosa-password-2' })

  const other = await open(site)
  await other.goto(link)
  await fill(other, { pass: 'rosa-password-3', pass2: 'rosa-password-3' })
  other.allow(/^(403|400) POST .*\/user\/password\/replacement$/)
  await send(other)
  await other.getByRole('link', { name: 'Ask for a new link' }).waitFor()
})

journey('all of this works without JavaScript', async ({ site, open }) => {
  const page = await open(site, { scripts: false })
  await page.goto('/users/register')
  await fill(page, { name: 'Sam', e_mail: 'sam@example.com', pass: 'short' })
  await send(page)
  expect(await isWrong(page, 'pass')).toBe(true)
  expect(await page.locator('[name=name]').inputValue()).toBe('Sam')
  await page.accessible()
  await fill(page, { pass: 'sam-password-1' })
  await send(page)
  expect(await heading(page).textContent()).toBe('Almost there')
  await page.goto(await linkIn(site, 'sam@example.com'))
  await send(page)
  expect(await heading(page).textContent()).toBe('Welcome')
  expect(await isLoggedIn(page, 'Sam')).toBe(true)
  await page.goto('/users/logout')
  await send(page)
  expect(await isLoggedIn(page, 'Sam')).toBe(false)

  await page.goto('/users/account-recovery')
  await fill(page, { e_mail: 'sam@example.com' })
  await send(page)
  await page.goto(await linkIn(site, 'sam@example.com', 1))
  await fill(page, { pass: 'sam-password-2', pass2: 'sam-password-2' })
  await send(page)
  await page.goto('/tags')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
  await fill(page, { e_mail: 'sam@example.com', pass: 'sam-password-1' })
  await send(page)
  expect(await page.locator('[name=e_mail]').inputValue()).toBe('sam@example.com')
  await fill(page, { pass: 'sam-password-2' })
  await send(page)
  expect(pathOf(page)).toBe('/tags')
  expect(await isLoggedIn(page, 'Sam')).toBe(true)
})
