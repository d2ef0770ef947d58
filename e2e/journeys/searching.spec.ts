import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, SELDOM } from '../page.ts'
import { admin, enter, register } from '../people.ts'
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
  const box = page.getByRole('banner').locator('input[name=q]')
  await box.fill('wort degrees')
  await box.press('Enter')
  await arriveAt(page, 'Search')
  // The question and its answer, each with the words marked.
  await found(page, ['How warm should yeast be pitched?', 'How warm should yeast be pitched?'])
  expect(await page.locator('.result mark').first().textContent()).toMatch(/wort|degrees/)
  await takePictures(page, 'search')

  const large = page.getByRole('search', { name: 'Search on this page' }).locator('input[name=q]')
  await large.fill('[yeast]')
  await large.press('Enter')
  await found(page, TAGGED)
  await large.fill('[yeast] user:ada')
  await large.press('Enter')
  await found(page, ['How warm should yeast be pitched?'])
  await page.getByText('Filters').waitFor()
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
  await page.getByText('No results for “zymurgistics”').waitFor()
  await takePictures(page, 'search-nothing')
  await page.accessible()
  await page.goto('/search')
  await page.getByText('What are you looking for?').waitFor()
})

journey('searching works without JavaScript', async ({ site, open }) => {
  await library(site)
  const page = await open(site, { scripts: false })
  await page.goto('/tags')
  await page.getByRole('banner').locator('input[name=q]').fill('bottom of the bottle')
  await page.getByRole('banner').locator('input[name=q]').press('Enter')
  expect(await results(page).first().textContent()).toBe('Can dead yeast be eaten?')
  await page.getByRole('navigation', { name: 'Order' }).getByRole('link', { name: 'Newest' }).click()
  expect(await page.locator('.result').count()).toBeGreaterThan(0)
  await results(page).first().getByRole('link').click()
  await arriveAt(page, 'Can dead yeast be eaten?')
})

journey('the search box completes operators, tags and members, by keyboard alone', async ({ site, open }) => {
  await library(site)
  const reader = await register(site, 'Cyd')
  const page = await open(site)
  await enter(page, reader)
  await page.goto('/tags')
  const box = page.getByRole('banner').getByRole('combobox')
  await page.getByRole('banner').locator('input[name=q]').focus()
  await box.waitFor()
  const options = page.getByRole('listbox', { name: 'Suggestions for the search' }).getByRole('option')
  const chosen = page.locator('[role=option][aria-selected=true]')
  await page.keyboard.press('ArrowDown')
  await options.getByText('is:question').waitFor()
  await page.accessible()
  await takePictures(page, 'search-completions')
  await box.focus() // a phone has no such box, so it may have lost the focus
  await page.keyboard.press('Escape')
  await options.first().waitFor({ state: 'detached' })
  await page.keyboard.type('[ye')
  await options.getByText('yeast').waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await box.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
  await page.keyboard.press('Enter')
  expect(await box.inputValue()).toBe('[yeast] ')
  await page.keyboard.type('us')
  await options.getByText('user:').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.type('ad')
  await options.getByText('ada', { exact: true }).click()
  expect(await box.inputValue()).toBe('[yeast] user:ada ')
  await page.keyboard.press('Enter')
  await arriveAt(page, 'Search')
  await found(page, ['How warm should yeast be pitched?'])
})

journey(
  'a search is saved, found among the settings and deleted there, also without scripts',
  async ({ site, open }) => {
    await library(site)
    const reader = await register(site, 'Eve')
    for (const scripts of [true, false]) {
      const page = await open(site, { scripts })
      await enter(page, reader)
      await page.goto('/search?q=%5Byeast%5D')
      await found(page, TAGGED)
      await page.getByRole('button', { name: 'Save this search' }).click()
      await page.getByText('This search is saved.').waitFor()
      if (scripts) await takePictures(page, 'search-saved')
      await page.getByRole('link', { name: 'All saved searches' }).click()
      const panel = page.getByRole('region', { name: 'Saved searches' })
      await panel.getByRole('link', { name: '[yeast]' }).waitFor()
      if (scripts) await takePictures(page, 'saved-searches')
      await panel.getByRole('button', { name: 'Delete the search [yeast]' }).click()
      await panel.getByText('You haven’t saved a search.').waitFor()
    }
  },
)

journey(
  'a slip that some post has is also searched for as the word that it may have been meant to be',
  async ({ site, open }) => {
    const ada = await register(site, 'Flo')
    for (const at of Array.from({ length: 9 }, (_, n) => n))
      await ask(site, ada, { title: `What is sediment number ${at}?`, content: 'At the bottom.', tags: ['support'] })
    await ask(site, ada, { title: 'What is sedimnet?', content: 'At the top.', tags: ['support'] })
    const page = await open(site)
    await expect
      .poll(async () => {
        await page.goto('/search?q=sedimnet')
        return results(page).count()
      }, SELDOM)
      .toBe(10)
    await page.getByText('Also searched for “sediment”.').waitFor()
    await takePictures(page, 'search-also')
    await page.getByRole('link', { name: 'Search for “sedimnet” only' }).click()
    await found(page, ['What is sedimnet?'])
  },
)
