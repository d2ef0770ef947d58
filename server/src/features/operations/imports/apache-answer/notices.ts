import type { InboxAction } from '../../../outbound/notifications/policy.ts'
import { batches, type Import } from '../batches.ts'
import { Stopped } from '../import-stopped.ts'
import { importNotices, type ImportedNotice } from '../notices.ts'
import { listOrigins } from '../queries.ts'
import { type AnswerDatabase, type Row, rowsOf } from './queries.ts'
import { num, str, time } from './records.ts'

export const NOTICES = 'notification'
const DELETED = 10
const READ = 2
const ACHIEVEMENT = 2

const PREFIX = 'notification.action.'
/** What has the same name and sense here. */
const ACTIONS = new Set<string>([
  'answer_the_question',
  'update_answer',
  'update_question',
  'accept_answer',
  'comment_question',
  'comment_answer',
  'reply_to_you',
  'mention_you',
  'up_voted_question',
  'down_voted_question',
  'up_voted_answer',
  'down_voted_answer',
  'up_voted_comment',
  'invited_you_to_answer',
  'your_question_is_closed',
] satisfies InboxAction[])

interface Said {
  user_info?: { id?: string } | null
  object_info?: { object_id?: string; object_map?: Record<string, string> | null }
  rank?: number
  notification_action?: string
}

const saidIn = (row: Row): Said => {
  try {
    return (JSON.parse(str(row.content)) ?? {}) as Said
  } catch {
    return {}
  }
}

/** Undefined where there is no such thing here. */
const readNotice = (row: Row): ImportedNotice | undefined => {
  const { user_info, object_info, rank, notification_action = '' } = saidIn(row)
  const action = notification_action.replace(PREFIX, '')
  const created_at = time(row.updated_at) || time(row.created_at)
  if (!ACTIONS.has(action) || !created_at) return undefined
  const { question = '', answer = '', comment = '' } = object_info?.object_map ?? {}
  const post_key = [answer, question, object_info?.object_id].find((id) => num(id) > 0) ?? ''
  return {
    number: num(row.id),
    user_key: str(row.user_id),
    points: num(row.type) === ACHIEVEMENT ? num(rank) : undefined,
    action: action as InboxAction,
    // Who has voted against something isn't told.
    actor_key: action.startsWith('down_voted') ? '' : str(user_info?.id),
    post_key,
    comment_key: num(comment) > 0 ? comment : '',
    isRead: num(row.is_read) === READ,
    created_at,
  }
}

async function* noticesIn(
  { tally, signal, selection, batch }: Pick<Import, 'tally' | 'signal' | 'selection'> & { batch: number },
  answer: AnswerDatabase,
) {
  const others = new Map<string, { count: number; line: number }>()
  let line = 0
  for await (const rows of batches(rowsOf(answer, 'notification', `status <> ${DELETED}`), batch)) {
    if (signal.aborted) throw new Stopped()
    const read = rows.map((row) => {
      line++
      tally.count(NOTICES, 'rows')
      const notice = readNotice(row)
      const action = (saidIn(row).notification_action ?? '').replace(PREFIX, '')
      if (!notice) others.set(action, { count: (others.get(action)?.count ?? 0) + 1, line })
      return notice && (!selection || selection.posts.has(notice.post_key)) ? notice : undefined
    })
    const known = read.filter((notice) => notice !== undefined)
    tally.count(NOTICES, 'other', rows.length - known.length)
    yield known
  }
  for (const [action, { count, line: last }] of others)
    tally.remark(NOTICES, last, `${action || 'a notice of no kind'} has no equivalent here (${count})`)
}

export const bringNotices = async (one: Import, answer: AnswerDatabase) => {
  for await (const notices of noticesIn(one, answer)) {
    const { added, present, orphans } = await importNotices(one.app, one.site, notices)
    one.tally.note(NOTICES, { added, present })
    one.tally.count(NOTICES, 'other', orphans) // of what is deleted
  }
}

const AT_ONCE = 500

export const examineNotices = async (
  one: Pick<Import, 'app' | 'site' | 'tally' | 'signal' | 'selection'>,
  answer: AnswerDatabase,
) => {
  for await (const notices of noticesIn({ ...one, batch: AT_ONCE }, answer)) {
    const known = await listOrigins(
      one.app.db,
      one.site,
      'post',
      notices.map(({ post_key }) => post_key),
    )
    const present = notices.filter(({ post_key }) => known.has(post_key)).length
    one.tally.note(NOTICES, { added: notices.length - present, present })
  }
}
