import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../test/world.ts'
import { connect } from '../connect.ts'
import { STEPS } from '../migrate.ts'

test.each(engines)('members who may have been here before a former import are left, on %s', async (engine) => {
  const { url, remove } = await freshDatabase(engine)
  const database = connect(url)
  const db = database.write as never as Kysely<any>
  const at = STEPS.findIndex(({ name }) => name.startsWith('0112'))
  for (const { up } of STEPS.slice(0, at)) await up(db)
  await db
    .insertInto('events')
    .values({
      type: 'user.registered',
      actor_id: 7,
      object_type: 'user',
      object_id: 7,
      question_id: 0,
      payload: '{}',
      created_at: 1,
    })
    .execute()
  const one = (site: string, key: string, object_id: number, kind = 'user') => ({ site, kind, key, object_id })
  await db
    .insertInto('import_mappings')
    .values([one('a', '1', 7), one('a', '2', 8), one('a', '3', 9), one('b', '1', 9), one('a', '1', 7, 'post')])
    .execute()

  await STEPS[at]!.up(db)

  const left = await db
    .selectFrom('import_mappings')
    .select(['site', 'key', 'object_id', 'kind'])
    .where('was_here', '=', 1)
    .execute()
  expect(left.map(({ site, kind, object_id }) => `${site} ${kind} ${object_id}`).toSorted()).toEqual([
    'a user 7',
    'a user 9',
    'b user 9',
  ])
  await database.close()
  await remove()
})
