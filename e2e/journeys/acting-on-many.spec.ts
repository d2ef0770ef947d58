import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { arriveAt, SELDOM } from '../page.ts'
import { admin, enter, logIn, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'
import { ADMIN } from '../site.ts'

const statusOf = async (visitor: { goto(url: string): Promise<{ status(): number } | null> }, id: string) =>
  (await visitor.goto(`/questions/${id}`))?.status()

journey(
  'an admin picks questions over two pages, sees what will happen, deletes them, and undoes it',
  async ({ site, open }) => {
    const zoe = await register(site, 'Zoe')
    const asked: { id: string; title: string }[] = []
    for (let n = 1; n <= 22; n++) asked.push(await ask(site, zoe, { title: `Is quagga number ${n} striped?` }))
    const page = await open(site)
    await enter(page, await admin(site))
    await page.goto('/admin/questions?query=quagga')
    await arriveAt(page, 'Questions')
    await page.getByText('22 questions').waitFor()
    await page.getByRole('checkbox', { name: 'quagga number 22 ' }).check()
    await page.getByText('1 selected').waitFor()
    await takePictures(page, 'bulk-picking')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('1 of them on another page.').waitFor()
    await page.getByRole('checkbox', { name: 'quagga number 1 ' }).check()
    await page.getByText('2 selected').waitFor()
    await page.accessible()
    await page.getByLabel('What to do').selectOption('Delete')
    await page.getByRole('button', { name: 'Go on with these' }).click()
    await page.getByText('Delete: 2 of 2.').waitFor()
    await page.getByText('Is quagga number 22 striped?').waitFor()
    await page.accessible()
    await takePictures(page, 'bulk-preview')
    await page.getByRole('button', { name: 'Delete 2 now' }).click()
    await arriveAt(page, 'Delete: questions')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.accessible()
    await takePictures(page, 'bulk-done')
    const visitor = await open(site)
    visitor.allow(/^(404|410) GET /)
    expect(await statusOf(visitor, asked[21]!.id)).toBe(410)
    expect(await statusOf(visitor, asked[20]!.id)).toBe(200)
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('cell', { name: 'Undone' }).first().waitFor()
    expect(await statusOf(visitor, asked[21]!.id)).toBe(200)
    await page.goto('/admin/bulk')
    await page.getByRole('link', { name: 'Delete: questions' }).first().waitFor()
    await takePictures(page, 'bulk-acts')
  },
)

journey('all that match a filter are closed for a reason, without JavaScript', async ({ site, open }) => {
  const yan = await register(site, 'Yan')
  for (const title of ['Is the okapi shy at night?', 'Is the okapi shy by day?']) await ask(site, yan, { title })
  const page = await open(site, { scripts: false })
  await logIn(page, ADMIN)
  await page.goto('/admin/questions?query=okapi&author=yan')
  await page.getByLabel('What to do').selectOption('Close')
  await page.getByRole('button', { name: 'Go on with all 2 that match' }).click()
  await arriveAt(page, 'Close')
  await page.getByRole('button', { name: 'Show what will happen' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByText('Say why in your own words; everybody can read them.').waitFor()
  await takePictures(page, 'bulk-close-plain')
  await page.locator('input[name="close_type"][value="63"]').check()
  await page.getByRole('button', { name: 'Show what will happen' }).click()
  await page.getByText('Close: 2 of 2.').waitFor()
  await page.getByRole('button', { name: 'Close 2 now' }).click()
  await arriveAt(page, 'Close: questions')
  await expect
    .poll(async () => {
      await page.goto('/admin/questions?query=okapi&filter=closed')
      return page.locator('tbody tr').count()
    }, SELDOM)
    .toBe(2)
})

journey(
  'from a public profile an admin comes to what is known of a member, notes something, and sweeps what they wrote',
  async ({ site, open }) => {
    const xia = await register(site, 'Xia')
    const spam = await ask(site, xia, { title: 'Would you buy my narwhal?' })
    const page = await open(site)
    await enter(page, await admin(site))
    await page.goto('/users/xia')
    await page.getByRole('link', { name: 'Manage' }).click()
    await arriveAt(page, 'Xia')
    await page.getByLabel('New note').fill('Sells narwhals.')
    await page.getByRole('button', { name: 'Save the note' }).click()
    await page.getByText('Sells narwhals.').waitFor()
    await page.accessible()
    await takePictures(page, 'member-file')
    await page.getByRole('link', { name: 'Sweep…' }).click()
    await arriveAt(page, 'Sweep')
    await page.getByRole('button', { name: 'Show what will happen' }).click()
    await page.getByText('Sweep: 1 of 1.').waitFor()
    await page.accessible()
    await takePictures(page, 'bulk-sweep')
    await page.getByRole('button', { name: 'Sweep 1 now' }).click()
    await arriveAt(page, 'Sweep: members')
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    const visitor = await open(site)
    visitor.allow(/^(404|410) GET /)
    expect(await statusOf(visitor, spam.id)).toBe(410)
  },
)
