import { expect } from 'vitest'
import { journey } from '../journey.ts'
import { field } from '../page.ts'
import { admin, enter, register } from '../people.ts'
import { takePictures } from '../pictures.ts'
import { turnPlugin } from '../plugins.ts'

const EVENT = { title: 'Baking together', date: '2999-12-06', time: '18:30', place: 'The old mill' }

journey('an admin adds an event, members see it in the navigation and read it', async ({ site, open }) => {
  const chief = await admin(site)
  await turnPlugin(site, chief.token, 'events', true)
  const page = await open(site)
  await enter(page, chief)
  await page.goto('/')
  await page.getByRole('link', { name: 'Events' }).first().click()
  await page.getByRole('heading', { name: 'Events', level: 1 }).waitFor()
  await page.getByText('Nothing is planned just now.').waitFor()
  const add = page.getByRole('button', { name: 'Add an event' })
  await field(page, 'title').fill(EVENT.title)
  await field(page, 'place').fill(EVENT.place)
  await add.click()
  await page.getByRole('link', { name: 'Please choose a day.' }).waitFor()
  expect(await field(page, 'title').inputValue()).toBe(EVENT.title)
  await takePictures(page, 'events-refused')
  await field(page, 'date').fill(EVENT.date)
  await field(page, 'time').fill(EVENT.time)
  await field(page, 'about').fill('Bring flour.\nWe have the oven.')
  await add.click()
  await page.getByRole('heading', { name: EVENT.title, level: 1 }).waitFor()
  await takePictures(page, 'event')

  const member = await open(site)
  await enter(member, await register(site, 'Bea'))
  await member.goto('/plugins/events')
  expect(await member.getByRole('button', { name: 'Add an event' }).count()).toBe(0)
  await takePictures(member, 'events')
  await member.getByRole('link', { name: EVENT.title }).click()
  await member.getByText('December 6, 2999').waitFor()

  await page.getByRole('button', { name: 'Delete this event' }).click()
  await page.getByText('Nothing is planned just now.').waitFor()
})

journey('without scripts an event is added as well, and who isn’t logged in is asked to', async ({ site, open }) => {
  const chief = await admin(site)
  await turnPlugin(site, chief.token, 'events', true)
  const page = await open(site, { scripts: false })
  await page.goto('/plugins/events')
  expect(new URL(page.url()).pathname).toBe('/users/login')
  await enter(page, chief)
  await page.goto('/plugins/events')
  for (const [name, value] of Object.entries(EVENT)) await field(page, name).fill(value)
  await page.getByRole('button', { name: 'Add an event' }).click()
  await page.getByRole('heading', { name: EVENT.title, level: 1 }).waitFor()
})
