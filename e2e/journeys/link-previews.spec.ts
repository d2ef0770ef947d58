import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { journey } from '../journey.ts'
import { admin, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { setUpPlugin, turnPlugin } from '../plugins.ts'
import { ask } from '../posts.ts'
import { watchReceived } from '../received.ts'

const PAGE = `<!doctype html><title>Lemon trees in pots</title>
<meta name="description" content="When to water them, when to feed them, and where they spend the winter.">
<meta property="og:image" content="/lemon.png">`

journey(
  'a link to a page of a named host is a card of text, for which a reader loads nothing from there',
  async ({ site, open }) => {
    let asked = 0
    const docs = createServer((_, response) => {
      asked++
      response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE)
    })
    await new Promise<void>((listening) => void docs.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void docs.close())
    const host = `127.0.0.1:${(docs.address() as AddressInfo).port}`
    const { token } = await admin(site)
    await setUpPlugin(site, token, 'link_previews', { hosts: host, private_network: true })
    await turnPlugin(site, token, 'link_previews', true)
    const question = await ask(site, await register(site, 'Lea'), {
      title: 'How often do I water a lemon tree',
      content: `I have read this, and my tree still looks sad:\n\nhttp://${host}/lemons\n\nWhat is missing?`,
    })

    const plain = await open(site, { scripts: false })
    await plain.goto(`/questions/${question.id}`)
    expect(await plain.locator('.embed').innerText()).toMatch(/^Lemon trees in pots\s+When to water them.*winter\.$/s)

    const page = await open(site)
    const received = await watchReceived(page)
    await page.goto(`/questions/${question.id}`, { waitUntil: 'networkidle' })
    const link = page.locator('.embed').getByRole('link', { name: 'Lemon trees in pots' })
    expect(await link.getAttribute('href')).toBe(`http://${host}/lemons`)
    expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain('127.0.0.1')
    expect(await page.locator('.embed :is(img, iframe, button)').count()).toBe(0)
    expect(received.filter(({ url }) => new URL(url).host === host)).toEqual([])
    expect(asked).toBe(1)
    await page.accessible()
    await takePictures(page, 'link-previews')
  },
)
