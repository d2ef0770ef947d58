import { auditLog } from '@askwell/contract/audit.ts'
import { bulkInfo, bulkPage, contentPage } from '@askwell/contract/bulk.ts'
import { answersInState, questionsInState } from '@askwell/contract/content-administration.ts'
import { sentMails } from '@askwell/contract/emails.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { insertMany } from '../../../../db/insert-many.ts'

const MANY = 5000
const many = <T>(make: (at: number) => T) => Array.from({ length: MANY }, (_, at) => make(at))

describe.each(engines)('lists of the administration, as the database reads them (%s)', (engine) => {
  let w: World
  let admin: TestUser
  const heard = new Set<string>()
  beforeAll(async () => {
    w = await world(engine)
    w.site.onQuery(({ sql: text }) => void heard.add(text))
    admin = await w.given.admin()
    const { ask, answer } = threads(w)
    const [ann, bob] = [await w.given.member({ rank: 1000 }), await w.given.member({ rank: 1000 })]
    await answer(bob, await ask(ann))
    await fill()
  })
  afterAll(() => w.close())

  /** Enough of everything for a plan to mean something. */
  const fill = () =>
    w.app.transaction(async ({ db }) => {
      const [question] = await db.selectFrom('posts').selectAll().where('kind', '=', 'question').limit(1).execute()
      const { id: _, ...post } = question!
      const kinds = ['question', 'answer'] as const
      await insertMany(
        db,
        'posts',
        many((at) => ({
          ...post,
          kind: kinds[at % 2]!,
          title: `Of otters ${at}`,
          score: at % 50,
          created_at: at,
          question_id: at + 100,
        })),
      )
      const comment = { post_id: 1, question_id: 1, user_id: admin.id, original_text: 'A word', parsed_text: 'A word' }
      await insertMany(
        db,
        'comments',
        many((at) => ({
          ...comment,
          question_id: at + 100,
          score: at % 50,
          status: 1,
          created_at: at,
          updated_at: at,
        })),
      )
      const entry = {
        session_id: 0,
        action: 'user.changed',
        object_type: 'user',
        object_id: 1,
        via: 'session',
        name: '',
      }
      const nothing = { before: 'null', after: 'null', part: 'administration', question_id: 0 }
      await insertMany(
        db,
        'audit_entries',
        many((at) => ({
          ...entry,
          ...nothing,
          user_id: 1,
          created_at: at,
          actor_id: at % 2 ? admin.id : 0,
          kind: ['user', 'setting', 'tag', 'badge'][at % 4]!,
        })),
      )
      const mail = { event_id: 0, user_id: 0, address: 'ann@example.com', status: 'sent', attempts: 1, answer: '' }
      await insertMany(
        db,
        'sent_emails',
        many((at) => ({ ...mail, job_id: at + 1e6, kind: `kind_${at % 20}`, created_at: at, updated_at: at })),
      )
      const act = { kind: 'question', act: 'close', wish: '{}', options: '{}', upto: 1, task_id: 0, is_undone: 0 }
      const of = many((at) => ({ ...act, user_id: admin.id, created_at: at })).slice(0, 20)
      await insertMany(db, 'bulk_acts', of)
      await insertMany(
        db,
        'bulk_changes',
        many((at) => ({
          bulk_act_id: 1 + (at % 20),
          object_type: 'question',
          object_id: at,
          before: '',
          after: '',
          refusal: at % 100 ? '' : 'error.bulk.gone',
          undone_at: 0,
          undo_refusal: '',
        })),
      )
      await sql`analyze`.execute(db)
    })

  /** How the reads of a call are done that name this table. */
  const plansOf = async (table: string, call: () => Promise<unknown>) => {
    heard.clear()
    await call()
    const asked = [...heard].filter((text) => new RegExp(`from "?${table}\\b`).test(text))
    expect(asked.length).toBeGreaterThan(0)
    const explain = engine === 'sqlite' ? 'explain query plan' : 'explain'
    const plans: string[] = []
    for (const text of asked) {
      const { rows } = await sql<Record<string, unknown>>`${sql.raw(`${explain} ${filledIn(text)}`)}`.execute(w.app.db)
      plans.push(rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n'))
    }
    return plans.join('\n\n')
  }
  /** With values that few rows have, below all numbers that there are. */
  const filledIn = (text: string) =>
    text.replaceAll(/("id" <) (?:\$\d+|\?)/g, '$1 99999999').replaceAll(/\$\d+|\?/g, `'1'`)
  const content = (query: object) => () => w.as(admin).call(contentPage, { query })

  test('a part of a title is looked for in the titles only', async () => {
    for (const query of [
      { kind: 'question', query: 'otters 77' },
      { kind: 'question', query: 'otters', state: 'closed' },
    ])
      expect(await plansOf('posts', content(query))).toContain('posts_titles')
    const old = () => w.as(admin).call(questionsInState, { query: { query: 'otters', status: 'normal' } })
    expect(await plansOf('posts', old)).toContain('posts_titles')
    const answers = () => w.as(admin).call(answersInState, { query: { query: 'otters' } })
    expect(await plansOf('posts', answers)).not.toContain('posts_titles')
  })

  test('those of a score are found by it', async () => {
    expect(await plansOf('posts', content({ kind: 'answer', score_max: -3 }))).toContain('posts_by_score')
    expect(await plansOf('posts', content({ kind: 'answer', score_min: 49, state: 'deleted' }))).toContain(
      'posts_by_score',
    )
    expect(await plansOf('comments', content({ kind: 'comment', score_max: -3 }))).toContain('comments_by_score')
  })

  test('those of a tag are found by their questions', async () => {
    const tagged = (kind: string, state = '') => content({ kind, tag: 'support', state })
    expect(await plansOf('posts', tagged('answer'))).toContain('answers_of_question')
    expect(await plansOf('posts', tagged('answer', 'deleted'))).toContain('answers_of_question')
    expect(await plansOf('comments', tagged('comment'))).toContain('comments_of_question')
    expect(await plansOf('posts', tagged('question'))).not.toContain('posts_in_any_state')
  })

  test('a person’s acts of one kind are found without reading their others', async () => {
    const call = () => w.as(admin).call(auditLog, { query: { actor: admin.username, kind: 'badge' } })
    expect(await plansOf('audit_entries', call)).toContain('audit_entries_actor_kind')
  })

  test('e-mails of a kind are found by it', async () => {
    const call = () => w.as(admin).call(sentMails, { query: { kind: 'reset' } })
    expect(await plansOf('sent_emails', call)).toContain('sent_emails_kind')
  })

  test('what acts on many things left out is counted by itself', async () => {
    const page = await plansOf('bulk_changes', () => w.as(admin).call(bulkPage, { query: {} }))
    const one = await plansOf('bulk_changes', () => w.as(admin).call(bulkInfo, { query: { id: '1', only: 'skipped' } }))
    for (const plans of [page, one]) expect(plans).toMatch(/bulk_changes_skipped/)
    expect(page).toContain('bulk_changes_not_undone')
  })
})
