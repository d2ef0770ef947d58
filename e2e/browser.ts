import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Result } from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const CHROMIUM = process.env.ASKWELL_E2E_CHROMIUM || '/usr/bin/chromium-headless-shell'

// No name is looked up but our own: a page that calls another host gets nowhere, and is noticed below.
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Each page lives for seconds: a process for each and machine code cost a tenth of a run.
  '--process-per-site',
  '--js-flags=--no-opt,--no-maglev',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
]

export const launchBrowser = () => {
  if (!existsSync(CHROMIUM))
    throw new Error(`there is no Chromium at ${CHROMIUM}: npm test installs it, or says why not`)
  return chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

const lookForBarriers = async (page: Page) => {
  // What scrolls under the header isn't covered by it. A page opened at one of its parts goes there once it is laid out.
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => { scrollTo({ top: 0, behavior: "instant" }); requestAnimationFrame(resolve) }))',
  )
  await page.evaluate(`typeof axe === 'undefined' && (() => { ${AXE} })()`)
  const violations = await page.evaluate<Result[]>(
    `axe.run(document, ${JSON.stringify({ runOnly: WCAG, resultTypes: ['violations'], preload: false })}).then((result) => result.violations)`,
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${new URL(page.url()).pathname} ${id}: ${help} (${target.join(' ')}) ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  )
}

/** Whatever is moving just then may stand in its way: what is a barrier is still one a moment later. */
const barriersOn = async (page: Page) => ((await lookForBarriers(page)).length > 0 ? lookForBarriers(page) : [])

/** What a page without scripts shows, where scripts may run: axe is one, and waits for timers that would never ring. */
const barriersWithoutScripts = async (page: Page, as: BrowserContextOptions) => {
  const context = await page
    .context()
    .browser()!
    .newContext({ ...as, javaScriptEnabled: true, storageState: await page.context().storageState() })
  const twin = await context.newPage()
  const body = (await page.content()).replace(/<script\b[\s\S]*?<\/script>/gi, '')
  await twin.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await twin.goto(page.url())
  const barriers = await barriersOn(twin)
  await context.close()
  return barriers
}

// React marks what it has taken over, from the inside out; the outermost element is last; effects follow the next frame, before the browser has nothing to do. Pages that aren't the site's have nothing to wait for.
const TAKEN_OVER = `new Promise((resolve) => {
  const look = () => !window.__reactRouterContext || Object.keys(document.documentElement).some((key) => key.startsWith('__reactProps$')) ? requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 5000 })) : setTimeout(look, 10)
  look()
})`

export interface Watched {
  /** The address of the site it was opened for. */
  site: string
  /** What the page is expected to complain of, such as `/404 GET .*\/nowhere/`. */
  allow(...complaints: RegExp[]): void
  /** Fails if the page, as it is now, keeps somebody out who can't see, hear or point well (WCAG 2.2 AA). */
  accessible(): Promise<void>
  /** Until scripts have taken over what the server drew; `goto` and `reload` wait for it themselves. */
  ready(): Promise<void>
  /** What has gone wrong so far, and nobody expected. */
  complaints(): string[]
}

export type WatchedPage = Page & Watched

export interface Window {
  scripts?: boolean
  scheme?: 'light' | 'dark'
  width?: number
  locale?: string
  /** Hosts that it may call besides the site; the journey answers for them. */
  hosts?: string[]
}

/** A page in a profile of its own that notes everything a careful person would find wrong in the browser's tools. */
export const openPage = async (
  browser: Browser,
  siteUrl: string,
  { scripts = true, scheme = 'light', width = 1440, locale = 'en-US', hosts = [] }: Window = {},
): Promise<WatchedPage> => {
  const profile: BrowserContextOptions = {
    baseURL: siteUrl,
    javaScriptEnabled: scripts,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale,
    viewport: { width, height: 900 },
  }
  const context = await browser.newContext(profile)
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const allowed: RegExp[] = []
  const noted: string[] = []
  const own = (url: string) => url.startsWith(`${siteUrl}/`) || /^(data|blob|about):/.test(url)

  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    // A request that failed is noted below, with its status.
    if (message.text().startsWith('Failed to load resource')) return
    noted.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => noted.push(`error: ${error.stack ?? error.message}`))
  page.on('request', (request) => {
    if (!own(request.url()) && !hosts.includes(new URL(request.url()).host))
      noted.push(`another host: ${request.method()} ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText
    // Chromium gives up what it no longer needs when the person goes on, and scripts where scripts are off.
    if (!own(request.url()) || why === 'net::ERR_ABORTED' || (!scripts && request.resourceType() === 'script')) return
    noted.push(`failed ${request.method()} ${request.url()}: ${why}`)
  })
  page.on('response', (response) => {
    if (own(response.url()) && response.status() >= 400)
      noted.push(`${response.status()} ${response.request().method()} ${response.url()}`)
  })

  const ready = async () => {
    if (scripts) await page.evaluate(TAKEN_OVER)
  }
  const { goto, reload } = page
  return Object.assign(page, {
    site: siteUrl,
    ready,
    goto: (async (...asked) => {
      const response = await goto.apply(page, asked)
      await ready()
      return response
    }) satisfies Page['goto'],
    reload: (async (...asked) => {
      const response = await reload.apply(page, asked)
      await ready()
      return response
    }) satisfies Page['reload'],
    allow: (...complaints: RegExp[]) => {
      allowed.push(...complaints)
    },
    complaints: () => noted.filter((complaint) => !allowed.some((pattern) => pattern.test(complaint))),
    async accessible() {
      const barriers = scripts ? await barriersOn(page) : await barriersWithoutScripts(page, profile)
      if (barriers.length) throw new Error(`${barriers.length} barriers\n${barriers.join('\n')}`)
    },
  })
}
