import { REPEAT_SECONDS } from '@askwell/contract/limits.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bareApp, type Workshop } from '../../test/bare-app.ts'
import { engines } from '../../test/world.ts'
import { pause } from '../../test/pause.ts'

const NEW_USER = {
  display_name: 'x',
  avatar_type: 'default' as const,
  avatar_custom: '',
  bio: '',
  bio_html: '',
  website: '',
  location: '',
  language: '',
  color_scheme: '',
  role_id: 1,
  status: 1,
  mail_status: 1,
  notice_status: 1,
  rank: 1,
  question_count: 0,
  answer_count: 0,
  follow_count: 0,
  created_at: 0,
  last_login_at: 0,
  suspended_at: 0,
  suspended_until: 0,
  deleted_at: 0,
}

describe.each(engines)('the same call again (%s)', (engine) => {
  let w: Workshop
  let runs = 0
  beforeAll(async () => {
    w = await bareApp(engine)
  })
  afterAll(() => w.close())
  beforeEach(async () => {
    runs = 0
    await w.app.transaction(async ({ db }) => {
      for (const table of ['idempotency_keys', 'users'] as const) await db.deleteFrom(table).execute()
    })
  })
  const CALL = { actor_id: 7, what: 'ask', body: { title: 'Why?', tags: ['a', 'b'] } }
  const ask = (call: Parameters<typeof w.app.idempotent>[0] = CALL) =>
    w.app.idempotent(call, async (tx) => {
      const { id } = await tx.db
        .insertInto('users')
        .values({ ...NEW_USER, username: `user${++runs}`, e_mail: null })
        .returning('id')
        .executeTakeFirstOrThrow()
      await pause(2)
      return { id }
    })
  const made = async () => (await w.app.db.selectFrom('users').select('id').execute()).length

  test('gets the first result again, and nothing is written twice', async () => {
    const first = await ask()
    w.clock.advance(REPEAT_SECONDS - 1)
    expect(await ask({ ...CALL, body: { title: 'Why?', tags: ['a', 'b'] } })).toEqual(first)
    expect(await made()).toBe(1)
  })

  test.each([
    ['another person', { ...CALL, actor_id: 8 }],
    ['another call', { ...CALL, what: 'answer' }],
    ['another text', { ...CALL, body: { title: 'Why not?', tags: ['a', 'b'] } }],
  ])('is not the same for %s', async (_, other) => {
    expect(await ask(other)).not.toEqual(await ask())
    expect(await made()).toBe(2)
  })

  test('twenty times at once gives all of them one result', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => ask()))
    expect(new Set(results.map(({ id }) => id)).size).toBe(1)
    expect(await made()).toBe(1)
  })

  test('is tried again if the first time failed', async () => {
    await expect(
      w.app.idempotent(CALL, async () => {
        throw new Error('too early')
      }),
    ).rejects.toThrow('too early')
    expect(await w.app.idempotent(CALL, async () => 'now')).toBe('now')
    expect(await w.app.idempotent(CALL, async () => 'once more')).toBe('now')
  })

  test('stands for itself after five minutes, also many at once', async () => {
    const first = await ask()
    w.clock.advance(REPEAT_SECONDS)
    const later = await Promise.all(Array.from({ length: 10 }, () => ask()))
    expect(new Set(later.map(({ id }) => id)).size).toBe(1)
    expect(later[0]).not.toEqual(first)
    expect(await made()).toBe(2)
  })

  test('is not mistaken for a real duplicate: that is still an error', async () => {
    await ask()
    await expect(
      w.app.idempotent({ ...CALL, what: 'other' }, async (tx) => {
        await tx.db
          .insertInto('users')
          .values({ ...NEW_USER, username: 'user1', e_mail: null })
          .execute()
        return 1
      }),
    ).rejects.toThrow(/unique/i)
  })
})
