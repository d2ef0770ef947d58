import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { admin, enter, register } from '../people.ts'
import { answer, ask, comment } from '../posts.ts'

// Nothing that can be pressed may do nothing: where something needs scripts it isn't there, or a sentence says so.

/** In the browser: buttons that no form sends, links that lead nowhere, fields that nothing is done with. */
const DEAD = `(() => {
  const isDrawn = (element) => {
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).display === 'none') return false
    return true
  }
  const found = []
  for (const button of document.querySelectorAll('button'))
    if (isDrawn(button) && (button.type !== 'submit' || !button.form || button.disabled)) found.push(button.outerHTML)
  for (const link of document.querySelectorAll('a:not([href]), a[href="#"], :is([role=button], [role=tab], [role=menuitem]):not(a, button)'))
    if (isDrawn(link)) found.push(link.outerHTML)
  for (const select of document.querySelectorAll('select'))
    if (isDrawn(select) && !select.form?.querySelector('button')) found.push(select.outerHTML.slice(0, 200))
  return found
})()`

const EVERYBODY = ['/', '/tags', '/tags/support', '/users', '/users/ada', '/badges', '/search?q=beer']
const STRANGERS = ['/users/login', '/users/register', '/users/account-recovery']
const MEMBERS = [
  '/questions/ask',
  '/users/settings/profile',
  '/users/settings/notify',
  '/users/settings/account',
  '/users/settings/interface',
  '/users/notifications/inbox',
]
const STAFF = ['/review', '/audit', '/tags/create']
const ADMINS = (
  'roles questions answers comments bulk users invitations invitations/list users/settings themes customize ' +
  'general interface smtp branding legal write seo login privileges review audit find settings-file ' +
  'installed-plugins installed-plugins/webhooks/deliveries badges badges/new jobs backups maintenance announcement logins emails'
)
  .split(' ')
  .map((name) => `/admin/${name}`)

journey('without JavaScript no button is dead, and what is missing is said', async ({ site, open }) => {
  const [boss, ada] = [await admin(site), await register(site, 'Ada')]
  const question = await ask(site, ada, { title: 'What can be done without scripts?' })
  await answer(site, boss, question.id, 'All of it, but for what a browser alone can do.')
  await comment(site, ada, question.id, 'Is that so? I should like to see it.')
  const thread = `/questions/${question.id}`
  const stranger = await open(site, { scripts: false })
  const member = await open(site, { scripts: false })
  await enter(member, ada)
  const page = await open(site, { scripts: false })
  await enter(page, boss)
  const dead: string[] = []
  for (const [visitor, addresses] of [
    [stranger, [...EVERYBODY, thread, ...STRANGERS]],
    [member, [...EVERYBODY, thread, ...MEMBERS]],
    [page, [thread, ...STAFF, '/admin', ...ADMINS]],
  ] as const)
    for (const address of addresses) {
      await visitor.goto(address)
      dead.push(...(await visitor.evaluate<string[]>(DEAD)).map((found) => `${address}: ${found}`))
    }
  expect(dead).toEqual([])

  await member.goto('/questions/ask')
  await member.getByText('Up to five tags, with commas between them.').waitFor()
  await member.getByText('A preview and images need JavaScript.').first().waitFor()
  expect(await member.getByText('Type to see existing ones.').isVisible()).toBe(false)
  expect(await member.locator('.field-count:visible').count()).toBe(0)
  await member.goto('/users/settings/account?do=passkey')
  await member.getByText('Passkeys need JavaScript').waitFor()

  // With scripts they say what can be done.
  const scripted = await open(site)
  await enter(scripted, ada)
  await scripted.goto('/questions/ask')
  await scripted.getByText('Type to see existing ones.').waitFor()
  expect(await scripted.getByText('with commas between them').isVisible()).toBe(false)
})
