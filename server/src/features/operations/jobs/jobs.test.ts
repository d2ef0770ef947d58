import { type JobState, jobs, setJobs } from '@askwell/contract/jobs.ts'
import { saveSmtpSettings } from '@askwell/contract/administration.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'
import { perform } from '../../../commands/operations.ts'

const MAIL = 'email.requested/sendEmail'

describe.each(engines)('jobs, as admins see them (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let asker: TestUser
  let other: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    ;[asker, other] = [await w.given.member({ rank: 1000 }), await w.given.member({ rank: 1000 })]
  })
  beforeEach(async () => {
    await w.app.transaction(({ db }) => db.deleteFrom('jobs').execute())
    await mailServer('')
  })
  afterAll(() => w.close())
  const mailServer = (smtp_host: string) =>
    w.as(admin).call(saveSmtpSettings, {
      body: { smtp_host, smtp_port: 1, encryption: '', smtp_authentication: false },
    })
  const list = (query: { state?: JobState; kind?: string } = {}) => w.as(admin).call(jobs, { query })
  const answered = async () => {
    const { answer, ask } = threads(w)
    await answer(other, await ask(asker))
  }
  /** An e-mail that nobody takes. */
  const failedMail = async () => {
    await mailServer('127.0.0.1')
    await answered()
    await w.settle()
    w.faults.length = 0
  }

  test('wait, and are counted by kind', async () => {
    await answered()
    const { counts, kinds, list: waiting } = await list({ state: 'waiting' })
    expect(counts.waiting).toBe(waiting.length)
    expect(kinds).toContainEqual({ kind: MAIL, count: 1 })
    expect(waiting[0]).toMatchObject({ state: 'waiting', attempts: 0, last_error: '', created_at: w.clock.now() })
    expect((await list({ state: 'waiting', kind: MAIL })).list.map(({ kind }) => kind)).toEqual([MAIL])
  })

  test('that failed say why and when they are tried again, and are tried at once where an admin wants it', async () => {
    await failedMail()
    const { counts, list: failed } = await list()
    expect(counts).toMatchObject({ failed: 1, waiting: 0 })
    expect(failed).toEqual([
      expect.objectContaining({
        kind: MAIL,
        attempts: 1,
        next_try_at: w.clock.now() + 10,
        last_error: expect.stringContaining('ECONNREFUSED') as string,
      }),
    ])
    await mailServer('')
    expect(await w.as(admin).call(setJobs, { body: { act: 'retry', id: failed[0]!.id } })).toEqual({ count: 1 })
    await w.settle()
    expect((await list()).list).toEqual([])
    const { action, before } = await w.app.db
      .selectFrom('audit_entries')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect([action, JSON.parse(before)]).toEqual(['job.retried', { kinds: { [MAIL]: 1 } }])
  })

  test('all of a kind are dropped at once, and nothing of another kind or state', async () => {
    await failedMail()
    await failedMail()
    await answered()
    const { count: waiting } = await list({ state: 'waiting' })
    expect(await w.as(admin).call(setJobs, { body: { act: 'drop', kind: MAIL, state: 'failed' } })).toEqual({
      count: 2,
    })
    expect((await list()).count).toBe(0)
    expect((await list({ state: 'waiting' })).count).toBe(waiting)
  })

  test('from the command line it is recorded, too', async () => {
    await failedMail()
    expect(await perform('jobs', w.app, { act: 'drop', kind: '' }, undefined as never)).toMatchObject({ changed: 1 })
    const entry = await w.app.db.selectFrom('audit_entries').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'job.dropped', actor_id: 0, via: 'command' })
  })

  test('that run are left alone', async () => {
    await answered()
    await w.app.transaction(({ db }) =>
      db
        .updateTable('jobs')
        .set({ locked_until: w.clock.now() + 60, attempts: 1 })
        .execute(),
    )
    const [job] = (await list({ state: 'running' })).list
    for (const act of ['drop', 'retry'] as const)
      expect(await w.as(admin).call(setJobs, { body: { act, id: job!.id } })).toEqual({ count: 0 })
  })

  test('that recur can be run now, but not dropped', async () => {
    w.app.jobs.start()
    await expect.poll(async () => (await list({ state: 'recurring' })).count).toBeGreaterThan(5)
    await w.app.jobs.stop()
    const [job] = (await list({ state: 'recurring' })).list
    expect(await w.as(admin).call(setJobs, { body: { act: 'drop', id: job!.id } })).toEqual({ count: 0 })
    expect(await w.as(admin).call(setJobs, { body: { act: 'retry', id: job!.id } })).toEqual({ count: 1 })
    const [now] = (await list({ state: 'recurring' })).list.filter(({ id }) => id === job!.id)
    expect(now!.next_try_at).toBe(w.clock.now())
  })

  test('need an id or a kind', async () => {
    await expect(w.as(admin).call(setJobs, { body: { act: 'drop' } })).rejects.toMatchObject({ status: 400 })
  })
})
