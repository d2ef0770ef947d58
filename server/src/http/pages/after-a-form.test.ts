import { currentUser } from '@askwell/contract/accounts.ts'
import { PASSWORD } from '@askwell/contract/limits.ts'
import { announcement } from '@askwell/contract/notices.ts'
import { type DefaultTreeAdapterTypes as Tree, parse } from 'parse5'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type TestUser, type World, world } from '../../../test/world.ts'

/** The number that a page gives its forms. */
const tokenIn = (page: string) => /name="form_token" value="([^"]+)"/.exec(page)![1]!

type Attributes = Record<string, string>

/** The fields of each form of a page that asks for a secret, as they stand there. */
const formsWithSecrets = (page: string) => {
  const forms: Attributes[][] = []
  const walk = (node: Tree.Node, form: Attributes[] | undefined) => {
    const { nodeName, attrs = [] } = node as Partial<Tree.Element>
    const fields = nodeName === 'form' ? [] : form
    if (nodeName === 'form') forms.push(fields!)
    if (nodeName === 'input') form?.push(Object.fromEntries(attrs.map(({ name, value }) => [name, value])))
    for (const child of 'childNodes' in node ? node.childNodes : []) walk(child, fields)
  }
  walk(parse(page), undefined)
  return forms.filter((fields) => fields.some(isSecret))
}
const isSecret = ({ type, autocomplete }: Attributes) => type === 'password' || autocomplete === 'one-time-code'

const TOO_LONG = '.'.repeat(PASSWORD.max)
/** Whatever kind of text a field wants, this is refused there. */
const nonsenseIn = ({ type, value = '' }: Attributes) => (type === 'email' || type === 'url' ? 'no address' : value)

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

  test('never has a secret that was typed, whatever form it was typed into', async () => {
    const dora = await w.given.member({ name: 'dora' })
    const visitors: [TestUser | undefined, string[]][] = [
      [undefined, ['/users/login', '/users/register', '/users/password-reset?code=x']],
      [admin, ['/users/delete-account', '/users/change-email', '/users/settings/account']],
      [admin, ['/admin/smtp', '/admin/backups', '/admin/storage', `/admin/users/${dora.id}?open=password`]],
    ]
    const forms: [string, number][] = []
    const wrong: unknown[] = []
    for (const [person, urls] of visitors)
      for (const url of urls) {
        const page = await w.server.inject({ url, ...(person && { cookies: { askwell_session: person.token } }) })
        const cookies = Object.fromEntries(page.cookies.map(({ name, value }) => [name, value]))
        const found = formsWithSecrets(page.body)
        forms.push([url, found.length])
        for (const fields of found) {
          const typed = fields.map((one): [string, string] => [
            one.name!,
            isSecret(one) ? `typed-into-${one.name}${TOO_LONG}` : nonsenseIn(one),
          ])
          const { body } = await w.server.inject({
            method: 'POST',
            url,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
            cookies: person ? { askwell_session: person.token } : cookies,
            payload: new URLSearchParams(typed.filter(([name]) => name)).toString(),
          })
          const back = body.match(/typed-into-\w+/g)
          if (back || !body.includes('form-errors')) wrong.push([url, back])
        }
      }
    expect(forms.filter(([, count]) => count === 0)).toEqual([])
    expect(wrong).toEqual([])
  })
})
