import * as bulk from '@askwell/contract/bulk.ts'
import { BULK_PREVIEW_MAX } from '@askwell/contract/limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusal } from '../../../../../test/faultless.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'

const MORE = 100

describe.each(engines)('a preview of very many, on %s', (engine) => {
  let site: World
  let admin: TestUser
  beforeAll(async () => {
    site = await world(engine)
    admin = await site.given.admin()
    const one = await site.given.member({ name: 'crowd' })
    const { id: _, ...row } = await site.app.db
      .selectFrom('users')
      .selectAll()
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    for (let from = 0; from < BULK_PREVIEW_MAX + MORE; from += MORE)
      await site.app.transaction(({ db }) =>
        db
          .insertInto('users')
          .values(Array.from({ length: MORE }, (_, n) => ({ ...row, username: `crowd-${from + n}`, e_mail: null })))
          .execute(),
      )
  })
  afterAll(() => site.close())

  const filter = { kind: 'user', query: 'crowd' } as bulk.BulkFilter
  const wish = (more: Partial<bulk.BulkWish>) => ({ body: { kind: 'user', filter, ...more } as bulk.BulkWish })
  const ALL = BULK_PREVIEW_MAX + MORE + 1

  test('looks at the oldest and says how many there are', async () => {
    const seen = await site.as(admin).call(bulk.previewBulk, wish({ act: 'role', options: { role_id: 1 } }))
    expect(seen).toMatchObject({ count: ALL, looked_at: BULK_PREVIEW_MAX, possible: 0 })
    expect(seen.skipped.map(({ count }) => count)).toEqual([BULK_PREVIEW_MAX])
    const few = await site
      .as(admin)
      .call(bulk.previewBulk, wish({ act: 'delete', filter: { ...filter, query: 'crowd-17' } }))
    expect(few).toMatchObject({ count: few.looked_at, possible: few.looked_at, confirm: String(few.looked_at) })
  })

  test('before so many members are deleted, one types how many there are', async () => {
    const act = wish({ act: 'delete', options: { content: 'stay' } })
    const seen = await site.as(admin).call(bulk.previewBulk, act)
    expect(seen).toMatchObject({ possible: BULK_PREVIEW_MAX, confirm: String(ALL) })
    const slip = { body: { ...act.body, confirm: String(BULK_PREVIEW_MAX) } }
    expect((await refusal(site.as(admin).call(bulk.beginBulk, slip))).fields).toEqual(['confirm'])
  })
})
