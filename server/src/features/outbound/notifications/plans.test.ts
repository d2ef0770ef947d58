import { numberOf } from '@askwell/contract/ids.ts'
import { deleteQuestion } from '@askwell/contract/questions.ts'
import { CompiledQuery, type RootOperationNode, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Actor } from '../../../lib/actor.ts'
import { listFollowers } from '../../engagement/follows/queries.ts'
import { listChoices, listMuting } from '../channels/queries.ts'
import { findUser } from '../../users/users/queries.ts'
import { findUnread } from './badges/queries.ts'
import * as inbox from './inbox/queries.ts'
import { notificationGroups, notificationPage } from './inbox/views.ts'
import { deleteReadBefore, listReaders, listTold, TYPE } from './queries.ts'
import { countUnseen } from './status/queries.ts'
import { deleteUnreadSame, listOpenGroups } from './writing/queries.ts'

/** `ASKWELL_TEST_PLANS=full`: what the largest site has, which takes minutes to write. */
const IS_FULL = process.env.ASKWELL_TEST_PLANS === 'full'
const [MEMBERS, NOTIFICATIONS] = IS_FULL ? [100_000, 1_000_000] : [3000, 30_000]
/** Every nth is the reader's. */
const SHARE = 10
const FIRST = 1_000_000

const numbers = (to: number) =>
  sql.raw(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${to})`)

describe.each(engines)(`${NOTIFICATIONS} notifications of ${MEMBERS} users (%s)`, { timeout: 600_000 }, (engine) => {
  let w: World
  let reader: TestUser
  let viewer: Actor
  let question: string
  let question_id: number

  const fill = async (db: Db) => {
    await sql`insert into users (id, username, display_name, e_mail, rank, role_id, status, mail_status, created_at)
        ${numbers(MEMBERS)} select ${sql.lit(FIRST)} + i, 'many' || i, 'Many ' || i, 'many' || i || '@example.com', 1, 1, 1, 1, 1700000000 from n`.execute(
      db,
    )
    await sql`insert into notifications (user_id, type, inbox_type, action, actor_id, object_type, object_id, question_id, answer_id, comment_id, rank,
          is_read, is_seen, group_key, group_since, is_latest, occasion, created_at, updated_at)
        ${numbers(NOTIFICATIONS)} select case when i % ${sql.lit(SHARE)} = 0 then ${sql.lit(reader.id)} else ${sql.lit(FIRST)} + 1 + i % ${sql.lit(MEMBERS)} end,
          1, 1 + i % 3, 'update_question', ${sql.lit(FIRST)} + 1 + i % 97, 'question', i, ${sql.lit(question_id)}, 0, 0, 0,
          case when i % 3 = 0 then 0 else 1 end, case when i % 50 = 0 then 0 else 1 end, 'about ' || (i % 7), i / 300, case when i % 5 = 0 then 1 else 0 end, 0,
          1700000000 + i, 1700000000 + i from n`.execute(db)
    await sql`insert into follows (user_id, object_type, object_id, created_at)
        ${numbers(MEMBERS)} select ${sql.lit(FIRST)} + i, 'question', ${sql.lit(question_id)}, 1700000000 from n`.execute(
      db,
    )
    await sql`analyze`.execute(db)
  }

  beforeAll(async () => {
    w = await world(engine)
    const t = threads(w)
    reader = await w.given.member({ rank: 500 })
    question = await t.ask(await w.given.member({ rank: 500 }))
    question_id = numberOf('question', question)
    await w.settle()
    await w.app.transaction(({ db }) => fill(db))
    viewer = (await findUser(w.app.db, reader.id))!
  }, 600_000)
  afterAll(() => w.close())

  /** What work asks of the database. */
  const asked = async (work: (db: Db) => Promise<unknown>) => {
    const built = new Map<unknown, RootOperationNode>()
    const sent: RootOperationNode[] = []
    await w.app.transaction(({ db }) =>
      work(
        db.withPlugin({
          transformQuery: ({ node, queryId }) => {
            built.set(queryId, node)
            return node
          },
          transformResult: async ({ result, queryId }) => {
            sent.push(built.get(queryId)!)
            return result
          },
        }),
      ),
    )
    return sent
  }
  /** With few rows PostgreSQL reads everything even if there is an index: it is told to do so only where there is none. */
  const planOf = (node: RootOperationNode) =>
    w.app.transaction(async ({ db }) => {
      if (engine === 'postgres' && !IS_FULL) await sql`set local enable_seqscan = off`.execute(db)
      const query = db.getExecutor().compileQuery(node, { queryId: 'plan' })
      const { rows } = await db.executeQuery<Record<string, unknown>>(
        CompiledQuery.raw(`${engine === 'sqlite' ? 'explain query plan' : 'explain'} ${query.sql}`, [
          ...query.parameters,
        ]),
      )
      return rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
    })
  const list = { type: 'inbox', inbox_type: 'all', page_size: 20 } as const
  const some = () => Array.from({ length: 500 }, (_, n) => FIRST + 1 + n)
  const WHOLE = /(?:SCAN|Seq Scan on) (?:notifications|users|follows)\b(?!.*USING)/g
  /** SQLite calls a subquery by its alias, which is that of its table. */
  const SUBQUERY = /(?:CO-ROUTINE|MATERIALIZE) notifications\b/g
  const readWhole = (plan: string) => (plan.match(WHOLE)?.length ?? 0) - (plan.match(SUBQUERY)?.length ?? 0)

  test.each<[string, (db: Db) => Promise<unknown>]>([
    ['counting what is new', (db) => countUnseen(db, viewer)],
    ['looking for a badge to show', (db) => findUnread(db, reader.id)],
    ['a page of the inbox', (db) => notificationPage(db, viewer, { ...list, page: 1 }, 'en_US')],
    ['a later page', (db) => notificationPage(db, viewer, { ...list, page: 40 }, 'en_US')],
    ['a page of one kind', (db) => notificationPage(db, viewer, { ...list, inbox_type: 'votes', page: 2 }, 'en_US')],
    ['lines', (db) => notificationGroups(db, viewer, { ...list, size: 20 }, 'en_US')],
    [
      'lines from a place on',
      (db) =>
        notificationGroups(db, viewer, { ...list, size: 20, before: `${1700000000 + NOTIFICATIONS / 2}-1` }, 'en_US'),
    ],
    ['reading one', (db) => inbox.markGroupRead(db, reader.id, { group_key: 'about 3', group_since: 7 })],
    [
      'reading all',
      (db) =>
        inbox.markUpTo(db, { user_id: reader.id, type: TYPE.inbox, last: NOTIFICATIONS, flag: 'is_read', limit: 1 }),
    ],
    [
      'opening the tab',
      (db) =>
        inbox.markUpTo(db, { user_id: reader.id, type: TYPE.inbox, last: NOTIFICATIONS, flag: 'is_seen', limit: 1 }),
    ],
    ['followers, some at a time', (db) => listFollowers(db, 'question', question_id, FIRST + 500, 500)],
    ['which of them can read', (db) => listReaders(db, some())],
    ['what they want to hear', (db) => listChoices(db, some())],
    ['what they have muted', (db) => listMuting(db, some(), question_id)],
    [
      'whom of them has been told',
      (db) => listTold(db, some(), { object_type: 'question', object_id: 7, action: 'update_question', occasion: 1 }),
    ],
    ['groups that are open', (db) => listOpenGroups(db, some(), 'about 3', 1700000000)],
    [
      'what says the same',
      (db) =>
        deleteUnreadSame(db, some(), {
          action: 'update_question',
          actor_id: FIRST + 1,
          object_type: 'question',
          object_id: 7,
          question_id,
          answer_id: 0,
          comment_id: 0,
          inbox_type: 1,
          group_key: 'about 3',
          occasion: 0,
        }),
    ],
    ['what is old and read', (db) => deleteReadBefore(db, 1700000000, 500)],
  ])('%s reads no table from end to end', async (_, work) => {
    const nodes = await asked(work)
    expect(nodes.length).toBeGreaterThan(0)
    for (const node of nodes) {
      const plan = await planOf(node)
      expect(readWhole(plan), plan.slice(0, 2000)).toBeLessThanOrEqual(0)
    }
  })

  test('reading from end to end would be seen', async () => {
    const [slow] = await asked((db) =>
      db.selectFrom('notifications').select('id').where('rank', '=', 7).orderBy('rank').execute(),
    )
    expect(readWhole(await planOf(slow!))).toBe(1)
  })

  test('a page of lines costs the same however many of them are hidden, and the rest comes page by page', async () => {
    const [asker, moderator] = [await w.given.member({ rank: 500 }), await w.given.moderator()]
    const hidden = await threads(w).ask(asker)
    const about = numberOf('question', hidden)
    const other = await w.given.member()
    const insert = (count: number, from: number, id: number) =>
      w.app.transaction(({ db }) =>
        sql`insert into notifications (user_id, type, inbox_type, action, actor_id, object_type, object_id, question_id, answer_id, comment_id, rank,
            is_read, is_seen, group_key, group_since, is_latest, occasion, created_at, updated_at)
          ${numbers(count)} select ${sql.lit(other.id)}, 1, 1, 'update_question', 0, 'question', ${sql.lit(id)}, ${sql.lit(id)}, 0, 0, 0,
            1, 1, 'about ${sql.raw(String(id))}', i, 1, 0, ${sql.lit(from)} + i, ${sql.lit(from)} + i from n`.execute(
          db,
        ),
      )
    await insert(3, 1700000000, question_id)
    await insert(2000, 1700001000, about)
    await w.as(moderator).call(deleteQuestion, { body: { id: hidden } })
    await w.settle()
    const actor = (await findUser(w.app.db, other.id))!
    const found: string[] = []
    let pages = 0
    const lookFrom = async (before: string | undefined) => {
      let next = ''
      const sent = await asked(async (db) => {
        const asks = { type: 'inbox', inbox_type: 'all', size: 20, ...(before && { before }) } as const
        const page = await notificationGroups(db, actor, asks, 'en_US')
        found.push(...page.list.map(({ object_info }) => object_info.object_id))
        next = page.next
      })
      pages++
      expect(sent.length).toBeLessThan(60)
      if (next) await lookFrom(next)
    }
    await lookFrom(undefined)
    expect(found).toEqual([question, question, question])
    expect(pages).toBe(4)
  })
})
