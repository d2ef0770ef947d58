import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { arriveAt } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { turnPlugin } from '../plugins.ts'
import { answer, ask } from '../posts.ts'

const SETTINGS = '/users/settings/notify'

journey('one chooses what reaches one, pauses it, and mutes what is too much', async ({ site, open }) => {
  const [asker, writer] = [await register(site, 'Ivy'), await register(site, 'Jim')]
  const question = await ask(site, asker, { title: 'How loud may a question be?' })
  await answer(site, writer, question.id, 'Not at all, if you like.')
  const page = await open(site)
  await enter(page, asker)
  await page.goto(SETTINGS)
  await arriveAt(page, 'Settings')
  await page.getByRole('checkbox', { name: 'Votes for my posts: E-mail' }).check()
  await page.getByRole('checkbox', { name: 'Answers to my questions: E-mail' }).uncheck()
  await page.getByLabel('Digest by e-mail').selectOption('weekly')
  await page.getByLabel('Pause').selectOption('day')
  await page.getByLabel('Quiet from').fill('22:00')
  await page.getByLabel('Quiet until').fill('07:30')
  await page.getByLabel('Time zone').selectOption('Europe/Berlin')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved.', { exact: true }).first().waitFor()
  await page.getByText('Until').first().waitFor()
  await page.getByLabel('Mute a tag').fill('support')
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.locator('.muted-list').getByRole('link', { name: 'support' }).waitFor()
  await takePictures(page, 'channels')
  await page.reload()
  await page.ready()
  expect(await page.getByRole('checkbox', { name: 'Votes for my posts: E-mail' }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Answers to my questions: E-mail' }).isChecked()).toBe(false)
  expect(await page.getByLabel('Quiet until').inputValue()).toBe('07:30')
  await page.getByRole('button', { name: 'Hear again: support' }).click()
  await page.locator('.muted-list').getByRole('link').waitFor({ state: 'detached' })
  await page.goto('/users/notifications/inbox')
  await page.ready()
  await page.getByRole('button', { name: 'Mute this question' }).first().click()
  await page.getByText('You hear no more of this question').waitFor()
})

journey('what was read is kept for reading without a connection, once one has asked for it', async ({ site, open }) => {
  const reader = await register(site, 'Kai')
  const [first, second, unread] = [
    await ask(site, reader, { title: 'Is this kept for the train?' }),
    await ask(site, reader, { title: 'Is this one kept as well?' }),
    await ask(site, reader, { title: 'Is this one kept unread?' }),
  ]
  const page = await open(site)
  await enter(page, reader)
  await page.goto(SETTINGS)
  await page.ready()
  const workers = () => page.evaluate<number>('navigator.serviceWorker.getRegistrations().then((all) => all.length)')
  expect(await workers()).toBe(0)
  await page.getByRole('button', { name: 'Keep pages for offline' }).click()
  await page.getByRole('button', { name: 'Remove kept pages' }).waitFor()
  await page.goto(`/questions/${first.id}`)
  await page.ready()
  await page.goto('/')
  await page.ready()
  await page.getByRole('link', { name: 'Is this one kept as well?' }).first().click()
  await arriveAt(page, 'Is this one kept as well?')
  await expect
    .poll(() =>
      page.evaluate<number>(`caches.open('askwell-pages').then((cache) => cache.keys()).then((all) => all.length)`),
    )
    .toBe(3)
  page.allow(/.*/)
  await page.context().setOffline(true)
  await page.goto(`/questions/${first.id}`)
  await page.getByRole('heading', { level: 1, name: 'Is this kept for the train?' }).waitFor()
  await page.goto(`/questions/${second.id}`)
  await page.getByRole('heading', { level: 1, name: 'Is this one kept as well?' }).waitFor()
  await page.goto(`/questions/${unread.id}`)
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await page.context().setOffline(false)
  await page.goto(SETTINGS)
  await page.ready()
  await page.getByRole('button', { name: 'Remove kept pages' }).click()
  await page.getByRole('button', { name: 'Keep pages for offline' }).waitFor()
  expect(await page.evaluate<string[]>('caches.keys()')).toEqual([])
})

journey('a plugin brings a way of its own, where one says what it is to bring', async ({ site, open }) => {
  const { token } = await admin(site)
  await turnPlugin(site, token, 'ntfy', true)
  const member = await register(site, 'Lou')
  const page = await open(site)
  await enter(page, member)
  await page.goto(SETTINGS)
  await page.getByRole('columnheader', { name: 'ntfy', exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Answers to my questions: ntfy' }).check()
  await takePictures(page, 'channels-of-plugins')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved.', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'ntfy', exact: true }).first().click()
  await arriveAt(page, 'Settings')
  await page.getByLabel('Topic').fill('lou-only-7f3a')
  await takePictures(page, 'channel-of-a-plugin')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.', { exact: true }).first().waitFor()
  await page.goto(SETTINGS)
  expect(await page.getByRole('checkbox', { name: 'Answers to my questions: ntfy' }).isChecked()).toBe(true)
  expect(await page.getByRole('checkbox', { name: 'Comments and replies to me: ntfy' }).isChecked()).toBe(false)
  await turnPlugin(site, token, 'ntfy', false)
  await page.reload()
  await page.getByRole('columnheader', { name: 'E-mail', exact: true }).waitFor()
  expect(await page.getByRole('columnheader', { name: 'ntfy' }).count()).toBe(0)
})
