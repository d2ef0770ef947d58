import type { App } from '../../../events/events.ts'
import { type InboxAction, inboxTypeOf } from '../../outbound/notifications/policy.ts'
import { TYPE } from '../../outbound/notifications/queries.ts'
import { insertFormer } from '../../outbound/notifications/writing/queries.ts'
import { sayChanged } from '../../outbound/notifications/writing/write.ts'
import { listOrigins, listQuestionIds } from './queries.ts'

export interface ImportedNotice {
  /** A number that none other of that site has. */
  number: number
  user_key: string
  /** Of reputation that was earned; otherwise it stands in the inbox. */
  points: number | undefined
  action: InboxAction
  /** Who did it; empty where that isn't told. */
  actor_key: string
  /** The post that it is about, and the comment on it, if it is about one. */
  post_key: string
  comment_key: string
  isRead: boolean
  created_at: number
}

/** Behind all numbers of events here, by which other notices are known. */
const OCCASIONS = 10 ** 14

/** What members had been told there, read or unread as it was; nothing goes out. @returns how many, and whose person or thing isn't here. */
export const importNotices = (app: App, site: string, notices: ImportedNotice[]) =>
  app.transaction(async (tx) => {
    const users = await listOrigins(
      tx.db,
      site,
      'user',
      notices.flatMap(({ user_key, actor_key }) => [user_key, actor_key]),
    )
    const posts = await listOrigins(
      tx.db,
      site,
      'post',
      notices.map(({ post_key }) => post_key),
    )
    const comments = await listOrigins(
      tx.db,
      site,
      'comment',
      notices.flatMap(({ comment_key }) => comment_key || []),
    )
    const questions = await listQuestionIds(tx.db, [...new Set(posts.values())])
    const rows = notices.flatMap((notice) => {
      const user_id = users.get(notice.user_key)
      const post_id = posts.get(notice.post_key)
      const comment_id = notice.comment_key ? comments.get(notice.comment_key) : 0
      const question_id = questions.get(post_id ?? 0)
      if (!user_id || !post_id || !question_id || comment_id === undefined) return []
      const { action, points, number, isRead, created_at } = notice
      const kind = post_id === question_id ? 'question' : 'answer'
      return [
        {
          user_id,
          type: points === undefined ? TYPE.inbox : TYPE.achievement,
          inbox_type: points === undefined ? inboxTypeOf(action) : 0,
          action,
          actor_id: users.get(notice.actor_key) ?? 0,
          object_type: comment_id ? 'comment' : kind,
          object_id: comment_id || post_id,
          question_id,
          answer_id: kind === 'answer' ? post_id : 0,
          comment_id,
          rank: points ?? 0,
          is_read: isRead ? (1 as const) : (0 as const),
          group_key: points === undefined ? `${action} of ${site} ${number}` : `points ${kind} ${post_id}`,
          occasion: OCCASIONS + number,
          created_at,
          updated_at: created_at,
        },
      ]
    })
    const told = await insertFormer(tx.db, rows)
    await sayChanged(tx, [...new Set(told)])
    return { added: told.length, present: rows.length - told.length, orphans: notices.length - rows.length }
  })
