import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'

const SETTINGS = '/users/settings/notify'

journey('one mutes a question and a tag where one reads them, and takes it back', async ({ site, open }) => {
  const reader = await register(site, 'Lea')
  const { id } = await ask(site, reader, { title: 'Must this be so loud?' })
  const page = await open(site)
  await enter(page, reader)
  const muted = page.locator('.muted-list').getByRole('link')
  await page.goto(`/questions/${id}`)
  await page.ready()
  const mute = page.getByRole('button', { name: 'Mute this question' })
  // The button shows it at once; whoever leaves sooner than it is stored takes it with them.
  const stored = () => page.waitForResponse(/\/notification\/muted/)
  await Promise.all([stored(), mute.click()])
  await expect.poll(() => mute.getAttribute('aria-pressed')).toBe('true')
  await takePictures(page, 'muted-question')
  await page.goto('/tags/support')
  await page.ready()
  await Promise.all([stored(), page.getByRole('button', { name: 'Mute', exact: true }).click()])
  await page.getByRole('button', { name: 'Muted', exact: true, pressed: true }).waitFor()
  await takePictures(page, 'muted-tag')
  await page.goto(SETTINGS)
  await page.ready()
  expect(await muted.allTextContents()).toEqual(expect.arrayContaining(['Must this be so loud?', 'support']))
  await page.goto(`/questions/${id}`)
  await page.ready()
  expect(await mute.getAttribute('aria-pressed')).toBe('true')
  await Promise.all([stored(), mute.click()])
  await expect.poll(() => mute.getAttribute('aria-pressed')).toBe('false')
  await page.goto(SETTINGS)
  await page.ready()
  expect(await muted.allTextContents()).toEqual(['support'])
})

journey('without scripts as well', async ({ site, open }) => {
  const reader = await register(site, 'Mia')
  const { id } = await ask(site, reader, { title: 'Is it quiet without scripts?' })
  const page = await open(site, { scripts: false })
  await enter(page, reader)
  await page.goto(`/questions/${id}`)
  const mute = page.getByRole('button', { name: 'Mute this question' })
  await mute.click()
  await expect.poll(() => mute.getAttribute('aria-pressed')).toBe('true')
  await mute.click()
  await expect.poll(() => mute.getAttribute('aria-pressed')).toBe('false')
})
