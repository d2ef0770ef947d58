import { writeAnswer } from '@askwell/contract/answers.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { insertMany } from '../../src/db/insert-many.ts'
import { engines, freshDatabase } from '../world.ts'
import { type Killable, startKillable } from './killable.ts'
import { AUTHORS, callAs, seed, UNTIL_DONE } from './many-authors.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
const users = Array.from({ length: AUTHORS }, (_, at) => 1001 + at)

describe.each(engines)('telling many people (%s)', { timeout: 180_000 }, (engine) => {
  const scene = async () => {
    const place = await freshDatabase(engine)
    const admin = await seed(place)
    const { read, write, close } = connect(place.url)
    let site: Killable | undefined
    /** As if the lease of the dead one were over: another process would wait for that. */
    const free = () => sql`update jobs set locked_until = 0`.execute(write)
    return {
      read,
      write,
      call: callAs(admin),
      start: async () => (site = await startKillable(place)),
      restart: async () => {
        await site!.kill()
        await free()
        return (site = await startKillable(place))
      },
      end: async () => {
        await site?.kill()
        await close()
        await place.remove()
      },
    }
  }
  /** How many times each was told: nobody twice, and in the end everybody once. */
  const perUser = (rows: { user_id: number }[]) => [rows.length, new Set(rows.map(({ user_id }) => user_id)).size]

  test('killed while followers are being told, everybody hears of an answer once', async () => {
    const { read, write, call, start, restart, end } = await scene()
    try {
      const { id } = await read.selectFrom('posts').select('id').where('user_id', '=', 1001).executeTakeFirstOrThrow()
      // Only who can log in is told anything.
      await sql`update users set e_mail = username || '@example.com' where id > 1000`.execute(write)
      // The questions were put there with numbers of their own.
      if (engine === 'postgres')
        await sql`select setval(pg_get_serial_sequence('posts', 'id'), (select max(id) from posts))`.execute(write)
      const followers = users.slice(1)
      await insertMany(
        write,
        'follows',
        followers.map((user_id) => ({ user_id, object_type: 'question', object_id: id, created_at: 1 })),
      )
      const told = () =>
        read
          .selectFrom('notifications')
          .select('user_id')
          .where('action', '=', 'answer_the_question')
          .where('user_id', '>', 1001)
          .execute()
      const site = await start()
      const written = await call<{ info?: object } | null>(site, writeAnswer, {
        body: { question_id: objectId('question', id), content: 'An answer for very many readers.' },
      })
      expect(written?.info).toBeDefined()
      await expect.poll(async () => (await told()).length, PATIENCE).toBeGreaterThan(0)
      await restart()
      await expect.poll(async () => (await told()).length, UNTIL_DONE).toBe(followers.length)
      // What was finished is told to nobody again.
      await restart()
      expect(perUser(await told())).toEqual([followers.length, followers.length])
    } finally {
      await end()
    }
  })

  test('killed while digests are being asked for, everybody’s is asked for once', async () => {
    const { read, write, start, restart, end } = await scene()
    try {
      await insertMany(
        write,
        'channel_choices',
        users.map((user_id) => ({
          user_id,
          site: '',
          mail: '',
          push: '',
          digest: 'daily' as const,
          digest_at: 0,
          muted_until: 0,
          quiet_from: 0,
          quiet_to: 0,
          time_zone: '',
        })),
      )
      const asked = async () =>
        (
          await read
            .selectFrom('events')
            .select('object_id as user_id')
            .where('type', '=', 'email.requested')
            .where('payload', 'like', '%"digest"%')
            .execute()
        ).filter(({ user_id }) => user_id > 1000)
      const hurry = () => sql`update jobs set run_at = 0 where effect like '%igest%' and event_id = 0`.execute(write)
      await start()
      await hurry()
      await expect.poll(async () => (await asked()).length, PATIENCE).toBeGreaterThan(0)
      await restart()
      await hurry()
      await expect.poll(async () => (await asked()).length, UNTIL_DONE).toBe(AUTHORS)
      await restart()
      await hurry()
      expect(perUser(await asked())).toEqual([AUTHORS, AUTHORS])
    } finally {
      await end()
    }
  })
})
