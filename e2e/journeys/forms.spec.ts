import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { arriveAt, field, fill, isWrong, pathOf, send, write } from '../page.ts'
import { enter, logIn, nextMail, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'

journey('a password is never cut: one that is too long is said to be while it is typed', async ({ site, open }) => {
  const page = await open(site)
  await page.goto('/users/register')
  const long = 'a password of more than thirty-two characters'
  await fill(page, { name: 'Ada', e_mail: 'ada@example.com' })
  await field(page, 'pass').pressSequentially(long)
  expect(await field(page, 'pass').inputValue()).toBe(long)
  await page.getByText(`${long.length - 32} characters too many`).waitFor()
  expect(await isWrong(page, 'pass')).toBe(true)
  await page.accessible()
  await takePictures(page, 'too-long')
  page.allow(/^400 POST .*\/user\/register\/email$/)
  await send(page)
  await page.getByRole('alert').waitFor()
  expect(pathOf(page)).toBe('/users/register')

  // Thirty-two characters as people count them, though each is two for a computer.
  const pass = '🍺'.repeat(32)
  await field(page, 'pass').fill(pass)
  expect(await isWrong(page, 'pass')).toBe(false)
  await send(page)
  await arriveAt(page, 'Almost there')
  const stranger = await open(site)
  await logIn(stranger, { e_mail: 'ada@example.com', pass })
  expect(pathOf(stranger)).toBe('/users/account-activation')
})

journey('no field of the site swallows a letter', async ({ site, open }) => {
  const ben = await register(site, 'Ben')
  const page = await open(site)
  for (const address of ['/users/register', '/users/login', '/search']) {
    await page.goto(address)
    expect(await page.locator('[maxlength]').count(), address).toBe(0)
  }
  const words = 'very long words '.repeat(40).trim()
  await page.goto('/search')
  await page.locator('main input[name=q]').fill(words)
  await page.locator('main input[name=q]').press('Enter')
  await page.getByText('A search can have up to 500 characters').waitFor()
  expect(await page.locator('main input[name=q]').inputValue()).toBe(words)
  await enter(page, ben)
  for (const address of ['/questions/ask', '/users/settings/profile', '/users/settings/account']) {
    await page.goto(address)
    expect(await page.locator('[maxlength]').count(), address).toBe(0)
  }
})

journey(
  'what was wrong is no longer said once it is corrected, and Enter in the title sends nothing',
  async ({ site, open }) => {
    const cleo = await register(site, 'Cleo')
    const page = await open(site)
    await enter(page, cleo)
    await page.goto('/questions/ask')
    await field(page, 'title').fill('Beer')
    await field(page, 'title').press('Enter')
    expect(await page.getByRole('alert').count()).toBe(0)
    await write(page, 'content', 'Why?')
    page.allow(/^400 POST .*\/api\/v1\/question$/)
    await send(page)
    await page.getByRole('alert').getByText('3 problems to fix').waitFor()
    // Not yet long enough: it is still said.
    await field(page, 'title').fill('Beers')
    expect(await isWrong(page, 'title')).toBe(true)
    await field(page, 'title').fill('Why is beer brown?')
    await expect.poll(() => isWrong(page, 'title')).toBe(false)
    await write(page, 'content', 'It is made of yellow barley.')
    await expect.poll(() => isWrong(page, 'content')).toBe(false)
    await page.getByRole('alert').getByText('One problem to fix').waitFor()
    await page.getByRole('combobox', { name: 'Tags' }).fill('support')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    expect(await page.locator('.field-error').count()).toBe(0)
    await send(page)
    await arriveAt(page, 'Why is beer brown?')
  },
)

journey(
  'a visitor who votes is told why to log in, and comes back to the button from another device',
  async ({ site, open }) => {
    const dora = await register(site, 'Dora')
    const question = await ask(site, dora, { title: 'Who may vote here?' })
    const page = await open(site)
    await page.goto(`/questions/${question.id}`)
    await page
      .getByRole('link', { name: /^Vote up/ })
      .first()
      .click()
    await page.getByText('Log in to vote.').waitFor()
    await takePictures(page, 'why-log-in')
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
    await page.getByText('Log in to vote.').waitFor()
    await page.ready()
    await fill(page, { name: 'Eve', e_mail: 'eve@example.com', pass: 'eve-password-1' })
    await send(page)
    await arriveAt(page, 'Almost there')
    await page.getByText('eve@example.com').waitFor()
    await page.getByRole('link', { name: 'A wrong address? Change it' }).waitFor()
    const mail = await nextMail(site, 'eve@example.com')
    const elsewhere = await open(site)
    await elsewhere.goto(mail.links.find((link) => link.includes('code='))!)
    await elsewhere.getByRole('main').getByRole('button').click()
    await elsewhere.getByRole('main').getByRole('link', { name: 'Back to the page you came from' }).click()
    await arriveAt(elsewhere, 'Who may vote here?')
    expect(new URL(elsewhere.url()).hash).toBe(`#vote-up-${question.id}`)
    const button = elsewhere.locator(`#vote-up-${question.id}`)
    expect(await button.evaluate((element) => document.activeElement === element || element.matches(':target'))).toBe(
      true,
    )
    await button.press('Enter')
    // Somebody new may not vote yet, and is told what it takes.
    await elsewhere.locator('.toast').getByText('You need 8 reputation to do this.').waitFor()

    for (const [address, why] of Object.entries({
      '/questions/ask': 'Log in to ask your question.',
      [`/questions/${question.id}?comment=${question.id}`]: 'Log in to comment.',
      [`/questions/${question.id}#write-answer`]: 'Log in to write an answer.',
    })) {
      const stranger = await open(site)
      await stranger.goto(`/users/login?from=${encodeURIComponent(address)}`)
      await stranger.getByText(why).waitFor()
    }
  },
)

journey('the editor opens on writing, shows both where there is room, and remembers it', async ({ site, open }) => {
  const fay = await register(site, 'Fay')
  const question = await ask(site, fay, { title: 'How wide is an answer?' })
  const page = await open(site)
  await enter(page, fay)
  await page.goto(`/questions/${question.id}`)
  const views = page.locator('.editor').first()
  await views.getByText('Write', { exact: true }).waitFor()
  expect(await views.getByText('Both', { exact: true }).count()).toBe(0)
  expect(await views.getAttribute('data-view')).toBe('write')
  await page.goto('/questions/ask')
  expect(await views.getAttribute('data-view')).toBe('write')
  await write(page, 'content', 'Some *words* to look at.')
  await views.getByRole('radio', { name: 'Both' }).check()
  await views.locator('.editor-preview em').getByText('words').waitFor()
  // Sixty characters each.
  const [source, preview] = await Promise.all(
    ['.editor-source:not([hidden])', '.editor-preview'].map((part) =>
      views
        .locator(part)
        .first()
        .evaluate((element) => element.clientWidth),
    ),
  )
  expect(Math.min(source!, preview!)).toBeGreaterThan(60 * 7.8)
  await page.accessible()
  await takePictures(page, 'editor-both')
  // Both show the same part: who scrolls one takes the other along, in either face.
  await write(page, 'content', Array.from({ length: 120 }, (_, n) => `Paragraph ${n}`).join('\n\n'))
  await views.locator('.editor-preview').getByText('Paragraph 119').waitFor({ state: 'attached' })
  const choose = (face: string) => views.locator(`.editor-face input[value=${face}]`).check({ force: true })
  for (const [face, surface] of [
    ['markdown', '.editor-code'],
    ['rich', '.editor-rich'],
  ] as const) {
    await choose(face)
    await views.locator(surface).waitFor()
    const shares = () =>
      Promise.all(
        ['.editor-source:not([hidden])', '.editor-preview'].map((part) =>
          views
            .locator(part)
            .first()
            .evaluate((box) => Math.round((100 * box.scrollTop) / (box.scrollHeight - box.clientHeight))),
        ),
      )
    const scroll = (part: string, share: number) =>
      views
        .locator(part)
        .first()
        .evaluate((box, to) => box.scrollTo(0, to * (box.scrollHeight - box.clientHeight)), share)
    await scroll('.editor-source:not([hidden])', 1)
    await expect.poll(shares).toEqual([100, 100])
    await scroll('.editor-preview', 0.5)
    await expect.poll(shares).toEqual([50, 50])
    await scroll('.editor-preview', 0)
    await expect.poll(shares).toEqual([0, 0])
    // So does a preview that wasn't there before.
    await views.getByRole('radio', { name: 'Write', exact: true }).check()
    await scroll('.editor-source:not([hidden])', 1)
    await views.getByRole('radio', { name: 'Both' }).check()
    await expect.poll(shares).toEqual([100, 100])
  }
  await choose('markdown')
  await page.reload()
  await expect.poll(() => views.getAttribute('data-view')).toBe('both')
  await page.setViewportSize({ width: 900, height: 900 })
  await expect.poll(() => views.getAttribute('data-view')).toBe('write')
})

journey('near the limit a text says how many characters and words it has', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Gwen'))
  await page.goto('/questions/ask')
  await write(page, 'content', 'ale '.repeat(10_000))
  const count = page.getByText(/of 65,535 · /)
  await page.waitForTimeout(300)
  expect(await count.count()).toBe(0)
  await write(page, 'content', 'ale '.repeat(16_000))
  await expect.poll(() => count.textContent()).toBe('64,000 of 65,535 · 16,000 words')
  await page.locator('.editor-face input[value=rich]').first().check({ force: true })
  await page.locator('.rich-text').first().waitFor()
  await count.waitFor()
})

journey('on a phone the plain field stays, and its toolbar scrolls under the thumb', async ({ site, open }) => {
  const page = await open(site, { width: 390 })
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await enter(page, await register(site, 'Hedda'))
  await page.goto('/questions/ask')
  expect(await page.evaluate("matchMedia('(pointer: coarse)').matches")).toBe(true)
  await field(page, 'content').fill('some words')
  await field(page, 'content').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(5, 10))
  const bar = page.getByRole('toolbar', { name: 'Formatting' }).first()
  for (const button of await bar.getByRole('button').all()) {
    const { width, height } = (await button.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
  }
  expect(await bar.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
  await bar.getByRole('button', { name: 'Undo' }).scrollIntoViewIfNeeded()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await bar.getByRole('button', { name: 'Bold' }).click()
  expect(await field(page, 'content').inputValue()).toBe('some **words**')
  await bar.getByRole('button', { name: 'Undo' }).click()
  expect(await field(page, 'content').inputValue()).toBe('some words')
  expect(await page.locator('.cm-content, .rich-text').count()).toBe(0)
})
