import { numberOf } from '@askwell/contract/ids.ts'
import { createTag, tag } from '@askwell/contract/tags.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updatePost } from '../../src/features/content/posts/queries.ts'
import { findFaults } from '../../src/features/operations/integrity/service.ts'
import { threads } from '../threads.ts'
import { type CallFailed, engines, type TestUser, type World, world } from '../world.ts'

/** How often each race is run; `npm run races` runs each a hundred times. */
const REPETITIONS = Number(process.env.ASKWELL_TEST_RACES ?? 3)
export const AT_ONCE = 12
/** Where each has a password to hash. */
export const FEW = 5

interface Arena {
  w: World
  t: ReturnType<typeof threads>
  member: () => Promise<TestUser>
  some: (count: number) => Promise<TestUser[]>
}

export const times = <T>(count: number, call: (n: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, n) => call(n)))
const reasonOf = (error: unknown) => (error as Partial<CallFailed>).reason ?? String(error)
/** How many came through, and why the others didn't. */
export const outcome = (settled: PromiseSettledResult<unknown>[]) => ({
  done: settled.filter(({ status }) => status === 'fulfilled').length,
  refused: [...new Set(settled.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : [])))],
})
export const all = (count: number) => ({ done: count, refused: [] })
export const post = ({ w }: Arena, id: string, kind: 'question' | 'answer' = 'question') =>
  w.app.db.selectFrom('posts').selectAll().where('id', '=', numberOf(kind, id)).executeTakeFirstOrThrow()
export const user = ({ w }: Arena, { id }: TestUser) =>
  w.app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const notices = async ({ w }: Arena, { id }: TestUser, action: string) =>
  (
    await w.app.db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', id)
      .where('action', '=', action)
      .execute()
  ).length
let count = 0
/** A number that no race has had yet. */
export const fresh = () => ++count
export const draft = () => ({
  title: `Which of them is number ${++count}?`,
  content: `The text of number ${count}.`,
  tags: [{ slug_name: 'support' }],
})

/** Tags that nobody has used. */
export const tagsOf = async ({ w }: Arena, maker: TestUser, number: number) => {
  const made = []
  for (let n = 0; n < number; n++) {
    const { slug_name } = await w.as(maker).call(createTag, {
      body: { slug_name: `raced-${++count}`, display_name: `raced ${count}`, original_text: 'A tag.' },
    })
    made.push({ slug_name, tag_id: (await w.as(maker).call(tag, { query: { name: slug_name } })).tag_id })
  }
  return made
}
export const standing = ({ w }: Arena, tags: { slug_name: string }[]) =>
  w.app.db
    .selectFrom('tags')
    .select(['slug_name', 'status', 'main_tag_id', 'question_count'])
    .where(
      'slug_name',
      'in',
      tags.map(({ slug_name }) => slug_name),
    )
    .orderBy('id')
    .execute()

/** What is done by many at the same moment, and what must have come of it. */
export const race = (theme: string, races: Record<string, (arena: Arena) => Promise<void>>) => {
  describe.each(engines)(`${theme} at the same moment (%s)`, { timeout: 60_000 + REPETITIONS * 10_000 }, (engine) => {
    let arena: Arena
    beforeAll(async () => {
      const w = await world(engine)
      const member = () => w.given.member({ rank: 300 })
      arena = { w, t: threads(w), member, some: (n) => Promise.all(Array.from({ length: n }, member)) }
    })
    afterAll(() => arena.w.close())

    test.each(Object.entries(races))('%s', async (_, run) => {
      for (let n = 0; n < REPETITIONS; n++) await run(arena)
      expect(arena.w.faults).toEqual([])
    })

    test('and nothing is off after all of it', async () => {
      await arena.w.settle()
      expect(await findFaults(arena.w.app)).toEqual([])
    })

    test('a race that goes wrong would be seen', async () => {
      const id = await arena.t.ask(await arena.member())
      await arena.w.app.transaction((tx) => updatePost(tx.db, numberOf('question', id), { score: 1 }))
      expect(await findFaults(arena.w.app)).toEqual([
        expect.stringContaining('posts.score'),
        expect.stringContaining('users.tag_contributions'),
      ])
    })
  })
}
