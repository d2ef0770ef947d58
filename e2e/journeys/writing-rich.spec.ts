import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, draftIsStored, field, fill, holdScripts } from '../page.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'

// Rich text and Markdown are two faces of one text: what is sent is Markdown either way.

const rich = (page: WatchedPage) => page.locator('main .rich-text').first()
const code = (page: WatchedPage) => page.locator('main .cm-content').first()
const written = (page: WatchedPage) => field(page, 'content').inputValue()
const choose = (page: WatchedPage, face: 'markdown' | 'rich') =>
  page.locator(`.editor-face input[value=${face}]`).first().check({ force: true })
const press = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true }).click()
const paste = (page: WatchedPage, data: Record<string, string>) =>
  rich(page).evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, data)

const empty = async (page: WatchedPage) => {
  await rich(page).press('Control+a')
  await page.keyboard.press('Backspace')
}

/** The page for asking, in rich text, with the cursor in it. */
const begin = async (page: WatchedPage) => {
  await page.goto('/questions/ask')
  await page.ready()
  await choose(page, 'rich')
  await rich(page).click()
}

journey('what is written in rich text is posted as Markdown', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Rita'))
  await begin(page)
  await fill(page, { title: 'How is bread baked in rich text?' })
  await rich(page).click()
  await page.keyboard.type('Some ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('bold')
  await page.keyboard.press('Control+b')
  await page.keyboard.type(' words, *em* and a_name * 2 < 3.\n')
  await page.keyboard.type('- flour\nwater\n')
  await page.keyboard.press('Tab')
  await page.keyboard.type('cold\n\n\n')
  await page.keyboard.type('> wise\n\n')
  await page.keyboard.type('## Baking\n')
  await page.keyboard.type('- [ ] knead\n')
  await page.keyboard.type('bake\n\n')
  await page.keyboard.type('```js let a = 1\n\n\n')
  await page.keyboard.type('The end.')
  const markdown = [
    'Some **bold** words, *em* and a_name * 2 < 3.',
    '- flour\n- water\n  - cold',
    '> wise',
    '## Baking',
    '- [ ] knead\n- [ ] bake',
    '```js\nlet a = 1\n```',
    'The end.',
  ].join('\n\n')
  await expect.poll(() => written(page)).toBe(markdown)
  await page.accessible()
  await takePictures(page, 'rich-text')

  const tree = await page.getByRole('textbox', { name: 'Question', exact: true }).ariaSnapshot()
  for (const part of [
    'heading "Baking" [level=2]',
    'checkbox "Done"',
    'strong: bold',
    'blockquote',
    'Language of the code',
  ])
    expect(tree).toContain(part)

  // Undo and redo, by keys and buttons.
  await page.keyboard.press('Control+z')
  await expect.poll(() => written(page)).not.toBe(markdown)
  await press(page, 'Redo')
  await expect.poll(() => written(page)).toBe(markdown)

  // A draft brings it back, and the face that was chosen is remembered.
  await draftIsStored(page, 'The end.')
  await page.reload()
  await rich(page).getByText('The end.').waitFor()
  await expect.poll(() => written(page)).toBe(markdown)
  expect(await rich(page).locator('strong').textContent()).toBe('bold')

  await page.getByRole('combobox', { name: 'Tags' }).fill('support')
  await page.keyboard.press('Enter')
  await page.locator('main form button[type=submit]').last().click()
  await arriveAt(page, 'How is bread baked in rich text?')
  const post = page.locator('.question .prose').first()
  expect(await post.locator('strong').textContent()).toBe('bold')
  expect(await post.locator('li').count()).toBe(5)
  expect(await post.locator('pre code').textContent()).toContain('let a = 1')
})

const TEXT = `Setext
======

* one
* two with __strong__ words

Some [named][1] link, $x_1$ and \`code\`.  
Next line

[1]: https://example.org/ "Title"
`

journey('both faces are switched at any moment, and no letter changes by it', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Sven'))
  await page.goto('/questions/ask')
  await page.ready()
  await field(page, 'content').fill(TEXT)
  await field(page, 'content').evaluate(
    (area: HTMLTextAreaElement, at) => area.setSelectionRange(at, at),
    TEXT.indexOf('two'),
  )
  await field(page, 'content').focus()
  await code(page).waitFor()
  await choose(page, 'rich')
  await rich(page).waitFor()
  expect(await written(page)).toBe(TEXT)
  expect(await rich(page).locator('h1').textContent()).toBe('Setext')
  await choose(page, 'markdown')
  await code(page).waitFor()
  expect(await written(page)).toBe(TEXT)
  await choose(page, 'rich')
  await rich(page).focus()
  // The cursor is where it was: before "two", in the second item.
  await page.keyboard.type('new ')
  expect(await written(page)).toBe(
    TEXT.replace('* one\n* two with __strong__ words', '* one\n* new two with **strong** words'),
  )
  await page.keyboard.press('Control+z')
  expect(await written(page)).toBe(TEXT)
  await page.keyboard.press('Control+y')
  await choose(page, 'markdown')
  await code(page).focus()
  await page.keyboard.type('and ')
  expect(await written(page)).toContain('* new and two with')
})

journey('the face one has chosen is there at another device', async ({ site, open }) => {
  const yves = await register(site, 'Yves')
  const [desk, train] = [await open(site), await open(site)]
  await enter(desk, yves)
  await desk.goto('/questions/ask')
  await choose(desk, 'rich')
  await rich(desk).waitFor()
  await expect
    .poll(() => site.call<{ editor_face: string }>('GET', '/answer/api/v1/user/info', { token: yves.token }))
    .toMatchObject({ editor_face: 'rich' })
  await enter(train, yves)
  await train.goto('/questions/ask')
  await field(train, 'content').click()
  await rich(train).waitFor()
})

journey('links, tables and parts that open are made in rich text by keyboard alone', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Tilda'))
  await begin(page)
  const type = (text: string) => page.keyboard.type(text)
  await type('See ')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').waitFor()
  await page.accessible()
  await page.getByLabel('Address').fill('javascript:alert(1)')
  await page.getByLabel('Address').press('Enter')
  await page.getByText('An address begins with').waitFor()
  await page.getByLabel('Address').fill('example.org/a')
  await page.getByLabel('Words', { exact: true }).fill('this')
  await page.getByLabel('Words', { exact: true }).press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await type(' now\n')
  expect(await written(page)).toBe('See [this](https://example.org/a) now')
  // The toolbar by keys: Table is reached with the arrows.
  await page.getByRole('button', { name: 'Table', exact: true }).press('Enter')
  await type('a')
  await page.keyboard.press('Tab')
  await type('b|c')
  await page.keyboard.press('Tab')
  await type('1')
  await page.keyboard.press('Tab')
  await type('2')
  await page.keyboard.press('Tab')
  await type('3')
  await page.keyboard.press('Shift+Tab')
  await type('two')
  await page.getByRole('button', { name: 'Column after' }).press('Enter')
  await expect
    .poll(() => written(page))
    .toBe('See [this](https://example.org/a) now\n\n| a | b\\|c |  |\n| --- | --- | --- |\n| 1 | two |  |\n| 3 |  |  |')
  await takePictures(page, 'rich-table')
  await page.getByRole('button', { name: 'Delete column' }).press('Enter')
  await page.getByRole('button', { name: 'Delete row' }).press('Enter')
  await expect.poll(() => written(page)).toContain('| 3 |  |')
  expect(await written(page)).not.toContain('two')
  // Escape, then Tab leads out.
  await rich(page).focus()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await rich(page).evaluate((element) => element.contains(document.activeElement))).toBe(false)

  // The last button is used, and gone with the table: the toolbar is reached with Tab all the same, and walked along.
  await rich(page).locator('td').first().click()
  await page.getByRole('button', { name: 'Delete column' }).press('Enter')
  await empty(page)
  await page.getByRole('button', { name: 'Delete column' }).waitFor({ state: 'detached' })
  await page.locator('.editor-face input:checked').first().focus()
  await page.keyboard.press('Shift+Tab')
  const tools = page.getByRole('toolbar', { name: 'Formatting' }).first()
  const isFocused = (name: string) =>
    tools.getByRole('button', { name, exact: true }).evaluate((one) => document.activeElement === one)
  expect(await isFocused('Redo')).toBe(true)
  await page.keyboard.press('ArrowLeft')
  expect(await isFocused('Undo')).toBe(true)

  await rich(page).click()
  await page.getByRole('button', { name: 'Details to open' }).press('Enter')
  await type('More')
  await page.keyboard.press('Enter')
  await type('hidden')
  await expect.poll(() => written(page)).toBe('<details><summary>More</summary>\n\nhidden\n\n</details>')
})

journey('every block of code offers its languages, though the first of them goes', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Tove'))
  await begin(page)
  await page.keyboard.type('```js let a\n\n\nmore\n```css b {}')
  const languages = () =>
    rich(page)
      .getByRole('combobox', { name: 'Language of the code' })
      .evaluateAll((fields) => fields.map((one) => ((one as HTMLInputElement).list?.options.length ?? 0) > 20))
  await expect.poll(languages).toEqual([true, true])
  await rich(page).getByText('let a').click({ clickCount: 3 })
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect.poll(() => written(page)).toContain('more\n\n```css\nb {}\n```')
  expect(await written(page)).not.toContain('js')
  expect(await languages()).toEqual([true])
})

journey('pastes and files become in rich text what they become in Markdown', async ({ site, open }) => {
  const page = await open(site)
  const uma = await register(site, 'Uma')
  const { id } = await ask(site, uma, { title: 'Which flour?' })
  await enter(page, uma)
  await begin(page)
  await paste(page, {
    'text/html':
      '<h2>Dough</h2><p>Let it <b>rest</b>, see <a href="https://example.org/">it</a></p><ul><li>a</li><li>b</li></ul>',
    'text/plain': 'Dough',
  })
  await expect.poll(() => written(page)).toContain('## Dough\n\nLet it **rest**, see [it](https://example.org/)')
  expect(await rich(page).locator('li').count()).toBe(2)
  await empty(page)
  await page.keyboard.type('words')
  await rich(page).press('Control+a')
  await paste(page, { 'text/plain': 'https://example.org/' })
  await expect.poll(() => written(page)).toBe('[words](https://example.org/)')
  await empty(page)
  await paste(page, { 'text/plain': `${site.url}/questions/${id}` })
  await expect.poll(() => written(page)).toBe(`[Which flour?](${site.url}/questions/${id})`)

  // Names, emoji, blocks and languages are completed as in Markdown.
  await empty(page)
  for (const [begun, meant] of [
    ['hi @um', 'uma'],
    [':tad', 'tada'],
    ['\n/quo', 'Quote'],
    ['wise\n\n```py', 'python'],
  ] as const) {
    await page.keyboard.type(begun)
    // The list of fewer letters may have it, too, but Enter doesn't take it there.
    await page.getByRole('option', { selected: true, name: new RegExp(meant, 'i') }).waitFor()
    await page.keyboard.press('Enter')
  }
  await page.keyboard.type('print(1)')
  await expect.poll(() => written(page)).toBe('hi @uma 🎉\n\n> wise\n\n```python\nprint(1)\n```')

  await empty(page)
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/v1/file', async (route) => {
    await held
    await route.fulfill({ json: { code: 200, reason: 'base.success', msg: '', data: '/uploads/post/a.png' } })
  })
  await page.route('**/uploads/post/a.png', (route) => route.fulfill({ status: 204 }))
  const buffer = Buffer.from('any')
  await page
    .locator('.editor input[type=file]')
    .first()
    .setInputFiles({ name: 'my_loaf.png', mimeType: 'image/png', buffer })
  await rich(page).locator('.rich-upload').waitFor()
  expect(await written(page)).toMatch(/^!\[Uploading my_loaf\.png\]\(upload:[0-9a-f]{8}\)$/)
  await page.keyboard.type(' and words')
  go()
  await expect.poll(() => written(page)).toBe('![my_loaf](/uploads/post/a.png) and words')
})

journey('who presses for rich text before the scripts have come gets it', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Zora'))
  await page.goto('/')
  const go = await holdScripts(page)
  await page.evaluate("location.assign('/questions/ask')")
  await field(page, 'content').waitFor()
  await page
    .locator('.editor-face input[value=rich]')
    .first()
    .evaluate((radio: HTMLInputElement) => radio.click())
  go()
  await rich(page).waitFor()
})
