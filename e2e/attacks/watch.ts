import { createHash } from 'node:crypto'
import type { Browser, BrowserContextOptions, Response, Route } from 'playwright-core'

interface Script {
  scriptId: string
  url: string
  hash: string
  length: number
  executionContextAuxData?: { type?: string }
}

/** Elements the site never draws; in a page of ours somebody else has put them there. */
const FOREIGN =
  'iframe, frame, object, embed, applet, base, portal, meta[http-equiv]:not([http-equiv=Content-Type i]), svg script, svg use, svg animate, svg set, svg foreignObject'

const TAKEN_OVER = `new Promise((resolve) => {
  const until = Date.now() + 5000
  const look = () => !window.__reactRouterContext || Date.now() > until || Object.keys(document.documentElement).some((key) => key.startsWith('__reactProps$')) ? setTimeout(resolve) : setTimeout(look, 2)
  look()
})`
// Names everything in a page that could act though it isn't the site's, and then sets all of that off.
const SET_OFF = `(async (document) => {
  if (!document) return ['the page went away']
  const found = [...document.querySelectorAll(${JSON.stringify(FOREIGN)})].map((element) => 'element <' + element.localName + '>')
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const event = /^on(.+)$/i.exec(name)?.[1]
      const address = /^(href|src|action|formaction|xlink:href|data|poster|background)$/i.test(name) ? value.replace(/[\\s\\0-\\x20\\u200b-\\u200f\\ufeff]/g, '') : ''
      if (event) {
        found.push('handler ' + name)
        element.dispatchEvent(new Event(event, { bubbles: true }))
      } else if (name === 'srcdoc') found.push('srcdoc')
      else if (/^(javascript|vbscript|livescript):|^data:(?!image\\/)/i.test(address)) {
        found.push('address ' + name + '=' + value.slice(0, 80))
        if (element.matches('a, area')) element.click()
      }
    }
  }
  await new Promise((resolve) => setTimeout(resolve))
  return found
})`
const SET_OFF_HERE = `${SET_OFF}(document)`
/** Many pages side by side, each in a frame, which are quicker than as many pages one after another. */
const setOffIn = (paths: string[]) => `Promise.all(${JSON.stringify(paths)}.map((path) => new Promise((resolve) => {
  const frame = document.body.appendChild(document.createElement('iframe'))
  frame.onload = () => { frame.onload = null; resolve(frame) }
  frame.src = path
}).then((frame) => (${SET_OFF})(frame.contentDocument)))).then((found) => found.flat())`
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** The scripts that the page's policy lets run: by their hashes, or by the number of this one visit. Nothing else of the policy is asked. */
const allowedBy = async (response: Response) => {
  const policy = response.headers()['content-security-policy'] ?? ''
  const hashes = [...policy.matchAll(/'sha256-([^']+)'/g)].map(([, hash]) =>
    Buffer.from(hash!, 'base64').toString('hex'),
  )
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  // Where an attack has led the page away, there is no text any more, and nothing is allowed.
  const html = nonce ? await response.text().catch(() => '') : ''
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].filter(([, attributes]) =>
    attributes!.includes(` nonce="${nonce}"`),
  )
  return [...hashes, ...scripts.map(([, , script]) => hashOf(script!))]
}

/** Whom the browser is to be taken for. */
export interface Disguise {
  cookie?: string
}

export interface Watch {
  /** Opens an address of the site, sets off whatever could be, and says what of it ran, or could have, that isn't the site's. */
  visit(path: string): Promise<string[]>
  /** The same for many, as the server drew them, without the site's own files, which only take that over. */
  visitAll(paths: string[]): Promise<string[]>
  /** Opens an address and does there what the expression does, which is handed `setOff` and says what that has found. */
  act(path: string, expression: string): Promise<string[]>
  /** The same for a text of HTML that is no page of the site: a mail. */
  show(html: string): Promise<string[]>
  close(): Promise<void>
}

/**
 * A browser without any policy that hears of every piece of script it begins to run (as a debugger does): of whole scripts, of an `onerror`,
 * of a `javascript:` link. Nothing has to be recognized by what it does.
 */
export const openWatch = async (browser: Browser, siteUrl: string, { cookie }: Disguise = {}): Promise<Watch> => {
  const profile: BrowserContextOptions = {
    bypassCSP: true,
    baseURL: siteUrl,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  }
  const context = await browser.newContext(profile)
  if (cookie) await context.addCookies([{ name: 'askwell_session', value: cookie, url: siteUrl }])
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  let scripts: Script[] = []
  let noticed: string[] = []
  let answers: Response[] = []

  const session = await context.newCDPSession(page)
  session.on('Debugger.scriptParsed', (script) => scripts.push(script as Script))
  await session.send('Debugger.enable')
  await session.send('Debugger.setSkipAllPauses', { skip: true })
  await session.send('Network.enable')
  page.on('dialog', (dialog) => {
    noticed.push(`dialog ${dialog.message()}`)
    void dialog.dismiss().catch(() => {})
  })
  context.on('page', (opened) => {
    if (opened === page) return
    noticed.push(`window ${opened.url()}`)
    void opened.close().catch(() => {})
  })
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(`${siteUrl}/`) && frame.url() !== 'about:blank')
      noticed.push(`frame at ${frame.url().slice(0, 200)}`)
  })
  page.on('request', (request) => {
    // A text may show a picture from elsewhere (where the site lets it); nothing else may come from there.
    if (
      !/^(data|blob|about):/.test(request.url()) &&
      !request.url().startsWith(`${siteUrl}/`) &&
      request.resourceType() !== 'image'
    )
      noticed.push(`request for ${request.resourceType()} ${request.url().slice(0, 200)}`)
  })

  page.on('response', (response) => {
    if (response.request().resourceType() === 'document') answers.push(response)
  })

  const isOwnFile = (url: string) => url.startsWith(`${siteUrl}/assets/`) || url.startsWith(`${siteUrl}/locales/`)
  const sourceOf = async ({ scriptId }: Script) => {
    const { scriptSource } = await session
      .send('Debugger.getScriptSource', { scriptId })
      .catch(() => ({ scriptSource: '(gone)' }))
    return `ran ${scriptSource.slice(0, 120)}`
  }
  const ours = new Set([TAKEN_OVER, SET_OFF_HERE].map(hashOf))
  const evaluate = (expression: string) =>
    session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }).then(
      ({ result }) => result.value as string[] | undefined,
      () => undefined,
    )
  const begin = () => {
    scripts = []
    noticed = []
    answers = []
  }
  /** What has run since the beginning, and has no right to; beside what was found to be able to. */
  const judge = async (found: string[] | undefined) => {
    const allowed = new Set((await Promise.all(answers.map(allowedBy))).flat())
    const foreign = scripts.filter(
      ({ url, hash, length, executionContextAuxData }) =>
        length > 0 &&
        executionContextAuxData?.type !== 'isolated' &&
        !ours.has(hash) &&
        !isOwnFile(url) &&
        !allowed.has(hash),
    )
    return [
      ...new Set([...(await Promise.all(foreign.map(sourceOf))), ...noticed, ...(found ?? ['the page went away'])]),
    ]
  }
  const withoutFiles = (without: boolean) =>
    session.send('Network.setBlockedURLs', {
      urls: without ? [`${siteUrl}/assets/*`, `${siteUrl}/locales/*`, `${siteUrl}/custom.css`] : [],
    })

  const visit = async (path: string) => {
    begin()
    await page.goto(path, { waitUntil: 'load' })
    await evaluate(TAKEN_OVER)
    return judge(await evaluate(SET_OFF_HERE))
  }
  const act = async (path: string, expression: string) => {
    begin()
    await page.goto(path, { waitUntil: 'load' })
    await evaluate(TAKEN_OVER)
    const handed = `(${expression})(${SET_OFF})`
    ours.add(hashOf(handed))
    const seen = await judge(await evaluate(handed))
    ours.delete(hashOf(handed))
    return seen
  }
  /** They stand in frames here, which no browser leaves to anybody to allow but to the page. */
  const allowFrames = async (route: Route) => {
    if (route.request().resourceType() !== 'document' || !route.request().url().startsWith(`${siteUrl}/`))
      return route.fallback()
    const response = await route.fetch({ maxRedirects: 0 })
    const { 'content-security-policy': policy = '', ...headers } = response.headers()
    return route.fulfill({
      response,
      headers: {
        ...headers,
        'content-security-policy': policy.replace(`frame-ancestors 'none'`, `frame-ancestors 'self'`),
      },
    })
  }
  const visitAll = async (paths: string[]) => {
    await page.route('**', allowFrames)
    await page.goto('/healthz')
    await withoutFiles(true)
    begin()
    const expression = setOffIn(paths)
    ours.add(hashOf(expression))
    const seen = await judge(await evaluate(expression))
    await withoutFiles(false)
    await page.unroute('**', allowFrames)
    ours.delete(hashOf(expression))
    return seen
  }
  const show = async (html: string) => {
    const place = `${siteUrl}/a-text-by-itself`
    await page.route(place, (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }))
    const seen = await visit(place)
    await page.unroute(place)
    return seen
  }
  return { visit, visitAll, act, show, close: () => context.close() }
}
