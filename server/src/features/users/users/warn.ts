import type { Events, Tx } from '../../../events/events.ts'

/** Somebody's login has changed: if they didn't do it themself, they should know. `e_mail` where it isn't their address any more. */
export const warn = (tx: Tx, user_id: number, warning: Pick<Events['email.requested'], 'kind' | 'e_mail'>) =>
  tx.emit('email.requested', {
    actor_id: 0,
    object_type: 'user',
    object_id: user_id,
    question_id: 0,
    post_id: 0,
    comment_id: 0,
    ...warning,
  })
