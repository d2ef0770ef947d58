import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { enter, register } from '../people.ts'
import { answer, ask } from '../posts.ts'
import type { WatchedPage } from '../browser.ts'
import type { Site } from '../site.ts'

// A page's scripts are a handful of files that come in any order, late, or not at all.

const SCRIPTS = /\/(assets|locales)\/[^/]+\.js$/
/** Long enough for everything else to have come; a slower machine makes the order less strict, never the journey fail. */
const HELD_BACK_MS = 300
/** A page that hasn't been taken over by then never will be. */
const PATIENCE_MS = 20_000

const thread = async (site: Site, name: string) => {
  const ann = await register(site, name)
  const question = await ask(site, ann, { title: 'Which way does the wheel turn', tags: ['support'] })
  await answer(site, ann, question.id, 'With the water, as it always has and always will.')
  return { ann, path: `/questions/${question.id}/${question.url_title}` }
}

/** Without what its content adds: `/assets/react-1234.js` is `react`, `/locales/en_US.1234.base.js` is `base`. */
const nameOf = (url: string) =>
  new URL(url).pathname.replace(/^\/assets\/|-[\w-]{8}\.js$|^\/locales\/\w+\.\w+\.|\.js$/g, '')

/** The scripts that an address asks for before it is taken over. */
const scriptsOf = async (page: WatchedPage, address: string) => {
  const urls = new Set<string>()
  const note = (request: { url(): string }) => void (SCRIPTS.test(request.url()) && urls.add(request.url()))
  page.on('request', note)
  await page.goto(address)
  page.off('request', note)
  return [...urls]
}

/** Like `goto`, for a page that may never be taken over. */
const openAsDrawn = async (page: WatchedPage, address: string) => {
  await page.evaluate(`void location.assign(${JSON.stringify(page.site + address)})`)
  await page.locator('h1').getByText('Which way does the wheel turn').waitFor()
  await page.waitForLoadState('networkidle')
}

journey('a page starts in whatever order its scripts come', { timeout: 240_000 }, async ({ site, open }) => {
  const { ann, path } = await thread(site, 'Ann')
  const stranger = await open(site)
  const member = await open(site)
  await enter(member, ann)
  const visits: [WatchedPage, string][] = [
    [stranger, '/'],
    [stranger, path],
    [member, '/questions/ask'],
  ]
  for (const [page, address] of visits) {
    const scripts = await scriptsOf(page, address)
    expect(scripts.map(nameOf), address).toEqual(expect.arrayContaining(['base', 'manifest', 'entry.client']))
    const heading = await page.locator('h1').allTextContents()
    const orders = scripts.flatMap((one) => [
      { held: [one], order: `${nameOf(one)} after all others` },
      ...(address === path
        ? [{ held: scripts.filter((other) => other !== one), order: `${nameOf(one)} before all others` }]
        : []),
    ])
    for (const { held, order } of orders) {
      await page.route(SCRIPTS, async (route) => {
        if (held.includes(route.request().url())) await new Promise((resume) => setTimeout(resume, HELD_BACK_MS))
        await route.continue()
      })
      const started = await Promise.race([
        page.goto(address).then(() => true), // waits until it is taken over
        new Promise((resume) => setTimeout(resume, PATIENCE_MS, false)),
      ])
      expect(started, `${address} with ${order}`).toBe(true)
      expect.soft(await page.locator('h1').allTextContents(), `${address} with ${order}`).toEqual(heading)
      expect.soft(page.complaints(), `${address} with ${order}`).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
    }
  }
})

journey('where a script doesn’t come the page is what it is without scripts', async ({ site, open }) => {
  const { path } = await thread(site, 'Bea')
  const page = await open(site)
  const scripts = await scriptsOf(page, path)
  page.allow(/^error: (.*dynamically imported module|$)/, /net::ERR_FAILED/) // Chromium gives some of these no text
  for (const missing of scripts) {
    await page.route(missing, (route) => route.abort())
    await openAsDrawn(page, path)
    await page.locator('.answer').getByText('With the water').waitFor()
    await page.locator('input[name=q]').first().fill('wheel')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?q=wheel/, { waitUntil: 'commit' })
    await page.unrouteAll({ behavior: 'wait' }) // on a page that runs, a link whose script is missing asks first
    await page.getByRole('link', { name: 'Which way does the wheel turn' }).first().click()
    await page.waitForURL((url) => url.pathname.startsWith('/questions/'), { waitUntil: 'commit' })
    await page.locator('h1').getByText('Which way does the wheel turn').waitFor()
  }
})
