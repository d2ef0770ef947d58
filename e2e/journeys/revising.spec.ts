import type { Unreviewed } from '@askwell/contract/revisions.ts'
import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, draftIsStored, field, fill, pathOf, SELDOM, write } from '../page.ts'
import { admin, enter, type TestUser, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, comment, vote } from '../posts.ts'
import type { Site } from '../site.ts'

const API = '/answer/api/v1'
const press = (page: WatchedPage, name: string) => page.getByRole('button', { name, exact: true }).click()
const suggested = (page: WatchedPage, question: { id: string }) =>
  page.waitForURL((url) => url.pathname === `/suggestions/${question.id}`)

/** Newcomers may suggest edits, and take a review for them. */
const letSuggest = async (site: Site) => {
  const boss = await admin(site)
  const custom_privileges = [
    ['question.edit', 1],
    ['answer.edit', 1],
    ['question.edit_without_review', 500],
    ['answer.edit_without_review', 500],
    ['question.audit', 500],
    ['answer.audit', 500],
  ].map(([key, value]) => ({ key: `rank.${key}`, value }))
  await site.call('PUT', '/answer/admin/api/setting/privileges', {
    token: boss.token,
    body: { level: 99, custom_privileges },
  })
  return boss
}
const edit = (site: Site, { token }: TestUser, id: string, title: string, content: string, edit_summary = '') =>
  site.call('PUT', `${API}/question`, {
    token,
    body: { id, title, content, tags: [{ slug_name: 'support' }], edit_summary },
  })

journey('a member suggests an edit of somebody’s question, and a moderator approves it', async ({ site, open }) => {
  const boss = await letSuggest(site)
  const [ada, ben] = [await register(site, 'Ada'), await register(site, 'Ben')]
  const question = await ask(site, ada, {
    title: 'Does beer suffers from being warmed?',
    content:
      'I typically prefer my beer only a bit cold.\n\nDoes beer suffers from beeing warmed and then rechilled ??\n\nThanks.',
  })
  const page = await open(site)
  page.on('dialog', (dialog) => void dialog.accept())
  await enter(page, ben)
  await page.goto(`/questions/${question.id}`)
  await page.getByRole('group', { name: 'Question actions' }).getByRole('link', { name: 'Edit' }).click()
  await arriveAt(page, 'Suggest an edit')
  await press(page, 'Suggest edit')
  await page.getByText('Nothing was changed, so there is nothing to suggest.').waitFor()
  await write(
    page,
    'content',
    'I typically prefer my beer only a bit cold.\n\nDoes beer suffer from being warmed and then rechilled?\n\nI mostly buy IPA.',
  )
  await draftIsStored(page, 'mostly buy IPA')
  await page.reload()
  await expect.poll(() => field(page, 'content').inputValue()).toContain('mostly buy IPA')
  await fill(page, { title: 'Does beer suffer from being warmed?', edit_summary: 'Spelling' })
  await press(page, 'Suggest edit')
  await suggested(page, question)
  await page.getByText('Your revision will show after review').waitFor()
  await page.getByText('Spelling', { exact: true }).waitFor()
  await takePictures(page, 'suggestion-sent')
  // "Edit" opens it again, and what is saved then stands in its place.
  await page.getByRole('link', { name: 'Change it' }).click()
  page.allow(/^400 GET .*edit\/check/)
  await page.getByText('Your suggested edit is waiting for review. What you save here replaces it.').waitFor()
  expect(await field(page, 'content').inputValue()).toContain('mostly buy IPA')
  expect(await field(page, 'edit_summary').inputValue()).toBe('Spelling')
  await takePictures(page, 'own-suggestion-changed')
  await page.accessible()
  await fill(page, { edit_summary: 'Spelling and grammar' })
  await press(page, 'Suggest edit')
  await suggested(page, question)
  await page.getByText('Spelling and grammar', { exact: true }).waitFor()
  const other = await open(site)
  await enter(other, await register(site, 'Bea'))
  other.allow(/^403 GET .*\/edit/, /^400 GET .*edit\/check/)
  await other.goto(`/posts/${question.id}/edit`).catch(() => {})
  await other.getByText('An edit of this post is waiting for review. You can edit again once it is decided.').waitFor()
  await takePictures(other, 'edit-while-one-waits')
  const { count } = await site.call<{ count: number }>('GET', `${API}/revisions/unreviewed`, { token: boss.token })
  expect(count).toBe(1)

  const reviewer = await open(site)
  await enter(reviewer, boss)
  reviewer.allow(/^403 GET .*\/edit/, /^400 GET .*edit\/check/)
  await reviewer.goto(`/posts/${question.id}/edit`)
  await reviewer.getByRole('link', { name: 'Decide' }).click()
  await arriveAt(reviewer, 'Suggested edit')
  expect(await reviewer.locator('.diff ins').allTextContents()).toEqual(expect.arrayContaining(['suffer', 'being']))
  await takePictures(reviewer, 'suggestion-decide')
  await reviewer.accessible()
  await press(reviewer, 'Approve')
  await reviewer.getByText('Approved. The text is updated').waitFor()
  await reviewer.getByRole('link', { name: 'See history' }).click()
  await reviewer.getByRole('heading', { name: 'Version 2' }).waitFor()
  expect(await reviewer.locator('.revision-facts').first().textContent()).toContain('Ben')
  await page.goto(`/questions/${question.id}`)
  await arriveAt(page, 'Does beer suffer from being warmed?')
})

journey('a suggestion is changed and withdrawn by its author without JavaScript', async ({ site, open }) => {
  await letSuggest(site)
  const [kay, lou] = [await register(site, 'Kay'), await register(site, 'Lou')]
  const question = await ask(site, kay, { title: 'What is a firkin?' })
  const given = await answer(site, kay, question.id, 'A smal cask.')
  await site.call('PUT', `${API}/answer`, { token: lou.token, body: { id: given.id, content: 'A small cask.' } })
  const page = await open(site, { scripts: false })
  await enter(page, lou)
  await page.goto(`/posts/${question.id}/${given.id}/edit`)
  await page.getByText('Your suggested edit is waiting for review.').waitFor()
  expect(await field(page, 'content').inputValue()).toBe('A small cask.')
  await fill(page, { content: 'A small cask of nine gallons.' })
  await press(page, 'Suggest edit')
  await page.getByText('Your revision will show after review').waitFor()
  await press(page, 'Withdraw')
  await page.getByText('Withdrawn. Your text is still below.').waitFor()
  await page.getByText('Show my text').click()
  await page.getByText('A small cask of nine gallons.').waitFor()
  await takePictures(page, 'suggestion-withdrawn')
  const { list } = await site.call<{ list: Unreviewed[] }>('GET', `${API}/revisions/unreviewed`, {
    token: (await admin(site)).token,
  })
  expect(list).toEqual([])
})

journey(
  'what is written while new tags and merged edits are made is there again after a reload',
  async ({ site, open }) => {
    const boss = await letSuggest(site)
    const [max, nia] = [await register(site, 'Max'), await register(site, 'Nia')]
    const question = await ask(site, max, { title: 'Which hop is this?', content: 'It is red, I think.' })
    await edit(site, nia, question.id, 'Which hop is this?', 'It is green, I think.')
    await edit(site, max, question.id, 'Which hop is this?', 'It is blue, I think.')
    const page = await open(site)
    await enter(page, boss)
    await page.goto(`/suggestions/${question.id}`)
    await write(page, 'content', 'It is green and blue, I think.')
    await draftIsStored(page, 'green and blue')
    await page.reload()
    await expect.poll(() => field(page, 'content').inputValue()).toContain('green and blue')
    await press(page, 'Approve this text')
    await page.getByText('Approved. The text is updated').waitFor()
    await page.goto('/tags/create')
    await fill(page, { display_name: 'Hops', slug_name: 'hops' })
    await write(page, 'original_text', 'What makes it bitter.')
    await draftIsStored(page, 'makes it bitter')
    await page.reload()
    await expect.poll(() => field(page, 'original_text').inputValue()).toContain('makes it bitter')
    expect(await field(page, 'display_name').inputValue()).toBe('Hops')
    await page.goto('/users/settings/profile')
    await fill(page, { bio: 'I brew at home.' })
    await draftIsStored(page, 'brew at home')
    await page.reload()
    await expect.poll(() => field(page, 'bio').inputValue()).toBe('I brew at home.')
    await press(page, 'Save')
    await page.locator('.saved-note').getByText('Saved.').waitFor()
    await page.reload()
    expect(await field(page, 'bio').inputValue()).toBe('I brew at home.')
    expect(await page.getByText(/^Draft saved/).count()).toBe(0)
  },
)

journey('an edit is rejected, and the member who suggested it reads why', async ({ site, open }) => {
  const boss = await letSuggest(site)
  const [cara, dan] = [await register(site, 'Cara'), await register(site, 'Dan')]
  const question = await ask(site, cara, { title: 'What is a growler for?' })
  await edit(site, dan, question.id, 'What is a howler for?', 'Something else altogether.', 'I like wolves')
  const reviewer = await open(site, { scripts: false })
  await enter(reviewer, boss)
  await reviewer.goto(`/suggestions/${question.id}`)
  await fill(reviewer, { reason: 'That is another question.' })
  await press(reviewer, 'Reject')
  await reviewer.getByText('Rejected. Its author sees your reason.').waitFor()

  const page = await open(site)
  await enter(page, dan)
  await page.goto(`/suggestions/${question.id}`)
  await page.getByText('That is another question.').waitFor()
  await takePictures(page, 'suggestion-rejected')
  await page.goto(`/questions/${question.id}`)
  await arriveAt(page, 'What is a growler for?')
})

journey(
  'the author writes on while a suggestion waits; where both changed the same, the reviewer puts both texts together',
  async ({ site, open }) => {
    const boss = await letSuggest(site)
    const [eve, fred] = [await register(site, 'Eve'), await register(site, 'Fred')]
    const question = await ask(site, eve, { title: 'Which colour has a lager?', content: 'It is red, I think.' })
    await edit(site, fred, question.id, 'Which colour has a lager?', 'It is green, I think.')
    const author = await open(site)
    await enter(author, eve)
    author.allow(/^403 GET .*\/edit/, /^400 GET .*edit\/check/)
    await author.goto(`/posts/${question.id}/edit`)
    await author.getByRole('link', { name: 'Edit anyway' }).click()
    await write(author, 'content', 'It is blue, I think.')
    await press(author, 'Save')
    await author.locator('.question .prose').getByText('It is blue').waitFor()

    const reviewer = await open(site)
    await enter(reviewer, boss)
    await reviewer.goto(`/suggestions/${question.id}`)
    await reviewer.getByText('The text has since been edited in the same places.').waitFor()
    const both = await field(reviewer, 'content').inputValue()
    expect([both.includes('It is blue'), both.includes('It is green')]).toEqual([true, true])
    await takePictures(reviewer, 'suggestion-merge')
    reviewer.allow(/^400 PUT .*revisions\/audit/)
    await press(reviewer, 'Approve this text')
    await reviewer.getByText('There are still merge markers in the text.').first().waitFor()
    await write(reviewer, 'content', 'It is blue or green, I think.')
    await press(reviewer, 'Approve this text')
    await reviewer.getByText('Approved. The text is updated').waitFor()
    const { waiting } = await site.call<{ waiting: Unreviewed | null }>(
      'GET',
      `${API}/revisions/suggestions?object_id=${question.id}`,
      { token: boss.token },
    )
    expect(waiting).toBeNull()
    await author.goto(`/questions/${question.id}`)
    await author.locator('.question .prose').getByText('It is blue or green').waitFor()
  },
)

journey('the history compares each text with the one before, and leads back to any of them', async ({ site, open }) => {
  const gina = await register(site, 'Gina')
  const question = await ask(site, gina, {
    title: 'How cold should stout be?',
    content: Array.from({ length: 12 }, (_, n) => `Line ${n} of the question.`).join('\n'),
  })
  await edit(
    site,
    gina,
    question.id,
    'How cold should a stout be?',
    Array.from({ length: 12 }, (_, n) => (n === 10 ? 'A line that is new.' : `Line ${n} of the question.`)).join('\n'),
    'A line',
  )
  await edit(site, gina, question.id, 'How cold should a stout be?', 'All of it is gone.')
  const stranger = await open(site)
  await stranger.goto(`/questions/${question.id}`)
  await stranger.getByRole('link', { name: 'History' }).click()
  await arriveAt(stranger, 'History')
  expect(await stranger.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
    'Version 3now',
    'Version 2',
    'Version 1',
  ])
  expect(await stranger.getByText('Restore this version').count()).toBe(0)
  await stranger.getByRole('radio', { name: 'Inline' }).check()

  const page = await open(site)
  await enter(page, gina)
  await page.goto(`/posts/${question.id}/revisions`)
  await takePictures(page, 'history')
  const second = page.locator('#revision-2')
  await second.getByRole('button', { name: 'Restore this version' }).click()
  await takePictures(page, 'roll-back-dialog')
  await second.getByLabel('Why').fill('The short one said too little.')
  await second.getByRole('dialog').getByRole('button', { name: 'Restore this version' }).click()
  await page.getByText('The earlier version has been restored.').waitFor()
  await page.getByText('The short one said too little.').waitFor()
  expect(await page.locator('#revision-4 .revision-facts').textContent()).toContain('restored version 2')
  await page.goto(`/questions/${question.id}`)
  await page.locator('.question .prose').getByText('A line that is new.').waitFor()
})

journey('the timeline tells what happened, who did it and why', async ({ site, open }) => {
  const boss = await admin(site)
  const [hugo, ines] = [await register(site, 'Hugo'), await register(site, 'Ines')]
  const question = await ask(site, hugo, { title: 'Why is stout dark?' })
  const given = await answer(site, ines, question.id, 'Its malt is roasted for long.')
  await comment(site, hugo, question.id, 'And why is it *bitter*?')
  await edit(site, hugo, question.id, 'Why is a stout dark?', 'I wonder why.', 'Shorter')
  await vote(site, boss, question.id)
  await site.call('POST', `${API}/answer/acceptance`, {
    token: hugo.token,
    body: { question_id: question.id, answer_id: given.id },
  })
  await site.call('PUT', `${API}/question/status`, {
    token: boss.token,
    body: { id: question.id, close_type: 64, close_msg: '' },
  })
  const stranger = await open(site)
  await stranger.goto(`/posts/${question.id}/timeline`)
  await expect.poll(() => pathOf(stranger)).toBe('/users/login')

  const page = await open(site)
  await enter(page, ines)
  await page.goto(`/questions/${question.id}`)
  await page.getByRole('link', { name: 'Timeline' }).click()
  await arriveAt(page, 'Timeline')
  const entries = page.locator('.timeline-entry b')
  expect((await entries.allTextContents()).toSorted()).toEqual([
    'accepted an answer',
    'answered',
    'asked',
    'closed',
    'commented',
    'edited',
  ])
  await page.getByText('Shorter').waitFor()
  await takePictures(page, 'timeline')
  await page.getByRole('link', { name: 'Show votes too' }).click()
  await page.getByText('voted up').waitFor()
  await page.goto(`/posts/${question.id}/${given.id}/timeline`)
  expect(await entries.allTextContents()).toEqual(['accepted an answer', 'answered'])
})

for (const scripts of [true, false]) {
  journey(
    `an entry of the timeline opens what it changed and nothing else, ${scripts ? 'with' : 'without'} JavaScript`,
    async ({ site, open }) => {
      const lea = await register(site, scripts ? 'Zoe' : 'Zora')
      const question = await ask(site, lea, { title: 'Why does foam stand?', content: 'The first text of it.' })
      await edit(site, lea, question.id, 'Why does foam stand?', 'The second text of it.', 'Clearer')
      await edit(site, lea, question.id, 'Why does foam stand?', 'The third text of it.', 'Clearer still')
      const page = await open(site, { scripts })
      await enter(page, lea)
      await page.goto(`/posts/${question.id}/timeline`)
      const shown = page.locator('dialog[open]')
      const entry = page.locator('.timeline-entry').getByRole('link', { name: 'edited', exact: true })
      await entry.nth(1).focus()
      await page.keyboard.press('Enter')
      await shown.getByRole('heading', { name: 'What was changed' }).waitFor()
      await shown.getByText('Clearer', { exact: true }).waitFor()
      const text = (await shown.locator('.diff').textContent())!
      expect(text).toMatch(/first/)
      expect(text).toMatch(/second/)
      expect(text).not.toMatch(/third/)
      await page.accessible()
      await takePictures(page, `timeline-change-${scripts ? 'scripts' : 'plain'}`)
      if (!scripts) return
      await page.keyboard.press('Escape')
      await shown.waitFor({ state: 'detached' })
      expect(await page.evaluate('document.activeElement.textContent')).toBe('edited')
      // What there was first has nothing to be compared with.
      await page.locator('.timeline-entry').getByRole('link', { name: 'asked', exact: true }).click()
      await shown.getByText('The first text of it.').first().waitFor()
    },
  )
}

journey(
  'a reviewer approves a suggested edit on the review page, takes it back, approves it again, and rejects another with a reason that its author reads',
  async ({ site, open }) => {
    const boss = await letSuggest(site)
    const [jan, kai] = [await register(site, 'Jan'), await register(site, 'Kai')]
    const [good, bad] = [
      await ask(site, jan, { title: 'How longs does a keg keep?', content: 'I open it seldom.' }),
      await ask(site, jan, { title: 'What is a firkin, and who needs one?' }),
    ]
    await edit(site, kai, good.id, 'How long does a keg keep?', 'I open it seldom.', 'A letter too much')
    await edit(site, kai, bad.id, 'What is a gherkin?', 'Something to eat, I believe.')
    const page = await open(site)
    await enter(page, boss)
    await page.goto('/review?queue=suggested_post_edit')
    await arriveAt(page, 'Review')
    const item = (title: string) => page.locator('.review-item', { hasText: title })
    expect(await item('A letter too much').locator('.diff ins').allTextContents()).toContain('long')
    await page.accessible()
    await takePictures(page, 'review-suggested')
    await item('A letter too much').getByRole('button', { name: 'Approve' }).click()
    await page.getByText(/^Approved: “/).waitFor()
    await item('A letter too much').waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await page.getByText('It is back in the queue.').waitFor()
    await item('A letter too much').getByRole('button', { name: 'Approve' }).click()
    await item('A letter too much').waitFor({ state: 'detached' })

    await page.keyboard.press('j')
    await expect.poll(() => page.evaluate('document.activeElement.closest(".review-item") !== null')).toBe(true)
    await page.keyboard.press('r')
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('reason')
    await page.keyboard.type('A firkin is a cask.')
    await takePictures(page, 'review-reject')
    await page.keyboard.press('Enter')
    await page.getByText('No edits are waiting').waitFor()

    const reader = await open(site)
    await expect
      .poll(async () => (await site.call<{ title: string }>('GET', `${API}/question/info?id=${good.id}`)).title, {
        ...SELDOM,
        timeout: 40_000,
      })
      .toBe('How long does a keg keep?')
    await reader.goto(`/questions/${good.id}`)
    await arriveAt(reader, 'How long does a keg keep?')
    await enter(reader, kai)
    await expect
      .poll(
        async () =>
          (
            await site.call<{ rejected: unknown[] }>('GET', `${API}/revisions/suggestions?object_id=${bad.id}`, {
              token: kai.token,
            })
          ).rejected.length,
        { ...SELDOM, timeout: 40_000 },
      )
      .toBe(1)
    await reader.goto(`/suggestions/${bad.id}`)
    await reader.getByText('A firkin is a cask.').waitFor()
    await reader.goto(`/questions/${bad.id}`)
    await arriveAt(reader, 'What is a firkin, and who needs one?')
  },
)

journey('where a text has moved on, the review page leads to where both are put together', async ({ site, open }) => {
  const boss = await letSuggest(site)
  const [leo, mia] = [await register(site, 'Leo'), await register(site, 'Mia')]
  const question = await ask(site, leo, { title: 'Which colour has a porter?', content: 'It is red, I think.' })
  await edit(site, mia, question.id, 'Which colour has a porter?', 'It is green, I think.')
  await edit(site, leo, question.id, 'Which colour has a porter?', 'It is blue, I think.')
  const page = await open(site)
  await enter(page, boss)
  await page.goto('/review?queue=suggested_post_edit')
  await page
    .locator('.review-item', { hasText: 'Which colour has a porter?' })
    .getByRole('link', { name: 'Merge the texts' })
    .click()
  await arriveAt(page, 'Suggested edit')
  expect(await field(page, 'content').inputValue()).toContain('It is green')
})
