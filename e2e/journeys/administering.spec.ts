import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { openMailbox } from '../mailbox.ts'
import { arriveAt, field, fill, isLoggedIn, isWrong, pathOf, send } from '../page.ts'
import { admin, enter, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'
import { ADMIN, type Site } from '../site.ts'

const save = (page: WatchedPage) => page.getByRole('main').getByRole('button', { name: 'Save' }).click()
const saved = async (page: WatchedPage) => {
  // An earlier "Saved." may still be on the page.
  await Promise.all([
    page.waitForResponse((response) => response.request().method() !== 'GET' && response.status() < 400),
    save(page),
  ])
  await page.getByText('Saved.', { exact: true }).waitFor()
}
const asAdmin = async (page: WatchedPage, place: string) => {
  await logIn(page, ADMIN)
  await page.goto(`/admin/${place}`)
}
const row = (page: WatchedPage, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
const idOf = async (site: Site, name: string) =>
  (
    await site.call<{ list: { user_id: string }[] }>('GET', `/answer/admin/api/users/page?query=${name}`, {
      token: (await admin(site)).token,
    })
  ).list[0]!.user_id

journey('an admin finds every page of the administration, and each is in order', async ({ site, open }) => {
  const page = await open(site)
  await logIn(page, ADMIN)
  await page.locator('summary[title="Your menu, admin"]').click()
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('navigation', { name: 'Administration' }).waitFor()
  for (const [name, title] of Object.entries({
    users: 'Users',
    general: 'General',
    smtp: 'Mail',
    write: 'Writing',
    login: 'Login',
    privileges: 'Privileges',
    'installed-plugins': 'Installed plugins',
  })) {
    await page
      .getByRole('navigation', { name: 'Administration' })
      .getByRole('link', { name: title, exact: true })
      .click()
    await arriveAt(page, title)
    await page.accessible()
    await takePictures(page, `admin-${name}`)
  }
})

journey('an admin renames the site, and everybody sees it', async ({ site, open }) => {
  const page = await open(site)
  await asAdmin(page, 'general')
  page.allow(/^400 PUT .*\/siteinfo\/general$/)
  await fill(page, { name: 'B', description: 'All about beer.' })
  await save(page)
  await page.getByRole('alert').waitFor()
  expect(await isWrong(page, 'name')).toBe(true)
  expect(await field(page, 'description').inputValue()).toBe('All about beer.')
  await page.accessible()
  await fill(page, { name: 'Beer talk', short_description: 'Questions about beer' })
  await saved(page)
  const stranger = await open(site)
  await stranger.goto('/')
  expect(await stranger.title()).toBe('Beer talk · Questions about beer')
  await stranger.getByRole('complementary').getByText('All about beer.').waitFor()
})

journey('an admin sets up mail, tries it, and members get theirs', async ({ site, open }) => {
  const mailbox = await openMailbox({ name: 'postman', pass: 'letters' })
  try {
    const page = await open(site)
    await asAdmin(page, 'smtp')
    await page.getByText('Mail isn’t set up yet').first().waitFor()
    await fill(page, {
      from_email: 'beer@example.com',
      from_name: 'Beer talk',
      smtp_host: '127.0.0.1',
      smtp_port: String(mailbox.port),
      smtp_username: 'postman',
      smtp_password: 'wrong',
      test_email_recipient: 'anna@example.com',
    })
    await field(page, 'encryption').selectOption('')
    await field(page, 'smtp_authentication').check()
    page.allow(/^400 PUT .*\/setting\/smtp$/)
    await save(page)
    // Nothing is saved, and nothing typed is lost.
    await page
      .locator('.toast[data-kind=danger]')
      .getByText('The test mail couldn’t be sent, so nothing was saved.')
      .waitFor()
    await page.locator('.toast').first().waitFor({ state: 'detached' })
    await page.getByRole('alert').getByText('The test mail couldn’t be sent, so nothing was saved.').waitFor()
    expect(await field(page, 'from_name').inputValue()).toBe('Beer talk')
    await page.getByText('Mail isn’t set up yet').first().waitFor()
    const asSaved = await open(site)
    await asAdmin(asSaved, 'smtp')
    expect(await field(asSaved, 'smtp_host').inputValue()).toBe('')
    await fill(page, { smtp_password: 'letters' })
    await saved(page)
    await expect
      .poll(() => mailbox.letters.at(-1))
      .toMatchObject({ to: ['anna@example.com'], from: 'beer@example.com' })
    await site.call('POST', '/answer/api/v1/user/register/email', {
      body: { name: 'Anna', e_mail: 'anna@example.com', pass: 'anna-password-1' },
    })
    await expect.poll(() => mailbox.letters.length).toBe(2)
    expect(mailbox.letters[1]!.text).toContain('/users/account-activation?code=')
    await page.reload()
    expect(await page.getByText('Mail isn’t set up yet').count()).toBe(0)
    await fill(page, { smtp_host: '' })
    await saved(page)
  } finally {
    await mailbox.close()
  }
})

journey('an admin decides what reputation is needed, and members can do it at once', async ({ site, open }) => {
  const [ada, ben] = [await register(site, 'Ada'), await register(site, 'Ben')]
  const question = await ask(site, ada, { title: 'May anybody vote here?' })
  const page = await open(site)
  await asAdmin(page, 'privileges')
  await field(page, 'level').selectOption('1')
  await saved(page)
  const member = await open(site)
  await enter(member, ben)
  await member.goto(`/questions/${question.id}`)
  await member.getByRole('group', { name: 'Votes on this question' }).getByRole('button', { name: 'Vote up' }).click()
  await expect
    .poll(() => member.getByRole('group', { name: 'Votes on this question' }).getByRole('status').textContent())
    .toBe('1')

  await field(page, 'level').selectOption('99')
  await fill(page, { 'rank.answer.add': '50' })
  await saved(page)
  await page.reload()
  expect(await field(page, 'rank.answer.add').inputValue()).toBe('50')
  await member.reload()
  await member.getByRole('region', { name: 'Your answer' }).getByText('You need 50 reputation to do this.').waitFor()
  await field(page, 'level').selectOption('2')
  await saved(page)
})

journey('an admin reserves a tag and asks for a recommended one', async ({ site, open }) => {
  const cleo = await register(site, 'Cleo')
  const page = await open(site)
  await asAdmin(page, 'write')
  await page.getByRole('combobox', { name: 'Recommended tags' }).fill('basics')
  await page.getByRole('combobox', { name: 'Reserved tags' }).fill('news')
  await field(page, 'required_tag').check()
  await takePictures(page, 'admin-write-tags')
  await saved(page)

  const member = await open(site, { scripts: false })
  await enter(member, cleo)
  await member.goto('/questions/ask')
  const advice = member.getByRole('region', { name: 'Tags this site suggests' })
  await advice.getByRole('link', { name: 'basics' }).waitFor()
  await advice.getByText('One of the framed tags is required.').waitFor()
  await fill(member, { title: 'What is new with beer?', content: 'I have been away.', tags: 'news' })
  await send(member)
  expect(await isWrong(member, 'tags')).toBe(true)
  await fill(member, { tags: 'support' })
  await send(member)
  expect(await isWrong(member, 'tags')).toBe(true)
  await fill(member, { tags: 'support, basics' })
  await send(member)
  await arriveAt(member, 'What is new with beer?')

  const withScripts = await open(site)
  await enter(withScripts, cleo)
  await withScripts.goto('/questions/ask')
  await withScripts.getByRole('combobox', { name: 'Tags' }).fill('bas')
  await withScripts.getByRole('option', { name: /basics.*suggested/ }).waitFor()
  await withScripts.getByRole('combobox', { name: 'Tags' }).fill('new')
  await withScripts.getByRole('option', { name: /news.*staff only/ }).waitFor()
  await withScripts.getByRole('combobox', { name: 'Tags' }).fill('')

  await page.reload()
  for (const tag of ['basics', 'news']) await page.getByRole('button', { name: `Remove ${tag}` }).click()
  await field(page, 'required_tag').uncheck()
  await saved(page)
})

journey('an admin closes registration, and opens it again', async ({ site, open }) => {
  const page = await open(site)
  await asAdmin(page, 'login')
  await field(page, 'allow_new_registrations').uncheck()
  await saved(page)
  const stranger = await open(site)
  await stranger.goto('/users/register')
  expect(pathOf(stranger)).toBe('/')
  expect(await stranger.getByRole('link', { name: 'Sign up' }).count()).toBe(0)
  await field(page, 'allow_new_registrations').check()
  await fill(page, { allow_email_domains: 'brewery.example' })
  await saved(page)
  await stranger.goto('/users/register')
  await fill(stranger, { name: 'Dora', e_mail: 'dora@example.com', pass: 'dora-password-1' })
  stranger.allow(/^400 POST .*\/user\/register\/email$/)
  await send(stranger)
  const refused = stranger.getByRole('dialog', { name: 'That didn’t work' })
  await refused.getByText('certain domains').waitFor()
  await stranger.accessible()
  await refused.getByRole('button', { name: 'Close' }).last().click()
  await refused.waitFor({ state: 'detached' })
  expect(await field(stranger, 'e_mail').inputValue()).toBe('dora@example.com')
  await fill(page, { allow_email_domains: '' })
  await saved(page)
})

journey('an admin finds a member and makes them a moderator', async ({ site, open }) => {
  await register(site, 'Emil')
  const page = await open(site)
  await asAdmin(page, 'users')
  await page.getByRole('searchbox', { name: 'Find by name or e-mail' }).fill('emil')
  await page.getByRole('searchbox', { name: 'Find by name or e-mail' }).press('Enter')
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
  await row(page, 'Emil').getByRole('link', { name: 'Emil' }).click()
  await arriveAt(page, 'Emil')
  await takePictures(page, 'admin-user')
  await page.getByRole('link', { name: 'Change the role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the role' })
  await dialog.getByRole('radio', { name: 'Moderator' }).check()
  await page.accessible()
  await takePictures(page, 'admin-user-role')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.accessible()
  await page.goto('/admin/users?filter=staff')
  await row(page, 'Emil').getByText('Moderator').waitFor()
})

journey('an admin suspends a member, who may read and not write, until it is lifted', async ({ site, open }) => {
  const fay = await register(site, 'Fay')
  const question = await ask(site, fay, { title: 'Was I rude?' })
  const member = await open(site)
  await enter(member, fay)
  await member.goto(`/questions/${question.id}`)
  const page = await open(site)
  await asAdmin(page, `users/${await idOf(site, 'fay')}`)
  await page.getByRole('link', { name: 'Suspend', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend' })
  await dialog.getByLabel('How long').selectOption('24h')
  await dialog.getByLabel('A note to the member').fill('Please be kind.')
  await page.accessible()
  await takePictures(page, 'admin-user-suspend')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByText('Please be kind.').waitFor()
  await takePictures(page, 'admin-user-suspended')

  member.allow(/^403 /)
  await member
    .getByRole('region', { name: 'Comments on the question' })
    .getByRole('link', { name: 'Add a comment' })
    .click()
  await member.locator('.comment-form textarea').fill('I did not mean it.')
  await member.locator('.comment-form button[type=submit]').click()
  await arriveAt(member, 'This account is suspended')
  await member.getByText('Please be kind.').waitFor()
  await takePictures(member, 'suspended')
  await member.goto(`/questions/${question.id}`)
  await arriveAt(member, 'Was I rude?')
  expect(await isLoggedIn(member, 'Fay')).toBe(false)
  await member.goto('/users/login')
  await fill(member, { e_mail: fay.e_mail, pass: fay.pass })
  await send(member)
  await arriveAt(member, 'This account is suspended')

  await page.getByRole('link', { name: 'Lift the suspension' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift it' }).click()
  await expect
    .poll(
      async () =>
        (
          await site.call<{ list: { status: string }[] }>('GET', '/answer/admin/api/users/page?query=fay', {
            token: (await admin(site)).token,
          })
        ).list[0]!.status,
    )
    .toBe('normal')
  await member.goto('/')
  expect(await isLoggedIn(member, 'Fay')).toBe(true)
})

journey('an admin adds members, one and many, and helps one who gets no mail', async ({ site, open }) => {
  await site.call('POST', '/answer/api/v1/user/register/email', {
    body: { name: 'Gina', e_mail: 'gina@example.com', pass: 'gina-password-1' },
  })
  const page = await open(site)
  await asAdmin(page, 'users')
  page.allow(/^400 POST .*\/admin\/api\/users?$/)
  await page.getByRole('link', { name: 'Add a member' }).click()
  const one = page.getByRole('dialog', { name: 'Add a member' })
  await one.getByLabel('Name').fill('Hal')
  await one.getByLabel('E-mail').fill('gina@example.com')
  await one.getByLabel('Password').fill('hal-password-1')
  await one.getByRole('button', { name: 'Add' }).click()
  await one.getByRole('alert').waitFor()
  expect(await isWrong(page, 'email')).toBe(true)
  expect(await one.getByLabel('Name').inputValue()).toBe('Hal')
  await one.getByLabel('E-mail').fill('hal@example.com')
  await one.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Added.').waitFor()
  await row(page, 'Hal').waitFor()

  await page.getByRole('link', { name: 'Add many' }).click()
  const many = page.getByRole('dialog', { name: 'Add many' })
  await many
    .getByLabel('One member per line')
    .fill('Ina, ina@example.com, ina-password-1\nJo, nonsense, jo-password-1\nKim')
  await many.getByRole('button', { name: 'Add' }).click()
  await many.getByRole('alert').waitFor()
  // Every wrong line is named.
  expect(await many.getByRole('alert').textContent()).toMatch(/2.*3/)
  await page.accessible()
  await many
    .getByLabel('One member per line')
    .fill('Ina, ina@example.com, ina-password-1\nJo, jo@example.com, jo-password-1')
  await many.getByRole('button', { name: 'Add' }).click()
  await page.getByText('Added.').waitFor()
  const ina = await open(site)
  await logIn(ina, { e_mail: 'ina@example.com', pass: 'ina-password-1' })

  await page.goto('/admin/users?filter=inactive')
  await page.getByRole('link', { name: 'Gina' }).click()
  await page.getByRole('link', { name: 'Help with activating' }).click()
  await page.getByRole('button', { name: 'Show a link to hand over' }).click()
  const link = await page.locator('.notice code').textContent()
  const gina = await open(site)
  await gina.goto(link!)
  await gina.getByRole('button', { name: 'Activate' }).click()
  await arriveAt(gina, 'Welcome')
})

journey('members find no way into the administration', async ({ site, open }) => {
  const lea = await register(site, 'Lea')
  const page = await open(site)
  page.allow(/^403 GET .*\/admin/)
  await page.goto('/admin/users')
  expect(pathOf(page)).toBe('/users/login')
  await fill(page, { e_mail: lea.e_mail, pass: lea.pass })
  await send(page)
  await arriveAt(page, 'Not for everyone')
  await page.goto('/admin/general')
  await arriveAt(page, 'Not for everyone')
  await takePictures(page, '403')
  await page.goto('/')
  await page.locator('summary[title="Your menu, Lea"]').click()
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
})

journey('settings are saved without JavaScript too', async ({ site, open }) => {
  const page = await open(site, { scripts: false })
  await asAdmin(page, 'general')
  await fill(page, { name: 'X', short_description: 'Typed before' })
  await save(page)
  expect(await isWrong(page, 'name')).toBe(true)
  expect(await field(page, 'short_description').inputValue()).toBe('Typed before')
  await fill(page, { name: 'Plain talk' })
  await saved(page)
  await page.goto('/')
  expect(await page.title()).toContain('Plain talk')
})
