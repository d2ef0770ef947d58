import type { Actor } from '../../../lib/actor.ts'
import { BadRequest } from '../../../lib/errors.ts'

export type Direction = 'up' | 'down'

interface Votable {
  user_id: number
  deleted: boolean
}

const TOAST = { err_type: 'toast' }

/** Nobody may vote on their own post, or on deleted and pending ones, whatever their reputation. */
export const refusalOf = (actor: Pick<Actor, 'id'>, { user_id, deleted }: Votable) => {
  if (user_id === actor.id) return new BadRequest('error.object.disallow_vote_your_self', { data: TOAST })
  return deleted ? new BadRequest('error.object.disallow_vote', { data: TOAST }) : undefined
}

/** The vote after a click: the same click again changes nothing, and only an existing vote can be taken back. */
export const voteAfter = (before: Direction | undefined, clicked: Direction, is_cancel: boolean) => {
  if (!is_cancel) return clicked
  return before === clicked ? undefined : before
}
