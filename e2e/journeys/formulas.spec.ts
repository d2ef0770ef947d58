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

journey('a palette that doesn’t come is said, and changes nothing', async ({ site, open }) => {
  await turnPlugin(site, (await admin(site)).token, 'formulas', true)
  const page = await open(site)
  page.allow(/module\.js/, /^console (error: editor button|warning: TypeError)/)
  await enter(page, await register(site, 'Di'))
  await page.route('**/plugin-frames/**/module.js', (route) => route.abort())
  await page.goto('/questions/ask')
  await page.locator('main [name=content]').focus()
  await page.locator('.cm-content').waitFor()
  await page.keyboard.type('Euler')
  await page.getByRole('button', { name: 'Palette for formulas' }).click()
  await page.getByRole('status').getByText('“Palette for formulas” didn’t work. Your text is as it was.').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.locator('main [name=content]').inputValue()).toBe('Euler')
})

for (const face of ['markdown', 'rich'] as const)
  journey(`formulas are put in and changed by keyboard alone, in the ${face} face`, async ({ site, open }) => {
    await turnPlugin(site, (await admin(site)).token, 'formulas', true)
    const page = await open(site)
    page.allow(/postMessage.*recipient window/)
    await enter(page, await register(site, face === 'rich' ? 'Bo' : 'Cy'))
    await page.goto('/questions/ask')
    await page.ready()
    const surface = page.locator(face === 'rich' ? 'main .rich-text' : 'main .cm-content').first()
    if (face === 'rich') await page.locator('.editor-face input[value=rich]').first().check({ force: true })
    else await page.locator('main [name=content]').focus()
    await surface.waitFor()
    const written = () => page.locator('main [name=content]').inputValue()
    const dialog = page.getByRole('dialog', { name: 'Palette for formulas' })
    const palette = dialog.frameLocator('iframe')
    const formula = palette.locator('#formula')
    const openPalette = async () => {
      await page.getByRole('button', { name: 'Palette for formulas' }).focus()
      await page.keyboard.press('Enter')
      await expect
        .poll(() => formula.evaluate((one) => document.activeElement === one && document.hasFocus()))
        .toBe(true)
    }

    // In a line: what is typed first goes into the formula.
    await surface.focus()
    await page.keyboard.type('Euler: ')
    await openPalette()
    await page.keyboard.type('e^x')
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(written).toBe('Euler: $e^x$')

    // Escape changes nothing, and leads back to the button.
    await openPalette()
    await page.keyboard.type('lost')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await written()).toBe('Euler: $e^x$')
    const button = page.getByRole('button', { name: 'Palette for formulas' })
    expect(await button.evaluate((one) => document.activeElement === one)).toBe(true)

    // The one that the cursor stands in is opened, and changed: by keyboard …
    await surface.focus()
    await page.keyboard.press('Control+End')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    // The browser tells of a cursor that it has moved itself a moment later; nobody is on the next button by then.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    await openPalette()
    await expect.poll(() => formula.inputValue()).toBe('e^x')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('e^{ix}')
    await page.keyboard.press('Tab') // to the box
    await page.keyboard.press('Tab') // to the button
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(written).toBe('Euler: $e^{ix}$')

    // … and by a click on it.
    await surface.getByText('e^{ix}').click({ position: face === 'rich' ? { x: 20, y: 8 } : { x: 95, y: 10 } })
    await page.getByRole('button', { name: 'Palette for formulas' }).click()
    await expect.poll(() => formula.inputValue()).toBe('e^{ix}')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    // In lines of its own, apart from the words around it.
    await surface.focus()
    await page.keyboard.press('Control+End')
    await openPalette()
    await page.keyboard.type('a^2')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await takePictures(page, `formulas-${face}`)
    await page.keyboard.press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(written).toBe('Euler: $e^{ix}$\n\n$$\na^2\n$$')

    // And that one, too, is changed in its place.
    await surface.getByText('a^2').click()
    await page.getByRole('button', { name: 'Palette for formulas' }).click()
    await expect.poll(() => formula.inputValue()).toBe('a^2')
    expect(await palette.getByRole('checkbox').isChecked()).toBe(true)
    await formula.fill('a^2+b^2')
    await palette.getByRole('button', { name: 'Insert' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(written).toBe('Euler: $e^{ix}$\n\n$$\na^2+b^2\n$$')
  })
