import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { write } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask, makeTag } from '../posts.ts'

const list = (page: WatchedPage, name: string) => page.getByRole('listbox', { name })

journey('questions, tags, emoji and blocks are completed in an answer, by keys alone', async ({ site, open }) => {
  const [uma, vic] = [await register(site, 'Uma'), await register(site, 'Vic')]
  await makeTag(site, await admin(site), 'hops')
  const known = await ask(site, uma, { title: 'Which hops smell of passion fruit?', tags: ['hops'] })
  const question = await ask(site, uma, { title: 'What else is worth a walk?' })
  const found = () => site.call<unknown[]>('GET', '/answer/api/v1/question/complete?words=passion')
  await expect.poll(async () => (await found()).length, { timeout: 15_000 }).toBe(1)
  const page = await open(site)
  await enter(page, vic)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', '')
  const surface = page.locator('.editor .cm-content')

  await surface.pressSequentially('As in #passion')
  await list(page, 'Questions')
    .getByRole('option', { name: /passion fruit/ })
    .waitFor()
  await page.getByRole('status').getByText('1 suggestion.').waitFor({ state: 'attached' })
  await page.accessible()
  await takePictures(page, 'completing-question')
  await surface.press('Enter')
  await surface.pressSequentially('and all of [[hop')
  await list(page, 'Tags').getByRole('option', { name: 'hops' }).waitFor()
  await surface.press('Tab')
  await surface.pressSequentially(' :beer')
  await list(page, 'Emoji').getByRole('option').first().waitFor()
  await takePictures(page, 'completing-emoji')
  await surface.press('Enter')
  expect(await surface.innerText()).toBe(`As in #${known.id} and all of [hops](/tags/hops) 🍺 `)

  await surface.press('Enter')
  await surface.pressSequentially('/')
  await list(page, 'Blocks').getByRole('option', { name: 'Table' }).waitFor()
  await takePictures(page, 'completing-block')
  await surface.pressSequentially('ta')
  const chosen = list(page, 'Blocks').getByRole('option', { selected: true })
  while ((await chosen.textContent()) !== 'Table') await surface.press('ArrowDown')
  await surface.press('Enter')
  expect(await surface.innerText()).toContain('| Column | Column |')
  await surface.press('Control+End')
  await surface.pressSequentially('/etc/hosts is no block, and /')
  expect(await list(page, 'Blocks').count()).toBe(0)

  await page.getByRole('button', { name: 'Post answer' }).click()
  await page.getByRole('link', { name: /passion fruit/ }).waitFor()
})

journey(
  'what was refused with Escape isn’t offered again, and a number is no choice of Enter',
  async ({ site, open }) => {
    const [wim, xena] = [await register(site, 'Wim'), await register(site, 'Xena')]
    const question = await ask(site, wim, { title: 'Is number one the best?' })
    const page = await open(site)
    await enter(page, xena)
    await page.goto(`/questions/${question.id}`)
    await write(page, 'content', '')
    const surface = page.locator('.editor .cm-content')
    await surface.pressSequentially('Well :bee')
    await list(page, 'Emoji').waitFor()
    await surface.press('Escape')
    await surface.pressSequentially('r')
    await page.waitForTimeout(400)
    expect(await list(page, 'Emoji').count()).toBe(0)
    await surface.pressSequentially(' is #10')
    await page.waitForTimeout(400)
    await surface.press('Enter')
    await surface.pressSequentially('indeed')
    expect(await surface.innerText()).toBe('Well :beer is #10\nindeed')
  },
)

journey('code gets its language, tables grow by buttons, and help is at hand', async ({ site, open }) => {
  const [yan, zed] = [await register(site, 'Yan'), await register(site, 'Zed')]
  const question = await ask(site, yan, { title: 'How is malt weighed?' })
  const page = await open(site)
  await enter(page, zed)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', '')
  const surface = page.locator('.editor .cm-content')
  await surface.pressSequentially('```pyt')
  await list(page, 'Languages of code')
    .getByRole('option', { name: /^python/ })
    .waitFor()
  await takePictures(page, 'completing-language')
  await surface.press('Enter')
  await surface.press('Enter')
  await surface.pressSequentially('print(1)')
  expect(await surface.innerText()).toBe('```python\nprint(1)')

  await write(page, 'content', '| malt | kg |\n| --- | --- |\n| pale | 4 |')
  await surface.press('Control+Home')
  const tools = page.getByRole('group', { name: 'Table' })
  await tools.getByRole('button', { name: 'Column after' }).click()
  await surface.pressSequentially('EBC')
  await tools.getByRole('button', { name: 'Row below' }).click()
  await surface.pressSequentially('rye')
  expect(await surface.innerText()).toBe('| malt | EBC | kg |\n| --- | --- | --- |\n| rye |  |  |\n| pale |  | 4 |')
  await page.accessible()
  await takePictures(page, 'table-buttons')
  await tools.getByRole('button', { name: 'Delete row' }).click()
  expect(await surface.innerText()).toBe('| malt | EBC | kg |\n| --- | --- | --- |\n| pale |  | 4 |')

  await page.getByRole('button', { name: 'Help', exact: true }).click()
  const help = page.getByRole('dialog', { name: 'How to write' })
  await help.getByText('**bold**').waitFor()
  await page.accessible()
  await takePictures(page, 'editor-help')
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
})
