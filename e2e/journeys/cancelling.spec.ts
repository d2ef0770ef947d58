import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { field, write } from '../page.ts'
import { enter, register } from '../people.ts'
import { ask } from '../posts.ts'

journey('who cancels an edit finds the text as it is the next time', async ({ site, open }) => {
  const ann = await register(site, 'ann')
  const content = 'This is how the text was at first.'
  const question = await ask(site, ann, { title: 'What becomes of a cancelled edit?', content })
  const page = await open(site)
  await enter(page, ann)
  await page.goto(`/posts/${question.id}/edit`)
  await write(page, 'content', 'Something that was thought better of.')
  await page.getByRole('link', { name: 'Cancel', exact: true }).click()
  await page.getByText(content).first().waitFor()
  await page.goto(`/posts/${question.id}/edit`)
  await expect.poll(() => field(page, 'content').inputValue()).toBe(content)
})
