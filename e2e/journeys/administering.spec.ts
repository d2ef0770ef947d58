import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { openMailbox } from '../mailbox.ts'
import { arriveAt, beforeScripts, field, fill, isLoggedIn, isWrong, pathOf, send } from '../page.ts'
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
  await page.getByText('Saved.', { exact: true }).first().waitFor()
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
    smtp: 'E-mail',
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
  const leave = page.getByRole('dialog', { name: 'Leave this page?' })
  const legal = page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Legal' })
  await legal.click()
  await leave.getByRole('button', { name: 'Stay' }).click()
  await save(page)
  await page
    .getByRole('alert')
    .getByRole('link', { name: /^Site name: / })
    .waitFor()
  expect(await isWrong(page, 'name')).toBe(true)
  await legal.click()
  await leave.getByRole('button', { name: 'Stay' }).click()
  expect(await field(page, 'description').inputValue()).toBe('All about beer.')
  await page.accessible()
  await fill(page, { name: 'Beer talk', short_description: 'Questions about beer' })
  await saved(page)
  await legal.click()
  await arriveAt(page, 'Legal')
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
    await page.getByText('E-mail isn’t set up yet').first().waitFor()
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
      .getByText('The test e-mail couldn’t be sent, so nothing was saved.')
      .waitFor()
    await page.locator('.toast').first().waitFor({ state: 'detached' })
    await page.getByRole('alert').getByText('The test e-mail couldn’t be sent, so nothing was saved.').waitFor()
    expect(await field(page, 'from_name').inputValue()).toBe('Beer talk')
    const conversation = page.getByRole('group', { name: 'What was said' })
    await conversation.getByText('AUTH PLAIN …').waitFor()
    await conversation.getByText(/^535 /).waitFor()
    await takePictures(page, 'admin-smtp-refused')
    await page.getByText('E-mail isn’t set up yet').first().waitFor()
    const asSaved = await open(site)
    await asAdmin(asSaved, 'smtp')
    expect(await field(asSaved, 'smtp_host').inputValue()).toBe('')
    await fill(page, { smtp_password: 'letters' })
    await saved(page)
    await expect
      .poll(() => mailbox.letters.at(-1))
      .toMatchObject({ to: ['anna@example.com'], from: 'beer@example.com' })
    await conversation.getByText('RCPT TO:<anna@example.com>').waitFor()
    await page.accessible()
    await takePictures(page, 'admin-smtp-taken')
    await site.call('POST', '/answer/api/v1/user/register/email', {
      body: { name: 'Anna', e_mail: 'anna@example.com', pass: 'anna-password-1' },
    })
    await expect.poll(() => mailbox.letters.length).toBe(2)
    expect(mailbox.letters[1]!.text).toContain('/users/account-activation?code=')
    await page.reload()
    expect(await page.getByText('E-mail isn’t set up yet').count()).toBe(0)
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
  await fill(page, { 'rank.answer.add': '-3' })
  page.allow(/^400 PUT .*\/setting\/privileges$/)
  await save(page)
  await page.getByRole('alert').getByRole('link', { name: 'Write an answer: This must be at least 1.' }).waitFor()
  expect(await isWrong(page, 'rank.answer.add')).toBe(true)
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
  await advice.getByText('One of the highlighted tags is required.').waitFor()
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
  const refused = stranger.getByRole('dialog', { name: 'Something went wrong' })
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
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  const topOf = async (part: string) => (await page.locator(part).boundingBox())!.y
  expect(await topOf('.page-head-note')).toBeLessThan(await topOf('.page-head-end'))
  await page.setViewportSize(size)
  await page.getByRole('link', { name: 'Change role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change role' })
  await dialog.getByRole('radio', { name: 'Moderator' }).check()
  await page.accessible()
  await takePictures(page, 'admin-user-role')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
  await page.accessible()
  await page.goto('/admin/users?filter=staff')
  await row(page, 'Emil').getByText('Moderator').waitFor()
})

journey(
  'what is typed before scripts run stays, and is gone on with, where it becomes a dialog',
  async ({ site, open }) => {
    await register(site, 'Faye')
    const page = await open(site)
    await asAdmin(page, `users/${await idOf(site, 'faye')}`)
    const address = await page.getByRole('link', { name: 'Suspend', exact: true }).getAttribute('href')
    await page.goto('/')
    const message = page.getByLabel('Message to the member')
    await beforeScripts(page, address!, async () => {
      expect(await page.locator('dialog:modal').count()).toBe(0)
      await page.getByLabel('How long').selectOption('24h')
      await message.pressSequentially('Please be')
    })
    const dialog = page.locator('dialog:modal')
    await dialog.waitFor()
    await page.keyboard.type(' kind.')
    expect(await message.inputValue()).toBe('Please be kind.')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('Saved.').first().waitFor()
    await page.getByText('Please be kind.').waitFor()
  },
)

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
  await dialog.getByLabel('Message to the member').fill('Please be kind.')
  await page.accessible()
  await takePictures(page, 'admin-user-suspend')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Saved.').first().waitFor()
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

  await page.getByRole('link', { name: 'End suspension' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End suspension' }).click()
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

journey('an admin helps a member who gets no mail', async ({ site, open }) => {
  await site.call('POST', '/answer/api/v1/user/register/email', {
    body: { name: 'Gina', e_mail: 'gina@example.com', pass: 'gina-password-1' },
  })
  const page = await open(site)
  await asAdmin(page, 'users?filter=inactive')
  await page.getByRole('link', { name: 'Gina' }).click()
  await page.getByRole('link', { name: 'Resend activation' }).click()
  await page.getByRole('button', { name: 'Show a link to copy' }).click()
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
  await arriveAt(page, 'You can’t open this page')
  await page.goto('/admin/general')
  await arriveAt(page, 'You can’t open this page')
  await takePictures(page, '403')
  await page.goto('/')
  await page.locator('summary[title="Your menu, Lea"]').click()
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
  // Open, it lies over what stands beside the list.
  await page.keyboard.press('Escape')
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
