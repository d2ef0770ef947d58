import { saveSmtpSettings } from '@askwell/contract/administration.ts'
import { auditLog, saveAuditSettings } from '@askwell/contract/audit.ts'
import { deleteComment, commentPage, recoverComment } from '@askwell/contract/comments.ts'
import { numberOf } from '@askwell/contract/ids.ts'
import { deletePermanently } from '@askwell/contract/content-administration.ts'
import { closeQuestion, deleteQuestion } from '@askwell/contract/questions.ts'
import { saveGeneralSettings } from '@askwell/contract/site-settings.ts'
import { editUser, setUserPassword, setUserStatus } from '@askwell/contract/user-administration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { threads } from '../../../../test/threads.ts'
import { engines, type TestUser, type World, world } from '../../../../test/world.ts'

describe.each(engines)('the audit log (%s)', (engine) => {
  let w: World
  let admin: TestUser
  let moderator: TestUser
  let author: TestUser
  let other: TestUser
  const SECRET = 'quite-a-secret-1'
  beforeAll(async () => {
    w = await world(engine, { pages: true })
    admin = await w.given.admin()
    moderator = await w.given.moderator({ name: 'mo' })
    author = await w.given.member({ name: 'author' })
    other = await w.given.member({ name: 'other' })
  })
  afterAll(async () => {
    expect(w.faults).toEqual([])
    await w.close()
  })

  const log = (as: TestUser, query: Record<string, string | number> = {}) => w.as(as).call(auditLog, { query })
  const rows = ({ changes }: { changes: { stretches: { rows: unknown[] }[] } | null }) => JSON.stringify(changes)

  test('an entry says who did what to whose thing, when, from which session, and what changed', async () => {
    const question = await threads(w).ask(author)
    await w.as(moderator).call(closeQuestion, { body: { id: question, close_type: 64 } })
    const [entry] = (await log(admin)).list
    expect(entry).toMatchObject({
      action: 'question.closed',
      actor: { username: moderator.username },
      user: { username: author.username },
      via: 'session',
      question_id: question,
      object_id: question,
    })
    expect(entry!.session!.id).not.toBe('0')
    expect(entry!.title).not.toBe('')
    expect(rows(entry!)).toContain('status')
  })

  test('moderators see acts of moderation without sessions, and nothing of settings or accounts', async () => {
    await w.as(admin).call(saveGeneralSettings, { body: { short_description: 'Only for admins' } })
    await w.as(admin).call(editUser, {
      body: { user_id: String(other.id), display_name: 'other', email: 'elsewhere@example.com' },
    })
    await w.as(admin).call(setUserStatus, { body: { user_id: String(other.id), status: 'suspended', note: 'Rude' } })
    await w.as(admin).call(setUserStatus, { body: { user_id: String(other.id), status: 'normal' } })
    const seen = await log(moderator)
    expect(seen.list.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['suspension.set', 'suspension.ended', 'question.closed']),
    )
    expect(seen.list.filter(({ action }) => /^(setting|user|plugin)\./.test(action))).toEqual([])
    expect(seen.list.every(({ session }) => session === null)).toBe(true)
    expect(JSON.stringify(seen)).not.toContain('Only for admins')
    expect((await log(moderator, { kind: 'setting' })).list).toEqual([])
    expect((await log(moderator, { about: 'general' })).list).toEqual([])
    expect(JSON.stringify(await log(admin))).not.toContain('elsewhere@example.com')
    await expect(log(author)).rejects.toMatchObject({ status: 403 })
  })

  test('secrets are never in it', async () => {
    await w.as(admin).call(saveSmtpSettings, { body: { smtp_password: SECRET } })
    await w.as(admin).call(setUserPassword, { body: { user_id: String(other.id), password: SECRET } })
    const [password, smtp] = (await log(admin)).list
    expect([password!.action, smtp!.action]).toEqual(['user.password_set', 'setting.changed'])
    expect(rows(smtp!)).toContain('changed')
    expect(JSON.stringify(await w.app.db.selectFrom('audit_entries').selectAll().execute())).not.toContain(SECRET)
  })

  test('it is filtered by who, what, about what and when, and read page by page', async () => {
    const question = await threads(w).ask(author)
    const answer = await threads(w).answer(author, question)
    await w.as(moderator).call(closeQuestion, { body: { id: question, close_type: 64 } })
    await w.as(moderator).call(deleteQuestion, { body: { id: question } })
    const actions = async (query: Record<string, string | number>) =>
      (await log(admin, query)).list.map(({ action }) => action)
    expect(await actions({ about: `http://world.example/questions/${question}` })).toEqual([
      'question.deleted',
      'question.closed',
    ])
    expect(await actions({ about: question, kind: 'answer' })).toEqual([])
    expect(await actions({ about: answer })).toEqual([])
    expect(await actions({ about: '/admin/general' })).toEqual(['setting.changed', 'setting.changed'])
    expect(new Set(await actions({ actor: moderator.username }))).toEqual(
      new Set(['question.deleted', 'question.closed']),
    )
    expect(await actions({ about: `@${other.username}`, kind: 'suspension' })).toEqual([
      'suspension.ended',
      'suspension.set',
    ])
    const today = new Date(w.clock.now() * 1000).toISOString().slice(0, 10)
    expect(await actions({ from: '2100-01-01' })).toEqual([])
    expect(await actions({ to: '2000-01-01' })).toEqual([])
    expect((await actions({ from: today, to: today })).length).toBeGreaterThan(5)
    expect((await log(admin, { actor: 'nobody-here' })).unknown).toEqual(['actor'])
    expect((await log(admin, { about: '/tags/no-such-tag' })).unknown).toEqual(['about'])
    for (const about of ['/tags/%zz', 'http://world.example/users/%zz', 'http://world.example/a%'])
      expect((await log(admin, { about })).unknown, about).toEqual(['about'])
    const first = await log(admin, { page_size: 2 })
    const second = await log(admin, { page_size: 2, before: first.next })
    const four = (await log(admin, { page_size: 4 })).list
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(four.map(({ id }) => id))
  })

  test('a single deleted comment is brought back from it', async () => {
    const t = threads(w)
    const question = await t.ask(author)
    const comment = await t.comment(author, question)
    await w.as(moderator).call(deleteComment, { body: { comment_id: comment } })
    const [entry] = (await log(moderator)).list
    expect(entry).toMatchObject({ action: 'comment.deleted', object_id: comment, comment: { restorable: true } })
    await w.as(moderator).call(recoverComment, { body: { comment_id: comment } })
    const page = await w.as(author).call(commentPage, { query: { object_id: question } })
    expect(page.list.map(({ comment_id }) => comment_id)).toContain(comment)
    const again = (await log(moderator)).list
    expect(again[0]).toMatchObject({ action: 'comment.undeleted', comment: { restorable: false } })
    await w.as(moderator).call(recoverComment, { body: { comment_id: comment } })
    expect((await log(moderator)).list).toHaveLength(again.length)
    const row = await w.app.db
      .selectFrom('posts')
      .select('comment_count')
      .where('id', '=', numberOf('question', question))
      .executeTakeFirstOrThrow()
    expect(row.comment_count).toBe(1)
  })

  test('what is erased takes the texts in the log with it', async () => {
    const gone = await w.given.member({ name: 'forgotten' })
    const body = { user_id: String(gone.id) }
    await w.as(admin).call(editUser, {
      body: { ...body, display_name: 'A former name', email: 'forgotten@example.com' },
    })
    await w.as(admin).call(setUserStatus, { body: { ...body, status: 'deleted' } })
    expect(JSON.stringify(await log(admin))).toContain('A former name')
    await w.as(admin).call(deletePermanently, { body: { type: 'users', object_id: String(gone.id) } })
    expect(JSON.stringify(await log(admin))).not.toContain('A former name')
  })

  test('it is written to a file as a whole, with the same filter and the same eyes', async () => {
    const get = (who: TestUser | undefined, query: string) =>
      w.server.inject({
        url: `/session/audit?${query}`,
        headers: who ? { cookie: `askwell_session=${who.token}` } : {},
      })
    const csv = await get(admin, 'format=csv')
    expect(csv.statusCode).toBe(200)
    expect(csv.headers['content-type']).toContain('text/csv')
    const { length } = await w.app.db.selectFrom('audit_entries').select('id').execute()
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(length + 1)
    const lines = (await get(moderator, 'format=jsonl')).body.trimEnd().split('\n')
    const entries = lines.map((line) => JSON.parse(line) as { action: string })
    expect(entries.length).toBeGreaterThan(5)
    expect(entries.filter(({ action }) => action.startsWith('setting.'))).toEqual([])
    expect((await get(admin, 'format=jsonl&kind=comment')).body.trimEnd().split('\n')).toHaveLength(2)
    expect((await get(author, '')).statusCode).toBe(403)
    expect((await get(undefined, '')).statusCode).toBe(401)
  })

  test('entries stay for good, or as long as the settings say', async () => {
    const count = async () => (await w.app.db.selectFrom('audit_entries').select('id').execute()).length
    const before = await count()
    w.clock.advance(40 * 86_400)
    await w.settle()
    expect(await count()).toBe(before)
    const { token } = await w.given.member({ role_id: 2 })
    await w.as({ ...admin, token }).call(saveAuditSettings, { body: { audit_days: 30 } })
    w.clock.advance(3601)
    await w.settle()
    const left = await w.app.db.selectFrom('audit_entries').select('action').execute()
    expect(left.map(({ action }) => action)).toEqual(['setting.changed'])
  })
})
