import type { Tx } from '../../../../events/events.ts'
import { listChoices, listMuting } from '../../channels/queries.ts'
import { channelEventOf, groupKey, inboxTypeOf, type InboxAction, isAboutOwn } from '../policy.ts'
import { deliver } from './deliver.ts'
import { deleteUnreadSame, endLatest, insertNotifications, listOpenGroups, type NewNotification } from './queries.ts'

export interface Message extends NewNotification {
  action: InboxAction
  /** Names the event, so that an effect which runs twice tells of it once; 0 inside the transaction of the event. */
  occasion?: number
  /** Told because one follows the question. */
  followed?: boolean
}

/** Who has muted the question or one of its tags hears nothing of it, except what became of their own posts. */
const withoutMuting = async (tx: Tx, user_ids: number[], { action, question_id }: Message) => {
  if (isAboutOwn(action)) return user_ids
  const muting = new Set(await listMuting(tx.db, user_ids, question_id))
  return muting.size ? user_ids.filter((id) => !muting.has(id)) : user_ids
}

/**
 * Puts the same into the inboxes of some people, and asks for the other ways that they want to be told by. An unread one that says the same
 * moves up instead of a second one being added; others alike that are unread become one group with it.
 */
export const writeNotifications = async (tx: Tx, recipients: number[], message: Message) => {
  const user_ids = await withoutMuting(tx, recipients, message)
  if (user_ids.length === 0) return
  const { occasion = 0, followed = false, ...rest } = message
  const placed = { ...rest, inbox_type: inboxTypeOf(message.action), group_key: groupKey(message), occasion }
  const event = channelEventOf(message.action, followed)
  const choices = await listChoices(tx.db, user_ids)
  const quiet_ids = [...choices].flatMap(([id, { site }]) => (site.includes(event) ? [] : id))
  const open = new Map(
    (await listOpenGroups(tx.db, user_ids, placed.group_key, tx.now())).map((latest) => [latest.user_id, latest]),
  )
  await deleteUnreadSame(tx.db, user_ids, placed)
  const told: { id: number; user_id: number }[] = []
  const bySince = Map.groupBy(user_ids, (id) => open.get(id)?.group_since ?? tx.now())
  for (const [group_since, ids] of bySince)
    told.push(...(await insertNotifications(tx.db, ids, group_since, placed, { now: tx.now(), quiet_ids })))
  const former = told.flatMap(({ user_id }) => open.get(user_id)?.id ?? [])
  if (former.length) await endLatest(tx.db, former)
  await sayChanged(
    tx,
    told.map(({ user_id }) => user_id),
  )
  await deliver(tx, told, { event, question_id: message.question_id, actor_id: message.actor_id }, choices)
}

/** Tells every process that these users' notifications are other ones than before. */
export const sayChanged = async (tx: Tx, user_ids: number[]) => {
  if (user_ids.length)
    await tx.emit('notifications.changed', {
      actor_id: 0,
      object_type: 'user',
      object_id: user_ids[0]!,
      question_id: 0,
      user_ids,
    })
}
