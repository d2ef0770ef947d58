import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { isLoggedIn, pathOf } from '../page.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment } from '../posts.ts'

const onQuestion = (page: WatchedPage) => page.getByRole('region', { name: 'Comments on the question' })
const rows = (page: WatchedPage) => onQuestion(page).locator('.comment')
const box = (page: WatchedPage) => onQuestion(page).locator('textarea')

journey('a member comments and mentions somebody, whose name is completed while typing', async ({ site, open }) => {
  const [ada, ben, bella] = [await register(site, 'Ada'), await register(site, 'Ben'), await register(site, 'Bella')]
  const question = await ask(site, ada, { title: 'Where is the oldest brewery?' })
  const page = await open(site)
  await enter(page, ben)
  await page.goto(`/questions/${question.id}`)
  await onQuestion(page).getByRole('link', { name: 'Add a comment' }).click()
  await box(page).pressSequentially('Maybe @be')
  await page.getByRole('option', { name: /Bella/ }).waitFor()
  await page.accessible()
  await takePictures(page, 'mention')
  await page.getByRole('option', { name: /Bella/ }).click()
  expect(await box(page).inputValue()).toBe('Maybe @bella ')
  await box(page).pressSequentially('knows?')
  await onQuestion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await rows(page).getByText('knows?').waitFor()
  expect(await box(page).count()).toBe(0)
  await rows(page).getByRole('link', { name: '@bella' }).click()
  await expect.poll(() => pathOf(page)).toBe(`/users/${bella.username}`)
  await page.getByRole('heading', { level: 1, name: 'Bella' }).waitFor()
})

journey('a comment is replied to, mended, voted up and deleted', async ({ site, open }) => {
  const [cleo, dan] = [await register(site, 'Cleo'), await register(site, 'Dan')]
  const question = await ask(site, cleo, { title: 'Why is there foam at all?' })
  await comment(site, dan, question.id, 'Proteins, I would say.')
  const page = await open(site)
  await enter(page, cleo)
  await page.goto(`/questions/${question.id}`)

  await rows(page).first().getByRole('button', { name: 'Vote up this comment' }).click()
  await rows(page).first().getByRole('button', { name: 'Vote up this comment, 1 so far', pressed: true }).waitFor()
  await rows(page).first().getByRole('link', { name: 'Reply' }).click()
  expect(await box(page).inputValue()).toBe('@dan ')
  await box(page).press('End')
  await box(page).pressSequentially('which ones?')
  await box(page).press('Control+Enter')
  await rows(page).getByText('which ones?').waitFor()
  expect(await rows(page).nth(1).getAttribute('data-depth')).toBe('1')

  await rows(page).nth(1).getByRole('link', { name: 'Edit' }).click()
  await box(page).fill('@dan which ones exactly?')
  await onQuestion(page).getByRole('button', { name: 'Save' }).click()
  await rows(page).getByText('which ones exactly?').waitFor()
  await rows(page).nth(1).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByText('Delete this comment?').waitFor()
  await page.accessible()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => rows(page).count()).toBe(1)

  // Escape and "Cancel" leave everything as it was.
  await onQuestion(page).getByRole('link', { name: 'Add a comment' }).click()
  await box(page).press('Escape')
  expect(await box(page).count()).toBe(0)
  const focused = () => page.evaluate('document.activeElement.textContent')
  expect(await focused()).toBe('Add a comment')
  await rows(page).first().getByRole('link', { name: 'Reply' }).click()
  await onQuestion(page).getByRole('button', { name: 'Cancel' }).click()
  expect(await focused()).toBe('Reply')
  // Somebody else's comment takes no focus from somebody who gave up their own.
  await comment(site, dan, question.id, 'Never mind.')
  expect(await focused()).toBe('Reply')
})

journey('of many comments a few show at first, and all on demand', async ({ site, open }) => {
  const [eve, fred] = [await register(site, 'Eve'), await register(site, 'Fred')]
  const question = await ask(site, eve, { title: 'Can you say that in short?' })
  for (let number = 1; number <= 6; number++)
    await comment(site, number % 2 ? eve : fred, question.id, `Remark number ${number}`)
  for (const scripts of [true, false]) {
    const page = await open(site, { scripts })
    await page.goto(`/questions/${question.id}`)
    expect(await rows(page).count()).toBe(3)
    await onQuestion(page).getByText('Show 3 more comments').click()
    await expect.poll(() => rows(page).count(), { message: `scripts: ${scripts}` }).toBe(6)
    expect(await rows(page).last().textContent()).toContain('Remark number 6')
  }
})

journey('a comment that is too short is not sent, and one that is refused is not lost', async ({ site, open }) => {
  const [gus, hal] = [await register(site, 'Gus'), await register(site, 'Hal')]
  const question = await ask(site, gus, { title: 'Does this comment count?' })
  const given = await answer(site, hal, question.id, 'It does, I suppose.')
  const page = await open(site)
  await enter(page, hal)
  await page.goto(`/questions/${question.id}`)
  page.allow(/^400 POST .*\/api\/v1\/comment$/)
  await onQuestion(page).getByRole('link', { name: 'Add a comment' }).click()
  await box(page).fill('a')
  await onQuestion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await onQuestion(page).locator('.field-error').waitFor()
  expect(await box(page).inputValue()).toBe('a')
  await box(page).fill('   ')
  await onQuestion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await onQuestion(page).locator('.field-error').waitFor()
  await page.accessible()
  expect(await box(page).inputValue()).toBe('   ')
  await box(page).fill('It does, then.')
  await onQuestion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await rows(page).getByText('It does, then.').waitFor()

  const onAnswer = page.getByRole('region', { name: 'Comments on answer 1, by Hal' })
  await onAnswer.getByRole('link', { name: 'Add a comment' }).click()
  await onAnswer.locator('textarea').fill('And here as well.')
  await onAnswer.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.locator(`#answer-${given.id} .comment`).getByText('And here as well.').waitFor()
})

journey(
  'an anonymous visitor who wants to comment is led to the login and back to the open form',
  async ({ site, open }) => {
    const [ina, jack] = [await register(site, 'Ina'), await register(site, 'Jack')]
    const question = await ask(site, ina, { title: 'May I say something here?' })
    const page = await open(site)
    await page.goto(`/questions/${question.id}`)
    await onQuestion(page).getByRole('link', { name: 'Add a comment' }).click()
    await page.waitForURL(/\/users\/login/)
    await page.ready()
    await page.locator('input[name=e_mail]').fill(jack.e_mail)
    await page.locator('input[name=pass]').fill(jack.pass)
    // What is typed before the script of the form has come stays.
    const typed = Promise.withResolvers<void>()
    await page.route(/\/assets\/comment-form-[^/]*\.js$/, async (route) => {
      await typed.promise
      await route.continue()
    })
    await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
    await box(page).fill('You may.')
    await page.ready()
    typed.resolve()
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('original_text')
    expect(await box(page).inputValue()).toBe('You may.')
    await onQuestion(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await rows(page).getByText('You may.').waitFor()
  },
)

journey('commenting, replying, mending and deleting work without JavaScript', async ({ site, open }) => {
  const [kit, liv] = [await register(site, 'Kit'), await register(site, 'Liv')]
  const question = await ask(site, kit, { title: 'How plain can a page be?' })
  await comment(site, kit, question.id, 'Quite plain, I hope.')
  const page = await open(site, { scripts: false })
  await enter(page, liv)
  await page.goto('/')
  expect(await isLoggedIn(page, 'Liv')).toBe(true)
  await page.goto(`/questions/${question.id}`)
  await onQuestion(page).getByRole('link', { name: 'Add a comment' }).click()
  await box(page).fill('As plain as @kit likes it.')
  await onQuestion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await rows(page).nth(1).getByRole('link', { name: '@kit' }).waitFor()
  await rows(page).first().getByRole('link', { name: 'Reply' }).click()
  await page.accessible()
  await box(page).fill('@kit so do I.')
  await onQuestion(page).getByRole('button', { name: 'Reply' }).click()
  await rows(page).getByText('so do I.').waitFor()
  await rows(page).nth(1).getByRole('link', { name: 'Edit' }).click()
  await box(page).fill('@kit so do we all.')
  await onQuestion(page).getByRole('button', { name: 'Save' }).click()
  await rows(page).getByText('so do we all.').waitFor()
  await rows(page).nth(1).locator('summary').click()
  await rows(page).nth(1).getByRole('button', { name: 'Delete' }).click()
  expect(await rows(page).count()).toBe(2)
  await rows(page).first().getByRole('button', { name: 'Vote up this comment' }).click()
  await rows(page).first().getByRole('button', { name: 'Vote up this comment, 1 so far', pressed: true }).waitFor()

  // What was refused is in the form again, and why stands beside it.
  await onQuestion(page).getByRole('link', { name: 'Add a comment' }).click()
  await box(page).fill('  ')
  await onQuestion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await page.locator('.comment-form .field-error').waitFor()
  expect(await box(page).getAttribute('aria-invalid')).toBe('true')
  expect(await box(page).inputValue()).toBe('  ')
})
