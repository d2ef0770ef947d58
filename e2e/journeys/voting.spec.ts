import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { arriveAt, pathOf } from '../page.ts'
import { admin, enter, type TestUser, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, vote } from '../posts.ts'
import type { Site } from '../site.ts'

const onQuestion = (page: WatchedPage) => page.getByRole('group', { name: 'Votes on this question' })
const onAnswer = (page: WatchedPage) => page.getByRole('group', { name: 'Votes on this answer' })
const score = (page: WatchedPage, of = onAnswer) => of(page).getByRole('status', { name: 'Score' }).textContent()

const reputationOf = async (site: Site, { username }: TestUser) =>
  (await site.call<{ rank: number }>('GET', `/answer/api/v1/personal/user/info?username=${username}`)).rank

/** Somebody with the reputation to vote up: 1, and 10 for a question an admin likes. */
const voter = async (site: Site, name: string) => {
  const person = await register(site, name)
  await vote(site, await admin(site), (await ask(site, person, { title: `Do you know ${name}?` })).id)
  return person
}

journey('a vote shows at once, can be changed and taken back, and moves reputation', async ({ site, open }) => {
  const [asker, ada, ben] = [await register(site, 'Asker'), await register(site, 'Ada'), await voter(site, 'Ben')]
  const question = await ask(site, asker, { title: 'What is dry hopping?' })
  await answer(site, ada, question.id, 'Hops in the cold beer.')
  const page = await open(site)
  await enter(page, ben)
  await page.goto(`/questions/${question.id}`)
  const up = onAnswer(page).getByRole('button', { name: 'Vote up' })

  await up.click()
  await expect.poll(() => score(page)).toBe('1')
  expect(await up.getAttribute('aria-pressed')).toBe('true')
  await expect.poll(() => reputationOf(site, ada)).toBe(11)
  await page.reload()
  expect(await score(page)).toBe('1')
  expect(await up.getAttribute('aria-pressed')).toBe('true')
  await takePictures(page, 'question-voted')
  await up.click()
  await expect.poll(() => score(page)).toBe('0')
  await expect.poll(() => reputationOf(site, ada)).toBe(1)

  // For a vote down he lacks the reputation: the button looks and says so before it is pressed, and nothing moves.
  const down = onAnswer(page).getByRole('button', { name: 'Vote down' })
  expect([await down.isDisabled(), await down.getAttribute('title')]).toEqual([
    true,
    'You need 125 reputation to do this.',
  ])
  await down.focus()
  await page.keyboard.press('Enter')
  await page.locator('.toast').getByText('You need 125 reputation to do this.').waitFor()
  await page.accessible() // with the message, which goes by itself
  await expect.poll(() => score(page)).toBe('0') // the page takes back what it showed at once
})

journey('an admin votes down, changes to up, and the author gets back what was lost', async ({ site, open }) => {
  const [asker, ada] = [await register(site, 'Asker2'), await voter(site, 'Adele')]
  const question = await ask(site, asker, { title: 'What is krausen?' })
  await answer(site, ada, question.id, 'A kind of bread.')
  const page = await open(site)
  await enter(page, await admin(site))
  await page.goto(`/questions/${question.id}`)
  await onAnswer(page).getByRole('button', { name: 'Vote down' }).click()
  await expect.poll(() => score(page)).toBe('−1')
  await expect.poll(() => reputationOf(site, ada)).toBe(9)
  await onAnswer(page).getByRole('button', { name: 'Vote up' }).click()
  await expect.poll(() => score(page)).toBe('1')
  await expect.poll(() => reputationOf(site, ada)).toBe(21)
})

journey('nobody votes on what they wrote, and is told why', async ({ site, open }) => {
  const cleo = await voter(site, 'Cleo')
  const question = await ask(site, cleo, { title: 'Is my own question good?' })
  const page = await open(site)
  await enter(page, cleo)
  await page.goto(`/questions/${question.id}`)
  await onQuestion(page).getByRole('button', { name: 'Vote up', disabled: true }).press('Enter')
  await page.locator('.toast').getByText('You can’t vote on your own post.').waitFor()
  await expect.poll(() => score(page, onQuestion)).toBe('0')
})

journey('the asker accepts an answer, and both gain by it', async ({ site, open }) => {
  const [dora, emil, fay] = [await register(site, 'Dora'), await register(site, 'Emil'), await register(site, 'Fay')]
  const question = await ask(site, dora, { title: 'What is lambic?' })
  const first = await answer(site, emil, question.id, 'A sour beer from Brussels.')
  const second = await answer(site, fay, question.id, 'Something with wild yeast.')
  const page = await open(site)
  await enter(page, dora)
  await page.goto(`/questions/${question.id}`)
  const accept = (id: string) => page.locator(`#answer-${id}`).getByRole('button', { name: 'Accept this answer' })

  await accept(second.id).click()
  await page.locator(`#answer-${second.id}`).getByText('Accepted answer').waitFor()
  await expect.poll(() => reputationOf(site, fay)).toBe(16)
  expect(await reputationOf(site, dora)).toBe(3)
  // What is accepted stands first.
  await expect.poll(() => page.locator('.answer').first().getAttribute('id')).toBe(`answer-${second.id}`)
  await takePictures(page, 'question-accepted')

  await accept(first.id).click()
  await page.locator(`#answer-${first.id}`).getByText('Accepted answer').waitFor()
  await expect.poll(() => reputationOf(site, emil)).toBe(16)
  expect(await reputationOf(site, fay)).toBe(1)
  await accept(first.id).click()
  await expect.poll(() => page.getByText('Accepted answer').count()).toBe(0)
  await expect.poll(() => reputationOf(site, dora)).toBe(1)

  await accept(second.id).click()
  await expect.poll(() => reputationOf(site, fay)).toBe(16)
  await page.goto(`/users/${fay.username}/reputation`)
  await page.getByText('+15').waitFor()
  // Others see the mark, and no switch.
  const stranger = await open(site)
  await stranger.goto(`/questions/${question.id}`)
  expect(await stranger.getByRole('button', { name: 'Accept this answer' }).count()).toBe(0)
  await stranger.locator(`#answer-${second.id}`).getByText('Accepted answer').waitFor()
})

journey('an anonymous visitor who wants to vote is led to the login and back', async ({ site, open }) => {
  const gil = await voter(site, 'Gil')
  const hana = await register(site, 'Hana')
  const question = await ask(site, hana, { title: 'May I vote here?' })
  const page = await open(site)
  await page.goto(`/questions/${question.id}`)
  await onQuestion(page).getByRole('link', { name: 'Vote up, log in first' }).click()
  await arriveAt(page, 'Log in')
  await page.locator('input[name=e_mail]').fill(gil.e_mail)
  await page.locator('input[name=pass]').fill(gil.pass)
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await onQuestion(page).getByRole('button', { name: 'Vote up' }).click()
  await expect.poll(() => score(page, onQuestion)).toBe('1')
})

journey('voting and accepting work without JavaScript', async ({ site, open }) => {
  const [ida, jon] = [await voter(site, 'Ida'), await register(site, 'Jon')]
  const question = await ask(site, ida, { title: 'Is plain enough?' })
  await answer(site, jon, question.id, 'It is, for me.')
  const page = await open(site, { scripts: false })
  await enter(page, ida)
  await page.goto(`/questions/${question.id}`)
  await onAnswer(page).getByRole('button', { name: 'Vote up' }).click()
  expect(await score(page)).toBe('1')
  expect(pathOf(page)).toBe(`/questions/${question.id}`)
  await page.getByRole('button', { name: 'Accept this answer' }).click()
  await page.getByText('Accepted answer').waitFor()
  expect(await reputationOf(site, jon)).toBe(26)
  await onAnswer(page).getByRole('button', { name: 'Vote up' }).click()
  expect(await score(page)).toBe('0')
  await onQuestion(page).getByRole('button', { name: 'Vote up' }).press('Enter')
  await page.getByRole('alert').getByText('Forbidden to operate on yourself').waitFor()
  await page.accessible()
  // Who can't see that it is off is told again.
  await onAnswer(page).getByRole('button', { name: 'Vote down' }).press('Enter')
  await page.getByRole('alert').getByText('You need 125 reputation to do this.').waitFor()
})
