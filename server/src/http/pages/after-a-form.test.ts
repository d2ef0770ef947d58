import { currentUser } from '@askwell/contract/accounts.ts'
import { announcement } from '@askwell/contract/notices.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

/** The number that a page gives its forms. */
const tokenIn = (page: string) => /name="form_token" value="([^"]+)"/.exec(page)![1]!

describe.each(engines)('without scripts the page after a form (%s)', (engine) => {
  let w: World
  let admin: TestUser
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    admin = await w.given.admin()
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const get = async (url: string, { token }: TestUser) =>
    (await w.server.inject({ url, headers: { cookie: `askwell_session=${token}` } })).body
  const post = async (url: string, user: TestUser, form_token: string, fields: Record<string, string>) => {
    const { statusCode, body } = await w.server.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        cookie: `askwell_session=${user.token}`,
      },
      payload: new URLSearchParams({ form_token, ...fields }).toString(),
    })
    expect(statusCode).toBe(200)
    return body
  }
  const send = async (url: string, user: TestUser, fields: Record<string, string>) =>
    post(url, user, tokenIn(await get(url, user)), fields)

  test('names somebody as they are called now', async () => {
    const bob = await w.given.member({ name: 'bobolink' })
    const page = await send('/users/settings/profile', bob, { display_name: 'Robert Robin', username: 'robert' })
    expect(page).toContain('/users/robert"')
    expect(page).not.toContain('/users/bobolink"')
  })

  test('has the announcement that was made, and lacks the one that was taken away', async () => {
    const here = '/admin/announcement'
    const made = await send(here, admin, { 'words.en_US': 'Closed on *Sunday*.', audience: 'all', dismissible: 'on' })
    expect((await w.as(admin).call(announcement)).words).toEqual({ en_US: 'Closed on *Sunday*.' })
    expect(made).toContain('Closed on <em>Sunday</em>.')
    const ended = await post(here, admin, tokenIn(made), { audience: 'all' })
    expect(ended).not.toContain('Closed on <em>Sunday</em>.')
  })

  test('is of the site as it is called and looks now', async () => {
    const named = await send('/admin/general', admin, {
      name: 'Birds of a feather',
      site_url: 'https://world.example',
      contact_email: 'desk@example.com',
    })
    expect(named).toContain('Birds of a feather')
    const styled = await send('/admin/customize', admin, { custom_head: '<meta name="bird" content="robin">' })
    expect(styled).toContain('data-custom-head')
  })

  test('is in the language that the site has now, with its words', async () => {
    const page = await send('/admin/interface', admin, { language: 'de_DE', time_zone: 'UTC' })
    expect(page).toContain('<html lang="de-DE"')
    expect(page).toContain('Einstellungen')
    expect(page).not.toContain('Settings')
  })

  test('has forms that work on', async () => {
    const cid = await w.given.member({ name: 'cidonia' })
    let page = await get('/users/settings/profile', cid)
    for (const display_name of ['Cidonia One', 'Cidonia Two']) {
      page = await post('/users/settings/profile', cid, tokenIn(page), { display_name, username: 'cidonia' })
      expect((await w.as(cid).call(currentUser))!.display_name).toBe(display_name)
    }
  })
})
