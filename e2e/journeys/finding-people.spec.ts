import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { pathOf } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { answer, ask, makeTag, vote } from '../posts.ts'
import type { Site } from '../site.ts'

const letAllVote = async (site: Site) =>
  site.call('PUT', '/answer/admin/api/setting/privileges', { token: (await admin(site)).token, body: { level: 1 } })

journey('somebody is found among all users by name, order and time', async ({ site, open }) => {
  const [writer, reader] = [await register(site, 'Wanda.Zimmer'), await register(site, 'Winfried')]
  await letAllVote(site)
  const question = await ask(site, writer, { title: 'Who finds a user by name?' })
  await vote(site, reader, question.id)
  const page = await open(site)
  await page.goto('/users')
  const people = page.locator('.member-grid .user-link')
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('zim')
  await expect.poll(() => people.allTextContents()).toEqual(['Wanda.Zimmer'])
  expect(new URL(page.url()).searchParams.get('name')).toBe('zim')
  await takePictures(page, 'directory-filtered')
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('nobody-like-that')
  await page.getByText('Nobody’s name begins with “nobody-like-that”.').waitFor()
  await page.getByRole('link', { name: 'All users' }).click()
  await expect.poll(() => people.allTextContents()).toContain('Wanda.Zimmer') // the links below keep the name that is filtered by
  await page.getByRole('link', { name: 'This week' }).click()
  await expect.poll(async () => (await people.allTextContents())[0]).toBe('Wanda.Zimmer')
  await page.getByRole('link', { name: 'New', exact: true }).click()
  await expect.poll(async () => (await people.allTextContents())[0]).toBe('Winfried')
  await takePictures(page, 'directory')
})

journey('without scripts the directory is filtered by Enter', async ({ site, open }) => {
  await register(site, 'Quentin')
  const page = await open(site, { scripts: false })
  await page.goto('/users?order=newest')
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('quent')
  await page.keyboard.press('Enter')
  await page.waitForURL(/name=quent/)
  expect(new URL(page.url()).searchParams.get('order')).toBe('newest')
  expect(await page.locator('.member-grid .user-link').allTextContents()).toEqual(['Quentin'])
})

journey('a card opens beside a name, by mouse and keyboard, with one request for the page', async ({ site, open }) => {
  const [asker, writer] = [await register(site, 'Cora'), await register(site, 'Carl')]
  const question = await ask(site, asker, { title: 'What does a card say of somebody?' })
  await answer(site, writer, question.id, 'What they know about, and since when they are here.')
  const page = await open(site)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/user/cards')) asked.push(request.url())
  })
  await page.goto(`/questions/${question.id}`)
  const name = (of: string) => page.locator('.user-card .user-link', { hasText: of }).first()
  const card = page.getByRole('tooltip')
  await name('Cora').hover()
  await card.getByText('1 question').waitFor()
  expect(await name('Cora').getAttribute('aria-describedby')).toBe(await card.getAttribute('id'))
  await page.accessible()
  await takePictures(page, 'member-card')
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  await name('Carl').focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await card.getByText('1 answer').waitFor()
  await page.keyboard.press('Tab')
  await card.waitFor({ state: 'detached' })
  expect(asked).toHaveLength(1)
  await name('Carl').click()
  await page.waitForURL(/\/users\/carl/)
  expect(await card.count()).toBe(0)
})

journey(
  'reputation is explained: what it comes from, what it allows, and a correction by staff',
  async ({ site, open }) => {
    const [user, voter] = [await register(site, 'Rita'), await register(site, 'Rolf')]
    await letAllVote(site)
    const question = await ask(site, user, { title: 'Where does reputation come from?' })
    await vote(site, voter, question.id)
    const page = await open(site)
    await enter(page, await admin(site))
    await page.goto(`/users/${user.username}/reputation`)
    const entries = page.locator('.gain-item')
    await expect
      .poll(() => entries.locator('.gain-total').allTextContents())
      .toEqual(['Reputation then: 11', 'Reputation then: 1'])
    await page.getByLabel('Points', { exact: true }).fill('-4')
    await page.getByLabel('Reason').fill('Votes by a friend.')
    await page.getByRole('button', { name: 'Enter the correction' }).click()
    await expect.poll(() => entries.count()).toBe(3)
    expect(await entries.first().textContent()).toContain('Votes by a friend.')
    await takePictures(page, 'reputation')
    await page.getByLabel('Gains and losses').selectOption({ label: 'Only losses' })
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.waitForURL(/sign=losses/)
    await expect.poll(() => entries.count()).toBe(1)

    const own = await open(site, { scripts: false })
    await enter(own, user)
    await own.goto(`/users/${user.username}/reputation`)
    expect(await own.locator('.gain-item').first().textContent()).toContain('Votes by a friend.')
    await own.getByText('What reputation allows').waitFor()
    await own.goto(`/users/${user.username}`)
    await own.getByRole('img', { name: 'Contributions of the last year: 1, on 1 of 365 days' }).waitFor()
  },
)

journey('without scripts staff enter a correction, and what is wrong with it is said', async ({ site, open }) => {
  const user = await register(site, 'Sara')
  const page = await open(site, { scripts: false })
  await enter(page, await admin(site))
  await page.goto(`/users/${user.username}/reputation`)
  await page.getByLabel('Points', { exact: true }).fill('7')
  await page.getByRole('button', { name: 'Enter the correction' }).click()
  await page.locator('.field-error').waitFor()
  expect(await page.getByLabel('Points', { exact: true }).inputValue()).toBe('7')
  await page.getByLabel('Reason').fill('Lost in the move.')
  await page.getByRole('button', { name: 'Enter the correction' }).click()
  await page.getByText('Correction by staff').waitFor()
  expect(pathOf(page)).toBe(`/users/${user.username}/reputation`)
})

journey('who answers best leads the tag', async ({ site, open }) => {
  const [asker, writer] = [await register(site, 'Tess'), await register(site, 'Theo')]
  await letAllVote(site)
  await makeTag(site, await admin(site), 'leading')
  const question = await ask(site, asker, { title: 'Who leads a tag here?', tags: ['leading'] })
  await vote(site, asker, (await answer(site, writer, question.id, 'Whoever answers best of all.')).id)
  const page = await open(site)
  await page.goto('/tags/leading/info')
  const board = page.getByRole('region', { name: 'Leaders' })
  await board.getByRole('link', { name: 'Theo' }).first().waitFor()
  await takePictures(page, 'tag-leaders')
  await page.goto(`/users/${writer.username}`)
  await page.getByRole('complementary').getByRole('link', { name: 'leading' }).waitFor()
})
