import type { ChannelEvent } from '@askwell/contract/channels.ts'
import type { Tx } from '../../../../events/events.ts'
import { settingsIn } from '../../../operations/settings/views.ts'
import { type Choices, UNCHOSEN } from '../../channels/choices.ts'
import { whenTold } from '../../channels/when-told.ts'
import { listWithDevices } from './queries.ts'

/** Answers, comments and invitations have e-mails of their own (outbound/email). */
const MAILED_OTHERWISE = new Set<ChannelEvent>(['answers', 'comments', 'invites'])

interface About {
  event: ChannelEvent
  question_id: number
  actor_id: number
}

/** Asks for a push or an e-mail to those who want one, each by itself, so that a failed one is tried again without the others. */
export const deliver = async (
  tx: Tx,
  told: { id: number; user_id: number }[],
  { event, question_id, actor_id }: About,
  choices: Map<number, Choices>,
) => {
  if (told.length === 0) return
  const withDevices = new Set(
    await listWithDevices(
      tx.db,
      told.map(({ user_id }) => user_id),
    ),
  )
  const concerned = told.filter(({ user_id }) => choices.has(user_id) || withDevices.has(user_id))
  if (concerned.length === 0) return
  const zone = (await settingsIn(tx.db)).interface.time_zone || 'UTC'
  for (const { id, user_id } of concerned) {
    const chosen = choices.get(user_id) ?? UNCHOSEN
    const fact = { actor_id, object_type: 'user', object_id: user_id, question_id, notification_id: id } as const
    const push = withDevices.has(user_id) ? whenTold(chosen, 'push', event, tx.now(), zone) : null
    if (push !== null) await tx.emit('notification.push_due', fact, push)
    for (const channel of Object.keys(chosen.plugins)) {
      const due = whenTold(chosen, { plugin: channel }, event, tx.now(), zone)
      if (due !== null) await tx.emit('notification.channel_due', { ...fact, channel }, due)
    }
    const mail = MAILED_OTHERWISE.has(event) ? null : whenTold(chosen, 'mail', event, tx.now(), zone)
    if (mail !== null)
      await tx.emit('email.requested', { ...fact, kind: 'notification', post_id: 0, comment_id: 0 }, mail)
  }
}
