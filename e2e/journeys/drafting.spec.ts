import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, beforeScripts, draftIsStored, field, fill, write } from '../page.ts'
import { admin, enter, register, type TestUser } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask, comment } from '../posts.ts'
import type { Site } from '../site.ts'

const served = async (site: Site, { token }: TestUser, name: string) =>
  JSON.stringify(await site.call('GET', `/answer/api/v1/user/draft?name=${name}`, { token }))
/** Within ten seconds of typing, says the page; the machine of the tests may be slow. */
const isServed = async (site: Site, user: TestUser, name: string, words: string) => {
  await expect.poll(() => served(site, user, name), { timeout: 20_000, interval: 200 }).toContain(words)
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
  await desk.getByText('There is another text, from another device or tab.').waitFor()
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

journey(
  'of two texts of a draft that were written at once, neither goes before its writer has chosen',
  async ({ site, open }) => {
    const yan = await register(site, 'Yan')
    const devices = [await open(site), await open(site)] as const
    const [desk, train] = devices
    for (const device of devices) {
      await enter(device, yan)
      device.allow(/^409 PUT .*\/user\/draft$/)
      await device.goto('/questions/ask')
      await device.ready()
    }
    const elsewhere = (page: WatchedPage) => page.getByText('There is another text, from another device or tab.')
    await write(desk, 'content', 'Written at the desk.')
    await isServed(site, yan, 'question', 'at the desk')
    await write(train, 'content', 'Written on the train.')
    await elsewhere(train).waitFor({ timeout: 20_000 })
    expect(await textOf(train, 'content')).toBe('Written on the train.')
    expect(await served(site, yan, 'question')).toContain('at the desk')
    await train.accessible()
    await takePictures(train, 'draft-newer')

    // Also after the page was left.
    await train.reload()
    await elsewhere(train).waitFor()
    await expect.poll(() => textOf(train, 'content')).toBe('Written on the train.')
    await train.getByRole('button', { name: 'Show the other text' }).click()
    await expect.poll(() => textOf(train, 'content')).toBe('Written at the desk.')
    await train.reload()
    await elsewhere(train).waitFor()
    await expect.poll(() => textOf(train, 'content')).toBe('Written at the desk.')
    await train.getByRole('button', { name: 'Show the other text' }).click()
    await expect.poll(() => textOf(train, 'content')).toBe('Written on the train.')
    await train.getByRole('button', { name: 'Keep this text' }).click()
    await isServed(site, yan, 'question', 'on the train')
    await train.getByText(/^Draft saved,/).waitFor()

    // The desk hears of it with what it writes next, and takes the other.
    await write(desk, 'content', 'Written at the desk, later.')
    await elsewhere(desk).waitFor({ timeout: 20_000 })
    expect(await served(site, yan, 'question')).toContain('on the train')
    await desk.getByRole('button', { name: 'Show the other text' }).click()
    await desk.getByRole('button', { name: 'Keep this text' }).click()
    await desk.getByText(/^Draft saved,/).waitFor()
    await desk.reload()
    await expect.poll(() => textOf(desk, 'content')).toBe('Written on the train.')
    expect(await elsewhere(desk).count()).toBe(0)
  },
)

journey('whoever types the very text of the other device has nothing to choose', async ({ site, open }) => {
  const uma = await register(site, 'Uma')
  const [early, late] = [await open(site), await open(site)]
  const elsewhere = (page: WatchedPage) => page.getByText('There is another text, from another device or tab.')
  for (const device of [early, late]) {
    await enter(device, uma)
    device.allow(/^409 PUT .*\/user\/draft$/)
  }
  await late.goto('/questions/ask')
  await late.ready()
  const { promise: isTyped, resolve: typed } = Promise.withResolvers<void>()
  await early.route('**/user/draft?*', async (route) => {
    await isTyped
    await route.continue()
  })
  await early.goto('/questions/ask')
  await early.ready()
  await site.call('PUT', '/answer/api/v1/user/draft', {
    token: uma.token,
    body: { name: 'question', fields: { content: 'Two words.' } },
  })

  // Before the server has answered …
  await write(early, 'content', 'Two words.')
  typed()
  await early.getByText(/^Draft saved,/).waitFor()
  expect(await elsewhere(early).count()).toBe(0)
  await early.reload()
  await expect.poll(() => textOf(early, 'content')).toBe('Two words.')
  expect(await elsewhere(early).count()).toBe(0)

  // … and after it was offered.
  await write(late, 'content', 'Two')
  await elsewhere(late).waitFor({ timeout: 20_000 })
  await write(late, 'content', 'Two words.')
  await late.getByText(/^Draft saved,/).waitFor()
  expect(await elsewhere(late).count()).toBe(0)
  await late.reload()
  await expect.poll(() => textOf(late, 'content')).toBe('Two words.')
  expect(await elsewhere(late).count()).toBe(0)
})

journey('a draft that is discarded without a connection doesn’t come back', async ({ site, open }) => {
  const vic = await register(site, 'Vic')
  const page = await open(site)
  await enter(page, vic)
  await page.goto('/questions/ask')
  await page.ready()
  await write(page, 'content', 'Not worth asking.')
  await isServed(site, vic, 'question', 'Not worth')
  await page.getByText(/^Draft saved,/).waitFor()
  page.allow(/user\/draft|ERR_INTERNET_DISCONNECTED|ERR_NETWORK/)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByText('Draft discarded.').waitFor()
  expect(await served(site, vic, 'question')).toContain('Not worth')
  await page.close()

  // Whatever page is open when the connection is back.
  const other = await page.context().newPage()
  await page.context().setOffline(false)
  await other.goto(`${site.url}/tags`)
  await expect.poll(() => served(site, vic, 'question'), { timeout: 20_000, interval: 200 }).toBe('null')
  await other.goto(`${site.url}/questions/ask`)
  await expect.poll(() => other.locator('[name=content]').first().inputValue()).toBe('')
})

journey(
  'what was sent before the scripts ran, and refused, doesn’t give way to an older draft',
  async ({ site, open }) => {
    const page = await open(site)
    page.allow(/^400 POST /)
    await enter(page, await register(site, 'Wim'))
    await page.goto('/questions/ask')
    await fill(page, { title: 'Which words are older?' })
    await draftIsStored(page, 'Which words are older?')
    await beforeScripts(page, '/questions/ask', async () => {
      await fill(page, { title: 'Which words are newer?', content: 'Those that were written on a slow line.' })
      await page
        .locator('main form')
        .first()
        .evaluate((form: HTMLFormElement) => (form.noValidate = true))
      await page.getByRole('button', { name: 'Post question' }).click()
      await page.getByRole('alert').first().waitFor()
    })
    await draftIsStored(page, 'Which words are newer?')
    expect(await textOf(page, 'title')).toBe('Which words are newer?')
    expect(await textOf(page, 'content')).toBe('Those that were written on a slow line.')
  },
)

journey('tags that were typed before the scripts ran stay, and so does the focus', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Xia'))
  await beforeScripts(page, '/questions/ask', () => field(page, 'tags').pressSequentially('support, bre'))
  const list = page.getByRole('combobox', { name: 'Tags' })
  await expect.poll(() => list.inputValue()).toBe('bre')
  await page.keyboard.type('w ')
  await expect.poll(() => field(page, 'tags').inputValue()).toBe('support,brew')
})

journey('a draft of a comment that comes later leaves one where one is', async ({ site, open }) => {
  const yui = await register(site, 'Yui')
  const question = await ask(site, await register(site, 'Zed'), { title: 'Who waits for whom?' })
  await site.call('PUT', '/answer/api/v1/user/draft', {
    token: yui.token,
    body: { name: `comment:${question.id}`, fields: { original_text: 'Begun elsewhere.' } },
  })
  const page = await open(site)
  await enter(page, yui)
  const { promise: isDue, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/user/draft?name=comment*', async (route) => {
    await isDue
    await route.continue()
  })
  await page.goto(`/questions/${question.id}`)
  await page.getByRole('link', { name: 'Add a comment' }).first().click()
  const comment = page.locator('.comment-form textarea')
  await comment.waitFor()
  await write(page, 'content', 'An answer, meanwhile.')
  come()
  await expect.poll(() => comment.inputValue()).toBe('Begun elsewhere.')
  await page.keyboard.type(' And more.')
  await expect.poll(() => textOf(page, 'content')).toBe('An answer, meanwhile. And more.')
})

journey('a draft that is discarded before the server has answered is gone', async ({ site, open }) => {
  const page = await open(site)
  const ada = await register(site, 'Adi')
  await enter(page, ada)
  await page.goto('/questions/ask')
  await fill(page, { title: 'Is this to be kept?' })
  await isServed(site, ada, 'question', 'to be kept')
  await page.getByText(/^Draft saved,/).waitFor()
  const { promise: isDue, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/user/draft?name=question', async (route) => {
    const response = await route.fetch()
    await isDue
    await route.fulfill({ response })
  })
  await page.goto('/questions/ask')
  await expect.poll(() => textOf(page, 'title')).toBe('Is this to be kept?')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect.poll(() => textOf(page, 'title')).toBe('')
  come()
  await expect.poll(() => served(site, ada, 'question'), { timeout: 20_000, interval: 200 }).toBe('null')
  expect(await textOf(page, 'title')).toBe('')
})

journey('where somebody else logs in in another tab, a draft goes out in nobody’s name', async ({ site, open }) => {
  const [lea, mo] = [await register(site, 'Lea'), await register(site, 'Mo')]
  const page = await open(site)
  await enter(page, lea)
  await page.goto('/questions/ask')
  const holder = () => page.evaluate<string | null>("localStorage.getItem('askwell_token_of')")
  await expect.poll(holder).not.toBeNull()
  const before = await holder()
  const other = await page.context().newPage()
  await page.context().addCookies([{ name: 'askwell_session', value: mo.token, url: site.url }])
  await other.goto(`${site.url}/users/${mo.username}`)
  await expect.poll(holder).not.toBe(before)
  await page.bringToFront()
  await write(page, 'content', 'Between Lea and the site.')
  await draftIsStored(page, 'Between Lea and the site.')
  await page.getByRole('alert').getByText('Somebody else is logged in in this browser now').waitFor()
  await takePictures(page, 'somebody-else')
  for (const one of [lea, mo]) expect(await served(site, one, 'question')).toBe('null')
  expect(await textOf(page, 'content')).toBe('Between Lea and the site.')
})

journey('of two tabs each has its own draft', async ({ site, open }) => {
  const ulf = await register(site, 'Ulf')
  const first = await open(site)
  await enter(first, ulf)
  await first.goto('/questions/ask')
  await first.ready()
  const second = await first.context().newPage()
  await second.goto(first.url())
  await expect.poll(() => second.locator('[name=content]').first().isVisible()).toBe(true)
  await write(first, 'content', 'Of the first tab.')
  await draftIsStored(first, 'Of the first tab.')
  await second.locator('[name=title]').fill('Of the second tab?')
  await draftIsStored(first, 'Of the second tab?')
  await first.getByText('It was also saved from another tab').waitFor()
  await write(first, 'content', '')
  // Longer than it takes until what is typed is stored.
  await first.waitForTimeout(4000)
  await draftIsStored(first, 'Of the second tab?')
  await isServed(site, ulf, 'question', 'Of the second tab?')
  await first.reload()
  await expect.poll(() => textOf(first, 'title')).toBe('Of the second tab?')
  await first.getByRole('button', { name: 'Show the other text' }).click()
  await expect.poll(() => textOf(first, 'content')).toBe('Of the first tab.')
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
  await site.call('PUT', '/answer/api/v1/user/draft', {
    token: bea.token,
    body: { name: 'question', fields: { title: 'Only a title so far?', content: '' } },
  })

  await page.goto(`/users/${bea.username}/drafts`)
  await page.getByText('Not before the ninth century.').waitFor()
  await page.getByText('With bog myrtle?').waitFor()
  await page.getByText('Only a title so far?').waitFor()
  expect(await page.getByText('Only a title so far?').count()).toBe(1)
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

journey('a draft that the server has no room for stays on the device, and that is said', async ({ site, open }) => {
  const gus = await register(site, 'Gus')
  const save = (body: object) => site.call('PUT', '/answer/api/v1/user/draft', { token: gus.token, body })
  const fields = { content: 'ä'.repeat(100_000), original_text: 'ö'.repeat(100_000), bio: 'ü'.repeat(30_000) }
  const named = (n: number) => `answer:1001${String(900 + n).padStart(13, '0')}`
  for (let n = 0; n < 11; n++) await save({ name: named(n), fields })
  await save({ name: named(11), fields: { content: 'ä'.repeat(85_000) } })
  const page = await open(site)
  page.allow(/^400 PUT .*\/user\/draft$/)
  await enter(page, gus)
  await page.goto('/questions/ask')
  await page.ready()
  await write(page, 'content', 'ß'.repeat(10_000))
  await page.getByText('there is no more room for your drafts on the server').waitFor()
  await page.accessible()
  await takePictures(page, 'draft-without-room')
  expect(await served(site, gus, 'question')).toBe('null')
  await draftIsStored(page, 'ßßß')
  await page.getByRole('link', { name: 'Your drafts' }).click()
  await page
    .getByRole('button', { name: /^Discard the draft/ })
    .first()
    .click()
  await expect.poll(() => page.locator('.draft-item').count()).toBe(11)
  await page.goto('/questions/ask')
  await page.ready()
  await isServed(site, gus, 'question', 'ßßß')
  await page.getByText(/^Draft saved,/).waitFor()
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
