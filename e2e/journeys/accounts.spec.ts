import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { openMailbox } from '../mailbox.ts'
import { arriveAt, field, fill, heading, isLoggedIn, isWrong, pathOf, send } from '../page.ts'
import { admin, logIn, nextMail, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask } from '../posts.ts'
import { ADMIN, type Site } from '../site.ts'

const linkIn = async (site: Site, e_mail: string, seen = 0) =>
  (await nextMail(site, e_mail, seen)).links.find((link) => link.includes('code='))!
const suspend = async (site: Site, token: string, body: object) => {
  const { id } = await site.call<{ id: string }>('GET', '/answer/api/v1/user/info', { token })
  await site.call('PUT', '/answer/admin/api/user/status', {
    token: (await admin(site)).token,
    body: { user_id: id, status: 'suspended', ...body },
  })
}

journey('a member takes another address: it is theirs when the link mailed there is opened', async ({ site, open }) => {
  const tina = await register(site, 'Tina')
  const page = await open(site)
  await page.goto('/users/change-email')
  expect(page.url().slice(site.url.length)).toBe('/users/login?from=%2Fusers%2Fchange-email')
  await fill(page, { e_mail: tina.e_mail, pass: tina.pass })
  await send(page)
  await arriveAt(page, 'Change your e-mail address')
  await takePictures(page, 'change-email')
  page.allow(/^400 POST .*\/user\/email\/change\/code$/)
  await fill(page, { e_mail: 'tina.new@example.com', pass: 'a-wrong-password' })
  await send(page)
  await page.getByRole('alert').waitFor()
  expect(await isWrong(page, 'pass')).toBe(true)
  await page.accessible()
  await fill(page, { pass: tina.pass })
  await send(page)
  await page.getByText('We have sent a link to tina.new@example.com.').waitFor()

  const link = await linkIn(site, 'tina.new@example.com')
  await page.goto(link)
  await arriveAt(page, 'Confirm your new address')
  await takePictures(page, 'confirm-new-email')
  await send(page)
  await arriveAt(page, 'E-mail address changed')
  expect(await isLoggedIn(page, 'Tina')).toBe(true)
  // The writing goes on with the token of the new session.
  await page.goto('/users/settings/interface')
  await page.ready()
  expect((await nextMail(site, tina.e_mail, 1)).subject).toContain('Your e-mail address')

  const other = await open(site)
  await logIn(other, { ...tina, e_mail: 'tina.new@example.com' })
  expect(await isLoggedIn(other, 'Tina')).toBe(true)
  other.allow(/^403 PUT .*\/user\/email$/)
  await other.goto(link)
  await arriveAt(other, 'Confirm your new address')
  await send(other)
  await other.getByRole('link', { name: 'Ask for a new link' }).waitFor()
})

journey(
  'who registered with a wrong address mends it, without JavaScript and on a private site',
  async ({ site, open, onTestFinished }) => {
    const { token } = await admin(site)
    const requireLogin = async (login_required: boolean) => {
      await site.call('PUT', '/answer/admin/api/siteinfo/login', { token, body: { login_required } })
    }
    onTestFinished(() => requireLogin(false))
    await requireLogin(true)
    const page = await open(site, { scripts: false })
    await page.goto('/users/register')
    await fill(page, { name: 'Uli', e_mail: 'wrong@example.com', pass: 'uli-password-1' })
    await send(page)
    expect(await heading(page).textContent()).toBe('Almost there')
    await page.getByRole('link', { name: 'A wrong address? Change it' }).click()
    await fill(page, { e_mail: 'uli@example.com' })
    // Nobody has shown yet that the address is theirs: no password is asked to change it.
    expect(await field(page, 'pass').count()).toBe(0)
    await send(page)
    await page.getByText('We have sent a link to uli@example.com.').waitFor()
    await page.goto(await linkIn(site, 'uli@example.com'))
    await send(page)
    expect(await heading(page).textContent()).toBe('E-mail address changed')
    expect(await isLoggedIn(page, 'Uli')).toBe(true)
    await page.goto('/questions')
    expect(pathOf(page)).toBe('/questions')
  },
)

journey.for([
  ['with', true],
  ['without', false],
] as const)(
  'a member stops mails by the link in one, without logging in (%s JavaScript)',
  async ([name, scripts], { site, open }) => {
    const [vera, walt] = [await register(site, `Vera${name}`), await register(site, `Walt${name}`)]
    const question = await ask(site, vera, { title: `Who reads mails ${name} scripts?` })
    await answer(site, walt, question.id, 'Those who write them read some of them.')
    const letter = await nextMail(site, vera.e_mail, 1)
    expect(letter.subject).toContain('has answered: Who reads mails')
    const page = await open(site, { scripts })
    await page.goto(letter.links.find((link) => link.includes('/questions/'))!)
    await page.getByText('Those who write them read some of them.').waitFor()
    await page.goto(letter.links.find((link) => link.includes('/users/unsubscribe'))!)
    expect(await heading(page).textContent()).toBe('Unsubscribe')
    await takePictures(page, `unsubscribe-${name}`)
    if (scripts) await page.ready()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await page.getByText('You are unsubscribed.').waitFor()
    // Of answers, and nothing else.
    const { mail } = await site.call<{ mail: string[] }>('GET', '/answer/api/v1/user/notification/channels', {
      token: vera.token,
    })
    expect(mail).toEqual(['comments', 'invites'])
  },
)

journey.for([
  ['with', true],
  ['without', false],
] as const)(
  'somebody who is suspended is told until when, and why (%s JavaScript)',
  async ([name, scripts], { site, open }) => {
    const xena = await register(site, `Xena${name}`)
    await suspend(site, xena.token, { suspend_duration: '7d', note: 'Advertising in answers.\nPlease read the rules.' })
    const page = await open(site, { scripts })
    page.allow(/^403 POST .*\/user\/login\/email$/)
    await page.goto('/users/login')
    await fill(page, { e_mail: xena.e_mail, pass: xena.pass })
    await send(page)
    await page.getByRole('heading', { level: 1, name: 'This account is suspended' }).waitFor()
    expect(await page.getByText('Advertising in answers.').count()).toBe(1)
    expect(await page.locator('main time').count()).toBe(1)
    await takePictures(page, `suspended-${name}`)
  },
)

journey('a member takes everything along and deletes the account', async ({ site, open }) => {
  const yuri = await register(site, 'Yuri')
  await ask(site, yuri, { title: 'What can be taken along?' })
  const page = await open(site)
  await logIn(page, yuri)
  await page.goto('/users/delete-account')
  await arriveAt(page, 'Export or delete your account')
  await takePictures(page, 'delete-account')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the archive' }).click()
  const archive = await coming
  expect(archive.suggestedFilename()).toBe('yuri.tar.gz')
  expect(readFileSync(await archive.path()).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]))

  page.allow(/^400 POST .*\/user\/deletion$/)
  await page.getByLabel('I understand that after 30 days').check()
  await fill(page, { pass: 'a-wrong-password' })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.getByRole('alert').waitFor()
  expect(await isWrong(page, 'pass')).toBe(true)
  await fill(page, { pass: yuri.pass })
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor()
  expect((await nextMail(site, yuri.e_mail, 1)).subject).toContain('is deleted')
  page.allow(/^404 GET .*\/users\/yuri$/)
  await page.goto('/users/yuri')
  expect(await page.getByText('Yuri', { exact: true }).count()).toBe(0) // the search that is offered has the word of the address
})

journey('e-mails that can’t be sent wait; the admin sees which and why, and has them sent', async ({ start, open }) => {
  const site = await start()
  const zoe = await register(site, 'Zoe')
  const { token } = await admin(site)
  site.expect(/"code.requested\/mailCode".*ECONNREFUSED/)
  const through = (smtp_port: number) =>
    site.call('PUT', '/answer/admin/api/setting/smtp', {
      token,
      body: { smtp_host: '127.0.0.1', smtp_port, encryption: '', smtp_authentication: false },
    })
  await through(1)
  await site.call('POST', '/answer/api/v1/user/password/reset', { body: { e_mail: zoe.e_mail } })
  const unsent = async () =>
    (await site.call<{ count: number }>('GET', '/answer/admin/api/mails/unsent', { token })).count
  await expect.poll(unsent, { timeout: 20_000, interval: 200 }).toBe(1)
  const page = await open(site)
  await logIn(page, ADMIN)
  await page.goto('/admin/smtp')
  await page.getByText('An e-mail could not be sent so far').waitFor()
  await page.getByText('ECONNREFUSED').waitFor()
  await takePictures(page, 'unsent')
  await page.accessible()

  const mailbox = await openMailbox()
  try {
    await through(mailbox.port)
    await page.getByRole('button', { name: 'Send them now' }).click()
    await expect
      .poll(() => mailbox.letters.map(({ to, subject }) => [to, subject]))
      .toEqual([[[zoe.e_mail], 'A new password for Journeys']])
    await expect.poll(unsent, { interval: 200 }).toBe(0)
  } finally {
    await mailbox.close()
  }
})
