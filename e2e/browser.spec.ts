import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, openPage } from './browser.ts'

// Journeys trust the page to notice what is wrong; here it has to show that it does.
const PAGES: Record<string, string> = {
  '/fine': '<h1>Fine</h1><p>Nothing to say.</p>',
  '/error': '<script>console.error("oh no")</script>',
  '/warning': '<script>console.warn("hydration mismatch")</script>',
  '/thrown': '<script>throw new Error("broken")</script>',
  '/missing': '<img src="/picture.png" alt="">',
  '/barrier': '<h1>Name</h1><input name="name"><p style="color:#ccc;background:#fff">pale</p>',
  '/scripts': '<h1>Off</h1><script>document.querySelector("h1").textContent = "On"</script>',
}

let server: Server
let elsewhere: Server
let reached = 0
let browser: Browser
let url = ''

const listen = (one: Server, host: string) =>
  new Promise<number>((resolve) => {
    one.listen(0, host, () => resolve((one.address() as AddressInfo).port))
  })

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = PAGES[request.url!]
    response.writeHead(body || request.url === '/favicon.ico' ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
    })
    response.end(body && `<!doctype html><html lang="en"><title>Page</title><main>${body}</main></html>`)
  })
  url = `http://127.0.0.1:${await listen(server, '127.0.0.1')}`
  elsewhere = createServer((_request, response) => {
    reached++
    response.end()
  })
  PAGES['/elsewhere'] =
    `<img src="http://tracker.example/pixel.gif" alt=""><img src="http://127.0.0.2:${await listen(elsewhere, '127.0.0.2')}/pixel.gif" alt="">`
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser.close()
  server.close()
  elsewhere.close()
})

const visit = async (address: string, window?: Parameters<typeof openPage>[2]) => {
  const page = await openPage(browser, url, window)
  await page.goto(address, { waitUntil: 'networkidle' })
  return page
}

test('a page in order leaves nothing to complain of', async () => {
  const page = await visit('/fine')
  await page.accessible()
  expect(page.complaints()).toEqual([])
})

test.each([
  ['/error', 'console error: oh no'],
  ['/warning', 'console warning: hydration mismatch'],
  ['/thrown', 'error: Error: broken'],
  ['/missing', '404 GET'],
])('%s is noticed as "%s"', async (address, complaint) => {
  expect((await visit(address)).complaints()).toEqual([expect.stringContaining(complaint)])
})

test('other hosts are not reached, and each call to one is noticed', async () => {
  expect((await visit('/elsewhere')).complaints().sort()).toEqual([
    expect.stringContaining('another host: GET http://127.0.0.2'),
    expect.stringContaining('another host: GET http://tracker.example'),
  ])
  expect(reached).toBe(0)
})

test('what is expected is no complaint', async () => {
  const page = await visit('/missing')
  page.allow(/^404 GET .*\/picture\.png$/)
  expect(page.complaints()).toEqual([])
})

test('a barrier for some people is found, without scripts too', async () => {
  for (const scripts of [true, false])
    await expect((await visit('/barrier', { scripts })).accessible()).rejects.toThrow(
      /label: [\s\S]*color-contrast: |color-contrast: [\s\S]*label: /,
    )
})

test('a page can be opened without scripts', async () => {
  expect(await (await visit('/scripts', { scripts: false })).getByRole('heading').textContent()).toBe('Off')
  expect(await (await visit('/scripts')).getByRole('heading').textContent()).toBe('On')
})
