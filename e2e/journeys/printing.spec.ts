import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { register } from '../people.ts'
import { answer, ask, comment } from '../posts.ts'

const A4_AT_96_DPI = 794 - 2 * 57

/** How many sheets of A4, and what of the page is on them. */
const printed = async (page: WatchedPage) => {
  const sheets = ((await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length
  await page.setViewportSize({ width: A4_AT_96_DPI, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  return sheets
}

const shown = (page: WatchedPage, selector: string) =>
  page.locator(selector).evaluateAll((found) => found.filter((element) => element.checkVisibility()).length)

for (const scheme of ['light', 'dark'] as const)
  journey(`a question is printed in one column, with the addresses of its links, ${scheme}`, async ({ site, open }) => {
    const [ada, ben, cleo] = [
      await register(site, `Ada${scheme}`),
      await register(site, `Ben${scheme}`),
      await register(site, `Cleo${scheme}`),
    ]
    const question = await ask(site, ada, {
      title: `What goes on paper, ${scheme}?`,
      content: 'See [the place](https://example.org/a/place) for more.\n\n    some code',
    })
    for (const [number, author] of [ada, ben, cleo].entries()) {
      const { id } = await answer(site, author, question.id, `All of it, number ${number}. ${'Words. '.repeat(60)}`)
      await comment(
        site,
        ada,
        id,
        `This is a remark on number ${number}, and it is long enough to take a line of its own.`,
      )
    }
    const page = await open(site, { scheme })
    await page.goto(`/questions/${question.id}`)
    expect(await printed(page)).toBeLessThanOrEqual(2)
    expect(
      await shown(
        page,
        'header.site-header, footer, .site-nav, .aside, main button, main .button, .comment-vote, .vote-button, #write-answer, .post-actions',
      ),
    ).toBe(0)
    expect(await shown(page, '.comment-body')).toBe(3)
    const widths = await page
      .locator('.prose, .comment-body')
      .evaluateAll((found) => found.map((one) => one.clientWidth))
    expect(Math.min(...widths)).toBeGreaterThan(400)
    // In ten years "just now" is still on the sheet: dates are.
    const year = String(new Date().getFullYear())
    const times = await page
      .locator('main time')
      .evaluateAll((found) =>
        found
          .filter((one) => one.checkVisibility())
          .map((one) => (one as HTMLElement).innerText + getComputedStyle(one, '::after').content),
      )
    expect(times.length).toBeGreaterThan(3)
    expect(times.filter((time) => !time.includes(year) || /ago|now|yesterday/.test(time))).toEqual([])
    const link = page.locator('.prose a').first()
    expect(await link.evaluate((element) => getComputedStyle(element, '::after').content)).toContain('(')
    expect(await page.evaluate('document.scrollingElement.scrollWidth')).toBeLessThanOrEqual(A4_AT_96_DPI)
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('light')
  })

journey('lists and profiles are printed without what one presses', async ({ site, open }) => {
  const ada = await register(site, 'Ada')
  await ask(site, ada, { title: 'What goes on paper in a list?' })
  for (const address of ['/questions', '/users/ada', '/tags', '/search?q=paper']) {
    const page = await open(site)
    await page.goto(address)
    expect(await printed(page), address).toBeLessThanOrEqual(2)
    expect(
      await shown(
        page,
        'header.site-header, footer, .site-nav, .aside, main button, main .button, .tabs, .pagination, .search-box',
      ),
      address,
    ).toBe(0)
    expect(await page.evaluate<number>('document.querySelector("main").clientWidth'), address).toBeGreaterThan(600)
    expect(
      await page
        .locator('main time')
        .evaluateAll((found) =>
          found.map((one) => (one as HTMLElement).innerText).filter((time) => /ago|now/.test(time)),
        ),
      address,
    ).toEqual([])
  }
})
