import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { admin, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { addPlugin, turnPlugin } from '../plugins.ts'
import { ask } from '../posts.ts'
import { watchReceived } from '../received.ts'
import type { Site } from '../site.ts'

const DIAGRAM = 'flowchart LR\n  Flour --> Dough\n  Water --> Dough\n  Dough --> Bread'
const FAR = 'A line that takes room.\n\n'.repeat(120)

const askWith = async (site: Site, name: string, content: string) => {
  await turnPlugin(site, (await admin(site)).token, 'mermaid', true)
  return ask(site, await register(site, name), { title: `What becomes of the dough of ${name}`, content })
}
const ours = ({ url }: { url: string }) => url.includes('/plugin-frames/')

journey(
  'a diagram is drawn in a frame that belongs to no site, in the colours of the page, and its code stays at hand',
  async ({ site, open }) => {
    const question = await askWith(site, 'Ada', `This is how I do it:\n\n\`\`\`mermaid\n${DIAGRAM}\n\`\`\`\n\nRight?`)
    const page = await open(site)
    page.allow(/postMessage.*recipient window/) // axe, which asks frames that don't know it
    page.allow(/violates the following Content Security Policy|Fetch API cannot load .*siteinfo/) // what is tried below
    const received = await watchReceived(page)
    await page.goto(`/questions/${question.id}`)
    const drawing = page.frameLocator('.drawn-frame').locator('svg#diagram')
    await drawing.getByText('Bread').waitFor()
    await page.locator('.drawn-frame-ready').waitFor()
    const frame = page.locator('.drawn-frame')
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts')
    const { height } = (await frame.boundingBox())!
    expect(height).toBeGreaterThan(40)
    expect(await page.getByText('flowchart LR').isVisible()).toBe(false)
    await page.getByText('Drawn from this code').click()
    await page.getByText('flowchart LR').waitFor()
    expect(received.filter(ours).map(({ url }) => new URL(url).pathname)).toEqual([
      expect.stringMatching(/^\/plugin-frames\/mermaid\/\w{32}$/),
      expect.stringMatching(/^\/plugin-frames\/mermaid\/\w{32}\/module\.js$/),
    ])

    // What runs in there reaches neither the page nor the network.
    const inside = page.frames().find((one) => one.parentFrame() !== null)!
    const reach = (what: string) =>
      inside.evaluate(`(async () => { try { ${what}; return 'reached' } catch { return 'not reached' } })()`)
    expect(await inside.evaluate('origin')).toBe('null')
    expect(await reach('parent.document.title')).toBe('not reached')
    expect(await reach('localStorage.length')).toBe('not reached')
    expect(await reach("await fetch('/answer/api/v1/siteinfo')")).toBe('not reached')
    expect(await reach('new RTCPeerConnection()')).toBe('not reached')

    const styles = () => inside.evaluate<string>("document.querySelector('svg style').textContent")
    const light = await styles()
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(styles).not.toBe(light)
    expect(await inside.evaluate('document.documentElement.style.colorScheme')).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await takePictures(page, 'diagram')
  },
)

journey('nothing of it is loaded before one gets near, and what can’t be drawn stays code', async ({ site, open }) => {
  const question = await askWith(site, 'Ben', `${FAR}\`\`\`mermaid\nno diagram at all\n\`\`\``)
  const page = await open(site)
  page.allow(/No diagram type detected|UnknownDiagramError/)
  const received = await watchReceived(page)
  await page.goto(`/questions/${question.id}`, { waitUntil: 'networkidle' })
  expect(received.filter(ours)).toEqual([])
  await page.getByText('no diagram at all').scrollIntoViewIfNeeded()
  await expect.poll(() => received.filter(ours).length).toBe(2)
  await expect.poll(() => page.locator('.drawn-frame').count()).toBe(0)
  expect(await page.getByText('no diagram at all').isVisible()).toBe(true)
})

journey('without scripts a diagram is its code', async ({ site, open }) => {
  const question = await askWith(site, 'Cleo', `\`\`\`mermaid\n${DIAGRAM}\n\`\`\``)
  const page = await open(site, { scripts: false })
  await page.goto(`/questions/${question.id}`)
  expect(await page.getByText('flowchart LR').isVisible()).toBe(true)
  expect(await page.locator('iframe').count()).toBe(0)
})

const SEATS = `const seats = { part: 'code', language: 'seats', text: JSON.stringify({ free: '7 < 9 & more' }) }
export default {
  widget: () => ({ title: 'Free seats', parts: [seats] }),
  route: {
    page: ({ path }) => (path === '/' ? { title: 'Seats', parts: [{ part: 'text', text: 'Come in.' }, seats] } : null),
    send: () => null,
  },
}`
const DRAW_SEATS = `export const mount = (element, { data }) => {
  element.textContent = 'Free: ' + JSON.parse(data.text).free
}`

journey(
  'what a plugin shows on a page of its own, and beside others, its part in the browser draws',
  async ({ site, open }) => {
    const words = { en_US: { name: 'Seats', description: 'For a journey.' } }
    await addPlugin(
      site,
      (await admin(site)).token,
      {
        slug_name: 'seats',
        kinds: ['route', 'widget', 'browser'],
        open_to: 'anyone',
        places: ['home'],
        module: 'draw.js',
        draws: ['seats'],
        words,
      },
      { 'index.js': SEATS, 'draw.js': DRAW_SEATS },
    )
    const page = await open(site)
    page.allow(/postMessage.*recipient window/) // axe, which asks frames that don't know it
    await page.goto('/plugins/seats')
    const drawing = page.frameLocator('.drawn-frame').getByText('Free: 7 < 9 & more')
    await drawing.waitFor()
    await page.accessible()
    await takePictures(page, 'drawn-part')
    await page.getByText('Drawn from this code').click()
    await page.getByText('{"free":"7 < 9 & more"}').waitFor()

    // Also where one comes from another page of the site.
    await page.getByRole('link', { name: 'Questions' }).first().click()
    await expect
      .poll(
        async () => {
          await page.goto('/')
          return page.getByRole('heading', { name: 'Free seats' }).count()
        },
        { interval: 500, timeout: 20_000 },
      )
      .toBe(1)
    await drawing.waitFor()
    await page.getByRole('link', { name: 'Seats', exact: true }).first().click()
    await page.getByText('Come in.').waitFor()
    await drawing.waitFor()
    const plain = await open(site, { scripts: false })
    await plain.goto('/plugins/seats')
    await plain.getByText('{"free":"7 < 9 & more"}').waitFor()
  },
)
