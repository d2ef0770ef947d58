import { expect } from 'vitest'
import type { WatchedPage } from '../browser.ts'
import { journey } from '../journey.ts'
import { pathOf, SELDOM } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePicture, takePictures } from '../pictures.ts'
import { answer, ask, vote } from '../posts.ts'
import type { Site } from '../site.ts'

const notice = (page: WatchedPage) => page.getByRole('dialog', { name: 'You earned a badge' })

/** Somebody with the reputation to vote up: 1, and 10 for a question an admin likes. */
const voter = async (site: Site, name: string) => {
  const person = await register(site, name)
  await vote(site, await admin(site), (await ask(site, person, { title: `Do you know ${name}?` })).id)
  return person
}

journey('a member earns a badge, sees it celebrated once, and finds it on their profile', async ({ share, open }) => {
  const site = await share({ badges: true })
  const [asker, ada] = [await register(site, 'Asker'), await voter(site, 'Ada')]
  const question = await ask(site, asker, { title: 'What is dry hopping?' })
  const page = await open(site)
  await enter(page, ada)
  // The upvote of the admin was the first that she got.
  await page.goto('/')
  await notice(page).getByText('Welcome', { exact: true }).waitFor()
  expect(await page.locator('.confetti i').count()).toBe(100)
  const colours =
    'new Set([...document.querySelectorAll(".confetti i")].map((piece) => piece.style.getPropertyValue("--colour"))).size'
  expect(await page.evaluate(colours)).toBe(19)
  await page.accessible()
  await takePictures(page, 'badge-notice')
  await notice(page).getByRole('button', { name: 'Nice' }).click()
  await notice(page).waitFor({ state: 'hidden' })

  await page.goto(`/questions/${question.id}`)
  await page.getByRole('group', { name: 'Votes on this question' }).getByRole('button', { name: 'Vote up' }).click()
  await notice(page).getByText('First Upvote').waitFor()
  // On another device it is still to be seen, on this one only once.
  await page.keyboard.press('Escape')
  await notice(page).waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await new Promise((resume) => setTimeout(resume, 1500))
  expect(await notice(page).isVisible()).toBe(false)

  await page.goto(`/users/${ada.username}/badges`)
  await page
    .getByRole('link', { name: 'bronze: First Upvote' })
    .or(page.getByRole('link', { name: 'Bronze: First Upvote' }))
    .waitFor()
  await takePictures(page, 'profile-badges')
  await page.getByRole('link', { name: 'First Upvote' }).click()
  await page.getByRole('heading', { level: 1, name: 'First Upvote' }).waitFor()
  await page.getByRole('link', { name: 'Ada', exact: true }).waitFor()
  await takePictures(page, 'badge')
  await page.goto('/badges')
  await page.getByText('2 of 49 earned').waitFor()
  await takePictures(page, 'badges')
  await page.goto('/users/notifications/achievement')
  await page.getByText('You earned a badge').first().waitFor()
})

journey(
  'a badge waits while somebody writes, and with reduced motion the confetti lies still',
  async ({ share, open }) => {
    const site = await share({ badges: true })
    const [boss, ben] = [await admin(site), await voter(site, 'Ben')]
    const question = await ask(site, await register(site, 'Dora'), { title: 'What is a hop cone?' })
    const page = await open(site)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enter(page, ben)
    await page.goto(`/questions/${question.id}`)
    const closing = notice(page).getByRole('button', { name: 'Nice' })
    await closing.click() // the first, for the upvote he has got
    await notice(page).waitFor({ state: 'hidden' })
    await page.getByRole('textbox', { name: 'Your answer' }).fill('The cone of a hop')
    await site.call('POST', '/answer/admin/api/badge/award', {
      token: boss.token,
      body: { id: '10090000000000007', username: ben.username, reason: 'For care' },
    })
    await page
      .locator('.bell summary')
      .getByText(/^Notifications, \d+ unread$/)
      .waitFor({ state: 'attached' })
    await new Promise((resume) => setTimeout(resume, 2500))
    expect(await notice(page).isVisible()).toBe(false)
    await page.getByRole('textbox', { name: 'Your answer' }).fill('')
    await page.getByRole('heading', { level: 1 }).click()
    await notice(page).getByText('Editor', { exact: true }).waitFor()
    const animations = await page.evaluate<number>(
      'document.querySelector(".confetti").getAnimations({ subtree: true }).length',
    )
    expect(animations).toBe(0)
    await takePicture(page, 'badge-notice-still')
    await closing.click()
  },
)

journey('an admin builds a badge, sees who would get it, and awards it for the past', async ({ start, open }) => {
  const site = await start()
  const [boss, asker, ada] = [await admin(site), await register(site, 'Asker'), await register(site, 'Ada')]
  const question = await ask(site, asker, { title: 'What is a mash tun?' })
  await answer(site, ada, question.id, 'A vessel for mashing.')
  const page = await open(site)
  await enter(page, boss)
  await page.goto('/admin/badges')
  await takePictures(page, 'admin-badges')
  await page.getByRole('link', { name: 'New badge' }).click()
  await page.getByLabel('Name').first().fill('Brewer')
  await page.getByLabel('Description').first().fill('An answer about brewing')
  await page.getByLabel('Condition 1', { exact: true }).selectOption({ label: 'Hours after the question, at most' })
  await page.getByLabel('Value of condition 1').fill('24')
  await page.getByLabel('Level').selectOption('Gold')
  await page.getByRole('radio', { name: 'Icon: trophy' }).check({ force: true })
  await page.getByRole('button', { name: 'Who would get it?' }).click()
  await page.getByText('2 members would get it (2 in all)').waitFor() // the admin wrote the answers that the site began with
  await takePictures(page, 'admin-badge-preview')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
  expect(pathOf(page)).toMatch(/^\/admin\/badges\/\d{17}$/)

  await page.goto('/admin/badges')
  await page.getByRole('button', { name: 'Award badges for the past' }).click()
  await page.getByText('2 badges were awarded.').waitFor()
  await page.goto('/badges')
  await page.getByRole('link', { name: 'Brewer' }).click()
  await page.getByRole('link', { name: 'Ada', exact: true }).waitFor()

  await page.goto('/admin/badges?q=Brewer')
  await page.getByRole('link', { name: 'Brewer' }).click()
  await page.getByLabel('User name').fill(asker.username)
  await page.getByLabel('Reason').fill('For a good question')
  await page.getByRole('button', { name: 'Award it' }).click()
  await page.getByText('Awarded.').waitFor()
  await page.getByText('For a good question').waitFor()
  await takePictures(page, 'admin-badge-awards')
  await page.getByRole('link', { name: 'Take back Ada' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('It was a copy')
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await page.getByText('Taken back.').waitFor()
  await page.getByText('It was a copy').waitFor()
})

journey('all of it works without scripts', async ({ share, open }) => {
  const site = await share({ badges: true })
  const [boss, cleo] = [await admin(site), await voter(site, 'Cleo')]
  const page = await open(site, { scripts: false })
  await enter(page, cleo)
  await page.goto('/')
  await page.goto('/badges')
  await page.getByText('1 of 49 earned').waitFor()
  await page.goto(`/users/${cleo.username}/badges`)
  await page.getByRole('link', { name: 'Welcome' }).click()
  await page.getByRole('link', { name: 'Cleo', exact: true }).waitFor()
  const office = await open(site, { scripts: false })
  await enter(office, boss)
  await office.goto('/admin/badges')
  const listed = office.getByRole('table').getByRole('row')
  expect(await listed.count()).toBe(21)
  await office.getByRole('navigation', { name: 'Badges' }).getByRole('link', { name: 'Page 3' }).click()
  await expect.poll(() => listed.count()).toBe(10)
  await office.goto('/admin/badges/new')
  await office.getByLabel('Name').first().fill('Flagger')
  await office.getByLabel('Awarded to whoever').selectOption('Flags something')
  await office.getByRole('button', { name: 'Save' }).click()
  await office.getByText('Saved.').first().waitFor()
  await office.goto('/admin/badges?q=Flagger')
  await office.getByRole('button', { name: 'Switch off Flagger' }).click()
  await office.getByRole('button', { name: 'Switch on Flagger' }).waitFor()
  await office.getByRole('button', { name: 'Award badges for the past' }).click()
  await expect
    .poll(async () => {
      await office.goto('/admin/badges')
      return office.getByText('Done.').isVisible()
    }, SELDOM)
    .toBe(true)
})
