import { requestPasswordReset } from '@askwell/contract/accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, type World, world } from '../../../test/world.ts'

let w: World
let ann: TestUser
beforeAll(async () => {
  w = await world('sqlite', { pages: true, limits: 1 })
  ann = await w.given.member({ name: 'ann' })
})
afterAll(async () => {
  expect(w.faults).toEqual([])
  await w.close()
})

const get = (url: string, dest: string) =>
  w.server.inject({ url, headers: { cookie: `askwell_session=${ann.token}`, 'sec-fetch-dest': dest } })

test.each([
  '/session/archive',
  '/session/audit',
  '/session/users.csv',
  '/safe-mode',
  '/safe-mode/leave',
  '/users/oauth/github',
  '/answer/api/v1/user/logout',
  '/answer/api/v1/search?q=beer',
  '/questions',
  '/session/archive?/uploads/a.png',
])('%s is no picture', async (url) => {
  const reply = await get(url, 'image')
  expect([reply.statusCode, reply.headers['set-cookie']]).toEqual([404, undefined])
})

test('pictures that texts name use nothing up', async () => {
  for (let n = 0; n < 50; n++) {
    await get('/session/archive', 'image')
    await get('/answer/api/v1/user/logout', 'image')
  }
  expect((await get('/session/archive', 'document')).statusCode).toBe(200)
  await w.nobody.call(requestPasswordReset, { body: { e_mail: 'nobody@example.com' } })
})

test('what is a picture is shown, and everything else opens as ever', async () => {
  for (const [url, dest] of [
    ['/favicon.ico', 'image'],
    ['/favicon.ico?v=1', 'image'],
    ['/icons/192.png', 'image'],
    ['/questions', 'document'],
    ['/questions', ''],
  ] as const)
    expect([url, (await get(url, dest)).statusCode]).toEqual([url, 200])
})
