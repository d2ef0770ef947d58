import type { Member } from '../../../lib/member.ts'
import { BadRequest } from '../../../lib/errors.ts'

export type Direction = 'up' | 'down'

interface Votable {
  user_id: number
  deleted: boolean
}

const TOAST = { err_type: 'toast' }

/** Whatever the reputation: never on one's own, and not on what is deleted or waits for review. */
export const refusalOf = (actor: Pick<Member, 'id'>, { user_id, deleted }: Votable) => {
  if (user_id === actor.id) return new BadRequest('error.object.disallow_vote_your_self', { data: TOAST })
  return deleted ? new BadRequest('error.object.disallow_vote', { data: TOAST }) : undefined
}

/** What stands after a click: the same again changes nothing, and only what was cast can be taken back. */
export const voteAfter = (before: Direction | undefined, clicked: Direction, is_cancel: boolean) => {
  if (!is_cancel) return clicked
  return before === clicked ? undefined : before
}
