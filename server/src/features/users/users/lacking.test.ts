import { usersPage } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, type World, world } from '../../../../test/world.ts'
import { DAY } from '../../../lib/clock.ts'
import { openSession } from '../sessions/service.ts'
import { updateUser } from './queries.ts'

describe.each(engines)('accounts that lack something (%s)', (engine) => {
  let w: World
  beforeAll(async () => {
    w = await world(engine)
  })
  afterAll(() => w.close())

  test('whose address was never confirmed, who has none, and who hasn’t been here for a year', async () => {
    const waiting = await w.given.member({ active: false })
    const [deactivated, without, away, back] = [
      await w.given.member(),
      await w.given.member(),
      await w.given.member(),
      await w.given.member(),
    ]
    await w.app.transaction(async (tx) => {
      await updateUser(tx.db, deactivated.id, { mail_status: 2 })
      await updateUser(tx.db, without.id, { e_mail: null })
    })
    w.clock.advance(366 * DAY)
    await openSession(w.app, back.id)
    const admin = await w.given.admin()
    const found = async (lacking: 'activation' | 'email' | 'visit') =>
      (await w.as(admin).call(usersPage, { query: { lacking, page_size: 100 } })).list.map(({ user_id }) =>
        Number(user_id),
      )
    expect(await found('activation')).toEqual([waiting.id])
    expect(await found('email')).toEqual([without.id])
    const unseen = await found('visit')
    expect(unseen).toContain(away.id)
    expect(unseen).not.toContain(back.id)
  })
})
