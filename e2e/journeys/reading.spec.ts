import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, heading } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment, makeTag, vote } from '../posts.ts'
import type { Site } from '../site.ts'

const PAGE = 20
/** Those the site began with, too. */
const ALL = 27

let begun: Promise<void> | undefined

/** A community with more than a page of questions, once for all journeys of this file. */
const community = (site: Site) =>
  (begun ??= (async () => {
    const boss = await admin(site)
    await makeTag(site, boss, 'malt', 'Grain that was allowed to **sprout**.')
    await makeTag(site, boss, 'hops')
    const [ada, ben] = [await register(site, 'Ada'), await register(site, 'Ben')]
    const ids: string[] = []
    for (let number = 1; number <= 25; number++)
      ids.push(
        (await ask(site, ada, { title: `Malt question number ${number}`, tags: [number % 2 ? 'malt' : 'hops'] })).id,
      )
    await answer(site, ben, ids[0]!, 'Read a book about malt, such as *Brew*.')
    await comment(site, ben, ids[0]!, 'A good question, @ada.')
    await vote(site, boss, ids[2]!)
  })())

const rows = (page: WatchedPage) => page.locator('.question-list .question-row')
const orders = (page: WatchedPage) => page.getByRole('navigation', { name: 'Order' })
const ORDERS = ['Newest', 'Hot', 'Score', 'Unanswered', 'Frequent', 'Active']

/** Through every order, each with its own address, and back to the first. */
const walkOrders = async (page: WatchedPage, names: string[]) => {
  for (const name of names) {
    await orders(page).getByRole('link', { name, exact: true }).click()
    await orders(page).locator('[aria-current=page]').getByText(name, { exact: true }).waitFor()
  }
}

for (const scripts of [true, false]) {
  journey(
    `a visitor reads through lists, questions, tags and people ${scripts ? 'with' : 'without'} JavaScript`,
    async ({ site, open }) => {
      await community(site)
      const page = await open(site, { scripts })
      await page.goto('/')
      await arriveAt(page, 'Questions')
      expect(await rows(page).count()).toBe(PAGE)
      await page.getByText(`${ALL} questions`).first().waitFor()
      await walkOrders(page, ORDERS)
      await page.getByRole('navigation', { name: 'Pages of questions' }).getByRole('link', { name: 'Next' }).click()
      await expect.poll(() => rows(page).count()).toBe(ALL - PAGE)
      await expect.poll(() => page.title()).toContain('page 2')
      await page.accessible()
      await page.getByRole('navigation', { name: 'Pages of questions' }).getByRole('link', { name: 'Previous' }).click()
      await expect.poll(() => rows(page).count()).toBe(PAGE)

      // Cards show the beginning of each text, and the choice is kept.
      expect(await page.locator('.question-row-excerpt').first().isVisible()).toBe(false)
      await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Cards' }).click()
      await expect.poll(() => page.locator('.question-row-excerpt').first().isVisible()).toBe(true)
      await page.ready()
      await page.locator('summary[title="At any time"]').click()
      await page.getByRole('link', { name: 'In the last week' }).click()
      await page.getByRole('link', { name: 'Leave out In the last week' }).waitFor()
      expect(await page.locator('.question-row-excerpt').first().isVisible()).toBe(true)
      await page.goto('/')
      await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'List' }).click()
      await expect.poll(() => page.locator('.question-row-excerpt').first().isVisible()).toBe(false)
      await page.ready()

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tags' }).click()
      await arriveAt(page, 'Tags')
      await walkOrders(page, ['Name', 'Newest', 'Popular'])
      await page.getByRole('searchbox', { name: 'Filter by name' }).fill('mal')
      await page.getByRole('searchbox', { name: 'Filter by name' }).press('Enter')
      await expect.poll(() => page.locator('.tag-cell').count()).toBe(1)
      await page.locator('.tag-cell').getByRole('link', { name: 'malt' }).click()
      await arriveAt(page, 'malt')
      expect(await rows(page).count()).toBe(13)
      await walkOrders(page, ORDERS)
      await page.getByRole('complementary').getByRole('link', { name: 'Full description' }).click()
      await arriveAt(page, 'About malt')
      expect(await page.locator('main .prose strong').textContent()).toBe('sprout')
      await page.getByRole('link', { name: 'See questions' }).click()
      await arriveAt(page, 'malt')

      await rows(page).getByRole('link', { name: 'Malt question number 1', exact: true }).click()
      await arriveAt(page, 'Malt question number 1')
      expect(await page.locator('.answer .prose em').textContent()).toBe('Brew')
      await page.locator('.comment').getByRole('link', { name: '@ada' }).waitFor()
      await page.accessible()
      await page.locator('.question').getByRole('link', { name: 'Ada' }).first().click()
      await arriveAt(page, 'Ada')
      for (const tab of ['Answers', 'Questions', 'Comments', 'Reputation', 'Overview']) {
        await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: tab }).click()
        await page.getByRole('navigation', { name: 'Profile' }).locator('[aria-current=page]').getByText(tab).waitFor()
      }
      expect(await page.getByRole('navigation', { name: 'Profile' }).getByRole('link', { name: 'Votes' }).count()).toBe(
        0,
      )

      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Users' }).click()
      await arriveAt(page, 'Users')
      await page.getByRole('region', { name: 'Staff' }).getByRole('link', { name: 'admin' }).waitFor()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
      await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
      await expect.poll(() => page.url()).toMatch(/\/tos$/)
    },
  )
}

journey('a member has an order of their own, and the pages look right at any width', async ({ site, open }) => {
  await community(site)
  const page = await open(site)
  await enter(page, await register(site, 'Cora'))
  await page.goto('/')
  await takePictures(page, 'home')
  await walkOrders(page, ['For you'])
  await expect.poll(() => rows(page).count()).toBe(PAGE)
  for (const [name, address] of Object.entries({
    tag: '/tags/malt',
    tags: '/tags',
    users: '/users',
    profile: '/users/ada',
    'profile-questions': '/users/ada/questions',
    privacy: '/privacy',
    question: '/questions/10010000000000005',
  })) {
    await page.goto(address)
    await heading(page).waitFor()
    await page.accessible()
    await takePictures(page, name)
  }
})

journey('on a phone the menu leads everywhere, and nothing is wider than the screen', async ({ site, open }) => {
  await community(site)
  const page = await open(site, { width: 390 })
  await page.goto('/')
  await page.locator('summary[title="Menu"]').click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Sign up' }).waitFor()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Tags' }).click()
  await arriveAt(page, 'Tags')
  await page.accessible()
  for (const address of [
    '/',
    '/?page=2',
    '/tags',
    '/tags/malt',
    '/users',
    '/users/ada',
    '/users/ada/reputation',
    '/search?q=malt',
    '/questions/10010000000000005',
    '/users/login',
    '/users/register',
    '/privacy',
  ]) {
    await page.goto(address)
    expect(await page.evaluate('document.documentElement.scrollWidth'), address).toBe(390)
    await page.accessible()
  }
})

for (const scripts of [true, false])
  journey(
    `a very long answer is left out of a large page, and read whole at its own address ${scripts ? 'with' : 'without'} JavaScript`,
    async ({ site, open }) => {
      const ada = await register(site, scripts ? 'Euclid' : 'Pascal')
      const { id } = await ask(site, ada, { title: `Which squares are there ${scripts ? 'with' : 'without'} scripts?` })
      // Formulas are short to write, and long to show.
      const writers = scripts ? ['Euler', 'Gauss', 'Noether'] : ['Fermat', 'Abel', 'Galois']
      for (const [at, end] of ['the first of them', 'the second of them', 'the last of them'].entries())
        await answer(
          site,
          await register(site, writers[at]!),
          id,
          `${'Another square is $x^2$. '.repeat(1500)}\n\nThat was ${end}.`,
        )
      const page = await open(site, { scripts })
      await page.goto(`/questions/${id}`)
      await page.getByText('That was the first of them.').waitFor()
      expect(await page.getByText('That was the last of them.').count()).toBe(0)
      const whole = page.getByRole('link', { name: 'Show the whole answer' }).last()
      await page.accessible()
      await takePictures(page, `long-answers-${scripts ? 'with' : 'without'}-scripts`)
      await whole.click()
      await page.getByText('That was the last of them.').waitFor()
    },
  )
