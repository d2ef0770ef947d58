import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment } from '../posts.ts'
import { pictureOf } from '../uploads.ts'

const LONG_CODE = Array.from({ length: 20 }, (_, n) => `let line_${n} = ${n}`).join('\n')

journey('what a text can have shows well: pictures, code, tables, notes, both directions', async ({ site, open }) => {
  const [amy, bea] = [await register(site, 'Amy'), await register(site, 'Bea')]
  const picture = await pictureOf(site, amy, 2000, 1000)
  const question = await ask(site, amy, {
    title: 'How does all of this look?',
    content: [
      `![A wide view](${picture})`,
      `[![A link](${picture})](https://example.org/)`,
      `\`\`\`js\n${LONG_CODE}\n\`\`\``,
      `| ${'a very long head | '.repeat(12)}\n|${' --- |'.repeat(12)}\n| ${'cell | '.repeat(12)}`,
      '- [x] done\n- [ ] to do',
      '> [!WARNING]\n> It is hot.',
      '<details><summary>More</summary>\n\nHidden words.\n\n</details>',
      'مرحبا بالعالم',
      'A note[^1]\n\n[^1]: Said below.',
      '## A heading',
    ].join('\n\n'),
  })
  await answer(site, bea, question.id, 'It looks well enough to me.')
  const page = await open(site)
  await enter(page, bea)
  await page.goto(`/questions/${question.id}`)
  const text = page.locator('.question .prose')
  const image = text.getByRole('button', { name: 'Open the picture: A wide view' })
  // Nothing jumps, and no more is fetched than the place for it needs.
  await image.waitFor()
  expect(
    await image.evaluate((one) => [one.getAttribute('width'), one.getAttribute('height'), one.getAttribute('loading')]),
  ).toEqual(['2000', '1000', 'lazy'])
  expect(await image.getAttribute('srcset')).toMatch(/ \d+w, .* \d+w$/)

  // It opens large by keyboard, and closes with Escape to where one was.
  await image.focus()
  await page.keyboard.press('Enter')
  const large = page.getByRole('dialog', { name: 'A wide view' })
  await large.getByRole('button', { name: 'Close' }).waitFor()
  await page.accessible()
  await takePictures(page, 'picture-large')
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  expect(await image.evaluate((one) => document.activeElement === one)).toBe(true)
  await image.click()
  await large.click()
  await large.waitFor({ state: 'detached' })
  expect(await text.getByRole('link', { name: 'A link' }).getByRole('button').count()).toBe(0)

  const code = text.locator('pre').first()
  expect(await code.evaluate((pre) => getComputedStyle(pre.querySelector('code')!, '::before').content)).toContain('20')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await text.getByRole('button', { name: 'Copy' }).first().click()
  await text.getByRole('button', { name: 'Copied' }).waitFor()
  expect((await page.evaluate<string>('navigator.clipboard.readText()')).trim()).toBe(LONG_CODE)

  await text.getByText('More', { exact: true }).click()
  await text.getByText('Hidden words.').waitFor()
  const edges = (words: string) =>
    text.getByText(words).evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      const [inner, outer] = [range.getBoundingClientRect(), one.getBoundingClientRect()]
      return { left: inner.left - outer.left, right: outer.right - inner.right }
    })
  // It begins at the right, the others at the left.
  const arabic = await edges('مرحبا بالعالم')
  expect(arabic.left).toBeGreaterThan(arabic.right)
  const english = await edges('It is hot.')
  expect(english.left).toBeLessThan(english.right)
  await page.accessible()
  await takePictures(page, 'a-text-of-all-kinds')
  await page.setViewportSize({ width: 390, height: 900 })
  const table = text.locator('.table-scroll')
  expect(await table.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
})

journey('nothing of a text can be seen or pressed beside it, whatever its formulas do', async ({ site, open }) => {
  const [cal, dee] = [await register(site, 'Cal'), await register(site, 'Dee')]
  const question = await ask(site, cal, { title: 'What may a formula reach?' })
  const far = String.raw`\rlap{${String.raw`\kern-4em`.repeat(9)}\smash{\rule[-4em]{20em}{20em}\rule{20em}{20em}\rule{20em}{20em}}}`
  await answer(
    site,
    dee,
    question.id,
    String.raw`Before. [a $\textcolor{transparent}{${far}}$](https://evil.example/) $\colorbox{#ffffff}{\rlap{\raisebox{9em}{over the author}}}$ and after.`,
  )
  await comment(site, dee, question.id, `Look: [a $${far}$](https://evil.example/)`)
  const page = await open(site)
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`/questions/${question.id}`)
    await page.locator('.comment-body .katex').waitFor({ state: 'attached' })
    await page.waitForLoadState('load')
    const reached = (root: Element) => {
      root.scrollIntoView({ block: 'center' })
      const { left, right, top, bottom } = root.getBoundingClientRect()
      let beside = 0
      for (let x = 2; x < innerWidth; x += 8)
        for (let y = 2; y < innerHeight; y += 8) {
          const isInside = x > left - 17 && x < right + 17 && y > top - 5 && y < bottom + 5
          if (!isInside && root.contains(document.elementFromPoint(x, y))) beside++
        }
      return beside
    }
    expect(await page.locator('.prose', { hasText: 'Before.' }).evaluate(reached)).toBe(0)
    expect(await page.locator('.comment-body').evaluate(reached)).toBe(0)
  }
})

journey('what is wider than its text fades at the edge where it goes on', async ({ site, open }) => {
  const [eda, fay] = [await register(site, 'Eda'), await register(site, 'Fay')]
  const wide = Array.from({ length: 40 }, (_, n) => `x_{${n}}`).join('+')
  const { id } = await ask(site, eda, {
    title: 'What goes on beyond the edge?',
    content: [
      `$$\n${wide}\n$$`,
      `In words: ${String.raw`$\underbrace{${wide}}_{\text{all}}$`}`,
      `| ${'a very long head | '.repeat(12)}\n|${' --- |'.repeat(12)}\n| ${'cell | '.repeat(12)}`,
      `\`\`\`\n${'a line of code that does not end '.repeat(8)}\n\`\`\``,
      'A short $x$, and nothing more.',
    ].join('\n\n'),
  })
  await comment(site, fay, id, `And here: ${String.raw`$\underbrace{${wide}}_{\text{all}}$`}`)
  const page = await open(site)
  await page.setViewportSize({ width: 390, height: 900 })
  await page.goto(`/questions/${id}`)
  await page.ready()
  const text = page.locator('.question .prose')
  const fades = (one: Element) => {
    const read = (side: string) => Number.parseFloat(getComputedStyle(one).getPropertyValue(`--fade-${side}`))
    return { isWider: one.scrollWidth > one.clientWidth, start: read('start'), end: read('end') }
  }
  for (const place of [
    text.locator('.katex-display'),
    text.locator('p', { hasText: 'In words' }),
    text.locator('.table-scroll'),
    text.locator('pre'),
    page.locator('.comment-body p'),
  ]) {
    await place.scrollIntoViewIfNeeded()
    const begun = await place.evaluate(fades)
    expect(begun).toMatchObject({ isWider: true, start: 0 })
    expect(begun.end).toBeGreaterThan(10)
    await place.evaluate((one) => one.scrollTo(one.scrollWidth, 0))
    await expect.poll(async () => (await place.evaluate(fades)).end).toBe(0)
    expect((await place.evaluate(fades)).start).toBeGreaterThan(10)
    await place.evaluate((one) => one.scrollTo(0, 0))
  }
  expect(await text.locator('p', { hasText: 'nothing more' }).evaluate(fades)).toEqual({
    isWider: false,
    start: 0,
    end: 0,
  })
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await takePictures(page, 'wider-than-the-text')
})
