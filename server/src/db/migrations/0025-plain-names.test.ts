import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../test/world.ts'
import { connect } from '../connect.ts'
import { STEPS } from '../migrate.ts'

test.each(engines)('what was to be sent before is sent, and what came in is known, on %s', async (engine) => {
  const { url, remove } = await freshDatabase(engine)
  const database = connect(url)
  const db = database.write as never as Kysely<any>
  const at = STEPS.findIndex(({ name }) => name.startsWith('0025'))
  for (const { up } of STEPS.slice(0, at)) await up(db)
  const payload = '{"actor_id":1,"letter":"new_answer","post_id":2,"comment_id":0}'
  const fact = { actor_id: 1, object_type: 'user', object_id: 1, question_id: 2, created_at: 5 }
  await db
    .insertInto('events')
    .values({ ...fact, type: 'letter.wanted', payload })
    .execute()
  const job = { event_id: 1, run_at: 9, attempts: 0, locked_until: 0 }
  await db
    .insertInto('jobs')
    .values([
      { ...job, effect: 'letter.wanted/sendLetter', payload },
      { ...job, effect: 'code.wanted/mailCode', payload: '{}' },
      { ...job, effect: 'answer.given/indexPost', payload: '{"letter":1}' },
    ])
    .execute()
  await db.insertInto('origins').values({ site: 'old', kind: 'post', key: '7', object_id: 3 }).execute()

  await STEPS[at]!.up(db)

  const kind = payload.replace('letter', 'kind')
  expect(await db.selectFrom('events').select(['type', 'payload']).execute()).toEqual([
    { type: 'email.requested', payload: kind },
  ])
  expect(await db.selectFrom('jobs').select(['effect', 'payload']).orderBy('id').execute()).toEqual([
    { effect: 'email.requested/sendEmail', payload: kind },
    { effect: 'code.requested/mailCode', payload: '{}' },
    { effect: 'answer.given/indexPost', payload: '{"letter":1}' },
  ])
  expect(await db.selectFrom('import_mappings').selectAll().execute()).toEqual([
    { site: 'old', kind: 'post', key: '7', object_id: 3 },
  ])
  await database.close()
  await remove()
})
