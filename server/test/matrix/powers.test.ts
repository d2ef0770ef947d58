import { contract } from '@askwell/contract/index.ts'
import { AREAS, powersOf } from '@askwell/contract/powers.ts'
import { PRIVILEGES } from '@askwell/contract/privileges.ts'
import { describe, expect, test } from 'vitest'
import { cellsOf } from './answers.ts'
import { calls } from './calls/calls.ts'
import { type Row, table } from './table.ts'

/** Areas of which the page says nothing: what their calls tell is needed for others, or the acts are named one by one. */
const ASIDE = ['site', 'tags', 'userCenter']

const areasFor = (access: 'moderator' | 'admin') =>
  Object.entries(contract)
    .filter(([area, endpoints]) => !ASIDE.includes(area) && endpoints.some((endpoint) => endpoint.access === access))
    .map(([area]) => area)
    .sort()

describe('the page of roles and powers', () => {
  test.each(['moderator', 'admin'] as const)('names every area with calls for one with the role %s', (access) => {
    // `powers` is the page itself, in the area of administration.
    const found = areasFor(access).filter((area) => access === 'admin' || area !== 'administration')
    expect([...AREAS[access]].sort()).toEqual(found)
  })

  test('says of moderators what the permission matrix says of these calls', () => {
    for (const access of ['moderator', 'admin'] as const)
      for (const area of AREAS[access])
        for (const endpoint of contract[area]) {
          if (endpoint.access !== access) continue
          const rows = (Object.keys(table) as Row[]).filter((row) => calls[row].endpoint === endpoint)
          expect(rows).not.toEqual([])
          for (const row of rows) {
            const { member, moderator, admin } = cellsOf(table[row], 'public')
            const refused = [member, moderator, admin].map(({ status }) => status === 403)
            expect([row, refused]).toEqual([row, [true, access === 'admin', false]])
          }
        }
  })

  test('has a line for each privilege, with the reputation in force', () => {
    const powers = powersOf(2, {})
    expect(powers.filter(({ group }) => group === 'reputation').map(({ members }) => members)).toEqual(
      Object.values(PRIVILEGES).map(([, second]) => second),
    )
    expect(new Set(powers.map(({ key }) => key)).size).toBe(powers.length)
    expect(powers.find(({ key }) => key === 'powers.post_erase')).toMatchObject({ members: null, moderators: false })
    expect(powers.find(({ key }) => key === 'powers.post_close')).toMatchObject({ members: null, moderators: true })
    expect(powers.find(({ key }) => key === 'powers.post_delete')).toMatchObject({ members: 'own', moderators: true })
  })
})
