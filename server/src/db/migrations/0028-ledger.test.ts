import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { engines, freshDatabase } from '../../../test/world.ts'
import { connect } from '../connect.ts'
import { STEPS } from '../migrate.ts'

const ZERO = { title: '', url_title: '', original_text: '', parsed_text: '', description: '', operation_type: '' }

test.each(engines)(
  'entries say what they were worth, and votes that brought nothing have one, on %s',
  async (engine) => {
    const { url, remove } = await freshDatabase(engine)
    const database = connect(url)
    const db = database.write as never as Kysely<any>
    const at = STEPS.findIndex(({ name }) => name.startsWith('0028'))
    for (const { up } of STEPS.slice(0, at)) await up(db)
    const numbers = (await db.introspection.getTables())
      .filter(({ name }) => name === 'posts' || name === 'users')
      .map(({ name, columns }) => [
        name,
        Object.fromEntries(
          columns
            .filter((column) => !column.isNullable && !column.hasDefaultValue && column.name !== 'id')
            .map((column) => [column.name, /text|char/.test(column.dataType.toLowerCase()) ? '' : 0]),
        ),
      ])
    const { users, posts } = Object.fromEntries(numbers) as Record<string, Record<string, unknown>>
    for (const id of [1, 2])
      await db
        .insertInto('users')
        .values({ ...users, id, username: `user-${id}` })
        .execute()
    await db
      .insertInto('posts')
      .values({ ...posts, ...ZERO, id: 7, kind: 'answer', question_id: 6, user_id: 1 })
      .execute()
    for (const [id, direction] of [
      [1, 'up'],
      [2, 'down'],
    ] as const)
      await db
        .insertInto('votes')
        .values({ id, post_id: 7, user_id: id + 1, direction, created_at: 5 })
        .execute()
    await db
      .insertInto('users')
      .values({ ...users, id: 3, username: 'user-3' })
      .execute()
    const entry = { capped: 1, post_id: 7, trigger_user_id: 2, created_at: 5, taken_back_at: 0 }
    await db
      .insertInto('reputation_entries')
      .values([{ ...entry, user_id: 1, points: 4, reason: 'answer.voted_up', cause: 'vote:1' }])
      .execute()

    await STEPS[at]!.up(db)

    expect(
      await db
        .selectFrom('reputation_entries')
        .select(['user_id', 'reason', 'cause', 'points', 'due', 'capped'])
        .orderBy('id')
        .execute(),
    ).toEqual([
      { user_id: 1, reason: 'answer.voted_up', cause: 'vote:1', points: 4, due: 10, capped: 1 },
      { user_id: 1, reason: 'answer.voted_down', cause: 'vote:2', points: 0, due: -2, capped: 0 },
      { user_id: 3, reason: 'answer.vote_down', cause: 'vote:2', points: 0, due: -1, capped: 0 },
    ])
    await database.close()
    await remove()
  },
)
