import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, draftIsStored, field, fill, write } from '../page.ts'
import { admin, enter, register, type TestUser } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask, comment } from '../posts.ts'
import type { Site } from '../site.ts'

const served = async (site: Site, { token }: TestUser, name: string) =>
  JSON.stringify(await site.call('GET', `/answer/api/v1/user/draft?name=${name}`, { token }))
/** Within ten seconds of typing, says the page; the machine of the tests may be slow. */
const isServed = async (site: Site, user: TestUser, name: string, words: string) => {
  await expect.poll(() => served(site, user, name), { timeout: 20_000 }).toContain(words)
}
const textOf = async (page: WatchedPage, name: string) => field(page, name).first().inputValue()

journey('a question begun at one device is finished at another', async ({ site, open }) => {
  const zoe = await register(site, 'Zoe')
  const [desk, train] = [await open(site), await open(site)]
  await enter(desk, zoe)
  await enter(train, zoe)
  await desk.goto('/questions/ask')
  await desk.ready()
  await fill(desk, { title: 'How is a decoction done?' })
  await write(desk, 'content', 'I read of three steps.')
  await isServed(site, zoe, 'question', 'three steps')
  await desk.getByText(/^Draft saved,/).waitFor()
  await takePictures(desk, 'draft-saved')

  await train.goto('/questions/ask')
  await expect.poll(() => textOf(train, 'title')).toBe('How is a decoction done?')
  expect(await textOf(train, 'content')).toBe('I read of three steps.')
  await write(train, 'content', 'I read of three steps, and boiling.')
  await isServed(site, zoe, 'question', 'boiling')

  // Back at the desk the newer text is shown, and the one of this device can be had.
  await desk.reload()
  await expect.poll(() => textOf(desk, 'content')).toBe('I read of three steps, and boiling.')
  await desk.getByText('There is another text from another device.').waitFor()
  await desk.accessible()
  await takePictures(desk, 'draft-elsewhere')
  await desk.getByRole('button', { name: 'Show the other text' }).click()
  await expect.poll(() => textOf(desk, 'content')).toBe('I read of three steps.')
  await desk.getByRole('button', { name: 'Show the other text' }).click()
  await expect.poll(() => textOf(desk, 'content')).toBe('I read of three steps, and boiling.')
  await isServed(site, zoe, 'question', 'boiling')

  await train.getByRole('combobox', { name: 'Tags' }).fill('support')
  await train.getByRole('combobox', { name: 'Tags' }).press('Enter')
  await train.getByRole('button', { name: 'Post question' }).click()
  await arriveAt(train, 'How is a decoction done?')
  expect(await served(site, zoe, 'question')).toBe('null')
  await desk.goto('/questions/ask')
  await expect.poll(() => textOf(desk, 'title')).toBe('')
})

journey('one’s drafts are listed in the profile, for oneself alone', async ({ site, open }) => {
  const [abe, bea] = [await register(site, 'Abe'), await register(site, 'Bea')]
  const question = await ask(site, abe, { title: 'Does beer need hops?' })
  const said = await comment(site, abe, question.id, 'Gruit does without.')
  const page = await open(site)
  await enter(page, bea)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', 'Not before the ninth century.')
  await page.getByRole('link', { name: 'Reply' }).click()
  await page.locator('.comment-form textarea').fill('With bog myrtle?')
  await isServed(site, bea, `answer:${question.id}`, 'ninth century')
  await isServed(site, bea, `reply:${(said as { comment_id: string }).comment_id}`, 'bog myrtle')

  await page.goto(`/users/${bea.username}/drafts`)
  await page.getByText('Not before the ninth century.').waitFor()
  await page.getByText('With bog myrtle?').waitFor()
  await page.accessible()
  await takePictures(page, 'drafts')
  await page.getByText('Reply to a comment on').locator('..').getByRole('link').click()
  await expect.poll(() => page.locator('.comment-form textarea').inputValue()).toBe('With bog myrtle?')

  // Without scripts, too.
  const plain = await open(site, { scripts: false })
  await enter(plain, bea)
  await plain.goto(`/users/${bea.username}/drafts`)
  await plain
    .locator('.draft-item', { hasText: 'ninth century' })
    .getByRole('button', { name: 'Discard the draft “Does beer need hops?”' })
    .click()
  await plain.getByText('With bog myrtle?').waitFor()
  expect(await plain.getByText('ninth century').count()).toBe(0)
  await page.goto(`/questions/${question.id}`)
  await page.ready()
  await expect.poll(() => textOf(page, 'content')).toBe('')

  const other = await open(site)
  await enter(other, abe)
  other.allow(/^404 GET .*\/drafts$/)
  expect((await other.goto(`/users/${bea.username}/drafts`))!.status()).toBe(404)
})

journey('what one says of a flag, and of oneself, is a draft like any other', async ({ site, open }) => {
  const [cid, dan] = [await register(site, 'Cid'), await admin(site)]
  const question = await ask(site, cid, { title: 'Is this an advertisement?' })
  const page = await open(site)
  await enter(page, dan)
  await page.goto(`/questions/${question.id}`)
  await page.locator('.question').getByRole('link', { name: 'Flag' }).click()
  const form = page.getByRole('dialog')
  await form.locator('input[value="59"]').check()
  await form.locator('[name=remark_59]').fill('They sell what they praise.')
  await draftIsStored(page, 'They sell what they praise.')
  await isServed(site, dan, `flag:${question.id}`, 'They sell')
  await page.reload()
  await page.locator('.question').getByRole('link', { name: 'Flag' }).click()
  await expect.poll(() => form.locator('[name=remark_59]').inputValue()).toBe('They sell what they praise.')
  expect(await form.locator('input[value="59"]').isChecked()).toBe(true)
  await page.accessible()
  await takePictures(page, 'draft-of-flag')

  await page.goto('/users/settings/profile')
  await page.locator('main [name=location]').fill('A cellar in Bamberg')
  await page.locator('main [name=bio]').fill('I smoke malt.')
  await isServed(site, dan, 'profile', 'Bamberg')
  await page.goto(`/users/${dan.username}/drafts`)
  await page.getByText('They sell what they praise.').waitFor()
  await page.getByText('I smoke malt.').waitFor()
  await page.accessible()
  await takePictures(page, 'drafts-of-all-kinds')
  await page.getByRole('link', { name: 'Your profile' }).click()
  await expect.poll(() => page.locator('main [name=location]').inputValue()).toBe('A cellar in Bamberg')
  expect(await page.locator('main [name=bio]').inputValue()).toBe('I smoke malt.')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => served(site, dan, 'profile')).toBe('null')

  await page.goto(`/questions/${question.id}`)
  await page.locator('.question').getByRole('link', { name: 'Flag' }).click()
  await expect.poll(() => form.locator('[name=remark_59]').inputValue()).toBe('They sell what they praise.')
  await form.getByRole('button', { name: 'Flag', exact: true }).click()
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => served(site, dan, `flag:${question.id}`)).toBe('null')
})
