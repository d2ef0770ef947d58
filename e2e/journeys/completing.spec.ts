import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { write } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { addPlugin } from '../plugins.ts'
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
  await surface.pressSequentially(':beer')
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

journey('the same is completed in rich text', async ({ site, open }) => {
  const [ula, vera] = [await register(site, 'Ula'), await register(site, 'Vera')]
  await makeTag(site, await admin(site), 'yeast')
  const known = await ask(site, ula, { title: 'Why does champagne yeast ferment so dry?', tags: ['yeast'] })
  const question = await ask(site, ula, { title: 'What is rich in rich text?' })
  const found = () => site.call<unknown[]>('GET', '/answer/api/v1/question/complete?words=champagne')
  await expect.poll(async () => (await found()).length, { timeout: 15_000 }).toBe(1)
  const page = await open(site)
  await enter(page, vera)
  await page.goto(`/questions/${question.id}`)
  await page.locator('.editor-face input[value=rich]').check({ force: true })
  const surface = page.locator('.editor .rich-text')
  await surface.click()
  const written = () => page.locator('main [name=content]').inputValue()
  await page.keyboard.type('As in #champagne')
  await list(page, 'Questions')
    .getByRole('option', { name: /ferment so dry/ })
    .waitFor()
  await page.getByRole('status').getByText('1 suggestion.').waitFor({ state: 'attached' })
  const active = await surface.getAttribute('aria-activedescendant')
  expect(await page.locator(`[id="${active}"]`).getAttribute('aria-selected')).toBe('true')
  await page.accessible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('by @Ula')
  await list(page, 'Members').getByRole('option', { name: /Ula/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('with [[yea')
  await list(page, 'Tags').getByRole('option', { name: 'yeast' }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.type(':beers')
  await list(page, 'Emoji')
    .getByRole('option', { name: /^\P{L}*beers$/u })
    .waitFor()
  await page.keyboard.press('Enter')
  await expect
    .poll(written)
    .toMatch(new RegExp(`^As in #${known.id} by @${ula.username} with \\[yeast\\]\\(/tags/yeast\\) 🍻\\s*$`))
  await page.keyboard.press('Enter')
  await page.keyboard.type('/quo')
  await list(page, 'Blocks').getByRole('option', { name: 'Quote' }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Said so.')
  await expect.poll(written).toMatch(/\n\n> Said so\.$/)
  await page.keyboard.press('Escape')
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

const pasteText = (page: WatchedPage, text: string) =>
  page.locator('.editor [contenteditable=true]').evaluate((element, given) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', given)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** What an admin's own script adds to the editor. */
const SCRIPT = `<script>
document.addEventListener('askwell:editor', ({ detail: { language, register } }) => {
  register({
    name: 'cards',
    buttons: [
      { label: 'Knight (' + language + ')', sign: '♞', press: ({ from, to }) => ({ from, to, insert: '♞', select: [from + 1, from + 1] }) },
      { label: 'Broken', sign: '!', press: () => { throw new Error('on purpose') } },
    ],
    completions: [
      { sign: '~', label: 'Cards', find: async (typed) => ['Ace', 'Ten'].filter((card) => card.toLowerCase().startsWith(typed)).map((label) => ({ label, insert: '**' + label + '** ' })) },
    ],
    pastes: [({ text }) => (text.startsWith('card:') ? '**' + text.slice(5) + '**' : null), () => { throw new Error('on purpose') }],
    face: {
      label: 'Big',
      mount(element, place) {
        const area = document.createElement('textarea')
        area.className = 'big-face'
        area.setAttribute('aria-labelledby', place.labelledBy)
        area.value = place.text
        area.addEventListener('input', () => place.onChange(area.value))
        element.append(area)
        return {
          read: () => ({ text: area.value, from: area.selectionStart, to: area.selectionEnd }),
          apply({ from, to, insert, select }) {
            area.setRangeText(insert, from, to)
            area.setSelectionRange(...select)
            place.onChange(area.value)
          },
          focus: () => area.focus(),
          destroy: () => area.remove(),
        }
      },
    },
  })
})
</script>`

journey('others add buttons, completions, rules for pastes and a face of their own', async ({ site, open }) => {
  const [ada, boss] = [await register(site, 'Adele'), await admin(site)]
  const put = (custom_head: string, allow_scripts: boolean) =>
    site.call('PUT', '/answer/admin/api/siteinfo/custom-css-html', {
      token: boss.token,
      body: { custom_head, allow_scripts },
    })
  await put(SCRIPT, true)
  const question = await ask(site, ada, { title: 'Which card is the highest?' })
  const page = await open(site)
  page.allow(/^console error: editor (extension|button)/)
  await enter(page, ada)
  await page.goto(`/questions/${question.id}`)
  const written = () => page.locator('main [name=content]').inputValue()
  const paste = (text: string) => pasteText(page, text)
  await write(page, 'content', '')
  const tools = page.getByRole('toolbar', { name: 'Formatting' })
  const choose = (face: string) => page.locator(`.editor-face input[value="${face}"]`).check({ force: true })
  for (const [face, surface] of [
    ['markdown', '.cm-content'],
    ['rich', '.rich-text'],
  ] as const) {
    await choose(face)
    await page.locator(`.editor ${surface}`).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await tools.getByRole('button', { name: 'Knight (en_US)' }).click()
    await page.keyboard.type(' ~a')
    await list(page, 'Cards').getByRole('option', { name: 'Ace' }).waitFor()
    await page.accessible()
    await page.keyboard.press('Enter')
    await paste('card:King')
    await expect.poll(written).toMatch(/^♞ \*\*Ace\*\* ?\*\*King\*\*\s*$/)
    // What fails changes nothing, and is said.
    await tools.getByRole('button', { name: 'Broken' }).click()
    await page.getByText('“Broken” didn’t work.').waitFor()
    await paste('and a word')
    await expect.poll(written).toContain('and a word')
  }
  const before = await written()
  await choose('own:cards')
  const own = page.locator('textarea.big-face')
  await own.waitFor()
  expect(await own.inputValue()).toBe(before)
  await own.fill('Written in a face of its own.')
  expect(await written()).toBe('Written in a face of its own.')
  await tools.getByRole('button', { name: 'Bold' }).click()
  expect(await written()).toContain('**')
  await page.accessible()
  await takePictures(page, 'editor-extended')
  // It is remembered; and once it is gone, Markdown is there.
  await own.fill('Written in a face of its own.')
  await page.reload()
  await page.locator('main [name=content]').focus()
  await own.waitFor()
  await put('', false)
  await page.reload()
  await page.locator('main [name=content]').focus()
  await page.locator('.editor .cm-content').waitFor()
  expect(await written()).toBe('Written in a face of its own.')
  await choose('markdown')
  await page.getByRole('button', { name: 'Post answer' }).click()
  await page.locator('.answer').getByText('Written in a face of its own.').waitFor()
})

journey('a face of others that fails is said, and one writes on in Markdown', async ({ site, open }) => {
  const page = await open(site)
  page.allow(/^console error: editor face/)
  await enter(page, await register(site, 'Facia'))
  await page.addInitScript(`document.addEventListener('askwell:editor', ({ detail }) =>
    detail.register({ name: 'big', face: { label: 'Big', mount() { throw new Error('on purpose') } } }))`)
  await page.goto('/questions/ask')
  await write(page, 'content', 'as it was')
  const editor = page.locator('.editor').first()
  await editor.locator('.editor-face input[value="own:big"]').check({ force: true })
  await editor.getByRole('status').getByText('“Big” didn’t work. Your text is as it was.').waitFor()
  expect(await editor.locator('.editor-face input[value=markdown]').isChecked()).toBe(true)
  await editor.locator('.cm-content').getByText('as it was').waitFor()
})

/** A plugin of nothing but data. */
const TICKETS = {
  slug_name: 'tickets',
  kinds: ['editor'],
  buttons: [{ name: 'key', sign: '⌘', insert: { before: '<kbd>', text: 'Ctrl', after: '</kbd>' } }],
  completions: [{ name: 'teams', sign: '~', items: [{ label: 'Ovens', insert: '**Ovens**' }] }],
  pastes: [{ address: 'https://tickets.example.org/browse/:key', insert: '[{key}]({address})' }],
  words: {
    en_US: { name: 'Tickets', description: 'For a test.', button_key: 'Key', completion_teams: 'Teams' },
  },
}

journey('a plugin without a script adds buttons, completions, and what addresses become', async ({ site, open }) => {
  await addPlugin(site, (await admin(site)).token, TICKETS, { 'index.js': 'export default {}' })
  const question = await ask(site, await register(site, 'Tim'), { title: 'Which ticket is this about?' })
  const page = await open(site)
  await enter(page, await register(site, 'Tia'))
  await page.goto(`/questions/${question.id}`)
  const written = () => page.locator('main [name=content]').inputValue()
  await write(page, 'content', '')
  const tools = page.getByRole('toolbar', { name: 'Formatting' })
  for (const [face, surface] of [
    ['markdown', '.cm-content'],
    ['rich', '.rich-text'],
  ] as const) {
    await page.locator(`.editor-face input[value="${face}"]`).check({ force: true })
    await page.locator(`.editor ${surface}`).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.type('~ov')
    await list(page, 'Teams').getByRole('option', { name: 'Ovens' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.type(' ')
    await pasteText(page, 'https://tickets.example.org/browse/OVEN-12?focus=1')
    const link = '[OVEN-12](https://tickets.example.org/browse/OVEN-12?focus=1)'
    await expect.poll(written).toContain(`**Ovens** ${link}`)
    // Another host's stays what it is.
    await page.keyboard.type(' ')
    await pasteText(page, 'https://example.org/browse/OVEN-12')
    await expect.poll(written).toMatch(/\)\s+<?https:\/\/example\.org\/browse\/OVEN-12>?\s*$/)
    await page.keyboard.type(' ')
    await tools.getByRole('button', { name: 'Key' }).click()
    await expect.poll(written).toMatch(/(<kbd>|&lt;kbd&gt;|\\<kbd>)Ctrl/)
    // Over words that are selected an address makes a link, as always.
    await page.keyboard.press('Control+a')
    await page.keyboard.type('this one')
    await page.keyboard.press('Control+a')
    await pasteText(page, 'https://tickets.example.org/browse/OVEN-12')
    await expect.poll(written).toMatch(/^\[this one\]\(https:\/\/tickets\.example\.org\/browse\/OVEN-12\)\s*$/)
  }
})
