import { type Task, tasks } from '@askwell/contract/tasks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/db/connect.ts'
import { RENDERED_TABLES } from '../../src/db/rendered-texts.ts'
import { insertTask } from '../../src/events/tasks/queries.ts'
import { renderMarkdown } from '../../src/lib/markdown.ts'
import { RENDERER } from '../../src/lib/renderer.ts'
import { engines, freshDatabase } from '../world.ts'
import { startKillable } from './killable.ts'
import { callAs, seed, UNTIL_DONE } from './many-authors.ts'

/** Enough batches that each kill comes before the last of them. */
const AUTHORS = 800
/** As the task takes them. */
const AT_ONCE = 20
const PATIENCE = { timeout: 60_000, interval: 20 }
const OLD = '<p>old</p>'

describe.each(engines)('rendering texts anew (%s)', { timeout: 300_000 }, (engine) => {
  test('killed on its way through posts and through members goes on by itself: no text is missed, and no post is rendered twice', async () => {
    const place = await freshDatabase(engine)
    const admin = await seed(place, AUTHORS)
    const call = callAs(admin)
    const database = connect(place.url)
    const write = (query: ReturnType<typeof sql>) => query.execute(database.write)
    const text = sql`'Text **' || id || '** by @ann.'`
    await write(sql`update posts set original_text = ${text}, parsed_text = ${OLD}, description = 'old', renderer = 0`)
    await write(sql`update users set bio = ${text}, bio_html = ${OLD} where id > 1000`)
    await write(sql`update tags set parsed_text = ${OLD} where original_text <> ''`)
    const older = async (table: 'posts' | 'users', html: 'parsed_text' | 'bio_html') => {
      const query = sql<{
        count: number | string
      }>`select count(*) as count from ${sql.table(table)} where ${sql.ref(html)} = ${OLD}`
      return Number((await query.execute(database.read)).rows[0]!.count)
    }
    const texts = async (table: string, source: string) => {
      const query = sql<{
        count: number | string
      }>`select count(*) as count from ${sql.table(table)} where ${sql.ref(source)} <> ''`
      return Number((await query.execute(database.read)).rows[0]!.count)
    }
    const batches = async () => {
      const query = sql<{ count: number | string }>`select count(*) as count from events where type = 'texts.rendered'`
      return Number((await query.execute(database.read)).rows[0]!.count)
    }
    const wanted = await Promise.all(
      RENDERED_TABLES.map(async (table) =>
        Math.ceil((await texts(table, table === 'users' ? 'bio' : 'original_text')) / AT_ONCE),
      ),
    )
    await insertTask(
      database.write,
      { kind: 'render_anew', args: JSON.stringify({ total: 2 * AUTHORS }), user_id: admin.id },
      Math.floor(Date.now() / 1000),
    )
    let site = await startKillable(place)
    const run = async () => (await call<Task[]>(site, tasks, { query: '?kind=render_anew' }))[0]!
    const killedOnTheWay = async (left: () => Promise<number>) => {
      const before = await left()
      await expect.poll(left, PATIENCE).toBeLessThan(before)
      await site.kill()
      expect(await left()).toBeGreaterThan(0)
      // On PostgreSQL the next process would wait until the lease of the dead one is over.
      if (engine === 'postgres') await write(sql`update tasks set locked_until = 0`)
      site = await startKillable(place)
    }
    try {
      const posts = () => older('posts', 'parsed_text')
      // More kills between a batch and its note would make it a task that ends its process.
      for (let kill = 0; kill < 2; kill++) await killedOnTheWay(posts)
      // Asked often: a moment later the members are done, too.
      await expect.poll(posts, PATIENCE).toBe(0)
      // The last kill may have come between a batch and the note of it: then those members are rendered again, alike.
      await killedOnTheWay(() => older('users', 'bio_html'))
      await expect.poll(async () => (await run()).status, UNTIL_DONE).toBe('done')
      const all = wanted.reduce((sum, count) => sum + count, 0)
      expect(await batches()).toBeGreaterThanOrEqual(all)
      expect(await batches()).toBeLessThanOrEqual(all + 1)

      const rows = await database.read
        .selectFrom('posts')
        .select(['id', 'original_text', 'parsed_text', 'renderer'])
        .execute()
      expect(rows.length).toBeGreaterThan(AUTHORS)
      for (const { original_text, parsed_text, renderer } of rows)
        expect([parsed_text, renderer]).toEqual([renderMarkdown(original_text).html, RENDERER])
      const members = await database.read
        .selectFrom('users')
        .select(['bio', 'bio_html'])
        .where('id', '>', 1000)
        .execute()
      for (const { bio, bio_html } of members) expect(bio_html).toBe(renderMarkdown(bio).html)
      expect(await database.read.selectFrom('tags').select('id').where('parsed_text', '=', OLD).execute()).toEqual([])
      expect(site.complaints()).toBe('')
    } finally {
      await site.kill()
      await database.close()
      await place.remove()
    }
  })
})
