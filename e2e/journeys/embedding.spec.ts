import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { admin, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { turnPlugin } from '../plugins.ts'
import { ask } from '../posts.ts'

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const FRAME = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'

journey(
  'a video is played where its link stands, and nothing is loaded before somebody asks for it',
  async ({ site, open }) => {
    await turnPlugin(site, (await admin(site)).token, 'embeds', true)
    const fay = await register(site, 'Fay')
    const question = await ask(site, fay, {
      title: 'How is a pear tree cut in winter?',
      content: `This is what I have seen so far:\n\n${VIDEO}\n\nIs it right for old trees, too?`,
    })
    const page = await open(site, { hosts: ['www.youtube-nocookie.com'] })
    page.allow(/postMessage.*recipient window/) // axe, which asks frames that don't know it
    const asked: string[] = []
    await page.route('https://www.youtube-nocookie.com/**', async (route) => {
      asked.push(route.request().url())
      await route.fulfill({ contentType: 'text/html', body: '<title>Video</title><p>The video</p>' })
    })
    await page.goto(`/questions/${question.id}`)
    const embed = page.locator('.embed')
    const play = embed.getByRole('button', { name: 'Show from www.youtube-nocookie.com' })
    await play.waitFor()
    await embed.getByText('www.youtube-nocookie.com then learns that you are reading this.').waitFor()
    expect(await embed.getByRole('link', { name: 'YouTube' }).getAttribute('href')).toBe(VIDEO)
    await page.accessible()
    await takePictures(page, 'embed')
    expect(asked).toEqual([])
    await play.focus()
    await page.keyboard.press('Enter')
    const frame = embed.locator('iframe')
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
    await embed.frameLocator('iframe').getByText('The video').waitFor()
    expect(asked).toEqual([FRAME])
    const { width, height } = (await frame.boundingBox())!
    expect(width / height).toBeCloseTo(16 / 9, 1)
    expect(await play.count()).toBe(0)
  },
)

journey('without scripts a video is a link', async ({ site, open }) => {
  await turnPlugin(site, (await admin(site)).token, 'embeds', true)
  const question = await ask(site, await register(site, 'Gus'), {
    title: 'How is an apple tree cut in winter?',
    content: VIDEO,
  })
  const page = await open(site, { scripts: false })
  await page.goto(`/questions/${question.id}`)
  expect(await page.locator('.embed a').getAttribute('href')).toBe(VIDEO)
  expect(await page.locator('.embed button, iframe').count()).toBe(0)
})
