import { saveSmtpSettings } from '@askwell/contract/administration.ts'
import { resendMail, sentMails } from '@askwell/contract/emails.ts'
import { setJobs } from '@askwell/contract/jobs.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../../test/world.ts'
import { insertMany } from '../../../../db/insert-many.ts'
import { DAY } from '../../../../lib/clock.ts'
import { eraseDeletedUser } from '../../../users/users/service.ts'
import { deleteOldOutcomes } from './outcomes.ts'

describe.each(engines)('what became of e-mails (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let other: TestUser
  beforeAll(async () => {
    w = await world(engine)
    admin = await w.given.admin()
    other = await w.given.member({ rank: 1000 })
    await w.settle()
  })
  afterAll(() => w.close())
  const list = (query: object = {}) => w.as(admin).call(sentMails, { query })
  const about = async ({ username }: TestUser) => (await list({ query: username })).list
  const mailServer = (smtp_host: string) =>
    w.as(admin).call(saveSmtpSettings, {
      body: { smtp_host, smtp_port: 1, encryption: '', smtp_authentication: false },
    })
  const answered = async (asker: TestUser) => {
    const { answer, ask } = threads(w)
    await answer(other, await ask(asker))
    await w.settle()
    w.faults.length = 0
  }

  test('is there for admins: to whom, of which kind, and how it ended; without a word of them', async () => {
    const asker = await w.given.member({ rank: 1000 })
    await answered(asker)
    expect(await about(asker)).toEqual([
      expect.objectContaining({
        kind: 'new_answer',
        status: 'sent',
        user_id: String(asker.id),
        address: `${asker.username}@example.com`,
        attempts: 1,
        answer: '',
        next_try_at: 0,
      }),
    ])
    expect((await list({ status: 'failed', query: asker.username })).list).toEqual([])
    expect((await list({ kind: 'digest', query: asker.username })).list).toEqual([])
    expect((await list({ kind: 'new_answer', status: 'sent', query: asker.username })).list).toHaveLength(1)
  })

  test('a failed one is one line with what the server said, however often it is tried; sent again it arrives', async () => {
    const asker = await w.given.member({ rank: 1000 })
    await mailServer('127.0.0.1')
    await answered(asker)
    w.clock.advance(11)
    await w.settle()
    w.faults.length = 0
    const [mail, ...more] = await about(asker)
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      status: 'failed',
      attempts: 2,
      answer: expect.stringContaining('ECONNREFUSED') as string,
      next_try_at: w.clock.now() + 20,
    })
    await mailServer('')
    await w.as(admin).call(resendMail, { body: { id: mail!.id } })
    const acts = await w.app.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .orderBy('id', 'desc')
      .execute()
    expect(acts[0]).toEqual({ action: 'mail.resent', actor_id: admin.id })
    await w.settle()
    expect(await about(asker)).toMatchObject([{ id: mail!.id, status: 'sent', attempts: 3 }])
    await expect(w.as(admin).call(resendMail, { body: { id: mail!.id } })).rejects.toMatchObject({ status: 400 })
  })

  test('one whose job was dropped can still be sent', async () => {
    const asker = await w.given.member({ rank: 1000 })
    await mailServer('127.0.0.1')
    await answered(asker)
    await w.as(admin).call(setJobs, { body: { act: 'drop', kind: 'email.requested/sendEmail', state: 'failed' } })
    const [mail] = await about(asker)
    expect(mail).toMatchObject({ status: 'failed', next_try_at: 0 })
    await mailServer('')
    await w.as(admin).call(resendMail, { body: { id: mail!.id } })
    await w.settle()
    expect(await about(asker)).toMatchObject([{ id: mail!.id, status: 'sent' }])
  })

  test('older ones follow on', async () => {
    const asker = await w.given.member({ rank: 1000 })
    for (let n = 0; n < 31; n++) await answered(asker)
    const first = await list({ query: asker.username })
    expect([first.list.length, first.more]).toEqual([30, true])
    const rest = await list({ query: asker.username, before: first.list.at(-1)!.id })
    expect([rest.list.length, rest.more]).toEqual([1, false])
  })

  test('goes with a member who is erased, and after a month', async () => {
    const asker = await w.given.member({ rank: 1000 })
    await answered(asker)
    expect(await about(asker)).toHaveLength(1)
    await w.app.transaction((tx) =>
      tx.db.updateTable('users').set({ status: 10, deleted_at: tx.now() }).where('id', '=', asker.id).execute(),
    )
    await w.app.transaction((tx) => eraseDeletedUser(tx, 0, asker.id))
    expect(await about(asker)).toEqual([])
    const old = Array.from({ length: 2500 }, (_, at) => ({
      event_id: 0,
      user_id: 0,
      kind: 'code',
      address: 'old@example.com',
      status: 'sent',
      attempts: 1,
      answer: '',
      job_id: 1_000_000 + at,
      created_at: w.clock.now(),
      updated_at: w.clock.now(),
    }))
    await w.app.transaction((tx) => insertMany(tx.db, 'sent_emails', old))
    w.clock.advance(31 * DAY)
    await deleteOldOutcomes(w.app)
    expect(await w.app.db.selectFrom('sent_emails').select('id').execute()).toEqual([])
  })
})
