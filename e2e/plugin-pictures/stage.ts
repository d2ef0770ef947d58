import type { Browser } from 'playwright-core'
import { openPage, type WatchedPage, type Window } from '../browser.ts'
import { enter, register, type TestUser } from '../people.ts'
import { turnPlugin } from '../plugins.ts'
import type { Site } from '../site.ts'

const WIDTH = 1100
/** What is longer is cut off below. */
const HIGHEST = 1700
/** Around what is shown; above it less, where something else is near. */
const MARGIN = 16
const MARGIN_ABOVE = 8

/** What one picture is made with. The site is the same for all of them. */
export interface Stage {
  site: Site
  chief: TestUser
  /** A member by this name, the same each time. */
  member(name: string): Promise<TestUser>
  /** A page of somebody, or of a stranger. */
  open(as?: TestUser, window?: Window): Promise<WatchedPage>
  /** Switches a plugin on until the picture is made. */
  turnOn(plugin: string): Promise<void>
  /** What the site calls itself, until the picture is made: where it really is means nothing to who looks at it. */
  nameSite(address: string): Promise<void>
  end(): Promise<void>
  /** What went wrong in the browser: a picture with a fault is none. */
  complaints: string[]
}

const members = new Map<string, Promise<TestUser>>()

export const createStage = (browser: Browser, site: Site, chief: TestUser): Stage => {
  const pages: WatchedPage[] = []
  const on: string[] = []
  const complaints: string[] = []
  const nameSite = async (site_url: string) => {
    await site.call('PUT', '/answer/admin/api/siteinfo/general', { token: chief.token, body: { site_url } })
  }
  return {
    site,
    chief,
    complaints,
    nameSite,
    member(name) {
      const member = members.get(name) ?? register(site, name)
      members.set(name, member)
      return member
    },
    async open(as, window = {}) {
      const page = await openPage(browser, site.url, { width: WIDTH, ...window })
      pages.push(page)
      if (as) await enter(page, as)
      return page
    },
    async turnOn(plugin) {
      on.push(plugin)
      await turnPlugin(site, chief.token, plugin, true)
    },
    async end() {
      complaints.push(...pages.flatMap((page) => page.complaints()))
      for (const page of pages) await page.context().close()
      await nameSite(site.url)
      for (const plugin of on) await turnPlugin(site, chief.token, plugin, false)
    },
  }
}

const placeOf = async (page: WatchedPage, what: string) => {
  const box = await page.locator(what).last().boundingBox()
  if (!box) throw new Error(`${what} is not to be seen`)
  return box
}

/** A picture of one part of the page, from the first of what is named to the last. */
export const pictureOf = async (page: WatchedPage, first: string, last = first) => {
  // The head of the page stays in sight, and would stand over what is shown.
  await page.evaluate('scrollTo({ top: 0, behavior: "instant" })')
  await page.evaluate('document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(done)))')
  const [from, to] = [await placeOf(page, first), await placeOf(page, last)]
  const [x, y] = [Math.min(from.x, to.x) - MARGIN, from.y - MARGIN_ABOVE].map((at) => Math.max(0, at)) as [
    number,
    number,
  ]
  const right = Math.min(WIDTH, Math.max(from.x + from.width, to.x + to.width) + MARGIN)
  const height = Math.min(HIGHEST, to.y + to.height + MARGIN - y)
  return page.screenshot({ fullPage: true, clip: { x, y, width: right - x, height } })
}
