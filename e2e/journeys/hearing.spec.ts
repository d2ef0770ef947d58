import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, heading, pathOf } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { addPlugin } from '../plugins.ts'
import { answer, ask, comment, vote } from '../posts.ts'

const bell = (page: WatchedPage, name: RegExp) => page.locator('.bell summary', { hasText: name })
const rows = (page: WatchedPage) => page.locator('.notification-list .notification')

journey(
  'an answer is heard of on another page, found under the bell, and leads to the very place',
  async ({ site, open }) => {
    const [asker, writer] = [await register(site, 'Ada'), await register(site, 'Ben')]
    const question = await ask(site, asker, { title: 'Who tells me of an answer?' })
    const page = await open(site)
    await enter(page, asker)
    await page.goto('/tags')
    await page.ready()
    const given = await answer(site, writer, question.id, 'The bell does, within a second.')
    await bell(page, /Notifications, 1 unread/).waitFor()
    await expect.poll(() => page.title()).toMatch(/^\(1\) /)
    await bell(page, /Notifications/).click()
    const line = page.locator('.bell').getByRole('link', { name: 'Ben answered your question' })
    await line.waitFor()
    expect(pathOf(page)).toBe('/tags')
    await takePictures(page, 'bell')
    await expect.poll(() => page.title()).not.toMatch(/^\(/)
    await line.click()
    await arriveAt(page, 'Who tells me of an answer?')
    expect(pathOf(page)).toContain(given.id)
    await page.goto('/users/notifications/inbox')
    await page.ready()
    expect(await page.locator('.notification[data-unread]').count()).toBe(0)
  },
)

journey('what is alike is one line, is read as one, and is read in the other tab too', async ({ site, open }) => {
  const [asker, ...writers] = [
    await register(site, 'Cay'),
    await register(site, 'Dan'),
    await register(site, 'Eli'),
    await register(site, 'Fay'),
  ]
  const question = await ask(site, asker, { title: 'How many lines make many comments?' })
  const given = await answer(site, asker, question.id, 'I think that it is one.')
  for (const writer of writers) await comment(site, writer, question.id, `I am ${writer.username}, and I agree.`)
  for (const writer of writers) await answer(site, writer, question.id, `So says ${writer.username} as well.`)
  await vote(site, await admin(site), question.id)
  await vote(site, await admin(site), given.id)
  const page = await open(site)
  await enter(page, asker)
  await page.goto('/users/notifications/inbox')
  await arriveAt(page, 'Notifications')
  await expect
    .poll(() => rows(page).locator('.notification-link').allTextContents())
    .toEqual([
      'admin upvoted your answer',
      'admin upvoted your question',
      '3 new answers to your question, by Fay and 2 others',
      'Fay and 2 others: 3 comments on your question',
    ])
  await takePictures(page, 'notifications')
  const other = await page.context().newPage()
  await other.goto(`${site.url}/users/notifications/inbox`)
  await other.locator('.notification[data-unread]').nth(3).waitFor()
  await page.bringToFront()
  // j, k and e
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await page.keyboard.press('e')
  await expect.poll(() => rows(page).nth(2).getAttribute('data-unread')).toBe(null)
  await expect.poll(() => page.locator('.notification[data-unread]').count()).toBe(3)
  await other.bringToFront()
  await expect.poll(() => other.locator('.notification[data-unread]').count()).toBe(3)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => page.locator('.notification[data-unread]').count()).toBe(0)
  await expect.poll(() => other.locator('.notification[data-unread]').count()).toBe(0)
  await other.close()
  await page.getByRole('link', { name: 'Votes', exact: true }).click()
  await expect.poll(() => rows(page).count()).toBe(2)
  await page.getByRole('link', { name: 'Achievements' }).first().click()
  await page.getByText('+10').first().waitFor()
  await takePictures(page, 'achievements')
})

journey('without scripts the bell leads to the list, and reading is a plain form', async ({ site, open }) => {
  const [asker, writer] = [await register(site, 'Gil'), await register(site, 'Hoa')]
  const question = await ask(site, asker, { title: 'Does it ring without scripts?' })
  await answer(site, writer, question.id, 'It doesn’t ring, but it is there.')
  await comment(site, writer, question.id, 'And so is this.')
  const page = await open(site, { scripts: false })
  await enter(page, asker)
  await page.goto('/')
  await bell(page, /Notifications, 2 unread/).click()
  await page.locator('.bell').getByRole('link', { name: 'Notifications' }).click()
  await heading(page).waitFor()
  expect(await page.locator('.notification[data-unread]').count()).toBe(2)
  await page.getByRole('button', { name: 'Mark as read' }).first().click()
  await expect.poll(() => page.locator('.notification[data-unread]').count()).toBe(1)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect.poll(() => page.locator('.notification[data-unread]').count()).toBe(0)
  await page.getByRole('link', { name: 'Hoa answered your question' }).click()
  expect(pathOf(page)).toContain(question.id)
})

journey(
  'a plugin’s message stands under its name, leads to its page, and is a kind of its own in the settings',
  async ({ site, open }) => {
    const [chief, reader] = [await admin(site), await register(site, 'Ivo')]
    await addPlugin(
      site,
      chief.token,
      {
        slug_name: 'library',
        api: '^1.1.0',
        kinds: ['endpoint'],
        permissions: ['write:notifications'],
        words: { en_US: { name: 'The library', description: 'Tells members of books.' } },
      },
      {
        'index.js': `export default {
  async endpoint({ body }, { notifications }) {
    const { username, ...told } = JSON.parse(body)
    return { status: 200, body: await notifications.send(username, told) }
  },
}`,
      },
    )
    const page = await open(site)
    await enter(page, reader)
    await page.goto('/questions')
    await page.ready()
    const text = 'The book “Bread, and how it rises” that you have asked for lies ready for you until Friday.'
    const told = await fetch(`${site.url}/plugins/library/api/tell`, {
      method: 'POST',
      body: JSON.stringify({ username: reader.username, key: 'book 1', text, path: '/tags' }),
    })
    expect(await told.text()).toBe('true')
    await bell(page, /Notifications, 1 unread/).waitFor()
    await bell(page, /Notifications/).click()
    await page.locator('.bell').getByText(text).waitFor()
    await takePictures(page, 'bell-with-plugin')
    await page.goto('/users/notifications/inbox')
    await page.ready()
    await page.getByText(text).waitFor()
    await takePictures(page, 'notification-of-plugin')
    await page.getByRole('link', { name: 'Message from the plugin “The library”' }).click()
    await arriveAt(page, 'Tags')
    await page.goto('/users/settings/notify')
    await page.ready()
    await page.getByLabel('Messages from plugins: Site').uncheck()
    await takePictures(page, 'settings-with-plugins')
  },
)
