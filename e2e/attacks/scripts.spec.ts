import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import type { Site } from '../site.ts'
import { part, payloads, slice } from './payloads.ts'
import { openPlanter, type Planter } from './plant.ts'
import { openWatch } from './watch.ts'

// `npm run attacks` tries every attack in every field, or a part of them (`ASKWELL_E2E_ATTACKS=3/10`); `npm test` some from all over the lists.
const wish = process.env.ASKWELL_E2E_ATTACKS || '50'
const inFull = wish === 'all' || wish.includes('/')
const attacks = wish === 'all' ? payloads : inFull ? part(wish) : slice(Number(wish))
const HOURS = 3_600_000
/** After so many it is said how far it has come. */
const TOLD = 250
/** How many stand on one page of a list. */
const LIST = 20
/** Places that show once more what others have shown are looked at now and then, and pages once more after their scripts have taken them over. */
const nowAndThen = (place: number) => place % 10 === 0

/** Opens pages anonymously and as the admin, and records what was noticed there, with the address. */
const openEyes = async (browser: Browser, site: Site, planter: Planter) => {
  const [stranger, boss] = [
    await openWatch(browser, site.url),
    await openWatch(browser, site.url, { cookie: planter.boss.token }),
  ]
  const noticed: { at: string; what: string; attack: string }[] = []
  let pages = 0
  const look = async (who: 'stranger' | 'boss', path: string, attack = '') => {
    pages++
    for (const what of await (who === 'boss' ? boss : stranger).visit(path)) noticed.push({ at: path, what, attack })
  }
  /** As the server draws them; if there is anything, one by one, to see where. */
  const lookAtAll = async (shown: { path: string; attack: string }[]) => {
    pages += shown.length
    const together = await stranger.visitAll(shown.map(({ path }) => path))
    const before = noticed.length
    if (together.length)
      for (const { path, attack } of shown)
        for (const what of await stranger.visitAll([path])) noticed.push({ at: path, what, attack })
    if (noticed.length === before)
      for (const what of together) noticed.push({ at: shown.map(({ path }) => path).join(' '), what, attack: '' })
  }
  /** A mail, opened as mail programs do. */
  const show = async (html: string) => {
    pages++
    for (const what of await stranger.show(html)) noticed.push({ at: 'a mail', what, attack: html })
  }
  return {
    look,
    lookAtAll,
    show,
    noticed,
    get pages() {
      return pages
    },
  }
}

/** The HTML of each mail; without a mail server they lie in the data folder. */
const htmlOfMails = async (site: Site) => {
  const outbox = join(site.data, 'outbox')
  const letters = await Promise.all(
    readdirSync(outbox)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => PostalMime.parse(readFileSync(join(outbox, name)))),
  )
  return letters.map(({ html }) => html).filter((html) => html !== undefined)
}

journey('what runs on a page and isn’t the site’s is noticed, however it came there', async ({ site, browser }) => {
  const planter = await openPlanter(site)
  const id = await planter.thread('<b>hello</b>', 0)
  const watch = await openWatch(browser, site.url)
  expect(await watch.visit(`/questions/${id}`)).toEqual([])
  expect(await watch.visitAll([`/questions/${id}`, '/', '/users/login', '/search?q=x'])).toEqual([])
  const overlooked: string[] = []
  const planted = [
    '<img src=x onerror="window.a=1">',
    '<svg onload=alert(1)>',
    '<script>window.b=1</script>',
    '<script src="https://evil.example/x.js"></script>',
    '<p onclick="window.c=1">x</p>',
    '<details ontoggle=confirm(1) open>x</details>',
    '<a href="javascript:window.d=1">x</a>',
    '<a href="java&#9;script:prompt(1)">x</a>',
    '<form action="javascript:window.e=1"><button>x</button></form>',
    '<iframe srcdoc="<script>1</script>"></iframe>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<style>@import url(https://evil.example/x.css)</style>',
    '<object data="data:text/html,<script>1</script>"></object>',
    '<img src=x onerror=fetch("https://evil.example")>',
  ]
  // Addresses of their own, which no page is cached for.
  for (const [place, html] of planted.entries()) {
    planter.instead(html)
    if ((await watch.visit(`/questions/${id}?share=${place}`)).length === 0) overlooked.push(html)
    if ((await watch.visitAll([`/questions/${id}?share=again-${place}`])).length === 0)
      overlooked.push(`in a frame: ${html}`)
    if ((await watch.show(html)).length === 0) overlooked.push(`by itself: ${html}`)
  }
  expect(overlooked).toEqual([])
  planter.close()
})

journey.skipIf(attacks.length === 0)(
  `${attacks.length} attacks run in no field of the site`,
  { timeout: inFull ? 4 * HOURS : 300_000 },
  async ({ start, browser }) => {
    const site = await start()
    const planter = await openPlanter(site)
    const eyes = await openEyes(browser, site, planter)
    const others = await openEyes(browser, site, planter)

    const tell = (where: string, place: number) => {
      if (place && place % TOLD === 0)
        console.log(`${place} attacks ${where}, ${eyes.noticed.length + others.noticed.length} noticed so far`)
    }
    const inThreads = async () => {
      const shown: { path: string; attack: string }[] = []
      for (const [place, attack] of attacks.entries()) {
        tell('in threads', place)
        const id = await planter.thread(attack, place)
        shown.push({ path: `/questions/${id}`, attack })
        if (shown.length === LIST || place === attacks.length - 1) await eyes.lookAtAll(shown.splice(0))
        if (!nowAndThen(place)) continue
        await eyes.look('stranger', `/questions/${id}`, attack)
        for (const path of [`/questions/${id}`, `/posts/${id}/edit`, `/tags/attack-${place}/info`])
          await eyes.look('boss', path, attack)
      }
    }
    const onTheSite = async () => {
      for (const [place, attack] of attacks.entries()) {
        tell('in profiles and the site’s texts', place)
        expect(await planter.file(attack)).toMatch(/^(\S+\/uploads\/post\/[\w-]{22}-\d+x\d+\.png)?$/)
        await planter.profileAndSite(attack)
        const pages = [
          `/users/${planter.mallory.username}`,
          `/search?q=${encodeURIComponent(attack)}`,
          '/tos',
          '/privacy',
        ]
        await others.lookAtAll(pages.map((path) => ({ path, attack })))
        if (!nowAndThen(place)) continue
        for (const path of [...pages, '/']) await others.look('stranger', path, attack)
        for (const path of ['/admin/general', '/admin/write', '/admin/users', '/admin/smtp', '/users'])
          await others.look('boss', path, attack)
      }
    }
    await Promise.all([inThreads(), onTheSite()])
    // All of them once more, in lists.
    for (let page = 1; (page - 1) * LIST < attacks.length; page++) {
      for (const list of ['/questions?', '/tags?', '/search?q=attack&', '/search?q=script&'])
        await eyes.look('stranger', `${list}page=${page}`)
    }
    const letters = await htmlOfMails(site)
    for (const html of letters) await eyes.show(html)

    console.log(
      `${attacks.length} attacks on ${eyes.pages + others.pages} pages, ${eyes.noticed.length + others.noticed.length} noticed; by field: ${[...planter.figures].map(([field, { taken, in_row, refused }]) => `${field} ${taken} taken, ${in_row} in the row, ${refused} refused`).join('; ')}`,
    )
    planter.close()
    expect([...eyes.noticed, ...others.noticed]).toEqual([])
    expect(letters.length).toBeGreaterThan(attacks.length / 2) // members who ask twice at once only get the later e-mail
  },
)
