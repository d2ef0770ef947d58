import { PAGE_READERS } from '@askwell/contract/plugin-pages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setPrivate } from '../private-site.ts'
import { engines, type World, world } from '../world.ts'
import { IPS, type Kind, PEOPLE, type Scene, scene } from './cast.ts'
import { pagesFor, switchOnPages } from './plugin-pages.ts'

// What each kind of visitor gets at the pages of a plugin. Where a cell has a stroke, the second is a private site.
// `here`: the page. `role`: for others than they are. Suspended members see the site as anonymous visitors do, deleted ones are anonymous.
//                               nobody      inactive      member author privileged moderator admin suspended  deleted
const TABLE = {
  anyone:
    '                    here/login  here/inactive here   here   here       here      here  here/login here/login',
  members:
    '                   login       role/inactive here   here   here       here      here  login      login     ',
  moderators:
    '                login       role/inactive role   role   role       here      here  login      login     ',
  admins:
    '                    login       role/inactive role   role   role       role      here  login      login     ',
}

describe.each(engines)('pages of plugins (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let s: Scene
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    s = await scene(w)
    await switchOnPages(w, s)
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })
  const get = (kind: Kind, url: string) => {
    const { token } = s.cast[kind]
    return w.server.inject({
      url,
      remoteAddress: IPS[kind],
      headers: { 'accept-language': 'en', ...(token && { cookie: `askwell_session=${token}` }) },
    })
  }
  const roleOf = (kind: Kind) => (kind === 'admin' || kind === 'moderator' ? kind : 'member')
  const isAnonymous = (kind: Kind) => kind === 'nobody' || kind === 'suspended' || kind === 'deleted'

  describe.each(['public', 'private'] as const)('on a %s site', (site) => {
    beforeAll(() => setPrivate(w, site === 'private'))

    test.each(PAGE_READERS)('that are open to %s', async (readers) => {
      const url = `/plugins/${pagesFor(readers)}`
      const cells = TABLE[readers].trim().split(/\s+/)
      expect(cells).toHaveLength(PEOPLE.length)
      for (const [at, kind] of PEOPLE.entries()) {
        const [open, closed = open] = cells[at]!.split('/')
        const cell = site === 'public' ? open! : closed!
        const { statusCode, headers, body } = await get(kind, url)
        const place = headers.location?.toString().split('?', 1)[0]
        const reader = isAnonymous(kind) ? 'nobody' : `${s.cast[kind].username}, ${roleOf(kind)}`
        const wanted = {
          here: [200, undefined, true],
          login: [302, '/users/login', false],
          inactive: [302, '/users/account-activation', false],
          role: [403, undefined, false],
        }[cell]
        expect([statusCode, place, body.includes(`<h1>For ${reader}</h1>`)], kind).toEqual(wanted)
        expect(body.includes('<h1>For '), kind).toBe(cell === 'here')
      }
    })

    test('programs are let in by the plugin, not by the site, which keeps its own login to itself', async () => {
      for (const kind of PEOPLE) {
        const response = await get(kind, `/plugins/${pagesFor('admins')}/api/x`)
        expect(response.statusCode, kind).toBe(200)
        const { headers } = response.json<{ headers: string[] }>()
        expect(headers, kind).toContain('accept-language')
        expect(headers, kind).not.toContain('cookie')
      }
    })
  })
})
