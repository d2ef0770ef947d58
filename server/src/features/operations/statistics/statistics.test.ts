import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboard, type HealthCheck } from '@askwell/contract/dashboard.ts'
import { saveGeneralSettings } from '@askwell/contract/site-settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { DAY, HOUR } from '../../../lib/clock.ts'
import { PROGRAM_VERSION } from '../../../version.ts'
import { LAST_BACKUP } from '../backups/views.ts'
import { countDays, dayOf } from './count-days.ts'

describe.each(engines)('the dashboard, on %s', (engine) => {
  let site: World
  let doing: ReturnType<typeof threads>
  let ann: TestUser, bob: TestUser
  /** Time passes by days here, and an admin's session doesn't last that long. */
  const asAdmin = async () => site.as(await site.given.admin())
  const read = async (days = 7) => (await asAdmin()).call(dashboard, { query: { days } })
  const count = async () => {
    await countDays(site.app)
    await countDays(site.app)
  }
  const stateOf = async (check: HealthCheck) => (await read()).health.find((item) => item.check === check)!

  beforeAll(async () => {
    site = await world(engine)
    doing = threads(site)
    ann = await site.given.member({ name: 'ann', rank: 1000 })
    bob = await site.given.member({ name: 'bob', rank: 1000 })
  })
  afterAll(() => site.close())

  test('says how many of everything there are, as soon as a minute is over', async () => {
    const { info: before } = await read()
    const question = await doing.ask(ann)
    const answer = await doing.answer(bob, question)
    await doing.comment(ann, answer)
    await doing.vote(bob, 'up', question)
    await doing.accept(ann, question, answer)
    site.clock.advance(61)
    const { info } = await read()
    expect(info).toMatchObject({
      question_count: before.question_count + 1,
      answer_count: before.answer_count + 1,
      comment_count: before.comment_count + 1,
      vote_count: before.vote_count + 1,
      user_count: before.user_count,
      resolved_count: before.resolved_count + 1,
      resolved_rate: ((100 * (before.resolved_count + 1)) / (before.question_count + 1)).toFixed(2),
      unanswered_count: before.unanswered_count,
      smtp: 'not_configured',
      https: false,
      login_required: false,
      version_info: { version: PROGRAM_VERSION, remote_version: '' },
    })
    expect(info.database_version).toMatch(engine === 'sqlite' ? /^SQLite \d/ : /^PostgreSQL \d/)
    expect(info.database_size).toMatch(/^\d+(\.\d)? [kMG]B$/)
  })

  test('counts what happens on each day, once', async () => {
    await count()
    const { days: earlier } = await read()
    const today = () => new Date(site.clock.now() * 1000).toISOString().slice(0, 10)
    const first = earlier.at(-1)!
    expect(first.day).toBe(today())
    const asked = await doing.ask(ann)
    site.clock.advance(2 * DAY)
    await doing.answer(bob, asked)
    await doing.answer(ann, asked)
    await doing.vote(bob, 'up', asked)
    await count()
    await count()
    const { days, sums, first_answers } = await read()
    expect(days).toHaveLength(7)
    expect(days.at(-3)).toEqual({
      day: first.day,
      figures: { ...first.figures, questions: first.figures.questions + 1, answered: first.figures.answered + 1 },
    })
    expect(days.at(-1)).toEqual({
      day: today(),
      figures: { questions: 0, answered: 0, answers: 2, comments: 0, votes: 1, users: 0, active: 2 },
    })
    expect(sums.questions.now).toBe(days.reduce((sum, { figures }) => sum + figures.questions, 0))
    expect(first_answers.reduce((sum, n) => sum + n, 0)).toBe(sums.answered.now)
    expect(first_answers[4]).toBe(1) // between one and three days
  })

  test('counts it once where two processes count at the same time', async () => {
    await count()
    const { days: earlier } = await read()
    await doing.ask(ann)
    await countDays(site.app)
    await Promise.all([countDays(site.app), countDays(site.app)])
    const { days } = await read()
    expect(days.at(-1)!.figures.questions).toBe(earlier.at(-1)!.figures.questions + 1)
  })

  test('compares with as many days before', async () => {
    const { sums: now } = await read()
    site.clock.advance(7 * DAY)
    const { sums: later, days } = await read()
    expect(later.answers).toEqual({ now: 0, before: now.answers.now })
    expect(days.every(({ figures }) => Object.values(figures).every((value) => value === 0))).toBe(true)
    expect((await read(365)).days).toHaveLength(365)
  })

  test('shows today as it is, and stores a row only when no transaction can bring a smaller id any more', async () => {
    await count()
    const shown = async () => (await read()).days.at(-1)!.figures.questions
    const stored = async () =>
      (
        await site.app.db
          .selectFrom('daily_figures')
          .select('value')
          .where('day', '=', dayOf(site.clock.now()))
          .where('name', '=', 'questions')
          .executeTakeFirst()
      )?.value ?? 0
    expect([await shown(), await stored()]).toEqual([0, 0])
    await doing.ask(ann)
    expect([await shown(), await stored()]).toEqual([1, 0])
    await countDays(site.app)
    expect([await shown(), await stored()]).toEqual([1, 0])
    await countDays(site.app)
    expect([await shown(), await stored()]).toEqual([1, 1])
  })

  test('names what is wrong with the site, and what it is', async () => {
    expect(await stateOf('database')).toMatchObject({ state: 'good' })
    expect(await stateOf('mail')).toMatchObject({ state: 'warning', finding: 'mail_missing' })
    expect(await stateOf('https')).toMatchObject({ state: 'warning', finding: 'https_missing' })
    await (await asAdmin()).call(saveGeneralSettings, { body: { site_url: 'https://world.example' } })
    expect(await stateOf('https')).toMatchObject({ state: 'good', finding: 'https_good' })
    await site.settle()
    expect(await stateOf('jobs')).toMatchObject({ state: 'good' })
    await site.app.transaction(({ db }) =>
      db
        .insertInto('jobs')
        .values({
          effect: 'question.asked/indexPost',
          event_id: 0,
          payload: '{}',
          run_at: site.clock.now() - HOUR,
          attempts: 1,
          locked_until: 0,
          last_error: 'Error',
        })
        .execute(),
    )
    expect(await stateOf('jobs')).toMatchObject({
      state: 'warning',
      finding: 'jobs_late',
      values: { count: 1, minutes: 60 },
    })
    expect(await stateOf('search')).toMatchObject({ state: 'bad', finding: 'search_unindexed', values: { count: 1 } })
  })

  test('knows how old the last backup is, and that the clock was set back', async () => {
    expect(await stateOf('backup')).toMatchObject({ state: 'warning', finding: 'backup_none' })
    const file = join(site.folder, LAST_BACKUP)
    writeFileSync(file, 'x\n')
    const madeAt = (days: number) => utimesSync(file, 0, site.clock.now() - days * DAY)
    madeAt(2)
    expect(await stateOf('backup')).toMatchObject({ state: 'good', values: { count: 2 } })
    madeAt(9)
    expect(await stateOf('backup')).toMatchObject({ state: 'warning', finding: 'backup_old', values: { count: 9 } })
    expect(await stateOf('clock')).toMatchObject({ state: 'good' })
    await doing.ask(ann)
    site.clock.advance(-HOUR)
    expect(await stateOf('clock')).toMatchObject({ state: 'bad', finding: 'clock_behind', values: { minutes: 60 } })
    site.clock.advance(HOUR)
  })

  test('an imported or a large site is counted in slices, whatever the ids', async () => {
    site.clock.advance(400 * DAY)
    await count()
    const at = site.clock.now()
    await site.app.transaction(async ({ db }) => {
      const rows = Array.from({ length: 300 }, (_, n) => ({ comment_id: n, user_id: ann.id, created_at: at }))
      await db.insertInto('comment_votes').values(rows).execute()
      await db
        .insertInto('votes')
        .values(
          Array.from({ length: 300 }, (_, n) => ({
            id: 1_000_000 + n * 1000,
            post_id: 5000 + n,
            user_id: ann.id,
            direction: 'up' as const,
            created_at: at - (n % 3) * DAY,
          })),
        )
        .execute()
    })
    await count()
    expect((await read()).days.slice(-3).map(({ figures }) => figures.votes)).toEqual([100, 100, 100])
  })

  test('a large site is counted in the background, and tells what was counted last', async () => {
    site.clock.advance(61)
    await countDays(site.app)
    const before = (await read()).info.vote_count
    await site.app.transaction(({ db }) =>
      db
        .insertInto('votes')
        .values({ id: 9_000_000, post_id: 1, user_id: ann.id, direction: 'up', created_at: site.clock.now() })
        .execute(),
    )
    site.clock.advance(61)
    expect((await read()).info.vote_count).toBe(before)
    await countDays(site.app)
    expect((await read()).info.vote_count).toBe(before + 1)
  })
})
