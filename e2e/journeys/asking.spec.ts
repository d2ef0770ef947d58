import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, draftIsStored, field, fill, isWrong, pathOf, send, write } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, makeTag, vote } from '../posts.ts'

const tagBox = (page: WatchedPage) => page.getByRole('combobox', { name: 'Tags' })
const addTag = async (page: WatchedPage, name: string) => {
  await tagBox(page).fill(name)
  await tagBox(page).press('Enter')
}

journey('on a phone, titles of questions that look alike have the width of the page', async ({ site, open }) => {
  const ida = await register(site, 'Wide')
  await ask(site, ida, { title: 'Which glass suits a beer brewed from wheat?' })
  const page = await open(site, { width: 390 })
  await enter(page, ida)
  await page.goto('/questions/ask')
  await page.ready()
  await fill(page, { title: 'Which glass suits a beer' })
  const title = page.locator('.similar-item > span').first()
  await title.waitFor()
  expect((await title.boundingBox())!.height).toBeLessThan(60)
  await takePictures(page, 'ask-similar')
})

journey('a member asks a question, and it stands on the home page', async ({ site, open }) => {
  await makeTag(site, await admin(site), 'lager')
  const bo = await register(site, 'Bo')
  const page = await open(site)
  await enter(page, bo)
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Ask question' }).click()
  await arriveAt(page, 'Ask a question')

  // What looks alike shows while one types, and opens beside the form.
  await page.getByLabel('Title').pressSequentially('What is a tag good for?')
  const alike = page.getByRole('region', { name: 'These look alike.' }).getByRole('link', { name: /^What is a tag\?/ })
  await alike.waitFor()
  expect(await alike.getAttribute('target')).toBe('_blank')

  await page.getByLabel('Title').fill('How warm may lager be kept?')
  await write(page, 'content', 'My cellar is at **15 degrees**, and the label says `8`.')
  await page.locator('.editor').first().getByRole('radio', { name: 'Preview' }).check()
  await page.locator('.editor-preview strong').first().getByText('15 degrees').waitFor()
  await tagBox(page).pressSequentially('lag')
  await page.getByRole('option', { name: /^lager/ }).waitFor()
  await page.accessible()
  await takePictures(page, 'ask')
  await tagBox(page).press('ArrowDown')
  await tagBox(page).press('Enter')
  await addTag(page, 'support')
  await page.getByRole('button', { name: 'Remove support' }).click()
  await page.getByRole('button', { name: 'Post question' }).click()

  await arriveAt(page, 'How warm may lager be kept?')
  expect(await page.locator('.question .prose strong').textContent()).toBe('15 degrees')
  expect(await page.locator('.question .post-tags').textContent()).toBe('lager')
  await takePictures(page, 'question-new')

  await page.getByRole('link', { name: 'Journeys, home' }).click()
  await arriveAt(page, 'Questions')
  await page.locator('.question-row-title').getByText('How warm may lager be kept?').waitFor()
  // The draft has done its duty.
  await page.goto('/questions/ask')
  expect(await field(page, 'title').inputValue()).toBe('')
})

journey('who may make tags describes a new one while asking', async ({ site, open }) => {
  const boss = await admin(site)
  const page = await open(site)
  page.on('dialog', (asked) => void asked.accept())
  await enter(page, boss)
  await page.goto('/questions/ask')
  await fill(page, { title: 'What goes into a gose?' })
  await write(page, 'content', 'Salt and coriander, I have heard.')
  await tagBox(page).focus()
  await tagBox(page).pressSequentially('Gose beer'.replace(' ', ''))
  await page.getByRole('option', { name: 'Create tag “Gosebeer”' }).waitFor()
  await page.accessible()
  await tagBox(page).press('Enter')
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('heading', { name: 'Create a tag' }).waitFor()
  const make = () => dialog.getByRole('button', { name: 'Create tag' }).click()
  const [name, slug] = [dialog.getByLabel('Display name'), dialog.getByLabel('URL slug')]
  expect([await name.inputValue(), await slug.inputValue()]).toEqual(['Gosebeer', 'gosebeer'])
  await name.fill('')
  await slug.fill('')
  await make()
  await dialog.getByText('Display name cannot be empty').waitFor()
  await dialog.getByText('URL slug cannot be empty').waitFor()
  await name.fill('x'.repeat(36))
  await slug.fill('support')
  await make()
  await dialog.getByText('1 character too many: up to 35').waitFor()
  await name.fill('Gose')
  await make()
  await dialog.getByText('This tag already exists. Close this and choose it.').waitFor()
  await page.accessible()
  await takePictures(page, 'tag-dialog')
  await slug.fill('Leipzig Gose')
  await dialog.getByLabel('Description').fill('Sour, *salty* wheat beer.')
  await make()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove leipzig-gose' }).waitFor()
  // What was described outlives a reload, with the rest of the draft.
  await draftIsStored(page, 'salty')
  await page.reload()
  await page.getByRole('button', { name: 'Remove leipzig-gose' }).waitFor()
  await page.getByRole('button', { name: 'Post question' }).click()
  await arriveAt(page, 'What goes into a gose?')
  expect(await page.locator('.question .post-tags').textContent()).toBe('Gose')
  await page.goto('/tags/leipzig-gose/info')
  await arriveAt(page, 'About Gose')
  await page.locator('main em').getByText('salty').waitFor()

  // Giving up leaves the word where it was typed.
  await page.goto('/questions/ask')
  await tagBox(page).focus()
  await tagBox(page).pressSequentially('grodziskie')
  await page.getByRole('option', { name: 'Create tag “grodziskie”' }).click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await tagBox(page).inputValue()).toBe('grodziskie')
  // A new one is shown as it will be written, and said to be new; one that is there isn't.
  await tagBox(page).fill('')
  await tagBox(page).pressSequentially('Sour,support,')
  await page.locator('.tag-input .tag', { hasText: 'sour' }).getByText('new', { exact: true }).waitFor()
  expect(await page.locator('.tag-is-new').count()).toBe(1)
})

journey('without scripts a new tag is called as it is written', async ({ site, open }) => {
  const boss = await admin(site)
  const page = await open(site, { scripts: false })
  await enter(page, boss)
  await page.goto('/questions/ask')
  await fill(page, { title: 'Who drinks kvass?', content: 'My neighbours do, in summer.', tags: 'kvass' })
  await page.getByRole('button', { name: 'Post question' }).click()
  await arriveAt(page, 'Who drinks kvass?')
  expect(await page.locator('.question .post-tags').textContent()).toBe('kvass')
})

journey(
  'a question that is refused keeps all that was typed, and says at each field what is wrong',
  async ({ site, open }) => {
    const cleo = await register(site, 'Cleo')
    const page = await open(site)
    await enter(page, cleo)
    await page.goto('/questions/ask')
    await fill(page, { title: 'Beer' })
    await write(page, 'content', 'Why?')
    page.allow(/^(400|403) POST .*\/api\/v1\/question$/)
    await send(page)
    await page.getByRole('alert').waitFor()
    for (const name of ['title', 'content', 'tags']) expect(await isWrong(page, name), name).toBe(true)
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^Title:/ })
      .click()
    expect(await page.evaluate('document.activeElement.name')).toBe('title')
    await page.accessible()
    await takePictures(page, 'ask-refused')

    await fill(page, { title: 'Why is beer brown?' })
    await write(page, 'content', 'It is made of yellow barley, after all.')
    // Where it is typed: a tag that isn't there takes reputation.
    await addTag(page, 'colours')
    await page.locator('.field-error').getByText('You need 750 reputation').waitFor()
    // It stays in the field, to be corrected.
    expect(await page.getByRole('combobox', { name: 'Tags' }).inputValue()).toBe('colours')
    const refused = page.waitForResponse((response) => response.url().endsWith('/api/v1/question'))
    await send(page)
    await refused
    await expect.poll(() => page.locator('main form [aria-busy=true]').count()).toBe(0)
    await expect.poll(() => isWrong(page, 'title')).toBe(false)
    expect(await isWrong(page, 'tags')).toBe(true)
    // Said once, though it was said when it was typed.
    expect(await page.locator('main .field-error').count()).toBe(1)
    expect(await field(page, 'title').inputValue()).toBe('Why is beer brown?')
    expect(await page.locator('.cm-content').first().textContent()).toBe('It is made of yellow barley, after all.')

    // The beginning of the only one that is meant takes it.
    await page.getByRole('combobox', { name: 'Tags' }).fill('suppor')
    await page.getByRole('option', { name: /^support/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => field(page, 'tags').inputValue()).toBe('support')
    await send(page)
    await arriveAt(page, 'Why is beer brown?')
  },
)

journey('a draft survives a reload, and a page that is left', async ({ site, open }) => {
  const dora = await register(site, 'Dora')
  const page = await open(site)
  page.on('dialog', (dialog) => void dialog.accept())
  await enter(page, dora)
  await page.goto('/questions/ask')
  await fill(page, { title: 'Half a question' })
  await write(page, 'content', 'I was about to say')
  await addTag(page, 'support')
  await draftIsStored(page, 'support')
  await page.getByText(/^Draft saved/).waitFor()
  await page.reload()
  await expect.poll(() => field(page, 'title').inputValue()).toBe('Half a question')
  expect(await field(page, 'content').inputValue()).toBe('I was about to say')
  expect(await field(page, 'tags').inputValue()).toBe('support')

  await fill(page, { title: 'Half a question more' })
  await page.getByRole('link', { name: 'Journeys, home' }).click()
  await arriveAt(page, 'Questions')
  await page.getByRole('banner').getByRole('link', { name: 'Ask question' }).click()
  await expect.poll(() => field(page, 'title').inputValue()).toBe('Half a question more')
  const stored = () =>
    page.evaluate<string>(
      "Object.keys(localStorage).flatMap((key) => (key.startsWith('askwell_draft:') ? localStorage[key] : [])).join()",
    )
  // What is thrown away in one tab isn't stored again by another, whose own text stays.
  const other = await page.context().newPage()
  await other.goto('/questions/ask')
  await expect.poll(() => other.locator('main [name=title]').inputValue()).toBe('Half a question more')
  await other.locator('main [name=title]').fill('Half a question of the other tab')
  await page.getByText('It was also saved from another tab').waitFor()
  await other.locator('main [name=title]').fill('Half a question of the other tab, going on')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect.poll(() => field(page, 'title').inputValue()).toBe('')
  await other.close({ runBeforeUnload: false })
  expect(await stored()).toContain('of the other tab')
  expect(await stored()).not.toContain('Half a question more')
  await page.getByRole('link', { name: 'Journeys, home' }).click()
  await arriveAt(page, 'Questions')
})

journey('a member asks and answers at once, and both are there', async ({ site, open }) => {
  const ed = await register(site, 'Ed')
  const page = await open(site)
  await enter(page, ed)
  await page.goto('/questions/ask?tags=support')
  await fill(page, { title: 'How do I pour without foam?' })
  await write(page, 'content', 'It always ends in a mess.')
  await page.getByRole('switch', { name: 'Answer my own question' }).check()
  await write(page, 'answer_content', 'Tilt the glass, and pour along its side.')
  await send(page)
  await arriveAt(page, 'How do I pour without foam?')
  expect(await page.locator('.answer .prose').textContent()).toContain('Tilt the glass')
  await page.getByText('You have answered this question').waitFor()
})

journey('a question that links to another is found there', async ({ site, open }) => {
  const finn = await register(site, 'Finn')
  const first = await ask(site, finn, { title: 'Which glass suits wheat beer?' })
  const page = await open(site)
  await enter(page, finn)
  await page.goto('/questions/ask?tags=support')
  await fill(page, { title: 'And which glass suits stout?' })
  await write(page, 'content', `Not the one from [that question](${site.url}/questions/${first.id}), I suppose.`)
  await send(page)
  await arriveAt(page, 'And which glass suits stout?')
  await page.locator('.question .prose').getByRole('link', { name: 'that question' }).click()
  await arriveAt(page, 'Which glass suits wheat beer?')
  await page.getByRole('heading', { name: 'Linked' }).waitFor()
  await page.goto(`/questions/linked/${first.id}`)
  await page.locator('.question-row-title').getByText('And which glass suits stout?').waitFor()
})

journey(
  'the asker mends the question, and deletes it as long as nobody has put work into it',
  async ({ site, open }) => {
    const [gil, hana] = [await register(site, 'Gil'), await register(site, 'Hana')]
    const question = await ask(site, gil, { title: 'Is cidre a beer?' })
    const page = await open(site)
    await enter(page, gil)
    await page.goto(`/questions/${question.id}`)
    await page.getByRole('link', { name: 'Edit' }).click()
    await arriveAt(page, 'Edit a question')
    expect(await field(page, 'title').inputValue()).toBe('Is cidre a beer?')
    await fill(page, { title: 'Is cider a beer?', edit_summary: 'Spelling' })
    await write(page, 'content', 'It comes in **bottles**, too.')
    await send(page)
    await arriveAt(page, 'Is cider a beer?')
    expect(await page.locator('.question .prose strong').textContent()).toBe('bottles')

    const voted = await answer(site, hana, question.id, 'No: it is made of apples.')
    await vote(site, await admin(site), voted.id)
    await page.reload()
    const tools = page.getByRole('group', { name: 'Question actions' })
    expect(await tools.getByText('Delete').count()).toBe(0)

    const other = await ask(site, gil, { title: 'Is cider a wine, then?' })
    await page.goto(`/questions/${other.id}`)
    await tools.getByRole('link', { name: 'Delete' }).click()
    await page.getByRole('dialog').waitFor()
    await page.accessible()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Only the author and moderators see this question.').waitFor()
    await page.goto('/questions?order=newest')
    expect(await page.locator('.question-row-title').getByText('Is cider a wine, then?').count()).toBe(0)
  },
)

journey('somebody who edits what another has changed meanwhile loses neither text', async ({ site, open }) => {
  const ida = await register(site, 'Ida')
  const question = await ask(site, ida, { title: 'Does beer freeze?' })
  const page = await open(site)
  await enter(page, ida)
  await page.goto(`/posts/${question.id}/edit`)
  const boss = await admin(site)
  await site.call('PUT', '/answer/api/v1/question', {
    token: boss.token,
    body: {
      id: question.id,
      title: 'Does beer freeze in winter?',
      content: 'Theirs, at minus ten.',
      tags: [{ slug_name: 'support' }],
    },
  })
  await write(page, 'content', 'Mine, at minus twenty.')
  page.allow(/^409 PUT .*\/api\/v1\/question$/)
  await send(page)
  await page.getByText('Someone else has edited this').waitFor()
  expect(await page.getByRole('textbox', { name: 'Current text' }).inputValue()).toBe('Theirs, at minus ten.')
  expect(await field(page, 'content').inputValue()).toBe('Mine, at minus twenty.')
  await page.accessible()
  await send(page)
  await page.locator('.question .prose').getByText('Mine, at minus twenty.').waitFor()
})

journey('asking, mending and deleting work without JavaScript', async ({ site, open }) => {
  const jo = await register(site, 'Jo')
  const page = await open(site, { scripts: false })
  await enter(page, jo)
  await page.goto('/questions/ask')
  await takePictures(page, 'ask-no-scripts')
  await fill(page, { title: 'Beer', content: 'Is **this** fine?' })
  await send(page)
  expect(await isWrong(page, 'title')).toBe(true)
  expect(await isWrong(page, 'tags')).toBe(true)
  expect(await isWrong(page, 'content')).toBe(false)
  expect(await field(page, 'content').inputValue()).toBe('Is **this** fine?')
  await page.accessible()
  await fill(page, { title: 'Is beer without gas fine?', tags: 'support' })
  await send(page)
  const address = pathOf(page)
  expect(await page.locator('.question .prose strong').textContent()).toBe('this')

  await page.getByRole('link', { name: 'Edit' }).click()
  expect(await field(page, 'tags').inputValue()).toBe('support')
  await fill(page, { title: 'Is flat beer fine?' })
  await send(page)
  expect(pathOf(page)).toBe(address)
  await arriveAt(page, 'Is flat beer fine?')

  const tools = page.getByRole('group', { name: 'Question actions' })
  await tools.getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Only the author and moderators see this question.').waitFor()
  const stranger = await open(site, { scripts: false })
  stranger.allow(/^410 GET /)
  await stranger.goto(address)
  await arriveAt(stranger, 'Question deleted')
})
