import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { arriveAt, fill, send, write } from '../page.ts'
import { enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { ask } from '../posts.ts'

const KEY = `It says:\n\npassword = "a1b2c3d4e5f6"\n\nand then nothing more happens, however long I wait for it.`

journey('before asking, the page says gently what would help', async ({ site, open }) => {
  const page = await open(site)
  await enter(page, await register(site, 'Cyn'))
  await page.goto('/questions/ask')
  await page.ready()
  await fill(page, { title: 'Foam goes away at once' })
  await write(page, 'content', 'It is just gone.')
  const look = page.getByRole('status').filter({ hasText: 'Before you post' })
  await look.getByText('The title isn’t a question yet.').waitFor()
  await look.getByText('The text is very short.').waitFor()
  await look.getByText('Without tags').waitFor()
  await page.accessible()
  await takePictures(page, 'before-asking')
  await fill(page, { title: 'Why does the foam go away at once?' })
  await page.getByRole('combobox', { name: 'Tags' }).fill('support')
  await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
  await write(
    page,
    'content',
    'However I pour it, into whatever glass, after a minute nothing is left of the foam. I washed them all.',
  )
  await look.waitFor({ state: 'detached' })
})

for (const scripts of [true, false])
  journey(
    `a password in a question is asked about before it is published, ${scripts ? 'with' : 'without'} scripts`,
    async ({ site, open }) => {
      const page = await open(site, { scripts })
      await enter(page, await register(site, scripts ? 'Dot' : 'Don'))
      await page.goto('/questions/ask')
      const title = `Why does it say nothing, ${scripts ? 'Dot' : 'Don'}?`
      await fill(page, { title })
      if (scripts) {
        page.allow(/^400 POST .*\/post\/look$/)
        await write(page, 'content', KEY)
        await page.getByRole('combobox', { name: 'Tags' }).fill('support')
        await page.getByRole('combobox', { name: 'Tags' }).press('Enter')
      } else await fill(page, { content: KEY, tags: 'support' })
      await send(page)
      await page.getByText('Line 3 looks like a password.').first().waitFor()
      await page.accessible()
      if (scripts) await takePictures(page, 'secret-asked')
      await page.getByLabel('Publish it all the same').check()
      await send(page)
      await arriveAt(page, title)
      await page.getByText('a1b2c3d4e5f6').waitFor()
    },
  )

journey('a token in a comment is asked about, and taken out', async ({ site, open }) => {
  const [eli, fay] = [await register(site, 'Eli'), await register(site, 'Fay')]
  const question = await ask(site, eli, { title: 'How does one log in there?' })
  const page = await open(site)
  await enter(page, fay)
  await page.goto(`/questions/${question.id}`)
  await page.getByRole('link', { name: 'Add a comment' }).click()
  const box = page.locator('.comment-form textarea')
  await box.fill(`Use glpat-${'aB3dE5gH7jK9mN1pQ2rS'} as I do.`)
  page.allow(/^400 POST .*\/post\/look$/)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.getByText('Line 1 looks like an access token').waitFor()
  await page.accessible()
  await takePictures(page, 'secret-in-comment')
  await box.fill('Use a token as I do.')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await page.locator('.comment').getByText('Use a token as I do.').waitFor()
})

journey('that more links need reputation is said while typing', async ({ site, open }) => {
  const [gus, hal] = [await register(site, 'Gus'), await register(site, 'Hal')]
  const question = await ask(site, gus, { title: 'Where to read more?' })
  const page = await open(site)
  await enter(page, hal)
  await page.goto(`/questions/${question.id}`)
  await write(page, 'content', 'https://a.example and https://b.example')
  await page.waitForTimeout(1500)
  expect(await page.getByText('You are posting more than 2 links and pictures of other sites.').count()).toBe(0)
  await write(page, 'content', 'https://a.example and https://b.example and https://c.example')
  await page.getByText('You are posting more than 2 links and pictures of other sites.').waitFor()
  await takePictures(page, 'links-over')
})
