import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { turnPlugin } from '../plugins.ts'

journey('a formula is put together in a palette, and comes into the text', async ({ site, open }) => {
  await turnPlugin(site, (await admin(site)).token, 'formulas', true)
  const page = await open(site)
  page.allow(/postMessage.*recipient window/) // axe, which asks frames that don't know it
  await enter(page, await register(site, 'Ada'))
  await page.goto('/questions/ask')
  await page.locator('main [name=content]').focus()
  const surface = page.locator('.cm-content')
  await surface.waitFor()
  await page.keyboard.type('The golden ratio is ')
  await page.getByRole('button', { name: 'Palette for formulas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Palette for formulas' })
  const palette = dialog.frameLocator('iframe')
  await palette.getByRole('button', { name: '\\frac{□}{□}' }).click()
  await page.keyboard.type('1+')
  await palette.getByRole('button', { name: '\\sqrt{□}' }).click()
  await page.keyboard.type('5')
  await expect.poll(() => palette.locator('#formula').inputValue()).toBe('\\frac{1+\\sqrt{5}}{□}')
  await palette.locator('output math mfrac').waitFor()
  await takePictures(page, 'formulas')
  await palette.locator('#formula').fill('\\frac{1+\\sqrt{5}}{2}')
  await palette.getByRole('button', { name: 'Insert' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => surface.innerText()).toBe('The golden ratio is $\\frac{1+\\sqrt{5}}{2}$')

  // Closed, it changes nothing.
  await page.getByRole('button', { name: 'Palette for formulas' }).click()
  await dialog.waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await surface.innerText()).toBe('The golden ratio is $\\frac{1+\\sqrt{5}}{2}$')
})
