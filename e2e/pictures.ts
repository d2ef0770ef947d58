import { join } from 'node:path'
import type { Page } from 'playwright-core'

const WIDTHS = [1440, 390]
const SCHEMES = ['light', 'dark'] as const

/** One picture of the page as a person has it before them, where there is a folder for pictures. */
export const takePicture = async (page: Page, name: string) => {
  const folder = process.env.ASKWELL_E2E_PICTURES
  if (folder)
    await page.screenshot({ path: join(folder, `${name.replace(/[^\w-]+/g, '-').slice(0, 80)}.png`), fullPage: true })
}

/** Pictures of the page as it is, wide and narrow, light and dark, into the folder ASKWELL_E2E_PICTURES; without one, none. */
export const takePictures = async (page: Page, name: string) => {
  const folder = process.env.ASKWELL_E2E_PICTURES
  if (!folder) return
  const before = page.viewportSize()
  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
    }
  }
  if (before) await page.setViewportSize(before)
  await page.emulateMedia({ colorScheme: 'light' })
}
