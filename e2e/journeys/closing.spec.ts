import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, heading } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment, vote } from '../posts.ts'

const tools = (page: WatchedPage) => page.getByRole('group', { name: 'Question actions' })
const more = (page: WatchedPage) => tools(page).locator('summary', { hasText: 'More actions' })
const dialog = (page: WatchedPage) => page.getByRole('dialog')
const banner = (page: WatchedPage) => page.locator('.question-notice')
const rows = (page: WatchedPage) => page.locator('.question-row-title')

/** Opens the menu and chooses from it. */
const choose = async (page: WatchedPage, word: string) => {
  await more(page).click()
  await tools(page).locator('.menu-item', { hasText: word }).first().click()
  await dialog(page).waitFor()
}
const confirm = async (page: WatchedPage, word: string) => {
  await dialog(page).getByRole('button', { name: word }).click()
  await dialog(page).waitFor({ state: 'detached' })
}

journey(
  'a question that was asked before is closed as a duplicate, leads to the other one and its answers, and is reopened',
  async ({ site, open }) => {
    const [ada, bob, boss] = [await register(site, 'Ada'), await register(site, 'Bob'), await admin(site)]
    const first = await ask(site, ada, { title: 'How long does a barley wine keep?' })
    await answer(site, bob, first.id, 'Ten years, in a cool and dark place.')
    const again = await ask(site, bob, { title: 'For how long can barley wine be kept?' })
    const page = await open(site)
    page.allow(/^400 PUT .*\/question\/status$/)
    await enter(page, boss)
    await page.goto(`/questions/${again.id}`)

    await more(page).focus()
    await page.keyboard.press('Enter')
    await tools(page).getByRole('link', { name: 'Close' }).click()
    await dialog(page).getByRole('radio', { name: 'A duplicate' }).waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('radio')
    await page.accessible()
    await takePictures(page, 'close-dialog')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('SUMMARY')

    await choose(page, 'Close')
    await dialog(page).getByRole('button', { name: 'Close question' }).click()
    await dialog(page).getByText('Please select a reason').waitFor()
    await dialog(page).getByRole('radio', { name: 'A duplicate' }).check()
    const address = dialog(page).getByLabel('Address of the other question')
    await address.fill(`${site.url}/questions/${again.id}`)
    await dialog(page).getByRole('button', { name: 'Close question' }).click()
    await dialog(page).getByText('A question can’t be a duplicate of itself.').first().waitFor()
    expect(await address.getAttribute('aria-invalid')).toBe('true')
    await takePictures(page, 'close-dialog-refused')
    // Words of its title find it.
    await address.fill('barley wine keep')
    const found = page.getByRole('option', { name: 'How long does a barley wine keep?' })
    await found.waitFor()
    await takePictures(page, 'close-dialog-found')
    await found.click()
    expect(await address.inputValue()).toMatch(new RegExp(`^/questions/${first.id}`))
    await confirm(page, 'Close question')
    await page.getByText('Question closed').waitFor()
    await banner(page).getByText('Ten years, in a cool and dark place.').waitFor()
    await takePictures(page, 'closed-as-duplicate')

    const visitor = await open(site)
    await visitor.goto(`/questions/${again.id}`)
    await visitor.getByText('This question takes no new answers').or(visitor.getByText('closed')).first().waitFor()
    await banner(visitor).getByRole('link', { name: 'How long does a barley wine keep?' }).click()
    await arriveAt(visitor, 'How long does a barley wine keep?')
    await visitor.getByRole('heading', { name: 'Linked' }).waitFor()

    await tools(page).getByRole('link', { name: 'Reopen' }).click()
    await confirm(page, 'Reopen question')
    await banner(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Your answer' }).waitFor()
  },
)

journey('without scripts closing and reopening are pages, and what was wrong is said there', async ({ site, open }) => {
  const [cyd, boss] = [await register(site, 'Cyd'), await admin(site)]
  const question = await ask(site, cyd, { title: 'Which stout goes with oysters?' })
  const page = await open(site, { scripts: false })
  page.allow(/^400 POST /)
  await enter(page, boss)
  await page.goto(`/questions/${question.id}`)
  await more(page).click()
  await tools(page).getByRole('link', { name: 'Close' }).click()
  await arriveAt(page, 'Close this question?')
  await page.accessible()
  await takePictures(page, 'close-page')
  await page.getByRole('radio', { name: 'Something else' }).check()
  await page.getByRole('button', { name: 'Close question' }).click()
  await page.getByText('Cannot be empty.').first().waitFor()
  expect(await page.getByRole('radio', { name: 'Something else' }).isChecked()).toBe(true)
  await page.getByLabel('Say why the question is closed').fill('Ask the fishmonger.')
  await page.getByRole('button', { name: 'Close question' }).click()
  await arriveAt(page, 'Which stout goes with oysters?')
  await banner(page).getByText('Ask the fishmonger.').waitFor()
  await tools(page).getByRole('link', { name: 'Reopen' }).click()
  await arriveAt(page, 'Reopen this question?')
  await page.getByRole('button', { name: 'Reopen question' }).click()
  await arriveAt(page, 'Which stout goes with oysters?')
  expect(await banner(page).count()).toBe(0)
})

journey(
  'members undelete a question they deleted themselves; what staff deleted, staff undelete',
  async ({ site, open }) => {
    const [dee, eve, boss] = [await register(site, 'Dee'), await register(site, 'Eve'), await admin(site)]
    const question = await ask(site, dee, { title: 'Is there beer without hops?' })
    const page = await open(site)
    page.allow(/^(404|410) GET /)
    await enter(page, dee)
    await page.goto(`/questions/${question.id}`)
    await tools(page).getByRole('link', { name: 'Delete' }).click()
    await confirm(page, 'Delete')
    await banner(page).waitFor()
    await takePictures(page, 'deleted-by-its-author')
    const visitor = await open(site)
    visitor.allow(/^(404|410) GET /)
    await visitor.goto(`/questions/${question.id}`)
    expect(await heading(visitor).textContent()).not.toContain('hops')
    await tools(page).getByRole('link', { name: 'Undelete' }).click()
    await confirm(page, 'Restore')
    await banner(page).waitFor({ state: 'detached' })
    await visitor.goto(`/questions/${question.id}`)
    await arriveAt(visitor, 'Is there beer without hops?')

    const given = await answer(site, eve, question.id, 'Gruit is made with herbs instead.')
    await vote(site, boss, given.id)
    const staff = await open(site)
    await enter(staff, boss)
    await staff.goto(`/questions/${question.id}`)
    const its = staff.getByRole('group', { name: 'Answer actions' })
    await its.getByRole('link', { name: 'Delete' }).click()
    await confirm(staff, 'Delete')
    await staff.getByText('Only the author and moderators see this answer.').waitFor()
    await its.getByRole('link', { name: 'Undelete' }).click()
    await confirm(staff, 'Restore')
    await staff.getByText('Only the author and moderators see this answer.').waitFor({ state: 'detached' })
    await visitor.reload()
    await visitor.getByText('Gruit is made with herbs instead.').waitFor()
  },
)

journey(
  'a pinned question leads the lists; an unlisted one is in none, and opens by its address',
  async ({ site, open }) => {
    const [fay, boss] = [await register(site, 'Fay'), await admin(site)]
    const old = await ask(site, fay, { title: 'What are the rules of this place?' })
    await ask(site, fay, { title: 'Which glass for a saison?' })
    const [page, visitor] = [await open(site), await open(site)]
    await enter(page, boss)
    await page.goto(`/questions/${old.id}`)
    await choose(page, 'Pin')
    await page.accessible()
    await takePictures(page, 'pin-dialog')
    await confirm(page, 'Pin question')
    await visitor.goto('/questions?order=newest')
    expect(await rows(visitor).first().textContent()).toContain('What are the rules of this place?')

    await more(page).click()
    expect(await tools(page).locator('.menu-item', { hasText: 'Unlist' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await choose(page, 'Unpin')
    await confirm(page, 'Unpin question')
    await choose(page, 'Unlist')
    await confirm(page, 'Unlist question')
    await banner(page).waitFor()
    await takePictures(page, 'unlisted')
    await visitor.goto('/questions?order=newest')
    expect(await rows(visitor).getByText('What are the rules of this place?').count()).toBe(0)
    await visitor.goto(`/questions/${old.id}`)
    await arriveAt(visitor, 'What are the rules of this place?')
    await choose(page, 'List')
    await confirm(page, 'List question')
    await banner(page).waitFor({ state: 'detached' })
    await visitor.goto('/questions?order=newest')
    await rows(visitor).getByText('What are the rules of this place?').waitFor()
  },
)

journey(
  'the admin finds questions and answers by their state, changes it there, and deletes permanently',
  async ({ site, open }) => {
    const [gus, hal, boss] = [await register(site, 'Gus'), await register(site, 'Hal'), await admin(site)]
    const kept = await ask(site, gus, { title: 'How is kvass brewed at home?' })
    const gone = await ask(site, gus, { title: 'How is kvass sold in the street?' })
    await answer(site, hal, kept.id, 'From dark rye bread, in three days.')
    const page = await open(site)
    await enter(page, boss)
    await page.goto('/admin/questions?filter=available')
    await arriveAt(page, 'Questions')
    await page.getByRole('searchbox', { name: 'Find questions' }).fill('kvass')
    await page.keyboard.press('Enter')
    await page.waitForURL(/query=kvass/)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
    await page.accessible()
    await takePictures(page, 'admin-questions')

    const row = page.locator('tbody tr', { hasText: 'sold in the street' })
    await row.locator('summary').click()
    await row.locator('.menu-item', { hasText: 'Delete' }).click()
    await confirm(page, 'Delete')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Deleted' }).click()
    await row.waitFor()
    await row.getByRole('link', { name: 'Undelete' }).click()
    await confirm(page, 'Restore')
    await row.waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Open' }).click()
    await row.waitFor()

    await page.goto('/admin/answers?filter=available&query=rye')
    await arriveAt(page, 'Answers')
    await takePictures(page, 'admin-answers')
    const line = page.locator('tbody tr', { hasText: 'dark rye bread' })
    const textAt = (part: string) =>
      line.locator(part).evaluate((box) => {
        const words = document.createRange()
        words.selectNodeContents(box)
        return words.getBoundingClientRect().left
      })
    expect(await textAt('.content-excerpt')).toBeCloseTo(await textAt('.content-title > a'), 0)
    await line.locator('summary').click()
    await line.locator('.menu-item', { hasText: 'Delete' }).click()
    await confirm(page, 'Delete')
    await page.goto('/admin/answers?filter=deleted')
    await line.waitFor()
    await page.accessible()
    await page.getByRole('button', { name: 'Delete all of them permanently' }).click()
    await takePictures(page, 'admin-erase')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
    expect(
      await page
        .getByRole('button', { name: 'Delete all of them permanently' })
        .evaluate((element) => element === document.activeElement),
    ).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Yes, delete all' }).click()
    await page.getByText('Everything deleted is now gone permanently.').waitFor()
    await line.waitFor({ state: 'detached' })

    await page.goto(`/questions/${gone.id}`)
    await tools(page).getByRole('link', { name: 'Delete' }).click()
    await confirm(page, 'Delete')
    await banner(page).waitFor()
    await choose(page, 'Delete permanently')
    await page.accessible()
    await takePictures(page, 'erase-dialog')
    await dialog(page).getByRole('button', { name: 'Delete permanently' }).click()
    await page.waitForURL(`${site.url}/`)
    page.allow(/^(404|410) GET /)
    await page.goto(`/questions/${gone.id}`)
    expect(await heading(page).textContent()).not.toContain('kvass')
  },
)

journey(
  'of several that the admin deletes permanently, one has come back in the meantime: that one stays, and is named',
  async ({ site, open }) => {
    const [ida, boss] = [await register(site, 'Ida'), await admin(site)]
    const gone: { id: string; title: string }[] = []
    for (const title of ['Is mead a beer?', 'Is cider a beer?', 'Is sake a beer?'])
      gone.push(await ask(site, ida, { title }))
    const set = (id: string, status: string) =>
      site.call('PUT', '/answer/admin/api/question/status', { token: boss.token, body: { question_id: id, status } })
    for (const { id } of gone) await set(id, 'deleted')
    const page = await open(site)
    await enter(page, boss)
    await page.goto('/admin/questions?filter=deleted&query=a+beer')
    for (const { title } of gone) await page.getByRole('checkbox', { name: title }).check()
    await page.getByText('3 selected').waitFor()
    await takePictures(page, 'admin-deleted')
    await set(gone[1]!.id, 'available')
    await page.getByLabel('What to do').selectOption('Delete permanently')
    await page.getByRole('button', { name: 'Go on with these' }).click()
    await arriveAt(page, 'Delete permanently')
    await page.accessible()
    await takePictures(page, 'admin-erase-some')
    await page.getByRole('button', { name: 'Delete 3 permanently' }).click()
    await page.getByText('2 deleted permanently.').waitFor()
    await page.getByText('Is cider a beer?: This has to be deleted first.').waitFor()
    await page.goto('/admin/questions?filter=deleted&query=a+beer')
    await page.getByText('No questions here').waitFor()
  },
)

journey(
  'the admin lets a waiting question through from the list, and a moderator an answer from its page',
  async ({ site, open }) => {
    const boss = await admin(site)
    const review = (hold_first_posts: boolean) =>
      site.call('PUT', '/answer/admin/api/siteinfo/review', {
        token: boss.token,
        body: { hold_first_posts, first_posts: 5 },
      })
    const jo = await register(site, 'Jo')
    const shown = await ask(site, boss, { title: 'Which malt is the palest?' })
    await review(true)
    const held = await ask(site, jo, { title: 'Which hop is the mildest?' })
    await answer(site, jo, shown.id, 'Pilsner malt is the palest there is.')
    await review(false)
    const page = await open(site)
    await enter(page, boss)
    await page.goto('/admin/questions?filter=pending')
    await page
      .locator('tbody tr', { hasText: 'Which hop is the mildest?' })
      .getByRole('link', { name: 'Approve' })
      .click()
    await takePictures(page, 'admin-pending')
    await confirm(page, 'Approve')
    await page.locator('tbody tr', { hasText: 'Which hop is the mildest?' }).waitFor({ state: 'detached' })
    const visitor = await open(site)
    await visitor.goto(`/questions/${held.id}`)
    await arriveAt(visitor, 'Which hop is the mildest?')
    await page.goto(`/questions/${shown.id}`)
    await page.getByRole('group', { name: 'Answer actions' }).getByRole('link', { name: 'Approve' }).click()
    await confirm(page, 'Approve')
    await page.getByText('Waiting for review').waitFor({ state: 'detached' })
    await visitor.goto(`/questions/${shown.id}`)
    await visitor.getByText('Pilsner malt is the palest there is.').waitFor()
  },
)

journey('a comment is deleted by a dialog, which Escape closes; without scripts by a fold', async ({ site, open }) => {
  const kim = await register(site, 'Kim')
  const question = await ask(site, kim, { title: 'Why is wheat beer cloudy?' })
  for (const text of ['It is the yeast, I believe.', 'Or the wheat, who knows.'])
    await comment(site, kim, question.id, text)
  const page = await open(site)
  await enter(page, kim)
  await page.goto(`/questions/${question.id}`)
  const button = page.locator('.comment', { hasText: 'It is the yeast' }).getByRole('button', { name: 'Delete' })
  await button.click()
  await dialog(page).waitFor()
  await page.accessible()
  await takePictures(page, 'delete-comment-dialog')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await button.click()
  await confirm(page, 'Delete')
  await page.getByText('It is the yeast').waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Add a comment')

  const plain = await open(site, { scripts: false })
  await enter(plain, kim)
  await plain.goto(`/questions/${question.id}`)
  const its = plain.locator('.comment', { hasText: 'Or the wheat' })
  await its.locator('summary', { hasText: 'Delete' }).click()
  await its.getByRole('button', { name: 'Delete' }).click()
  await plain.getByText('Or the wheat').waitFor({ state: 'detached' })
})
