import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, heading, isLoggedIn, pathOf, send, write } from '../page.ts'
import { admin, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, vote } from '../posts.ts'
import { ADMIN } from '../site.ts'

for (const scripts of [true, false]) {
  journey(
    `a page that isn’t there says so, and leads home, ${scripts ? 'with' : 'without'} JavaScript`,
    async ({ site, open }) => {
      const page = await open(site, { scripts })
      page.allow(/^404 GET /)
      for (const address of [
        '/nowhere',
        '/questions/10010000000009999',
        '/questions/nonsense',
        '/tags/nosuchtag',
        '/users/nobody-at-all',
        '/users/admin/nonsense',
        '/questions?page=99',
        '/badges/1/2/3',
      ]) {
        const response = await page.goto(address)
        expect(response?.status(), address).toBe(404)
        await arriveAt(page, 'Page not found')
      }
      await page.accessible()
      await takePictures(page, '404')
      // What its address says can be looked for.
      await page.goto('/help/how-to-brew_ale')
      await page.getByRole('link', { name: 'Search for “how to brew ale”' }).click()
      await arriveAt(page, 'Search')
      await page.goBack()
      await page.getByRole('link', { name: 'Back to the questions' }).click()
      await arriveAt(page, 'Questions')
    },
  )
}

journey(
  'a page whose words the browser knows from an earlier visit is drawn without a fault',
  async ({ site, open }) => {
    const page = await open(site)
    await page.goto('/users/login')
    await page.goto('/tags')
    await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click()
    await arriveAt(page, 'Log in')
  },
)

journey('a link that went stale says so without losing the page around it', async ({ site, open }) => {
  const ada = await register(site, 'Ada')
  const question = await ask(site, ada, { title: 'Am I still here?' })
  const page = await open(site)
  await page.goto('/questions?order=newest')
  await site.call('DELETE', '/answer/api/v1/question', { token: ada.token, body: { id: question.id } })
  page.allow(/^404 GET /)
  await page.locator('.question-row-title').getByRole('link', { name: 'Am I still here?' }).click()
  await arriveAt(page, 'Page not found')
  await page.getByRole('link', { name: 'Back to the questions' }).click()
  await arriveAt(page, 'Questions')
})

journey('a page that the site has no time for is there after another try', async ({ site, open }) => {
  const ada = await register(site, 'Ada2')
  await ask(site, ada, { title: 'Is anybody in a hurry?' })
  const page = await open(site)
  page.allow(/^429 GET /)
  const busy = { status: 429, json: { code: 429, reason: 'base.too_many_requests', msg: 'Not now.', data: null } }
  await page.route('**/question/thread*', (route) => route.fulfill(busy))
  await page.goto('/questions?order=newest')
  await page.locator('.question-row-title').getByRole('link', { name: 'Is anybody in a hurry?' }).click()
  await arriveAt(page, 'One moment')
  await page.accessible()
  await takePictures(page, '429')
  await page.getByRole('link', { name: 'Try again' }).click()
  await arriveAt(page, 'Is anybody in a hurry?')
})

journey('the pages for trouble are drawn', async ({ site, open }) => {
  const page = await open(site)
  page.allow(/^403 GET .*\/403$/, /^500 GET .*\/50x$/)
  for (const [address, title] of Object.entries({
    '/403': 'You can’t open this page',
    '/maintenance': 'Back soon',
    '/50x': 'Something went wrong',
  })) {
    await page.goto(address)
    await arriveAt(page, title)
    await page.accessible()
    await takePictures(page, address.slice(1))
  }
})

journey('nothing typed is lost while the site can’t be reached', async ({ site, open }) => {
  const [ada, ben] = [await register(site, 'Ada3'), await register(site, 'Ben3')]
  const question = await ask(site, ada, { title: 'Is the line dead?' })
  const given = await answer(site, ada, question.id, 'It may well be.')
  const page = await open(site)
  await logIn(page, ben)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', 'It was, for a moment.')
  await page.context().setOffline(true)
  page.allow(/^failed .*ERR_INTERNET_DISCONNECTED/)
  const stay = () => page.locator('.network-note').getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Post answer' }).click()
  await stay()
  expect(await field(page, 'content').inputValue()).toBe('It was, for a moment.')
  // Where nothing was typed, nothing is said of it; and what is said stands above the bar.
  await page.locator('.question').getByRole('button', { name: 'Bookmark' }).click()
  await stay()
  const toast = page.locator('.toast').getByText('That didn’t work: the site can’t be reached just now.')
  await toast.waitFor()
  const [said, bar] = await Promise.all([toast.boundingBox(), page.locator('.network-note').boundingBox()])
  expect(said!.y + said!.height).toBeLessThanOrEqual(bar!.y)
  const comments = page.locator(`#answer-${given.id} .comments`)
  // The form for comments hasn't been fetched yet: it opens once it can be.
  await comments.getByRole('link', { name: 'Add a comment' }).click()
  await page.getByText('No connection.').waitFor()
  expect(await field(page, 'content').inputValue()).toBe('It was, for a moment.')
  await page.context().setOffline(false)
  await comments.locator('textarea').fill('Hello?')
  await page.context().setOffline(true)
  await comments.locator('button[type=submit]').click()
  await stay()
  expect(await comments.locator('textarea').inputValue()).toBe('Hello?')
  await page.context().setOffline(false)
  await comments.locator('button[type=submit]').click()
  await comments.locator('.comment').getByText('Hello?').waitFor()
  expect(await field(page, 'content').inputValue()).toBe('It was, for a moment.')
  await page.getByRole('button', { name: 'Post answer' }).click()
  await page.locator('.answer .prose').getByText('It was, for a moment.').waitFor()
})

journey(
  'on a private site anonymous visitors see the login and nothing else, and come back to where they were going',
  async ({ start, open }) => {
    const site = await start({ first: { login_required: true } })
    const boss = await admin(site)
    const question = await ask(site, boss, { title: 'Is this a secret?' })
    await vote(site, boss, question.id).catch(() => {})
    for (const scripts of [true, false]) {
      const page = await open(site, { scripts })
      for (const address of [
        '/',
        '/questions',
        `/questions/${question.id}`,
        '/tags/support',
        '/users',
        '/users/admin',
        '/search?q=secret',
        '/tos',
      ]) {
        await page.goto(address)
        expect(pathOf(page), address).toBe('/users/login')
        expect(await page.content(), address).not.toContain('Is this a secret?')
      }
      for (const address of ['/users/register', '/users/account-recovery', '/users/password-reset']) {
        await page.goto(address)
        expect(pathOf(page)).toBe(address)
      }
      await page.accessible()
      await page.goto(`/questions/${question.id}`)
      await takePictures(page, 'private')
      await fill(page, { e_mail: ADMIN.e_mail, pass: ADMIN.pass })
      await send(page)
      await arriveAt(page, 'Is this a secret?')
      expect(await isLoggedIn(page, 'admin')).toBe(true)
      await page.goto('/')
      await expect.poll(() => heading(page).textContent()).toBe('Questions')
    }
  },
)
