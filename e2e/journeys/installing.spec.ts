import { expect } from 'vitest'
import { journey } from '../journey.ts'

journey('a stranger opens the not-yet-installed site and is led to /install', async ({ start, open }) => {
  const site = await start({ installed: false })
  const page = await open(site)
  for (const address of ['/', '/questions', '/tags/beer', '/users/login', '/admin']) {
    await page.goto(address)
    expect(new URL(page.url()).pathname, address).toBe('/install')
  }
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
})

journey('a stranger without JavaScript is led to /install too', async ({ start, open }) => {
  const site = await start({ installed: false })
  const page = await open(site, { scripts: false })
  await page.goto('/')
  expect(new URL(page.url()).pathname).toBe('/install')
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true)
})
