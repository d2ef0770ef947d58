import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { journey } from '../journey.ts'
import { admin, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { setUpPlugin, turnPlugin } from '../plugins.ts'
import { ask } from '../posts.ts'
import { watchReceived } from '../received.ts'

const PAGES = [
  { title: 'Watering plants in pots', url: 'https://docs.example.org/pots/watering/' },
  { title: 'Pots for lemon trees', url: 'https://docs.example.org/pots/lemon-trees/' },
  { title: 'Pruning roses', url: 'https://docs.example.org/roses/' },
]

journey(
  'pages of the documentation stand beside a question that they fit, drawn by the server, also where one goes on to it',
  async ({ site, open }) => {
    const docs = createServer((_, response) => response.end(JSON.stringify(PAGES)))
    await new Promise<void>((listening) => void docs.listen(0, '127.0.0.1', listening))
    onTestFinished(() => void docs.close())
    const { token } = await admin(site)
    await setUpPlugin(site, token, 'related_docs', {
      index: `http://127.0.0.1:${(docs.address() as AddressInfo).port}/pages.json`,
      private_network: true,
    })
    await turnPlugin(site, token, 'related_docs', true)
    const asker = await register(site, 'Mia')
    const title = 'How often do lemon trees in pots need watering'
    const question = await ask(site, asker, { title })
    const widgets = `/answer/api/v1/plugin/widgets?place=question&object_ids=${question.id}`
    // Once the plugin has begun and has read the documentation.
    await expect.poll(() => site.call<unknown[]>('GET', widgets), { timeout: 20_000 }).toHaveLength(1)

    const plain = await open(site, { scripts: false })
    await plain.goto(`/questions/${question.id}`)
    const titles = (page: typeof plain) => page.locator('.plugin-links a').allInnerTexts()
    expect(await titles(plain)).toEqual(['Pots for lemon trees', 'Watering plants in pots'])

    const page = await open(site)
    const received = await watchReceived(page)
    await page.goto(`/questions/${question.id}`, { waitUntil: 'networkidle' })
    expect(await titles(page)).toHaveLength(2)
    expect(received.filter(({ url }) => /drawn-widgets/.test(url))).toEqual([])
    await page.accessible()
    await takePictures(page, 'related-docs')

    await page.goto('/')
    await page.getByRole('link', { name: title }).first().click()
    await page.getByRole('heading', { name: 'In the documentation' }).waitFor()
    expect(await page.getByRole('link', { name: 'Pots for lemon trees' }).getAttribute('href')).toBe(PAGES[1]!.url)
  },
)
