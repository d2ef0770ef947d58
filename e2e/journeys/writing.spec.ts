import type { CDPSession } from 'playwright-core'
import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, draftIsStored, field, fill, holdScripts, write } from '../page.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment } from '../posts.ts'

// What is written is never lost: while the page loads, when it is left, and when one throws it away by mistake.

const throttled = async (page: WatchedPage, rate: number): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return session
}
const surface = (page: WatchedPage) => page.locator('main .cm-content').first()

journey('no letter is lost while the better surface of the editor loads on a slow machine', async ({ site, open }) => {
  const ada = await register(site, 'Ada')
  const page = await open(site)
  await enter(page, ada)
  await page.goto('/questions/ask')
  const session = await throttled(page, 6)
  const words = 'The quick brown fox jumps over the lazy dog, twice.'
  await field(page, 'content').click()
  await page.keyboard.type(words, { delay: 90 })
  // It has long been loaded, and waits for a pause.
  await surface(page).waitFor()
  expect(await surface(page).textContent()).toBe(words)
  await page.keyboard.type(' And then?', { delay: 20 })
  expect(await field(page, 'content').inputValue()).toBe(`${words} And then?`)
  expect(await surface(page).textContent()).toBe(`${words} And then?`)
  // Undo goes back beyond the moment when the surface changed.
  for (let step = 0; step < 80 && (await field(page, 'content').inputValue()) !== ''; step++)
    await page.keyboard.press('Control+z')
  expect(await field(page, 'content').inputValue()).toBe('')
  await page.keyboard.press('Control+y')
  expect(await field(page, 'content').inputValue()).not.toBe('')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
})

journey('what was typed before the scripts ran stays, and the cursor where it was', async ({ site, open }) => {
  const bea = await register(site, 'Bea')
  const page = await open(site)
  await enter(page, bea)
  await page.goto('/')
  const go = await holdScripts(page)
  await page.evaluate("location.assign('/questions/ask')")
  await page.waitForURL('**/questions/ask')
  await field(page, 'content').click()
  await page.keyboard.type('Beginning, end.')
  for (let step = 0; step < ' end.'.length; step++) await page.keyboard.press('ArrowLeft')
  go()
  await page.keyboard.type(' middle,', { delay: 60 })
  await surface(page).waitFor()
  await page.keyboard.type(' still here,', { delay: 30 })
  expect(await surface(page).textContent()).toBe('Beginning, middle, still here, end.')
  expect(await field(page, 'content').inputValue()).toBe('Beginning, middle, still here, end.')
})

journey('a draft neither takes the focus nor the words of somebody who is there before it', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Bruno'))
  const again = async () => {
    const go = await holdScripts(page)
    await page.evaluate("location.assign('/questions/ask')")
    await page.waitForURL('**/questions/ask')
    await field(page, 'title').click()
    return go
  }
  await page.goto('/questions/ask')
  await fill(page, { title: 'Who was first?' })
  await page.getByText(/^Draft saved/).waitFor()
  await page.goto('/')

  // In a field, with nothing typed yet: the draft comes, and letters are no shortcuts.
  let go = await again()
  go()
  await expect.poll(() => field(page, 'title').inputValue()).toBe('Who was first?')
  await page.keyboard.press('End')
  await page.keyboard.type(' g')
  expect(await field(page, 'title').inputValue()).toBe('Who was first? g')
  await page.getByText(/^Draft saved/).waitFor()
  await page.goto('/')

  // With a new text: it is stored without another key, and the older one is offered.
  go = await again()
  await page.keyboard.type('I was first')
  go()
  const undo = page.getByText('Undo', { exact: true })
  await undo.waitFor()
  await page.reload()
  await expect.poll(() => field(page, 'title').inputValue()).toBe('I was first')
  await page.goto('/')
  go = await again()
  await page.keyboard.type('No, I')
  go()
  await undo.click()
  await expect.poll(() => field(page, 'title').inputValue()).toBe('I was first')
  await undo.click()
  await expect.poll(() => field(page, 'title').inputValue()).toBe('No, I')
})

journey('a draft has the last words and the tags of somebody who leaves at once', async ({ site, open }) => {
  const cleo = await register(site, 'Cleo')
  const page = await open(site)
  let asked = 0
  page.on('dialog', (dialog) => {
    asked++
    void dialog.accept()
  })
  await enter(page, cleo)
  await page.goto('/questions/ask')
  await fill(page, { title: 'Which words come last?' })
  await write(page, 'content', 'These ones')
  await page.getByRole('combobox', { name: 'Tags' }).fill('support')
  await page.keyboard.press('Enter')
  // By a link, before the pause after which a draft is kept.
  await page.getByRole('link', { name: 'Journeys, home' }).click()
  await arriveAt(page, 'Questions')
  await page.goBack()
  await arriveAt(page, 'Ask a question')
  await expect.poll(() => field(page, 'title').inputValue()).toBe('Which words come last?')
  expect(await field(page, 'content').inputValue()).toBe('These ones')
  expect(await field(page, 'tags').inputValue()).toBe('support')
  await page.getByText(/^Draft saved/).waitFor()
  // By a reload.
  await write(page, 'content', 'These ones, really')
  await page.reload()
  await expect.poll(() => field(page, 'content').inputValue()).toBe('These ones, really')
  expect(await field(page, 'tags').inputValue()).toBe('support')
  expect(asked).toBe(0)
  // Nor does an address that brings a tag along make it forgotten.
  await page.goto('/questions/ask?tags=feature-request')
  await expect.poll(() => field(page, 'title').inputValue()).toBe('Which words come last?')
})

journey('a draft thrown away by mistake comes back', async ({ site, open }) => {
  const dora = await register(site, 'Dora')
  const page = await open(site)
  await enter(page, dora)
  await page.goto('/questions/ask')
  await fill(page, { title: 'Where did it go?' })
  await write(page, 'content', 'It was here a moment ago.')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect.poll(() => field(page, 'title').inputValue()).toBe('')
  await page.getByText('Draft discarded.').waitFor()
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Undo')
  await page.accessible()
  await page.getByText('Undo', { exact: true }).click()
  await expect.poll(() => field(page, 'title').inputValue()).toBe('Where did it go?')
  expect(await field(page, 'content').inputValue()).toBe('It was here a moment ago.')
  await page.reload()
  await expect.poll(() => field(page, 'content').inputValue()).toBe('It was here a moment ago.')
  // It stands apart from what sends the question.
  const apart = await page.evaluate<number>(
    "document.querySelector('.draft-note button').getBoundingClientRect().bottom - document.querySelector('main form .button-primary').getBoundingClientRect().top",
  )
  expect(Math.abs(apart)).toBeGreaterThan(60)
})

journey('a comment that was begun is there after Escape, a link and a reload', async ({ site, open }) => {
  const [eve, fred] = [await register(site, 'Eve'), await register(site, 'Fred')]
  const question = await ask(site, eve, { title: 'What did I want to say?' })
  await answer(site, fred, question.id, 'You were about to say something.')
  const mine = await comment(site, eve, question.id, 'I forget things.')
  const page = await open(site)
  page.on('dialog', (dialog) => void dialog.accept())
  await enter(page, eve)
  await page.goto(`/questions/${question.id}`)
  const comments = page.getByRole('region', { name: 'Comments on the question' })
  const box = comments.locator('textarea')
  await comments.getByRole('link', { name: 'Add a comment' }).click()
  await box.pressSequentially('It was about')
  await box.press('Escape')
  await comments.getByRole('link', { name: 'Continue your comment' }).click()
  await expect.poll(() => box.inputValue()).toBe('It was about')
  await box.pressSequentially(' the foam')
  await page.getByRole('link', { name: 'Journeys, home' }).click()
  await arriveAt(page, 'Questions')
  await page.goBack()
  await arriveAt(page, 'What did I want to say?')
  await comments.getByRole('link', { name: 'Continue your comment' }).click()
  await expect.poll(() => box.inputValue()).toBe('It was about the foam')
  await box.pressSequentially(', I think')
  await page.reload()
  await comments.getByRole('link', { name: 'Continue your comment' }).click()
  await expect.poll(() => box.inputValue()).toBe('It was about the foam, I think')
  await page.accessible()
  await comments.getByRole('button', { name: 'Comment', exact: true }).click()
  await comments.locator('.comment').getByText('the foam, I think').waitFor()
  await comments.getByRole('link', { name: 'Add a comment' }).waitFor()

  // The same with a comment's other text, and with a reply.
  const row = comments.locator(`#comment-${mine.comment_id}`)
  await row.getByRole('link', { name: 'Edit' }).click()
  await box.fill('I forget most things.')
  await page.reload()
  await row.getByRole('link', { name: 'Edit' }).click()
  await expect.poll(() => box.inputValue()).toBe('I forget most things.')
  await comments.getByRole('button', { name: 'Save' }).click()
  await comments.locator('.comment').getByText('I forget most things.').waitFor()
  await row.getByRole('link', { name: 'Reply' }).click()
  await box.pressSequentially('as one does')
  await box.press('Escape')
  await row.getByRole('link', { name: 'Continue your reply' }).click()
  await expect.poll(() => box.inputValue()).toBe('@eve as one does')
  await comments.getByRole('button', { name: 'Discard draft' }).click()
  await expect.poll(() => box.inputValue()).toBe('@eve ')
})

journey('Enter, Tab, pastes and several images do what a writer means', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Wanda'))
  await page.goto('/questions/ask')
  await field(page, 'content').click()
  await surface(page).waitFor()
  const written = () => field(page, 'content').inputValue()
  await page.keyboard.type('> wise\n\n- [x] one\n')
  await page.keyboard.press('Tab')
  await page.keyboard.type('two')
  expect(await written()).toBe('> wise\n- [x] one\n  - [ ] two')
  // Escape, then Tab leads out of the list.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await surface(page).evaluate((element) => element.contains(document.activeElement))).toBe(false)

  await surface(page).fill('see this')
  const paste = (data: Record<string, string>) =>
    surface(page).evaluate((element, given) => {
      const clipboardData = new DataTransfer()
      for (const [type, text] of Object.entries(given)) clipboardData.setData(type, text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, data)
  await page.keyboard.press('Control+a')
  await paste({ 'text/plain': 'https://example.org/' })
  expect(await written()).toBe('[see this](https://example.org/)')
  await page.keyboard.press('Control+a')
  await paste({
    'text/plain': 'a\tb\n1\t2\n',
    'text/html': '<table><tr><td>a<img src=x onerror="window.ran = 1"></td></tr></table>',
  })
  await expect.poll(written).toContain('| a | b |\n| --- | --- |\n| 1 | 2 |')
  expect(await page.evaluate('window.ran')).toBeUndefined()

  // In a table Tab goes from cell to cell, and from the last one into a new row.
  await surface(page).fill('| a | b |\n| --- | --- |\n| c | d |')
  await page.keyboard.press('Control+Home')
  for (const cell of ['', '', 'x', '', 'new']) {
    await page.keyboard.press('Tab')
    if (cell) await page.keyboard.type(cell)
  }
  expect(await written()).toBe('| a | b |\n| --- | --- |\n| x | d |\n| new |  |')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  expect(await surface(page).evaluate((element) => element.contains(document.activeElement))).toBe(false)

  await surface(page).fill('')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/v1/file', async (route) => {
    await held
    await route.fulfill({
      json: { code: 200, reason: 'base.success', msg: '', data: `${site.url}/uploads/post/a.png` },
    })
  })
  const buffer = Buffer.from('any')
  await page
    .locator('.editor input[type=file]')
    .first()
    .setInputFiles(['one', 'two'].map((name) => ({ name: `${name}.png`, mimeType: 'image/png', buffer })))
  await expect
    .poll(written)
    .toMatch(/^!\[Uploading one\.png\]\(upload:[0-9a-f]{8}\)\n!\[Uploading two\.png\]\(upload:[0-9a-f]{8}\)$/)
  await page.keyboard.type(' and words')
  await page.locator('main form button[type=submit]').last().click()
  await page.getByText('An image is still being uploaded.').waitFor()
  await surface(page).click()
  await page.keyboard.press('Control+End')
  go()
  await page.keyboard.type(' more')
  const address = `${site.url}/uploads/post/a.png`
  await expect.poll(written).toBe(`![one](${address})\n![two](${address}) and words more`)
})

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `line ${from + n}`).join('\n')

journey('a text of many lines can be pasted, typed into and posted, and changed afterwards', async ({ site, open }) => {
  const lou = await register(site, 'Lou')
  const question = await ask(site, lou, { title: 'Which texts are long enough?' })
  const page = await open(site)
  await enter(page, lou)
  await page.goto(`/questions/${question.id}`)
  const typeOn = async (from: number, to: number) => {
    await page.keyboard.press('Control+End')
    for (let line = from; line <= to; line++) await page.keyboard.type(`\nline ${line}`)
    expect(await field(page, 'content').inputValue()).toBe(lines(1, to))
  }
  await field(page, 'content').click()
  await surface(page).waitFor()
  await surface(page).evaluate(
    (element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    lines(1, 300),
  )
  await typeOn(301, 305)
  await page.getByRole('button', { name: 'Post answer' }).click()
  await page.locator('article.post', { hasText: 'line 305' }).getByRole('link', { name: 'Edit' }).click()
  await page.waitForURL('**/edit*')
  await field(page, 'content').click()
  await surface(page).waitFor()
  await typeOn(306, 340)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.locator('article.post', { hasText: 'line 340' }).waitFor()
})

journey('the tab crashes, and the text is there when the page is opened again', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Xaver'))
  await page.goto('/questions/ask')
  await fill(page, { title: 'What if everything stops?' })
  await write(page, 'content', 'I had nearly finished, and then')
  await draftIsStored(page, 'I had nearly finished, and then')
  const crashed = page.waitForEvent('crash')
  const tools = await page.context().newCDPSession(page)
  void tools.send('Page.crash').catch(() => {})
  await crashed
  const next = await page.context().newPage()
  await page.close()
  await next.goto('/questions/ask')
  await expect.poll(() => next.locator('main [name=title]').inputValue()).toBe('What if everything stops?')
  expect(await next.locator('main [name=content]').inputValue()).toBe('I had nearly finished, and then')
})

journey(
  'the disk of the server is full: that is said, and the text goes out once there is room',
  async ({ start, open }) => {
    const site = await start({ database: 'sqlite', disk: true })
    site.expect(/full/)
    const question = await ask(site, await register(site, 'Yara'), { title: 'How long may an answer be?' })
    const page = await open(site)
    page.allow(/^50\d /)
    await enter(page, await register(site, 'Zoe'))
    await page.goto(`/questions/${question.id}`)
    const long = 'As long as there is room for it. '.repeat(1500)
    await write(page, 'content', long)
    await draftIsStored(page, 'As long as there is room')
    site.turnDisk()
    await page.getByRole('button', { name: 'Post answer' }).click()
    await page.getByText('There is no room left on the server').waitFor()
    await page.accessible()
    await takePictures(page, 'disk-full')
    expect(await field(page, 'content').inputValue()).toBe(long)
    await page.reload()
    await expect.poll(() => field(page, 'content').inputValue()).toBe(long)
    site.turnDisk()
    await page.getByRole('button', { name: 'Post answer' }).click()
    await page.locator('.answer').getByText('As long as there is room').waitFor()
  },
)
