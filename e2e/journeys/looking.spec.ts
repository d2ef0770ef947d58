import sharp from 'sharp'
import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment, makeTag } from '../posts.ts'
import { admin } from '../people.ts'

const LONG =
  'Why does a very long title that nobody can read at a glance push everything else in the list down by a line?'

journey(
  'rows of a list are as high as each other, but for long titles, and a screen holds nine',
  async ({ site, open }) => {
    const staff = await admin(site)
    const tags = ['a-rather-long-tag-name', 'another-rather-long-tag-name', 'yet-another-long-tag-name']
    await makeTag(site, staff, 'one-more')
    for (const tag of tags) await makeTag(site, staff, tag)
    const ann = await register(site, 'ann')
    for (let n = 0; n < 10; n++)
      await ask(site, ann, {
        title: n % 4 === 1 ? `${LONG} ${n}` : `A short one, ${n}`,
        tags: n % 3 ? ['support', 'one-more'] : ['support'],
      })
    const many = await ask(site, ann, {
      title: 'One with all the tags it may have',
      tags: [...tags, 'support', 'one-more'],
    })
    const page = await open(site)
    await page.goto('/')
    // Tags are never cut: names that are longer than a line take another one.
    const its = page.locator('.question-row', { has: page.locator(`a[href*="${many.id}"]`) })
    const rows = await page.locator('.question-row', { hasText: /short one|very long title/ }).all()
    expect(rows).toHaveLength(10)
    const boxes = await Promise.all(rows.map(async (row) => (await row.boundingBox())!))
    expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(2)
    const usual = Math.min(...boxes.map(({ height }) => height))
    const top = (await page.locator('.question-row').first().boundingBox())!.y
    expect(top + 9 * usual).toBeLessThanOrEqual(900)
    // Of more than three tags the rest is counted.
    expect(await its.locator('.tag').count()).toBe(3)
    expect(await its.locator('.tags-more').getAttribute('title')).toBe('support, one-more')
    await its.getByText('+2').waitFor()
    for (const tag of await page.locator('.question-row .tag').all())
      expect((await tag.boundingBox())!.width).toBeGreaterThan(30)
    await takePictures(page, 'rows')
    // What is cut can be read all the same, and the author never is.
    await page.getByTitle(`${LONG} 9`).waitFor()
    for (const name of await page.locator('.question-row .user-link').all())
      expect(await name.evaluate((link) => link.scrollWidth <= link.clientWidth)).toBe(true)
  },
)

journey('what stands at the top stays where it is when one logs in', async ({ site, open }) => {
  const bea = await register(site, 'bea')
  for (const width of [1440, 1100, 800, 390]) {
    const edges = async (loggedIn: boolean) => {
      const page = await open(site, { width })
      if (loggedIn) await enter(page, bea)
      await page.goto('/')
      const place = (selector: string) => page.locator(selector).first().boundingBox()
      return { start: await place('.site-header .wordmark'), search: await place('.site-header .search-box') }
    }
    expect(await edges(true), `${width} pixels wide`).toEqual(await edges(false))
  }
})

journey('answers at a glance stay in sight while one reads', async ({ site, open }) => {
  const cid = await register(site, 'cid')
  const question = await ask(site, cid, { title: 'Which of many long answers is it?' })
  for (const name of ['dan', 'eve', 'fay', 'gil'])
    await answer(
      site,
      await register(site, name),
      question.id,
      `${name} says: ${'A long line of an answer.\n\n'.repeat(30)}`,
    )
  const page = await open(site)
  await page.goto(`/questions/${question.id}`)
  const outline = page.getByRole('region', { name: 'Answers at a glance' })
  await page.mouse.wheel(0, 4000)
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(2000)
  const { y, height } = (await outline.boundingBox())!
  expect(y).toBeGreaterThanOrEqual(0)
  expect(y + height).toBeLessThan(900)
})

journey('code is copied by a button', async ({ site, open }) => {
  const hal = await register(site, 'hal')
  const content = 'It fails so:\n\n```js\nconst one = 1\nconst two = 2\n```\n\nWhat is wrong with it?'
  const question = await ask(site, hal, { title: 'What is wrong with this code?', content })
  await comment(site, hal, question.id, 'It is `const` that matters.')
  const page = await open(site)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(`/questions/${question.id}`)
  await page.locator('pre').hover()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Copied', exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('const one = 1\nconst two = 2\n')
  const plain = await open(site, { scripts: false })
  await plain.goto(`/questions/${question.id}`)
  expect(await plain.locator('.code-copy').count()).toBe(0)
})

journey('no heading of a post is smaller than the text around it', async ({ site, open }) => {
  const ada = await register(site, 'Hedda')
  const question = await ask(site, ada, {
    title: 'What is malt made of?',
    content: '# Malt\n\nIs it malt?\n\n## Barley\n\nOf barley.\n\n### Kiln\n\nDried.',
  })
  const page = await open(site)
  await page.goto(`/questions/${question.id}`)
  const sizes = await page.evaluate<number[]>(
    `[...document.querySelectorAll('.question .prose > :is(p, h2, h3, h4, h5, h6)')].map((one) => Math.round(parseFloat(getComputedStyle(one).fontSize)))`,
  )
  expect(sizes).toEqual([22, 17, 19, 17, 17, 17])
})

journey(
  'a picture leaves its room free, is smaller on a phone, and opens large by the keyboard',
  async ({ site, open }) => {
    const ida = await register(site, 'ida')
    const form = new FormData()
    form.set('source', 'post')
    const drawn = sharp({ create: { width: 1600, height: 800, channels: 3, background: '#4a7a3a' } })
    form.set('file', new File([new Uint8Array(await drawn.png().toBuffer())], 'field.png'))
    const sent = await fetch(`${site.url}/answer/api/v1/file`, {
      method: 'POST',
      headers: { authorization: ida.token },
      body: form,
    })
    const { data: address } = (await sent.json()) as { data: string }
    const question = await ask(site, ida, {
      title: 'What grows on this field?',
      content: `Look: ![a green field](${new URL(address).pathname})`,
    })
    const page = await open(site, { width: 390 })
    await page.goto(`/questions/${question.id}`)
    const picture = page.getByRole('button', { name: 'Open the picture: a green field' })
    await picture.waitFor()
    const { width, height } = (await picture.boundingBox())!
    expect(Math.round((width / height) * 10)).toBe(20)
    expect(await picture.evaluate((image) => (image as { currentSrc?: string }).currentSrc)).toMatch(/\?w=480$/)
    await picture.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'a green field' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await picture.evaluate((image) => document.activeElement === image)).toBe(true)
  },
)
