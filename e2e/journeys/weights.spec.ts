import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { field } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { answer, ask, comment } from '../posts.ts'
import { bytesOf, type Received, settled, watchReceived } from '../received.ts'
import type { Site } from '../site.ts'

/** What scripts and styles of a page may weigh on the line, in bytes. Fonts and pictures apart. */
const BUDGET = JSON.parse(readFileSync(join(import.meta.dirname, '../weights.json'), 'utf8')) as Record<string, number>

const thread = async (site: Site) => {
  const [ann, bob, eve] = [await register(site, 'Ann'), await register(site, 'Bob'), await register(site, 'Eve')]
  const question = await ask(site, ann, { title: 'Why does the dough not rise at all' })
  for (const person of [ann, bob, await register(site, 'Cem'), await register(site, 'Dag')])
    await answer(site, person, question.id, `${person.name} says: ${'let it rest for an hour, and then '.repeat(20)}`)
  await comment(site, bob, question.id, 'How warm is it where it stands?')
  return { ann, eve, path: `/questions/${question.id}/${question.url_title}` }
}

/** Small things aren't compressed: their head is larger than they are. */
const uncompressed = (received: Received[]) =>
  received
    .filter(({ type, size, coding }) => ['script', 'style', 'page', 'reply'].includes(type) && size > 1100 && !coding)
    .map(({ url }) => url)

const TEN_PAGES = { timeout: 180_000 }
journey(
  'no page weighs more on the line than its budget, and all of it is compressed',
  TEN_PAGES,
  async ({ site, open }) => {
    const { ann, eve, path } = await thread(site)
    const chief = await admin(site)
    const visits = {
      home: ['/'],
      tag: ['/tags/support'],
      question: [path],
      'question, as a member': [path, eve], // who can write an answer
      ask: ['/questions/ask', ann],
      profile: [`/users/${ann.username}`],
      login: ['/users/login'],
      administration: ['/admin/general', chief],
    } as const
    const weights: Record<string, number> = {}
    for (const [name, [address, person]] of Object.entries(visits)) {
      const page = await open(site)
      if (person) {
        await enter(page, person)
        await page.goto('/')
      }
      const received = await watchReceived(page)
      // Parts of the page before this one may still be on their way; they aren't this one's.
      await settled(received)
      received.length = 0
      // What an earlier page has left in the browser would not come over the line again.
      await page
        .context()
        .newCDPSession(page)
        .then((tools) => tools.send('Network.clearBrowserCache'))
      await page.goto(address, { waitUntil: 'networkidle' })
      await settled(received)
      expect.soft(uncompressed(received), name).toEqual([])
      expect
        .soft(
          received.filter(({ type }) => type === 'page').map(({ coding }) => coding),
          name,
        )
        .toEqual([expect.stringMatching(/^(br|zstd)$/)])
      weights[name] = bytesOf(received, 'script', 'style')
      expect.soft(weights[name], `scripts and styles of ${name}`).toBeGreaterThan(50_000) // else nothing was measured
    }
    const faces = {
      'Markdown, once one writes': ['.cm-content', (page: WatchedPage) => field(page, 'content').focus()],
      'rich text, once it is chosen': [
        '.rich-text',
        (page: WatchedPage) => page.locator('.editor-face input[value=rich]').first().check({ force: true }),
      ],
    } as const
    for (const [name, [surface, begin]] of Object.entries(faces)) {
      const page = await open(site)
      await enter(page, ann)
      await page.goto('/')
      await page.goto('/questions/ask', { waitUntil: 'networkidle' })
      const received = await watchReceived(page)
      await begin(page)
      await page.locator(surface).first().waitFor()
      await settled(received)
      weights[name] = bytesOf(received, 'script', 'style')
    }
    console.log(
      Object.entries(weights)
        .map(([name, bytes]) => `${name}: ${bytes} of ${BUDGET[name]}`)
        .join('\n'),
    )
    expect(Object.keys(weights)).toEqual(Object.keys(BUDGET))
    for (const [name, bytes] of Object.entries(weights))
      expect.soft(bytes, `scripts and styles of ${name}`).toBeLessThanOrEqual(BUDGET[name]!)
  },
)

journey('what the API answers leaves compressed, too', async ({ site, open }) => {
  const page = await open(site)
  await page.goto('/')
  const received = await watchReceived(page)
  await page.evaluate("fetch('/answer/api/v1/siteinfo').then((response) => response.text())")
  await page.evaluate("fetch('/answer/openapi.json').then((response) => response.text())")
  await expect
    .poll(() => received.filter(({ type }) => type === 'reply').map(({ coding }) => coding))
    .toEqual(['zstd', 'zstd'])
})

journey(
  'an anonymous reader fetches no part for writing or for moderators before it is asked for',
  async ({ site, open }) => {
    const asker = await register(site, 'Cleo')
    const question = await ask(site, asker, { title: 'How long does malt have to sprout' })
    await answer(site, asker, question.id, 'About five days, turned twice a day and kept moist.')
    const address = `/questions/${question.id}/${question.url_title}`
    const parts =
      /\/(answer-form|comment-form|editor|code-surface|rich-surface|state-dialog|flag-dialog|captcha-dialog|shortcuts-dialog|diff)-/

    const stranger = await open(site)
    const read = await watchReceived(stranger)
    await stranger.goto(address, { waitUntil: 'networkidle' })
    expect(read.map(({ url }) => url).filter((url) => parts.test(url))).toEqual([])

    // A member's first press brings the part and opens it.
    const member = await open(site)
    await enter(member, asker)
    await member.goto(address, { waitUntil: 'networkidle' })
    const fetched = await watchReceived(member)
    await member.locator('.question .comments-foot a').first().click()
    await member.locator('.comment-form textarea').waitFor()
    expect(await member.evaluate('document.activeElement.tagName')).toBe('TEXTAREA')
    await expect.poll(() => fetched.map(({ url }) => url).some((url) => /\/comment-form-/.test(url))).toBe(true)
    await member.keyboard.press('Escape')
    await member.keyboard.press('?')
    await member.getByRole('dialog').waitFor()
    await expect.poll(() => fetched.map(({ url }) => url).some((url) => /\/shortcuts-dialog-/.test(url))).toBe(true)
  },
)
