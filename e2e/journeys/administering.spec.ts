import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { openMailbox } from '../mailbox.ts'
import { arriveAt, field, fill, isWrong, pathOf, send } from '../page.ts'
import { admin, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'
import { ADMIN } from '../site.ts'

const save = (page: WatchedPage) => page.getByRole('main').getByRole('button', { name: 'Save' }).click()
const saved = async (page: WatchedPage) => {
  await save(page)
  await page.getByText('Saved.').waitFor()
}
const asAdmin = async (page: WatchedPage, place: string) => {
  await logIn(page, ADMIN)
  await page.goto(`/admin/${place}`)
}
const row = (page: WatchedPage, name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
const panel = (page: WatchedPage, name: string) => page.getByRole('region', { name, exact: true })

journey('an admin finds every page of the administration, and each is in order', async ({ site, open }) => {
  const page = await open(site)
  await logIn(page, ADMIN)
  await page.locator('summary[title="Your menu, admin"]').click()
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByRole('navigation', { name: 'Administration' }).waitFor()
  for (const [name, title] of Object.entries({ users: 'Users', general: 'General', smtp: 'Mail', write: 'Writing', login: 'Login', privileges: 'Privileges' })) {
    await page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: title, exact: true }).click()
    await arriveAt(page, title)
    await page.accessible()
    await takePictures(page, `admin-${name}`)
  }
})

journey('an admin sets up mail, tries it, and members get theirs', async ({ site, open }) => {
  const mailbox = await openMailbox({ name: 'postman', pass: 'letters' })
  try {
    const page = await open(site)
    await asAdmin(page, 'smtp')
    await page.getByText('Mail isn’t set up yet').first().waitFor()
    await fill(page, { from_email: 'beer@example.com', from_name: 'Beer talk', smtp_host: '127.0.0.1', smtp_port: String(mailbox.port), smtp_username: 'postman', smtp_password: 'wrong', test_email_recipient: 'anna@example.com' })
    await field(page, 'encryption').selectOption('')
    await field(page, 'smtp_authentication').check()
    page.allow(/^400 PUT .*\/setting\/smtp$/)
    await save(page)
    await page.getByRole('alert').getByText('The test mail couldn’t be sent').waitFor()
    expect(await field(page, 'from_name').inputValue()).toBe('Beer talk')
    await fill(page, { smtp_password: 'letters' })
    await saved(page)
    await expect.poll(() => mailbox.letters.at(-1)).toMatchObject({ to: ['anna@example.com'], from: 'beer@example.com' })
    await site.call('POST', '/answer/api/v1/user/register/email', { body: { name: 'Anna', e_mail: 'anna@example.com', pass: 'anna-password-1' } })
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
  await logIn(member, ben)
  await member.goto(`/questions/${question.id}`)
  await member.getByRole('group', { name: 'Votes on this question' }).getByRole('button', { name: 'Vote up' }).click()
  await expect.poll(() => member.getByRole('group', { name: 'Votes on this question' }).getByRole('status').textContent()).toBe('1')

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
  const { token } = await admin(site)
  for (const slug_name of ['news', 'basics']) await site.call('POST', '/answer/api/v1/tag', { token, body: { slug_name, display_name: slug_name, original_text: `All ${slug_name}` } })
  const page = await open(site)
  await asAdmin(page, 'write')
  await fill(page, { recommend_tags: 'basics', reserved_tags: 'news' })
  await field(page, 'required_tag').check()
  await saved(page)

  const member = await open(site, { scripts: false })
  await logIn(member, cleo)
  await member.goto('/questions/ask')
  await fill(member, { title: 'What is new with beer?', content: 'I have been away.', tags: 'news' })
  await send(member)
  expect(await isWrong(member, 'tags')).toBe(true)
  await fill(member, { tags: 'support' })
  await send(member)
  expect(await isWrong(member, 'tags')).toBe(true)
  await fill(member, { tags: 'support, basics' })
  await send(member)
  await arriveAt(member, 'What is new with beer?')
  await fill(page, { recommend_tags: '', reserved_tags: '' })
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
  await stranger.getByRole('alert').getByText('certain domains').waitFor()
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
  await field(page, 'role_id').selectOption('3')
  await panel(page, 'Role').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.accessible()
  await page.goto('/admin/users?filter=staff')
  await row(page, 'Emil').getByText('Moderator').waitFor()
})

journey('an admin adds members, one and many, and helps one who gets no mail', async ({ site, open }) => {
  await site.call('POST', '/answer/api/v1/user/register/email', { body: { name: 'Gina', e_mail: 'gina@example.com', pass: 'gina-password-1' } })
  const page = await open(site)
  await asAdmin(page, 'users')
  page.allow(/^400 POST .*\/admin\/api\/users?$/)
  const one = panel(page, 'Add a member')
  await one.getByLabel('Name').fill('Hal')
  await one.getByLabel('E-mail').fill('gina@example.com')
  await one.getByLabel('Password').fill('hal-password-1')
  await one.getByRole('button', { name: 'Add' }).click()
  await one.getByRole('alert').waitFor()
  expect(await isWrong(page, 'email')).toBe(true)
  expect(await one.getByLabel('Name').inputValue()).toBe('Hal')
  await one.getByLabel('E-mail').fill('hal@example.com')
  await one.getByRole('button', { name: 'Add' }).click()
  await one.getByText('Added.').waitFor()
  await row(page, 'Hal').waitFor()

  const many = panel(page, 'Add many')
  await many.getByLabel('One member per line').fill('Ina, ina@example.com, ina-password-1\nJo, nonsense, jo-password-1\nKim')
  await many.getByRole('button', { name: 'Add' }).click()
  await many.getByRole('alert').waitFor()
  // Every wrong line is named.
  expect(await many.getByRole('alert').textContent()).toMatch(/2.*3/)
  await page.accessible()
  await many.getByLabel('One member per line').fill('Ina, ina@example.com, ina-password-1\nJo, jo@example.com, jo-password-1')
  await many.getByRole('button', { name: 'Add' }).click()
  await many.getByText('Added.').waitFor()
  const ina = await open(site)
  await logIn(ina, { e_mail: 'ina@example.com', pass: 'ina-password-1' })

  await page.goto('/admin/users?filter=inactive')
  await page.getByRole('link', { name: 'Gina' }).click()
  await page.getByRole('button', { name: 'Show a link to hand over' }).click()
  const link = await page.locator('.notice code').textContent()
  const gina = await open(site)
  await gina.goto(link!)
  await gina.getByRole('button', { name: 'Activate' }).click()
  await arriveAt(gina, 'Welcome')
})
