import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, field, heading, pathOf, write } from '../page.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'

// Slow lines, and none at all.

const NONE = /^failed .*ERR_INTERNET_DISCONNECTED/
const note = (page: WatchedPage) => page.locator('.network-note')

journey(
  'without a connection a page stays with all that is written on it, and goes on once it is back',
  async ({ site, open }) => {
    const [ada, ben] = [await register(site, 'Ada'), await register(site, 'Ben')]
    const question = await ask(site, ada, { title: 'Is anybody there?' })
    const page = await open(site)
    page.allow(NONE)
    await enter(page, ben)
    await page.goto('/')
    await page.goto(`/questions/${question.id}`)
    const address = pathOf(page)
    const comments = page.getByRole('region', { name: 'Comments on the question' })
    await comments.getByRole('link', { name: 'Add a comment' }).click()
    await comments.locator('textarea').fill('I am, for now.')

    await page.context().setOffline(true)
    await note(page).getByText('You’re offline.').waitFor()
    // A page whose scripts aren't there yet.
    await page.getByRole('link', { name: 'Journeys, home' }).click()
    await note(page).getByText('No connection.').waitFor()
    await page.accessible()
    await takePictures(page, 'offline')
    expect(pathOf(page)).toBe(address)
    expect(await comments.locator('textarea').inputValue()).toBe('I am, for now.')
    await page.context().setOffline(false)
    await arriveAt(page, 'Questions')
    await expect.poll(() => note(page).textContent()).toBe('')

    // One whose scripts are there, and somebody who would rather stay.
    await page.locator('.question-row-title').getByRole('link', { name: 'Is anybody there?' }).click()
    await arriveAt(page, 'Is anybody there?')
    await comments.getByRole('link', { name: 'Continue your comment' }).click()
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Journeys, home' }).click()
    await note(page).getByRole('button', { name: 'Stay here' }).click()
    await note(page).getByText('You’re offline.').waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => note(page).textContent()).toBe('')
    expect(pathOf(page)).toBe(address)
    expect(await comments.locator('textarea').inputValue()).toBe('I am, for now.')
    await comments.getByRole('button', { name: 'Comment', exact: true }).click()
    await comments.locator('.comment').getByText('I am, for now.').waitFor()

    // A list in another order isn't coming: the one that is there stays to be read.
    await page.getByRole('link', { name: 'Journeys, home' }).click()
    await arriveAt(page, 'Questions')
    await page.context().setOffline(true)
    await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Newest' }).click()
    await note(page).getByText('No connection.').waitFor()
    await page.waitForTimeout(1500)
    expect(await page.locator('.question-row-title').getByRole('link', { name: 'Is anybody there?' }).count()).toBe(1)
    await page.context().setOffline(false)
    await page.waitForURL('**order=newest*')
  },
)

journey('what is sent without a connection waits for it, and goes out by itself', async ({ site, open }) => {
  const [ann, bo] = [await register(site, 'Ann'), await register(site, 'Bo')]
  const question = await ask(site, ann, { title: 'Does it rain underground?' })
  const page = await open(site)
  page.allow(NONE)
  await enter(page, bo)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', 'Only where the roof of the tunnel leaks.')
  const comments = page.getByRole('region', { name: 'Comments on the question' })
  await comments.getByRole('link', { name: 'Add a comment' }).click()
  await comments.locator('textarea').fill('And in caves?')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Post answer' }).click()
  await note(page).getByText('goes out by itself').waitFor()
  await page.accessible()
  await takePictures(page, 'sent-offline')
  // Who would rather not wait has the form again, with what was typed.
  await note(page).getByRole('button', { name: 'Stay here' }).click()
  await note(page).getByText('You’re offline.').waitFor()
  expect(await field(page, 'content').inputValue()).toBe('Only where the roof of the tunnel leaks.')
  await page.getByRole('button', { name: 'Post answer' }).click()
  await note(page).getByText('goes out by itself').waitFor()
  await comments.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.context().setOffline(false)
  await page.locator('.answer').getByText('Only where the roof').waitFor()
  await comments.locator('.comment').getByText('And in caves?').waitFor()
  const list = await site.call<{ count: number }>('GET', `/answer/api/v1/answer/page?question_id=${question.id}`)
  expect(list.count).toBe(1)
  await expect.poll(() => field(page, 'content').count()).toBe(0)
})

journey('links and forms that load a new document wait for the connection, too', async ({ site, open }) => {
  const page = await open(site)
  page.allow(NONE)
  await page.goto('/')
  await page.context().setOffline(true)
  await page.locator('.segmented').getByRole('link', { name: 'Cards' }).click()
  await note(page).getByText('No connection.').waitFor()
  expect(await heading(page).textContent()).toBe('Questions')
  await page.context().setOffline(false)
  await page.locator('.question-list[data-view=card]').waitFor()
  await page.ready()
  await page.context().setOffline(true)
  await page.locator('.site-footer-form select[name=language]').selectOption('de_DE')
  await note(page).getByText('No connection.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Fragen' }).waitFor()
  await page.ready()
})

journey('a slow page is announced by a line, and a slow list by its shape in its place', async ({ site, open }) => {
  const ada = await register(site, 'Ada2')
  for (let number = 1; number <= 4; number++) await ask(site, ada, { title: `What is number ${number}?` })
  const page = await open(site)
  await page.goto('/questions')
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 2500,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const before = await page.locator('.question-row').count()
  const top = await page.evaluate<number>("document.querySelector('.question-list').getBoundingClientRect().top")
  await page.getByRole('navigation').getByRole('link', { name: 'Newest' }).click()
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
  expect(await page.locator('.skeleton').count()).toBe(0)
  await page.locator('.skeleton').first().waitFor()
  // One list, where the other one was.
  expect(await page.locator('.question-list').count()).toBe(1)
  expect(await page.locator('.question-row-title').count()).toBe(0)
  expect(await page.locator('.question-row').count()).toBe(before)
  expect(await page.evaluate<number>("document.querySelector('.question-list').getBoundingClientRect().top")).toBe(top)
  await page.locator('.question-row-title').first().waitFor()
  expect(await page.locator('.skeleton').count()).toBe(0)
  expect(await page.getByRole('progressbar').count()).toBe(0)

  // On the way to another page the list stays what it was.
  await page.locator('.question-row-title').getByRole('link', { name: 'What is number 4?' }).click()
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
  await page.waitForTimeout(1500)
  expect(await page.locator('.question-row-title').count()).toBe(before)
  await arriveAt(page, 'What is number 4?')
})
