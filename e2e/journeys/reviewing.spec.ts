import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, SELDOM } from '../page.ts'
import { admin, enter, type TestUser, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment } from '../posts.ts'
import type { Site } from '../site.ts'

const API = '/answer/api/v1'
const SPAM = 57

const flag = (site: Site, { token }: TestUser, object_id: string, report_type = SPAM, content = '') =>
  site.call('POST', `${API}/report`, { token, body: { object_id, report_type, content } })
const statusOf = async (site: Site, { token }: TestUser, id: string) =>
  (await site.call<{ status: number }>('GET', `${API}/question/info?id=${id}`, { token })).status
const setReview = async (site: Site, { token }: TestUser, body: object) => {
  await site.call('PUT', '/answer/admin/api/siteinfo/review', { token, body })
}

const item = (page: WatchedPage, title: string) => page.locator('.review-item', { hasText: title })
const openQueue = async (page: WatchedPage, queue: string) => {
  await page.goto(`/review?queue=${queue}`)
  await arriveAt(page, 'Review')
}

// Has to be first: it expects an empty queue after the approval.
journey(
  'a first post waits, its author is told so on the page, and once approved everybody sees it',
  async ({ site, open, onTestFinished }) => {
    const boss = await admin(site)
    onTestFinished(() => setReview(site, boss, { hold_first_posts: false }))
    await setReview(site, boss, { hold_first_posts: true, first_posts: 1 })
    const gus = await register(site, 'Gus')
    const page = await open(site)
    await enter(page, gus)
    const question = await ask(site, gus, { title: 'May I ask this as my first?' })
    await page.goto(`/questions/${question.id}`)
    await page.getByText('Waiting for review').waitFor()
    await takePictures(page, 'question-pending')
    const stranger = await open(site)
    stranger.allow(/^(404|410) /)
    await stranger.goto(`/questions/${question.id}`)
    expect(await stranger.getByText('May I ask this as my first?').count()).toBe(0)

    const moe = await open(site)
    await enter(moe, boss)
    await moe.goto('/')
    await moe.getByRole('link', { name: /^Review/ }).waitFor()
    await moe.goto('/review')
    await arriveAt(moe, 'Review')
    await item(moe, 'May I ask this as my first?').getByText('One of this member’s first posts.').waitFor()
    await moe.accessible()
    await takePictures(moe, 'review-queued')
    await moe.keyboard.press('j')
    await expect.poll(() => moe.evaluate<boolean>('document.activeElement.closest(".review-item") !== null')).toBe(true)
    await moe.keyboard.press('r')
    await moe.getByText('Rejected: “May I ask this as my first?”').waitFor()
    await moe.getByRole('button', { name: 'Undo' }).click()
    await moe.getByText('It is back in the queue.').waitFor()
    await item(moe, 'May I ask this as my first?').getByRole('button', { name: 'Approve' }).click()
    await moe.getByText('No posts are waiting').waitFor()
    await takePictures(moe, 'review-empty')
    await expect.poll(() => statusOf(site, boss, question.id), { ...SELDOM, timeout: 40_000 }).toBe(1)
    await stranger.goto(`/questions/${question.id}`)
    await stranger.getByRole('heading', { level: 1, name: 'May I ask this as my first?' }).waitFor()
  },
)

journey(
  'a question is flagged from its page, with a reason and its remark, and the moderator finds it',
  async ({ site, open }) => {
    const [asker, dora] = [await register(site, 'Asker'), await register(site, 'Dora')]
    const question = await ask(site, asker, { title: 'Where can I buy winds?' })
    const other = await ask(site, asker, { title: 'Which winds are for sale?' })
    const page = await open(site)
    await enter(page, dora)
    await page.goto(`/questions/${question.id}`)
    const button = page.getByRole('group', { name: /question/i }).getByRole('link', { name: 'Flag' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Flag this post' })
    await dialog.getByRole('radio', { name: 'A duplicate' }).waitFor()
    await page.accessible()
    await takePictures(page, 'flag-dialog')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)

    await button.click()
    await dialog.getByRole('radio', { name: 'A duplicate' }).check()
    const remark = dialog.getByLabel('Address of the other question')
    await remark.fill('not an address')
    page.allow(/^400 POST .*\/report$/)
    await dialog.getByRole('button', { name: 'Flag' }).click()
    await dialog.locator('.field-error').waitFor()
    expect(await remark.inputValue()).toBe('not an address')
    await takePictures(page, 'flag-dialog-refused')
    await remark.fill(`${site.url}/questions/${other.id}`)
    await dialog.getByRole('button', { name: 'Flag' }).click()
    await page.locator('.toast').getByText('Thanks for flagging').waitFor()
    await dialog.waitFor({ state: 'hidden' })

    const moe = await open(site)
    await enter(moe, await admin(site))
    await openQueue(moe, 'flagged_post')
    await item(moe, 'Where can I buy winds?').getByText('A duplicate').first().waitFor()
    expect(await item(moe, 'Where can I buy winds?').getByText(`/questions/${other.id}`).count()).toBe(1)
  },
)

journey('without scripts a page asks for the reason, and the queue works, too', async ({ site, open }) => {
  const [asker, emil] = [await register(site, 'Asker2'), await register(site, 'Emil')]
  const question = await ask(site, asker, { title: 'Is this flagged without scripts?' })
  const page = await open(site, { scripts: false })
  await enter(page, emil)
  await page.goto(`/questions/${question.id}`)
  await page.getByRole('link', { name: 'Flag' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Flag this post' }).waitFor()
  await page.getByRole('radio', { name: 'Spam' }).check()
  await takePictures(page, 'flag-page')
  await page.getByRole('button', { name: 'Flag' }).click()
  await page.getByText('Thanks for flagging').waitFor()

  const moe = await open(site, { scripts: false })
  await enter(moe, await admin(site))
  await moe.goto('/review?queue=flagged_post')
  await item(moe, 'Is this flagged without scripts?').getByRole('button', { name: 'Ignore' }).click()
  await moe.getByText('Flag ignored: “Is this flagged without scripts?”').waitFor()
  expect(await item(moe, 'Is this flagged without scripts?').count()).toBe(0)
  await moe.getByRole('button', { name: 'Undo' }).click()
  await moe.getByText('It is back in the queue.').waitFor()
  await item(moe, 'Is this flagged without scripts?').waitFor()
})

journey(
  'each outcome of a flag: ignored, unlisted, closed with a reason, deleted, edited; with the keyboard, and several at once',
  async ({ site, open }) => {
    const [boss, asker, fay] = [await admin(site), await register(site, 'Asker3'), await register(site, 'Fay')]
    const made = async (title: string) => {
      const { id } = await ask(site, asker, { title })
      await flag(site, fay, id)
      return id
    }
    const [ignored, unlisted, closed, edited] = [
      await made('Shall this be ignored?'),
      await made('Shall this be unlisted?'),
      await made('Shall this be closed?'),
      await made('Shall this be eddited?'),
    ]
    const several = [await made('Is this one of several?'), await made('Is this another of several?')]
    const spoken = await comment(site, fay, ignored, 'A comment that somebody will flag.')
    await flag(site, asker, spoken.comment_id, 62)
    await flag(site, fay, (await answer(site, boss, ignored, 'An answer that somebody will flag.')).id, 61)

    const page = await open(site)
    await enter(page, boss)
    await openQueue(page, 'flagged_post')
    await page.accessible()
    await takePictures(page, 'review-flags')
    await item(page, 'Shall this be unlisted?').getByRole('button', { name: 'Unlist' }).click()
    await page.getByText('Unlisted: “Shall this be unlisted?”').waitFor()
    await item(page, 'Shall this be unlisted?').waitFor({ state: 'detached' })

    await item(page, 'Shall this be closed?').locator('summary').click()
    const closing = item(page, 'Shall this be closed?').locator('.review-fold')
    await closing.getByRole('radio', { name: 'Something else' }).check()
    page.allow(/^400 POST .*\/review\/decisions$/)
    await closing.getByRole('button', { name: 'Close the question' }).click()
    await closing.locator('.field-error').waitFor()
    await takePictures(page, 'review-closing-refused')
    await closing.getByLabel('Remark').fill('It asks for an opinion.')
    await closing.getByRole('button', { name: 'Close the question' }).click()
    await item(page, 'Shall this be closed?').waitFor({ state: 'detached' })

    await item(page, 'Shall this be eddited?').getByRole('link', { name: 'Edit' }).click()
    await arriveAt(page, 'Edit the flagged post')
    await page.locator('main [name=title]').fill('Shall this be edited?')
    await takePictures(page, 'review-edit')
    await page.getByRole('button', { name: 'Save, and close the flag' }).click()
    await arriveAt(page, 'Review')
    await item(page, 'Shall this be eddited?').waitFor({ state: 'detached' })
    expect((await site.call<{ title: string }>('GET', `${API}/question/info?id=${edited}`)).title).toBe(
      'Shall this be edited?',
    )

    for (const title of ['Is this one of several?', 'Is this another of several?'])
      await item(page, title).getByRole('checkbox').check()
    await page.getByText('2 selected').waitFor()
    await takePictures(page, 'review-several')
    await page.locator('#several').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 deleted.').waitFor()
    await item(page, 'Is this one of several?').waitFor({ state: 'detached' })
    await takePictures(page, 'review-decided')

    // The keys press the buttons of the item where one is, and nothing while one is nowhere.
    await openQueue(page, 'flagged_post')
    for (const key of ['d', 'i', 'u', 'c', '?']) await page.keyboard.press(key)
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor() // keys take effect in their order
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' })
    expect(await page.locator('.review-outcomes .notice, .review-fold[open], dialog[open]').count()).toBe(0)
    const answered = item(page, 'Flagged question').filter({ hasText: 'Shall this be ignored?' })
    await answered.locator('[data-key=d][aria-haspopup=dialog]').waitFor() // before the scripts are there it is a fold
    await answered.getByRole('link', { name: 'Shall this be ignored?' }).focus()
    await page.keyboard.press('d')
    await page.getByRole('heading', { name: 'Delete “Shall this be ignored?” with its answer?' }).waitFor()
    await takePictures(page, 'review-delete-answered')
    await page.keyboard.press('Escape')
    await page
      .getByRole('heading', { name: 'Delete “Shall this be ignored?” with its answer?' })
      .waitFor({ state: 'detached' })
    await item(page, 'Shall this be ignored?')
      .filter({ hasText: 'Flagged question' })
      .getByRole('link', { name: 'Shall this be ignored?' })
      .focus()
    await page.keyboard.press('i')
    await item(page, 'Flagged question').filter({ hasText: 'Shall this be ignored?' }).waitFor({ state: 'detached' })

    for (const [id, status] of [
      [closed, 2],
      [several[0]!, 10],
      [several[1]!, 10],
      [ignored, 1],
    ] as const)
      await expect.poll(() => statusOf(site, boss, id), { ...SELDOM, timeout: 40_000 }).toBe(status)
    await expect
      .poll(async () => (await site.call<{ show: number }>('GET', `${API}/question/info?id=${unlisted}`)).show, {
        ...SELDOM,
        timeout: 40_000,
      })
      .toBe(2)
  },
)

journey('the second reviewer to decide is told kindly, and loses nothing', async ({ site, open }) => {
  const [boss, asker] = [await admin(site), await register(site, 'Asker4')]
  const question = await ask(site, asker, { title: 'Do two moderators decide on this?' })
  await flag(site, asker, question.id)
  const page = await open(site)
  await enter(page, boss)
  await openQueue(page, 'flagged_post')
  const { list } = await site.call<{ list: { flag_id: string; object_id: string }[] }>(
    'GET',
    `${API}/report/unreviewed/post?page_size=100`,
    { token: boss.token },
  )
  const { flag_id } = list.find(({ object_id }) => object_id === question.id)!
  await site.call('PUT', `${API}/report/review`, {
    token: boss.token,
    body: { flag_id, operation_type: 'ignore_report' },
  })
  await item(page, 'Do two moderators decide on this?').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('was quicker: the flag has been ignored.').waitFor()
  await item(page, 'Do two moderators decide on this?').waitFor({ state: 'detached' })
  expect(await statusOf(site, boss, question.id)).toBe(1)
})

journey('an admin chooses which new posts wait', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await admin(site))
  await page.goto('/admin/review')
  await arriveAt(page, 'Review')
  await page.getByLabel('Hold a member’s first posts for review').check()
  await page.locator('[name=first_posts]').fill('3')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.', { exact: true }).first().waitFor()
  await takePictures(page, 'admin-review')
  const boss = await admin(site)
  expect(await site.call('GET', '/answer/admin/api/siteinfo/review', { token: boss.token })).toMatchObject({
    hold_first_posts: true,
    first_posts: 3,
    hold_links: false,
  })
})
