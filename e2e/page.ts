import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { WatchedPage } from './browser.ts'

// What every person does on pages. Fields are named as in the call, whatever the page's language.

export const pathOf = (page: Page) => new URL(page.url()).pathname

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** For polls that load a page each time: so much work needn't be done ten times a second. */
export const SELDOM = { interval: 250 }

/** Where the page has that heading, it has been rendered; a new document still has to be taken over by its scripts. */
export const arriveAt = async (page: WatchedPage, title: string) => {
  await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  await page.ready()
}

/** Scripts don't come until the answer is called. */
export const holdScripts = async (page: Page) => {
  const { promise: areDue, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await areDue
    await route.continue()
  })
  return go
}

/** Goes to a page, and does there what somebody does before its scripts have come. */
export const beforeScripts = async (page: WatchedPage, address: string, act: () => Promise<unknown>) => {
  const go = await holdScripts(page)
  const gone = page.goto(address).catch(() => {}) // the act may lead on
  await page.waitForURL(address, { waitUntil: 'commit' })
  await act()
  go()
  await gone
  await page.ready()
}

export const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)

export const fill = async (page: Page, fields: Record<string, string>) => {
  for (const [name, text] of Object.entries(fields)) await field(page, name).fill(text)
}

/** Writes into an editor, which fetches its better surface once somebody turns to it. */
export const write = async (page: Page, name: string, text: string) => {
  const editor = page.locator('.editor', { has: page.locator(`[name="${name}"]`) })
  const surface = editor.locator('.cm-content')
  if ((await surface.count()) === 0) await field(page, name).focus()
  await surface.fill(text)
}

/** Drafts are kept on the device after a pause in the typing. */
export const draftIsStored = async (page: Page, text: string) => {
  await expect
    .poll(() => page.evaluate<string>('JSON.stringify({ ...localStorage })'), { timeout: 15_000, interval: 200 })
    .toContain(text)
}

/** Whether a field is marked as wrong. An editor's surface speaks for the field behind it. */
export const isWrong = async (page: Page, name: string) =>
  (await page
    .locator(
      `main [name="${name}"][aria-invalid=true], main .editor[data-invalid] [name="${name}"], main .tag-input:has([name="${name}"]) [aria-invalid=true]`,
    )
    .count()) > 0

/** Presses what sends the page's form. */
export const send = (page: Page) => page.locator('main form button[type=submit]').click()

export const isLoggedIn = async (page: Page, name: string) =>
  (await page.locator('summary').getByText(`Your menu, ${name}`).count()) === 1
