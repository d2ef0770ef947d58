import { test } from 'vitest'
import { launchBrowser, openPage, type WatchedPage, type Window } from './browser.ts'
import { takePicture } from './pictures.ts'
import { type Site, startSite, type SiteOptions } from './site.ts'

/** Where a failed journey stood, for whoever has no picture of it: the log of CI. */
const inWords = (page: WatchedPage) =>
  page
    .evaluate<string>(
      `JSON.stringify({
        address: location.href,
        title: document.title,
        focus: document.activeElement?.outerHTML.slice(0, 160),
        dialogs: [...document.querySelectorAll('dialog[open]')].map((dialog) => dialog.textContent.slice(0, 80)),
        seen: document.visibilityState,
        has_focus: document.hasFocus(),
      })`,
    )
    .catch(() => `the page at ${page.url()} says nothing any more`)

/**
 * What a journey may ask for: `browser`, one for as many files as share a process; `site`, an installed site for the whole file; `share`, one site for all journeys of this file that ask for it with the same options and name; `start`, a site of its own; `open`, a page in a fresh profile.
 * Each page is looked at once more when the journey ends: whatever it complained of, and whatever bars somebody's way, fails it.
 */
export const journey = test
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('share', { scope: 'file' }, async ({}, { onCleanup }) => {
    const shared = new Map<string, Promise<Site>>()
    onCleanup(async () => {
      const ends = await Promise.allSettled([...shared.values()].map(async (site) => (await site).stop()))
      const wrong = ends.flatMap((end) => (end.status === 'rejected' ? (end.reason as Error) : []))
      if (wrong.length) throw new AggregateError(wrong, wrong.map(({ message }) => message).join('\n'))
    })
    return (wish: SiteOptions = {}, name = '') => {
      const key = JSON.stringify([wish, name])
      const site = shared.get(key) ?? startSite(wish)
      shared.set(key, site)
      return site
    }
  })
  .extend('site', { scope: 'file' }, ({ share }) => share())
  .extend('start', async ({}, { onCleanup }) => {
    const started: Site[] = []
    onCleanup(async () => {
      for (const site of started) await site.stop()
    })
    return async (wish?: SiteOptions) => {
      const site = await startSite(wish)
      started.push(site)
      return site
    }
  })
  .extend('open', async ({ browser, task }, { onCleanup }) => {
    const pages: WatchedPage[] = []
    onCleanup(async () => {
      const found: string[] = []
      for (const page of pages) {
        if (!page.isClosed() && task.result?.state === 'fail') {
          await takePicture(page, `failed-${task.name}`)
          console.log(`${task.name}: ${await inWords(page)}`)
        }
        if (!page.isClosed() && task.result?.state !== 'fail')
          await page.accessible().catch((error: Error) => found.push(error.message))
        found.push(...page.complaints())
        await page.context().close()
      }
      if (found.length) throw new Error(`The browser complained:\n${found.join('\n')}`)
    })
    return async (site: Site, window?: Window) => {
      const page = await openPage(browser, site.url, window)
      pages.push(page)
      return page
    }
  })
