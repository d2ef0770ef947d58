import { endpoints } from '@askwell/contract/index.ts'
import { saveLoginSettings } from '@askwell/contract/site-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '../../src/features/users/sessions/service.ts'
import { engines, type World, world } from '../world.ts'
import { cellsOf, type SiteKind } from './answers.ts'
import { calls } from './calls/calls.ts'
import { ask, IPS, type Kind, PEOPLE, type Scene, scene } from './cast.ts'
import { switchOnPages } from './plugin-pages.ts'
import { foreignSecrets, plantSecrets, type Secrets } from './secrets.ts'
import { difference, overlooked, snapshot } from './snapshot.ts'
import { type Row, table } from './table.ts'

// Whether a login is needed is decided before any database is asked: one engine will do for the private site.
const SITES = { sqlite: ['public', 'private'], postgres: ['public'] } satisfies Record<string, SiteKind[]>
const rows = Object.keys(table) as Row[]

const LAST_CALLS: Row[] = ['changePassword', 'deleteOwnAccount']

test('every call of the contract has its row', () => {
  expect(new Set(Object.values(calls).map(({ endpoint }) => endpoint))).toEqual(new Set(endpoints))
})

describe.each(engines)(`who gets what: ${rows.length} calls by ${PEOPLE.length} kinds of people (%s)`, (engine) => {
  let w: World
  let s: Scene
  let secrets: Secrets
  beforeAll(async () => {
    w = await world(engine)
    s = await scene(w)
    await switchOnPages(w, s)
    secrets = await plantSecrets(s)
  })
  afterAll(async () => {
    expect(await overlooked(w)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
  })

  /** A session of its own for what may end it, and another of their kind for what ends them all. */
  const tokenOf = async (kind: Kind, row: Row) => {
    if (kind === 'nobody') return ''
    if (row === 'logOut') return openSession(w.app, s.cast[kind].id)
    const isRefused = kind === 'suspended' || kind === 'deleted'
    return LAST_CALLS.includes(row) && !isRefused
      ? (
          await w.given.member({
            role_id: kind === 'admin' ? 2 : kind === 'moderator' ? 3 : 1,
            active: kind !== 'inactive',
          })
        ).token
      : s.cast[kind].token
  }

  const attempt = async (row: Row, kind: Kind) => {
    const { endpoint, build } = calls[row]
    const [asked, token] = [await build(s, kind), await tokenOf(kind, row)]
    return async () => {
      const { status, reason, data, text } = await ask(w, endpoint, asked, { token, ip: IPS[kind] })
      expect(foreignSecrets(text, secrets, { kind, endpoint }), `${row} tells ${kind}`).toEqual([])
      return { status, reason, type: data?.type }
    }
  }

  describe.each<SiteKind>(SITES[engine])('on a %s site', (site) => {
    beforeAll(() => w.as(s.cast.admin).call(saveLoginSettings, { body: { login_required: site === 'private' } }))

    test.each(rows)('%s', async (row) => {
      const wanted = cellsOf(table[row], site)
      const isRefused = (kind: Kind) => wanted[kind].status !== 200

      const refused: [Kind, Awaited<ReturnType<typeof attempt>>][] = []
      for (const kind of PEOPLE.filter(isRefused)) refused.push([kind, await attempt(row, kind)])
      await w.settle() // what earlier rows have left to follow later is none of these calls' doing
      const before = await snapshot(w)
      for (const [kind, perform] of refused) expect(await perform(), kind).toMatchObject(wanted[kind])
      expect(difference(before, await snapshot(w)), 'a refused call changes nothing').toEqual([])

      for (const kind of PEOPLE.filter((one) => !isRefused(one)))
        expect(await (await attempt(row, kind))(), kind).toMatchObject({ status: 200, reason: 'base.success' })
    })
  })
})
