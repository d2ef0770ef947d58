import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { giveAuthenticator } from '../authenticator.ts'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { authenticatorApp } from '../one-time.ts'
import { arriveAt, field, fill, isLoggedIn, isWrong, pathOf, send } from '../page.ts'
import { ADMIN, type Site } from '../site.ts'
import { admin, logIn, register, type TestUser } from '../people.ts'
import { takePictures } from '../pictures.ts'

const ACCOUNT = '/users/settings/account'
const AGAIN = /^(400|403) (POST|PUT) .*\/user\/(login\/|one-time-password|passkey)/

/** The first half of a login: what follows is the second step. */
const typePassword = async (page: WatchedPage, { e_mail, pass }: Pick<TestUser, 'e_mail' | 'pass'>) => {
  await page.goto('/users/login')
  await fill(page, { e_mail, pass })
  await page.locator('form:has(input[name=pass]) button[type=submit]').click()
  await page.getByRole('heading', { level: 1, name: 'Two-factor authentication' }).waitFor()
}

/** Up to the recovery codes. */
const setUpApp = async (page: WatchedPage, pass: string) => {
  await page.goto(ACCOUNT)
  await page.getByRole('link', { name: 'Set up' }).click()
  await page.getByText('You need an authenticator app').waitFor()
  await field(page, 'pass').fill(pass)
  await send(page)
  await page.getByAltText(/QR code with the setup key/).waitFor()
  return authenticatorApp((await page.locator('.security-secret').textContent())!)
}

const haveFactor = async (page: WatchedPage, pass: string) => {
  const nextCode = await setUpApp(page, pass)
  await fill(page, { code: await nextCode() })
  await send(page)
  await page.getByText('Save these codes').waitFor()
}

const makeAdmin = async (site: Site, { username }: TestUser) => {
  const { token } = await admin(site)
  const { list } = await site.call<{ list: { user_id: string }[] }>(
    'GET',
    `/answer/admin/api/users/page?query=${username}`,
    { token },
  )
  await site.call('PUT', '/answer/admin/api/user/role', {
    token,
    body: { user_id: list[0]!.user_id, role_id: 2 }, // an admin
  })
}

journey(
  'a member sets up an authenticator app, and logs in with it and with a recovery code',
  async ({ site, open }) => {
    const ann = await register(site, 'Ann')
    const page = await open(site)
    page.allow(AGAIN)
    await logIn(page, ann)
    await page.goto(ACCOUNT)
    await arriveAt(page, 'Settings')
    await page.accessible()
    await takePictures(page, 'account-security')
    const nextCode = await setUpApp(page, ann.pass)
    await page.accessible()
    await takePictures(page, 'app-scan')
    await fill(page, { code: '000000' })
    await send(page)
    await expect.poll(() => isWrong(page, 'code')).toBe(true)
    expect(await page.getByAltText(/QR code with the setup key/).count()).toBe(1)
    await fill(page, { code: await nextCode() })
    await send(page)
    await page.getByText('Save these codes').waitFor()
    const codes = await page.locator('.security-codes li').allTextContents()
    expect(codes).toHaveLength(10)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download codes' }).click()
    const text = readFileSync(await (await saving).path(), 'utf8')
    for (const code of codes) expect(text).toContain(code)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy codes' }).click()
    await page.getByText('Codes copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))
    await page.accessible()
    await takePictures(page, 'recovery-codes')
    await page.getByRole('link', { name: 'I have saved my codes' }).click()
    await page.getByText('10 codes left').waitFor()

    const other = await open(site)
    other.allow(AGAIN)
    await other.goto('/tags')
    await other.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await fill(other, { e_mail: ann.e_mail, pass: ann.pass })
    await other.locator('form:has(input[name=pass]) button[type=submit]').click()
    await other.getByRole('heading', { level: 1, name: 'Two-factor authentication' }).waitFor()
    await other.accessible()
    await takePictures(other, 'second-step')
    await fill(other, { code: '000000' })
    await send(other)
    await expect.poll(() => isWrong(other, 'code')).toBe(true)
    await fill(other, { code: codes[0]! })
    await send(other)
    await other.waitForURL('**/tags')
    expect(await isLoggedIn(other, 'Ann')).toBe(true)

    // Here the first sees the other, and ends it.
    await page.goto(ACCOUNT)
    await page.getByText('9 codes left').waitFor()
    await page.getByRole('button', { name: /^Log out: / }).click()
    await expect.poll(() => page.getByRole('button', { name: /^Log out: / }).count()).toBe(0)
    await other.goto('/tags')
    expect(await isLoggedIn(other, 'Ann')).toBe(false)

    await page.getByRole('link', { name: 'Turn off' }).click()
    await page.getByText('You will no longer be asked for its codes.').waitFor()
    await field(page, 'pass').fill(ann.pass)
    await send(page)
    await page.getByText('Done.').waitFor()
    await logIn(other, ann)
  },
)

journey('all of it but passkeys works without JavaScript', async ({ site, open }) => {
  const bob = await register(site, 'Bob')
  const page = await open(site, { scripts: false })
  await logIn(page, bob)
  const nextCode = await setUpApp(page, bob.pass)
  await fill(page, { code: '000000' })
  await send(page)
  expect(await isWrong(page, 'code')).toBe(true)
  await fill(page, { code: await nextCode() })
  await send(page)
  expect(await page.locator('.security-codes li').count()).toBe(10)
  await page.goto(`${ACCOUNT}?do=passkey`)
  await page.getByText('Passkeys need JavaScript').waitFor()

  await page.goto('/users/logout')
  await send(page)
  await typePassword(page, bob)
  await fill(page, { code: '000000' })
  await send(page)
  expect(await isWrong(page, 'code')).toBe(true)
  await page.accessible()
  await fill(page, { code: await nextCode() })
  await send(page)
  expect(await isLoggedIn(page, 'Bob')).toBe(true)
})

journey('a member makes a token for a program, which then asks in their name, and ends it', async ({ site, open }) => {
  const dan = await register(site, 'Dan')
  const page = await open(site)
  page.allow(/^400 POST .*\/user\/api-token$/)
  await logIn(page, dan)
  await page.goto(ACCOUNT)
  await page.getByRole('link', { name: 'New token' }).click()
  await page.getByText('A program sends it').waitFor()
  await page.accessible()
  await takePictures(page, 'token-new')
  await fill(page, { name: 'Weekly report', pass: 'not-my-password' })
  await page.getByLabel('Write').check()
  await send(page)
  await expect.poll(() => isWrong(page, 'pass')).toBe(true)
  await fill(page, { pass: dan.pass })
  await send(page)
  await page.getByText('Copy it now; it won’t be shown again.').waitFor()
  const token = (await page.locator('.security-secret').textContent())!
  await takePictures(page, 'token-made')
  await site.call('POST', '/answer/api/v1/question', {
    token,
    body: { title: 'What does a program ask?', content: 'Its owner knows.', tags: [{ slug_name: 'support' }] },
  })
  await page.getByRole('link', { name: 'I have copied it' }).click()
  await page.getByText('Weekly report').waitFor()
  await page.getByText('Read, Write').waitFor()
  await takePictures(page, 'tokens')
  await page.getByRole('button', { name: 'Revoke the token Weekly report' }).click()
  await expect.poll(() => page.getByText('Weekly report').count()).toBe(0)
  await expect(site.call('GET', '/answer/api/v1/user/notification/config', { token })).rejects.toThrow(/401/)
})

/** A browser has passkeys for names only, not for numbers. From here on the site has a name. */
const byName = async (site: Site): Promise<Site> => {
  const url = site.url.replace('127.0.0.1', 'localhost')
  const { token } = await admin(site)
  await site.call('PUT', '/answer/admin/api/siteinfo/general', { token, body: { site_url: url } })
  return { ...site, url }
}

journey('a member adds a passkey and logs in with nothing else', async ({ site: shared, open }) => {
  const site = await byName(shared)
  const cleo = await register(site, 'Cleo')
  const page = await open(site)
  page.allow(AGAIN)
  const key = await giveAuthenticator(page)
  await logIn(page, cleo)
  await page.goto(ACCOUNT)
  await page.getByRole('link', { name: 'Add a passkey' }).click()
  await page.getByText('A passkey stays on your device').waitFor()
  await fill(page, { name: 'My phone', pass: cleo.pass })
  await page.accessible()
  await send(page)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText('Save these codes').waitFor()
  await page.getByRole('link', { name: 'I have saved my codes' }).click()
  await page.getByText('My phone').waitFor()
  await takePictures(page, 'account-passkey')

  await page.goto('/users/logout')
  await send(page)
  await page
    .getByRole('heading', { level: 1, name: 'All questions' })
    .or(page.getByRole('banner').getByRole('link', { name: 'Log in' }))
    .first()
    .waitFor()
  await page.goto('/users/login')
  await page.accessible()
  await takePictures(page, 'login-passkey')
  await key.refuse()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.getByText('Your passkey didn’t work.').waitFor()
  await key.agree()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/users/login'))
  expect(await isLoggedIn(page, 'Cleo')).toBe(true)

  // Without scripts a key can't be asked, and that is said where it would be.
  const plain = await open(site, { scripts: false })
  plain.allow(AGAIN)
  await typePassword(plain, cleo)
  await plain.getByText('Passkeys need JavaScript').waitFor()

  // After the password the same key is the second step.
  await page.goto('/users/logout')
  await send(page)
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor()
  await typePassword(page, cleo)
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/users/login'))
  expect(await isLoggedIn(page, 'Cleo')).toBe(true)

  await page.goto(ACCOUNT)
  await page.getByRole('link', { name: 'Remove the passkey My phone' }).click()
  await page.getByText('You will no longer be able to log in with it.').waitFor()
  await field(page, 'pass').fill(cleo.pass)
  await send(page)
  await page.getByText('Done.').waitFor()
})

// The last: the admin can't log in without a second factor after it.
journey('an admin asks staff for a second factor, and is asked for their own first', async ({ site: shared, open }) => {
  const site = await byName(shared)
  const page = await open(site)
  page.allow(/^400 PUT .*\/siteinfo\/login$/)
  const mona = await register(site, 'Mona')
  await makeAdmin(site, mona)
  await logIn(page, ADMIN)
  await page.goto('/admin/login')
  await arriveAt(page, 'Login')
  await page.getByLabel('Require it for admins and moderators').check()
  await send(page)
  await page.getByRole('alert').getByText('Set up two-factor authentication for yourself first').waitFor()
  expect(await isWrong(page, 'staff_second_factor')).toBe(true)
  await page.accessible()
  await takePictures(page, 'admin-login-own-factor-first')
  await haveFactor(page, ADMIN.pass)
  await page.goto('/admin/login')
  await arriveAt(page, 'Login')
  expect(await field(page, 'staff_second_factor').isChecked()).toBe(false)
  await field(page, 'staff_second_factor').check()
  await send(page)
  await page.getByText('Saved.').first().waitFor()
  await page.goto('/admin/general')
  await arriveAt(page, 'General')

  // The others are led to where they set up theirs.
  const other = await open(site)
  other.allow(/^403 /)
  await logIn(other, mona)
  await other.goto('/admin/general')
  await other.waitForURL(`**${ACCOUNT}#factors`)
  await other.getByText('Two-factor authentication required').waitFor()
  await takePictures(other, 'account-required')
  await haveFactor(other, mona.pass)
  await other.goto('/admin/general')
  await arriveAt(other, 'General')
  expect(pathOf(other)).toBe('/admin/general')
})
