import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logInByEmail } from '@askwell/contract/accounts.ts'
import { notifications, notificationStatus } from '@askwell/contract/notifications.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { A, type AnswerSite, answerSite, C, PASSWORD, Q } from '../../../../../test/answer-site.ts'
import { engines, type World, world } from '../../../../../test/world.ts'
import { findFaults } from '../../integrity/service.ts'
import { tryDump } from '../examine.ts'
import { importDump } from '../import-dump.ts'
import { undoImport } from '../undo/service.ts'

const doing = { shared: false, signal: new AbortController().signal, progress: () => {} }

describe.each(engines)('what members of a site of Apache Answer had been told (%s)', { timeout: 60_000 }, (engine) => {
  let w: World
  let folder: string
  let old: AnswerSite
  beforeEach(async () => {
    w = await world(engine)
    folder = mkdtempSync(join(tmpdir(), 'askwell-answer-'))
    old = answerSite(folder)
    old.put('user', { id: 1, username: 'ann', display_name: 'Ann', e_mail: 'ann@old.example' })
    old.put('user', { id: 2, username: 'ben', display_name: 'Ben', e_mail: 'ben@old.example' })
    old.put('question', { id: Q(600), title: 'How warm should a stout be?' })
    old.put('answer', { id: A(601), question_id: Q(600), user_id: 2 })
    old.put('comment', { id: C(602), object_id: A(601), question_id: Q(600), user_id: 2 })
    old.put('question', { id: Q(603), title: 'Deleted', status: 10 })
    const put = (
      id: number,
      action: string,
      more: Record<string, string | number>,
      object_map: Record<string, string>,
      by = '2',
    ) =>
      old.put('notification', {
        id,
        user_id: 1,
        updated_at: `2026-09-1${id % 10} 00:00:00`,
        content: JSON.stringify({
          id: '',
          user_info: by && { id: by, username: 'ben' },
          object_info: { title: 'A title', object_id: Q(600), object_map, object_type: 'question' },
          rank: 10,
          notification_action: `notification.action.${action}`,
        }),
        ...more,
      })
    put(1, 'answer_the_question', { is_read: 2 }, { question: Q(600), answer: A(601) })
    put(2, 'reply_to_you', {}, { question: Q(600), answer: A(601), comment: C(602) })
    put(3, 'down_voted_question', {}, { question: Q(600) })
    put(4, 'your_question_was_deleted', {}, { question: Q(603) })
    put(5, 'comment_question', {}, { question: Q(603) })
    put(6, 'comment_question', { status: 10 }, { question: Q(600) })
    put(7, 'up_voted_question', { type: 2, msg_type: 0 }, { question: Q(600) })
    put(8, 'earned_badge', { type: 2, msg_type: 0 }, {})
    old.close()
  })
  afterEach(async () => {
    expect(await findFaults(w.app)).toEqual([])
    expect(w.faults).toEqual([])
    await w.close()
    rmSync(folder, { recursive: true })
  })
  const dump = () => ({ folder, site: 'old.example' })

  test('is in their inboxes, read or unread as it was, and goes out to nobody', async () => {
    const trial = await tryDump(w.app, dump(), doing)
    const report = await importDump(w.app, dump(), doing)
    await w.settle()
    expect(report.files.notification).toEqual({ rows: 7, added: 4, present: 0, other: 3, broken: 0 })
    expect(trial.files.notification).toEqual({ rows: 7, added: 5, present: 0, other: 2, broken: 0 })
    expect(report.remarks.map(({ problem }) => problem)).toEqual([
      'your_question_was_deleted has no equivalent here (1)',
      'earned_badge has no equivalent here (1)',
    ])
    const sent = w.app.db
      .selectFrom('events')
      .select('type')
      .where('type', 'in', ['email.requested', 'notification.push_due'])
    expect(await sent.execute()).toEqual([])
    const ann = await w.nobody.call(logInByEmail, { body: { e_mail: 'ann@old.example', pass: PASSWORD } })
    const as = w.as({ id: Number(ann.id), username: 'ann', token: ann.access_token })
    const page = async (type: 'inbox' | 'achievement') =>
      (await as.call(notifications, { query: { type } })).list.map(
        ({ notification_action, is_read, user_info, rank }) => ({
          action: notification_action,
          is_read,
          by: user_info?.username ?? '',
          rank,
        }),
      )
    expect(await page('inbox')).toEqual([
      { action: expect.any(String), is_read: false, by: '', rank: 0 },
      { action: expect.any(String), is_read: false, by: 'ben', rank: 0 },
      { action: expect.any(String), is_read: true, by: 'ben', rank: 0 },
    ])
    expect(await page('achievement')).toMatchObject([{ is_read: false, rank: 10 }])
    expect(await as.call(notificationStatus, {})).toMatchObject({ inbox: 2, achievement: 1 })
    const again = await importDump(w.app, dump(), doing)
    expect(again.files.notification).toEqual({ rows: 7, added: 0, present: 4, other: 3, broken: 0 })
    expect(await page('inbox')).toHaveLength(3)
  })

  test('goes with the import', async () => {
    await importDump(w.app, dump(), doing)
    await undoImport(w.app, { site: 'old.example', dry_run: false }, doing)
    await w.settle()
    expect(await w.app.db.selectFrom('notifications').selectAll().execute()).toEqual([])
  })
})
