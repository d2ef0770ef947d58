import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { Tx } from '../../../events/events.ts'
import type { Member } from '../../../lib/member.ts'
import { allow, BadRequest, Conflict, NotFound } from '../../../lib/errors.ts'
import { isHeld } from '../posts/policy.ts'
import { lockVisiblePost, type Post } from '../posts/queries.ts'
import { settingsIn } from '../../operations/settings/views.ts'
import { lockTags, TAG_STATUS } from '../tags/queries.ts'
import { tagChipsOrWaiting } from '../tags/views.ts'
import { userCards } from '../../users/users/views.ts'
import { canDecide } from './policy.ts'
import type { Text } from '../revisions/policy.ts'
import { findRevision, lockRevision, type Revised, REVISION_STATUS } from '../revisions/queries.ts'
import { findHolder } from './queries.ts'

export interface LockedSuggestion extends Revised {
  question_id: number
  user_id: number
  revision_id: number
  text: Text
  gone: boolean
  isHeld: boolean
}

/** Of a question; an answer has none. */
export const tagsOf = async (db: Tx['db'], post: Post) =>
  post.kind === 'question' ? (await tagChipsOrWaiting(db, [post])).get(post.id)!.map((tag) => tag.slug_name) : []

/** The thing as it stands, ours until the transaction ends; a hidden one is not there. */
export const lockThing = async (
  tx: Tx,
  actor: Member,
  { object_type, object_id }: Revised,
): Promise<LockedSuggestion> => {
  if (object_type === 'tag') {
    const [tag] = await lockTags(tx.db, [object_id])
    if (tag?.status !== TAG_STATUS.available) throw new NotFound('error.tag.not_found')
    return {
      object_type,
      object_id,
      question_id: 0,
      user_id: 0,
      revision_id: tag.revision_id,
      text: { title: tag.display_name, content: tag.original_text, tags: [tag.slug_name] },
      gone: false,
      isHeld: false,
    }
  }
  const thread = await lockVisiblePost(tx.db, object_id, actor, object_type)
  if (!thread) throw new NotFound(`error.${object_type}.not_found`)
  const { post, question } = thread
  const tags = await tagsOf(tx.db, post)
  return {
    object_type,
    object_id,
    question_id: question.id,
    user_id: post.user_id,
    revision_id: post.revision_id,
    text: { title: post.title, content: post.original_text, tags },
    gone: post.status === QUESTION_STATUS.deleted || question.status === QUESTION_STATUS.deleted,
    isHeld: isHeld(post),
  }
}

export const refuseGone = ({ gone, object_type }: LockedSuggestion) => {
  if (gone) throw new BadRequest(`error.${object_type}.cannot_update`)
}

/** Somebody was quicker: who, and with what. */
const alreadyDecided = async (tx: Tx, decided_by: number, decision: 'approve' | 'reject' | 'held') => {
  const { username, display_name } = (await userCards(tx.db, [decided_by])).get(decided_by)!
  return new Conflict(`error.review.decided_${decision}`, {
    values: { name: display_name },
    data: { decision, decided_by: { username, display_name } },
  })
}

/** A suggestion that nobody has decided on, ours with its thing until the transaction ends. Before it the thing, as everywhere. */
export const lockWaitingSuggestion = async (tx: Tx, actor: Member, id: number) => {
  const found = await findRevision(tx.db, id)
  if (!found || (found.status !== REVISION_STATUS.waiting && found.decided_at === 0))
    throw new NotFound('error.revision.not_found')
  const thing = await lockThing(tx, actor, found)
  allow(canDecide(await settingsIn(tx.db), actor, found))
  const suggestion = await lockRevision(tx.db, id)
  if (!suggestion) throw new NotFound('error.revision.not_found')
  if (suggestion.status !== REVISION_STATUS.waiting)
    throw await alreadyDecided(
      tx,
      suggestion.decided_by,
      suggestion.status === REVISION_STATUS.rejected ? 'reject' : 'approve',
    )
  const holder = await findHolder(tx.db, id)
  if (holder) throw await alreadyDecided(tx, holder, 'held')
  return { suggestion, thing }
}
