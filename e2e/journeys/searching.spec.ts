import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt } from '../page.ts'
import { admin, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, makeTag, vote } from '../posts.ts'
import type { Site } from '../site.ts'

let begun: Promise<void> | undefined

/** Something to find, once for all journeys of this file. */
const library = (site: Site) =>
  (begun ??= (async () => {
    const boss = await admin(site)
    await makeTag(site, boss, 'yeast')
    const [ada, ben] = [await register(site, 'Ada'), await register(site, 'Ben')]
    const first = await ask(site, ada, {
      title: 'How warm should yeast be pitched?',
      content: 'My wort is still at thirty degrees.',
      tags: ['yeast'],
    })
    await answer(site, ben, first.id, 'Let the wort cool to twenty degrees first.')
    const second = await ask(site, ben, {
      title: 'Can dead yeast be eaten?',
      content: 'There is much of it at the bottom of the bottle.',
      tags: ['yeast', 'support'],
    })
    await vote(site, boss, second.id)
  })())

/** Both questions with the tag, and the answer to the first. */
const TAGGED = ['Can dead yeast be eaten?', 'How warm should yeast be pitched?', 'How warm should yeast be pitched?']

const results = (page: WatchedPage) => page.locator('.result-title')
const found = async (page: WatchedPage, titles: string[]) => {
  await expect
    .poll(async () => (await results(page).allTextContents()).toSorted((a, b) => a.localeCompare(b)))
    .toEqual(titles)
}

journey('a reader searches by words, by tag and by author, and narrows it down', async ({ site, open }) => {
  await library(site)
  const page = await open(site)
  await page.goto('/')
  const box = page.getByRole('banner').getByRole('searchbox')
  await box.fill('wort degrees')
  await box.press('Enter')
  await arriveAt(page, 'Search')
  // The question and its answer, each with the words marked.
  await found(page, ['How warm should yeast be pitched?', 'How warm should yeast be pitched?'])
  expect(await page.locator('.result mark').first().textContent()).toMatch(/wort|degrees/)
  await takePictures(page, 'search')

  const large = page.getByRole('search', { name: 'Search on this page' }).getByRole('searchbox')
  await large.fill('[yeast]')
  await large.press('Enter')
  await found(page, TAGGED)
  await large.fill('[yeast] user:ada')
  await large.press('Enter')
  await found(page, ['How warm should yeast be pitched?'])
  await page.getByText('Understood as').waitFor()
  await page.getByRole('link', { name: 'Leave out by ada' }).click()
  await found(page, TAGGED)
  for (const order of ['Newest', 'Active', 'Score', 'Relevance']) {
    await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: order }).click()
    await page.getByRole('navigation', { name: 'Order' }).locator('[aria-current=page]').getByText(order).waitFor()
    expect(await results(page).count(), order).toBe(TAGGED.length)
  }
  await results(page).getByRole('link', { name: 'Can dead yeast be eaten?' }).click()
  await arriveAt(page, 'Can dead yeast be eaten?')
  await page.goBack()
  await found(page, TAGGED)
})

journey('a search that finds nothing leads on to asking', async ({ site, open }) => {
  await library(site)
  const page = await open(site)
  await page.goto('/search?q=zymurgistics')
  await page.getByText('Nothing for “zymurgistics”').waitFor()
  await takePictures(page, 'search-nothing')
  await page.accessible()
  await page.goto('/search')
  await page.getByText('What are you looking for?').waitFor()
})

journey('searching works without JavaScript', async ({ site, open }) => {
  await library(site)
  const page = await open(site, { scripts: false })
  await page.goto('/tags')
  await page.getByRole('banner').getByRole('searchbox').fill('bottom of the bottle')
  await page.getByRole('banner').getByRole('searchbox').press('Enter')
  expect(await results(page).first().textContent()).toBe('Can dead yeast be eaten?')
  await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Newest' }).click()
  expect(await page.locator('.result').count()).toBeGreaterThan(0)
  await results(page).first().getByRole('link').click()
  await arriveAt(page, 'Can dead yeast be eaten?')
})
