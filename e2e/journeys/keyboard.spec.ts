import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, heading, pathOf } from '../page.ts'
import { logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask } from '../posts.ts'

const focused = (page: WatchedPage) =>
  page.evaluate<string>(
    'document.activeElement.textContent.trim() || document.activeElement.name || document.activeElement.tagName',
  )

journey('somebody without a mouse finds the keys, searches and walks through lists', async ({ site, open }) => {
  const page = await open(site)
  await page.goto('/')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await page.accessible()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' })

  await page.keyboard.down('j')
  await expect.poll(() => focused(page)).toBe(await page.locator('.question-row-title a').nth(0).textContent())
  // Held down, it goes on walking.
  await page.keyboard.down('j')
  await page.keyboard.up('j')
  await expect.poll(() => focused(page)).toBe(await page.locator('.question-row-title a').nth(1).textContent())
  const title = await page.locator('.question-row-title a').nth(0).textContent()
  await page.keyboard.press('k')
  await expect.poll(() => focused(page)).toBe(title)
  await page.keyboard.press('Enter')
  await expect.poll(() => heading(page).textContent()).toBe(title)

  await page.keyboard.press('/')
  await expect.poll(() => focused(page)).toBe('q')
  // In a field the keys are letters.
  await page.keyboard.type('jk?/ reputation')
  expect(await page.getByRole('banner').locator('input[name=q]').inputValue()).toBe('jk?/ reputation')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('reputation')
  await page.keyboard.press('Enter')
  await arriveAt(page, 'Search')
  await page.locator('.result').first().waitFor()
  await page.getByRole('main').focus()
  await page.keyboard.press('j')
  await expect.poll(() => focused(page)).toBe(await page.locator('.result-title a').first().textContent())
})

journey('the first stop of the Tab key leads past the header, and focus can always be seen', async ({ site, open }) => {
  const page = await open(site)
  await page.goto('/tags')
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to the content')
  expect(await page.getByRole('link', { name: 'Skip to the content' }).isVisible()).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
  for (let stop = 0; stop < 9; stop++) {
    await page.keyboard.press('Tab')
    const seen = await page.evaluate<boolean>(`(() => {
      const element = document.activeElement
      const around = [element, element.closest('label, .search-box, .segmented')].filter(Boolean)
      return around.some((one) => { const style = getComputedStyle(one); return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== 'none' })
    })()`)
    expect(seen, await focused(page)).toBe(true)
  }
})

journey('a member logs in, opens the menu and answers with the keyboard alone', async ({ site, open }) => {
  const [ada, ben] = [await register(site, 'Ada'), await register(site, 'Ben')]
  const question = await ask(site, ada, { title: 'Can this be done without a mouse?' })
  await answer(site, ada, question.id, 'That is what I ask.')
  const page = await open(site)
  await page.goto('/users/login')
  await page.locator('input[name=e_mail]').focus()
  await page.keyboard.type(ben.e_mail)
  while ((await focused(page)) !== 'pass') await page.keyboard.press('Tab')
  await page.keyboard.type(ben.pass)
  await page.keyboard.press('Enter')
  await arriveAt(page, 'Questions')

  await page.locator('summary[title="Your menu, Ben"]').focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe('Profile')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => focused(page)).toBe('Settings')
  await page.keyboard.press('Escape')
  expect(await page.evaluate('document.activeElement.title')).toBe('Your menu, Ben')

  await page.goto(`/questions/${question.id}`)
  await page.keyboard.press('j')
  await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('answer')
  await page.locator('textarea[name=content]').focus()
  await page.locator('.cm-content').waitFor()
  await page.keyboard.type('It can, ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('easily')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.locator('.answer strong').getByText('easily').waitFor()
  expect(pathOf(page)).toMatch(new RegExp(`^/questions/${question.id}/`))
})

journey('a member who has opened something closes it with Escape and is where they were', async ({ site, open }) => {
  const page = await open(site)
  await logIn(page, await register(site, 'Cleo'))
  await page.goto('/')
  const time = page.locator('summary[title="At any time"]')
  await time.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'In the last week' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'In the last week' }).waitFor({ state: 'hidden' })
  expect(await page.evaluate('document.activeElement.title')).toBe('At any time')
})

journey('every key does what the list under ? says, and all can be switched off', async ({ site, open }) => {
  const [dora, emil] = [await register(site, 'Dora'), await register(site, 'Emil')]
  const question = await ask(site, dora, { title: 'Which keys are there on this site?' })
  await answer(site, dora, question.id, 'Press the question mark to see them.')
  const page = await open(site)
  await logIn(page, emil)
  await page.goto('/')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await arriveAt(page, 'Tags')
  expect(await focused(page)).toBe('Tags')
  await page.keyboard.press('g')
  await page.keyboard.press('u')
  await arriveAt(page, 'Users')

  await page.goto(`/questions/${question.id}`)
  await page.keyboard.press('b')
  await page.locator('.question [data-key=b][aria-pressed=true]').waitFor()
  // Held down, it acts once.
  await page.keyboard.down('f')
  await page.keyboard.down('f')
  await page.keyboard.up('f')
  await page.locator('.question [data-key=f][aria-pressed=true]').waitFor()
  await page.keyboard.press('c')
  await page.locator('.question textarea').waitFor()
  await page.keyboard.type('That is a good question, u and d.')
  await page.keyboard.press('Control+Enter')
  await page.locator('.question .comment').waitFor()
  // Where the form was, the focus would be lost: it is on the new comment.
  await expect.poll(() => focused(page)).toContain('That is a good question, u and d.')
  expect(await page.locator('.question [data-key=f][aria-pressed=true]').count()).toBe(1)
  await page.keyboard.press('a')
  await page.locator('.cm-content').waitFor()
  await page.keyboard.type('An answer')
  await page.keyboard.press('Escape')
  await page.getByRole('main').focus()

  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByText('Go to notifications').waitFor()
  await takePictures(page, 'shortcuts')
  await list.getByRole('switch', { name: 'Use keyboard shortcuts' }).uncheck()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.getByRole('main').focus()
  await page.keyboard.press('b')
  await page.keyboard.press('?')
  expect(await page.locator('.question [data-key=b][aria-pressed=true]').count()).toBe(1)
  expect(await list.count()).toBe(0)
  const other = await page.context().newPage()
  await other.goto(`${page.site}/users/settings/interface`)
  await expect.poll(() => other.getByRole('switch', { name: 'Use keyboard shortcuts' }).isChecked()).toBe(false)
  await other.close()
})

journey(
  'what is typed after / is searched for, though the other keys are still on their way',
  async ({ site, open }) => {
    const [fay, gus] = [await register(site, 'Fay'), await register(site, 'Gus')]
    const question = await ask(site, fay, { title: 'Does a slow line press keys that nobody meant?' })
    const page = await open(site)
    await logIn(page, gus)
    await page.goto(`/questions/${question.id}`)
    const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(/shortcut-list/, async (route) => {
      asked.resolve()
      await sent.promise
      await route.continue()
    })
    const box = page.getByRole('banner').locator('input[name=q]')
    await page.keyboard.type('b/bufd')
    expect(await box.inputValue()).toBe('bufd')
    await asked.promise
    // Back out of the field: no key from before counts.
    await box.blur()
    sent.resolve()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await page.locator('[data-key][aria-pressed=true]').count()).toBe(0)
  },
)

journey('after a move to another page the focus is on its heading', async ({ site, open }) => {
  const page = await open(site)
  await page.goto('/')
  await page.getByRole('link', { name: 'Tags', exact: true }).first().focus()
  await page.keyboard.press('Enter')
  await arriveAt(page, 'Tags')
  expect(await page.evaluate('document.activeElement.tagName')).toBe('H1')
  await page.locator('h1').blur()
})
