import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { openMailbox } from '../mailbox.ts'
import { arriveAt, field, fill, isLoggedIn, isWrong, pathOf } from '../page.ts'
import { admin, enter, logIn, nextMail } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ADMIN, type Site } from '../site.ts'

const inviteLink = (text: string) => /https?:\/\/\S+\/users\/invitation\?code=[\w-]+/.exec(text)![0]
const closeRegistration = async (site: Site) =>
  site.call('PUT', '/answer/admin/api/siteinfo/login', {
    token: (await admin(site)).token,
    body: { allow_new_registrations: false },
  })

journey('a company’s site, from an empty folder to invited colleagues', async ({ start, open }) => {
  const mailbox = await openMailbox()
  try {
    const site = await start({ installed: false })
    const page = await open(site)
    await page.goto('/')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('radio', { name: /^Inside/ }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('link', { name: 'Next' }).click()
    await fill(page, {
      site_name: 'Machines',
      contact_email: 'desk@company.example',
      name: 'Anna',
      email: 'anna@company.example',
      password: 'anna-password-1',
      password2: 'anna-password-1',
    })
    await page.getByRole('button', { name: 'Set up' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await logIn(page, { e_mail: 'anna@company.example', pass: 'anna-password-1' })

    // The dashboard says what is next, and each step leads to where it is done.
    await page.locator('summary[title="Your menu, Anna"]').click()
    await page.getByRole('link', { name: 'Administration' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor()
    await page.accessible()
    await takePictures(page, 'admin-first-steps')
    await page.getByRole('link', { name: 'Say what the site is for' }).click()
    await arriveAt(page, 'General')
    await fill(page, { short_description: 'Questions about our machines' })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').first().waitFor()

    await page.goto('/admin')
    await page.ready()
    expect(await page.getByRole('link', { name: 'Say what the site is for' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Set up mail, and send a test' }).click()
    await arriveAt(page, 'E-mail')
    await fill(page, {
      from_email: 'desk@company.example',
      from_name: 'Machines',
      smtp_host: '127.0.0.1',
      smtp_port: String(mailbox.port),
      test_email_recipient: 'anna@company.example',
    })
    await field(page, 'encryption').selectOption('')
    await field(page, 'smtp_authentication').uncheck()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => mailbox.letters.length).toBe(1)

    await page.goto('/admin')
    await page.ready()
    await page.getByRole('link', { name: 'Invite people' }).click()
    await arriveAt(page, 'Invitations')
    await fill(page, { e_mails: 'bo@company.example, cy@company.example' })
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await page.getByText('2 invitations are on their way.').waitFor()
    await expect.poll(() => mailbox.letters.length).toBe(3)

    const bo = await open(site)
    await bo.goto(inviteLink(mailbox.letters.find(({ to }) => to[0] === 'bo@company.example')!.text))
    await arriveAt(bo, 'You are invited')
    await bo.getByText('Anna invites you to Machines.').waitFor()
    await fill(bo, { name: 'Bo', pass: 'bo-password-1' })
    await bo.getByRole('button', { name: 'Create my account' }).click()
    await expect.poll(() => isLoggedIn(bo, 'Bo')).toBe(true)

    await page.goto('/admin')
    await page.ready()
    expect(await page.getByRole('link', { name: 'Invite people' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Put the list away' }).click()
    await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' })
  } finally {
    await mailbox.close()
  }
})

journey(
  'an admin invites by e-mail, sends it again and takes it back, without JavaScript too',
  async ({ site, open }) => {
    await closeRegistration(site)
    const page = await open(site, { scripts: false })
    await logIn(page, ADMIN)
    await page.goto('/admin/invitations')
    await fill(page, { e_mails: 'nonsense dee@example.com' })
    await field(page, 'role_id').first().selectOption({ label: 'Moderator' })
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await page.getByRole('alert').waitFor()
    expect(await isWrong(page, 'e_mails')).toBe(true)
    expect(await field(page, 'e_mails').inputValue()).toBe('nonsense dee@example.com')
    expect(await field(page, 'role_id').first().inputValue()).toBe('3')
    await fill(page, { e_mails: 'dee@example.com eve@example.com' })
    await page.getByRole('button', { name: 'Send invitations' }).click()
    await page.getByText('2 invitations are on their way.').waitFor()
    await nextMail(site, 'dee@example.com')
    await page.getByRole('button', { name: 'Send again dee@example.com' }).click()
    await page.getByText('The invitation is on its way once more').waitFor()
    const again = await nextMail(site, 'dee@example.com', 1)
    await page.getByRole('button', { name: 'Take back eve@example.com' }).click()
    await page.getByText('The invitation was taken back').waitFor()

    const eve = await open(site, { scripts: false })
    await eve.goto(inviteLink((await nextMail(site, 'eve@example.com')).text))
    await eve.getByRole('heading', { name: 'This invitation is over' }).waitFor()

    const dee = await open(site, { scripts: false })
    await dee.goto(inviteLink(again.text))
    await dee.getByText('Your role: Moderator.').waitFor()
    // There are no terms yet to agree to.
    expect(await dee.getByText('By creating an account you agree to').count()).toBe(0)
    await takePictures(dee, 'invitation')
    await fill(dee, { name: 'Dee', pass: 'short' })
    await dee.getByRole('button', { name: 'Create my account' }).click()
    await dee.getByRole('alert').waitFor()
    expect(await isWrong(dee, 'pass')).toBe(true)
    expect(await field(dee, 'name').inputValue()).toBe('Dee')
    await fill(dee, { pass: 'dee-password-1' })
    await dee.getByRole('button', { name: 'Create my account' }).click()
    await expect.poll(() => isLoggedIn(dee, 'Dee')).toBe(true)

    // A moderator's part of the administration, and nothing else of it.
    await dee.goto('/admin/roles')
    await dee.getByRole('heading', { level: 1, name: 'Roles and powers' }).waitFor()
    expect(
      await dee.getByRole('navigation', { name: 'Administration' }).first().getByRole('link').allTextContents(),
    ).toEqual(['Roles', 'Audit log'])
    await takePictures(dee, 'admin-roles')
    dee.allow(/^403 GET /)
    expect((await dee.goto('/admin/invitations'))?.status()).toBe(403)
  },
)

journey('a link lets as many in as it is for, also where registration is closed', async ({ site, open }) => {
  await closeRegistration(site)
  const page = await open(site)
  await enter(page, await admin(site))
  await page.goto('/admin/invitations')
  await page.ready()
  await fill(page, { max_uses: '2' })
  await page.getByRole('button', { name: 'Make a link' }).click()
  await page.getByText('Copy it now: it isn’t shown again.').waitFor()
  const link = (await page.locator('.made-link').textContent())!
  await page.accessible()
  await takePictures(page, 'admin-invitations')
  await page.reload()
  expect(await page.getByText(link).count()).toBe(0)

  const fay = await open(site)
  await fay.goto('/users/register')
  expect(pathOf(fay)).toBe('/')
  await fay.goto(link)
  await fill(fay, { name: 'Fay', e_mail: 'fay@example.com', pass: 'fay-password-1' })
  await fay.getByRole('button', { name: 'Create my account' }).click()
  await fay.waitForURL(/account-activation/)
  await nextMail(site, 'fay@example.com')
  await page.reload()
  await page.getByText('Used 1 of 2 times').waitFor()
  await page.getByRole('link', { name: 'Fay' }).waitFor()
  await page.goto(link)
  await page.getByText('You are logged in as admin.').waitFor()
})

journey('a list of people is looked at first, then everybody on it who can be is invited', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await admin(site))
  await page.goto('/admin/invitations/list')
  await page.ready()
  const file = join(site.data, 'people.csv')
  writeFileSync(
    file,
    '\uFEFFemail;name;role\r\ngil@example.com;Gil;\r\nadmin@example.com;;\r\nhue@example.com;Hue;emperor\r\n',
  )
  await field(page, 'file').setInputFiles(file)
  await expect.poll(() => field(page, 'csv').inputValue()).toContain('gil@example.com')
  await fill(page, { days: '30' })
  await page.getByRole('button', { name: 'See what would happen' }).click()
  await page.getByText('1 person will be invited.').waitFor()
  await page.getByText('has an account already').waitFor()
  await page.getByText('has a role that doesn’t exist').waitFor()
  await page.accessible()
  await takePictures(page, 'admin-invite-list')
  await page.getByRole('button', { name: 'Invite 1 person' }).click()
  await page.getByText('1 e-mails sent, 0 could not be sent.').waitFor()
  await nextMail(site, 'gil@example.com')

  const plain = await open(site, { scripts: false })
  await enter(plain, await admin(site))
  await plain.goto('/admin/invitations/list')
  await fill(plain, { csv: 'ike@example.com', days: '30' })
  await plain.getByRole('button', { name: 'See what would happen' }).click()
  expect(await field(plain, 'days').inputValue()).toBe('30')
  await plain.getByRole('button', { name: 'Invite 1 person' }).click()
  await plain.getByRole('heading', { name: 'The last list' }).waitFor()
  await nextMail(site, 'ike@example.com')
})

journey(
  'an admin finds accounts that lack something, and takes all of them into a spreadsheet',
  async ({ site, open }) => {
    await site.call('POST', '/answer/admin/api/user', {
      token: (await admin(site)).token,
      body: { display_name: 'Jo', email: 'jo@example.com', password: 'jo-password-1' },
    })
    const page = await open(site)
    await enter(page, await admin(site))
    await page.goto('/admin/users')
    await page.ready()
    await page.getByRole('link', { name: 'Unconfirmed' }).click()
    await page.waitForURL(/filter=inactive/)
    await page.getByRole('link', { name: 'Never activated' }).click()
    await page.waitForURL(/filter=never/)
    await page.getByRole('link', { name: 'Jo', exact: true }).waitFor({ state: 'detached' })
    await page.accessible()
    await takePictures(page, 'admin-users')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export as CSV' }).click(),
    ])
    const written = join(site.data, 'users.csv')
    await download.saveAs(written)
    expect(download.suggestedFilename()).toBe('users.csv')
  },
)
