import type { BulkAct } from '@askwell/contract/bulk.ts'
import type { Tx } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import {
  putCommentVoteBack,
  putVoteBack,
  type StoredCommentVote,
  type StoredVote,
  withdrawCommentVote,
  withdrawVote,
} from '../../../engagement/votes/withdrawal/service.ts'
import { actOnComment, undoOnComment } from './comments/service.ts'
import type { CommentAct, Particulars, PostAct, Recorded, Thing, UserAct } from '../things.ts'
import { actOnPost, undoOnPost } from './posts/service.ts'
import { actOnUser, undoOnUser } from './users/service.ts'

/** What is done to a member is done to their things by deleting them. */
const actOn = (act: BulkAct, { object_type }: Thing): BulkAct =>
  (act === 'sweep' || act === 'delete') && object_type !== 'user' ? 'delete' : act

export const actOnThing = (
  tx: Tx,
  actor: Actor,
  act: BulkAct,
  thing: Thing,
  wish: Particulars,
  owner: number,
): Promise<Recorded> => {
  const { object_type, object_id } = thing
  const own = actOn(act, thing)
  switch (object_type) {
    case 'question':
    case 'answer':
      return actOnPost(tx, actor, own as PostAct, { id: object_id, kind: object_type }, wish)
    case 'comment':
      return actOnComment(tx, actor, own as CommentAct, object_id)
    case 'user':
      return actOnUser(tx, actor, own as UserAct, object_id, wish)
    case 'vote':
      return withdrawVote(tx, object_id).then((before) => ({ before, after: null }))
    case 'comment_vote':
      return withdrawCommentVote(tx, object_id, owner).then((before) => ({ before, after: null }))
  }
}

export const undoOnThing = (tx: Tx, actor: Actor, act: BulkAct, thing: Thing, recorded: Recorded): Promise<void> => {
  const { object_type, object_id } = thing
  const own = actOn(act, thing)
  switch (object_type) {
    case 'question':
    case 'answer':
      return undoOnPost(tx, actor, own as PostAct, { id: object_id }, recorded)
    case 'comment':
      return undoOnComment(tx, actor, own as CommentAct, object_id, recorded)
    case 'user':
      return undoOnUser(tx, actor, own as UserAct, object_id, recorded)
    case 'vote':
      return putVoteBack(tx, recorded.before as StoredVote)
    case 'comment_vote':
      return putCommentVoteBack(tx, recorded.before as StoredCommentVote)
  }
}
