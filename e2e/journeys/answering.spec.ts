import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, draftIsStored, field, fill, isWrong, pathOf, send, write } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, vote } from '../posts.ts'

const answers = (page: WatchedPage) => page.locator('.answer .prose')
const tools = (page: WatchedPage) => page.getByRole('group', { name: 'Answer actions' })

journey('a member answers, mends the answer and takes it back', async ({ site, open }) => {
  const [ada, ben] = [await register(site, 'Ada'), await register(site, 'Ben')]
  const question = await ask(site, ada, { title: 'Which hops smell of citrus?' })
  const page = await open(site)
  await enter(page, ben)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', 'Try *Cascade*, or `Citra`.\n\n- both are American\n- both are dear')
  await page.getByRole('button', { name: 'Post answer' }).click()
  await answers(page).getByText('both are American').waitFor()
  // The address is the answer's own now, and the answer is the one in sight.
  await expect.poll(() => pathOf(page)).toMatch(new RegExp(`^/questions/${question.id}/\\d{17}$`))
  await page.getByText('You have answered this question').waitFor()
  await takePictures(page, 'question-answered')

  await tools(page).getByRole('link', { name: 'Edit' }).click()
  await arriveAt(page, 'Edit an answer')
  await write(page, 'content', 'Try *Cascade*, and nothing else.')
  await fill(page, { edit_summary: 'One will do' })
  await send(page)
  await answers(page).getByText('and nothing else').waitFor()
  await arriveAt(page, 'Which hops smell of citrus?')

  await tools(page).getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Only the author and moderators see this answer.').waitFor()
  const stranger = await open(site)
  await stranger.goto(`/questions/${question.id}`)
  expect(await answers(stranger).count()).toBe(0)
})

journey('a name is completed in the editor of an answer, by keys alone', async ({ site, open }) => {
  const [otto, pia] = [await register(site, 'Otto'), await register(site, 'Pia')]
  await register(site, 'Bella')
  const question = await ask(site, otto, { title: 'Who knows the oldest brewery?' })
  const page = await open(site)
  await enter(page, pia)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', '')
  const surface = page.locator('.editor .cm-content')
  await surface.pressSequentially('Ask our @be')
  const members = page.getByRole('listbox', { name: 'Members' })
  const chosen = members.getByRole('option', { selected: true })
  await members.getByRole('option', { name: /Bella/ }).waitFor()
  expect(await surface.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'))
  await page.accessible()
  await takePictures(page, 'editor-mention')
  while (!(await chosen.textContent())!.includes('Bella')) await surface.press('ArrowDown')
  await surface.press('Enter')
  await members.waitFor({ state: 'detached' })
  await surface.pressSequentially('about it.')
  expect(await surface.innerText()).toBe('Ask our @bella about it.')
  await surface.press('Enter')
  await surface.pressSequentially('@be')
  await members.waitFor()
  await surface.press('Escape')
  await members.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Post answer' }).click()
  await answers(page).getByRole('link', { name: '@bella' }).waitFor()
})

journey('an answer that is refused stays in the form, and a draft survives a reload', async ({ site, open }) => {
  const [cara, dan] = [await register(site, 'Cara'), await register(site, 'Dan')]
  const question = await ask(site, cara, { title: 'How long does beer keep?' })
  const page = await open(site)
  page.on('dialog', (dialog) => void dialog.accept())
  await enter(page, dan)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', 'Long')
  page.allow(/^400 POST .*\/api\/v1\/answer$/)
  await page.getByRole('button', { name: 'Post answer' }).click()
  await page.getByRole('alert').waitFor()
  expect(await isWrong(page, 'content')).toBe(true)
  expect(await field(page, 'content').inputValue()).toBe('Long')
  await page.accessible()
  await write(page, 'content', 'Longer than you think')
  await draftIsStored(page, 'Longer than you think')
  await page.reload()
  await expect.poll(() => field(page, 'content').inputValue()).toBe('Longer than you think')
  await page.getByRole('button', { name: 'Post answer' }).click()
  await answers(page).getByText('Longer than you think').waitFor()
  const other = await ask(site, cara, { title: 'And how long does wine keep?' })
  await page.goto(`/questions/${other.id}`)
  expect(await field(page, 'content').inputValue()).toBe('')
})

journey('an answer others found useful can be mended, and not taken back', async ({ site, open }) => {
  const [eve, fred] = [await register(site, 'Eve'), await register(site, 'Fred')]
  const question = await ask(site, eve, { title: 'What is a growler?' })
  const given = await answer(site, fred, question.id, 'A jug to carry beer home in.')
  await vote(site, await admin(site), given.id)
  const page = await open(site)
  await enter(page, fred)
  await page.goto(`/questions/${question.id}/${given.id}`)
  await tools(page).getByRole('link', { name: 'Edit' }).waitFor()
  expect(await tools(page).getByText('Delete').count()).toBe(0)
})

journey('a reader puts the answers into another order, and finds one by its own address', async ({ site, open }) => {
  const people = await Promise.all(['Gina', 'Hugo', 'Ines', 'Jan'].map((name) => register(site, name)))
  const question = await ask(site, people[0]!, { title: 'What goes with porter?' })
  const given = []
  for (const [place, person] of people.slice(1).entries())
    given.push(await answer(site, person, question.id, `Dish number ${place + 1}.`))
  await vote(site, await admin(site), given[2]!.id)
  const page = await open(site)
  await page.goto(`/questions/${question.id}`)
  expect(await answers(page).allTextContents()).toEqual([
    expect.stringContaining('number 3'),
    expect.stringContaining('number 1'),
    expect.stringContaining('number 2'),
  ])
  await page.getByRole('navigation', { name: 'Order of the answers' }).getByRole('link', { name: 'Oldest' }).click()
  await expect.poll(() => answers(page).first().textContent()).toContain('number 1')
  await page.getByRole('complementary').getByRole('link', { name: 'Hugo' }).click()
  await expect.poll(() => page.url()).toContain(`#answer-${given[0]!.id}`)

  await page.goto(`/questions/${question.id}/${given[1]!.id}`)
  await page.locator(`#answer-${given[1]!.id}[data-highlight]`).waitFor()
})

journey('answering, mending and deleting work without JavaScript', async ({ site, open }) => {
  const [kim, lea] = [await register(site, 'Kim'), await register(site, 'Lea')]
  const question = await ask(site, kim, { title: 'Is stout heavy?' })
  const page = await open(site, { scripts: false })
  await enter(page, lea)
  await page.goto(`/questions/${question.id}`)
  await fill(page, { content: 'No.' })
  await page.getByRole('button', { name: 'Post answer' }).click()
  expect(await isWrong(page, 'content')).toBe(true)
  expect(await field(page, 'content').inputValue()).toBe('No.')
  await page.accessible()
  await fill(page, { content: 'No: it only looks so.' })
  await page.getByRole('button', { name: 'Post answer' }).click()
  expect(await answers(page).textContent()).toContain('it only looks so')
  await tools(page).getByRole('link', { name: 'Edit' }).click()
  await fill(page, { content: 'It only looks so.' })
  await send(page)
  expect(await answers(page).textContent()).toBe('It only looks so.')
  await tools(page).getByRole('link', { name: 'Delete' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Only the author and moderators see this answer.').waitFor()
})
