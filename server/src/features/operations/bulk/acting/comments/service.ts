import type { Tx } from '../../../../../events/events.ts'
import type { Actor } from '../../../../../lib/actor.ts'
import { BadRequest } from '../../../../../lib/errors.ts'
import { COMMENT_STATUS, findComment, lockComments } from '../../../../content/comments/queries.ts'
import { listWaitingFlags } from '../../../../content/flags/queries.ts'
import { reopenFlags } from '../../../../content/flags/service.ts'
import { dropComment, undeleteComment } from '../../../../content/comments/service.ts'
import { lockPost } from '../../../../content/posts/queries.ts'
import type { CommentAct, Recorded } from '../../things.ts'

type Status = 1 | 10 | 11

/** First the post, as everywhere. */
const lock = async (tx: Tx, id: number) => {
  const found = await findComment(tx.db, id)
  if (!found) throw new BadRequest('error.bulk.gone')
  await lockPost(tx.db, found.post_id)
  await lockComments(tx.db, [id])
  return (await findComment(tx.db, id))!
}

export const actOnComment = async (tx: Tx, actor: Actor, act: CommentAct, id: number): Promise<Recorded> => {
  const comment = await lock(tx, id)
  const deleted = comment.status === COMMENT_STATUS.deleted
  if (deleted === (act === 'delete')) throw new BadRequest('error.bulk.already')
  const about = { object_type: 'comment' as const, object_id: id, post_id: comment.post_id }
  const flags = act === 'delete' ? await listWaitingFlags(tx.db, about) : []
  await (act === 'delete' ? dropComment(tx, actor, id) : undeleteComment(tx, actor, id))
  const { status, updated_at } = (await findComment(tx.db, id))!
  return { before: { status: comment.status, updated_at: comment.updated_at, flags }, after: { status, updated_at } }
}

export const undoOnComment = async (tx: Tx, actor: Actor, act: CommentAct, id: number, { before, after }: Recorded) => {
  const comment = await lock(tx, id)
  const [was, then] = [before as { status: Status; flags?: number[] }, after as { status: Status; updated_at: number }]
  if (comment.status !== then.status || comment.updated_at !== then.updated_at)
    throw new BadRequest('error.bulk.changed_since')
  if (act === 'delete') {
    await undeleteComment(tx, actor, id, was.status === 11 ? 11 : 1)
    await reopenFlags(tx, was.flags ?? [])
  } else await dropComment(tx, actor, id)
}
