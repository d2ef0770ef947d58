import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../test/world.ts'
import { connect } from '../connect.ts'
import { STEPS } from '../migrate.ts'

test.each(engines)('drafts from before have a version and an excerpt, on %s', async (engine) => {
  const { url, remove } = await freshDatabase(engine)
  const database = connect(url)
  const db = database.write as never as Kysely<any>
  const at = STEPS.findIndex(({ name }) => name.startsWith('0131'))
  for (const { up } of STEPS.slice(0, at)) await up(db)
  const of = (user_id: number, name: string, fields: Record<string, string>) =>
    db
      .insertInto('drafts')
      .values({ user_id, name, fields: JSON.stringify(fields), saved_at: 1 })
      .execute()
  for (let user = 1; user <= 15; user++) {
    await of(user, 'question', { title: ` Which\nyeast ${user}?`, content: '' })
    await of(user, 'answer:10010000000000042', { content: `  ${user} of\n\n many. ${'x'.repeat(500)}` })
    await of(user, 'profile', {})
  }

  await STEPS[at]!.up(db)

  const rows = await db.selectFrom('drafts').select(['user_id', 'name', 'version', 'title', 'excerpt']).execute()
  expect(rows).toHaveLength(45)
  expect(rows.filter(({ version }) => !/^[0-9a-f]{64}$/.test(version))).toEqual([])
  expect(rows.find(({ user_id, name }) => user_id === 15 && name === 'question')).toMatchObject({
    title: 'Which yeast 15?',
    excerpt: 'Which yeast 15?',
  })
  const answer = rows.find(({ user_id, name }) => user_id === 9 && name.startsWith('answer'))!
  expect(answer.excerpt).toBe(`9 of many. ${'x'.repeat(229)}`)
  await database.close()
  await remove()
})
