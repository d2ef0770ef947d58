import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { allow, BadRequest, NotFound } from '../../../lib/errors.ts'
import { isUnreviewed } from '../posts/policy.ts'
import { lockVisiblePost, type Post } from '../posts/queries.ts'
import { settingsIn } from '../../operations/settings/views.ts'
import { lockTags, TAG_STATUS } from '../tags/queries.ts'
import { tagChipsOrWaiting } from '../tags/views.ts'
import { canDecide } from './policy.ts'
import type { Text } from '../revisions/policy.ts'
import { findRevision, type Revised, REVISION_STATUS } from '../revisions/queries.ts'
import { lockUndecided } from '../revisions/lock-undecided.ts'

export interface LockedSuggestion extends Revised {
  question_id: number
  user_id: number
  revision_id: number
  text: Text
  gone: boolean
  isUnreviewed: boolean
}

/** Of a question; an answer has none. */
export const tagsOf = async (db: Tx['db'], post: Post) =>
  post.kind === 'question' ? (await tagChipsOrWaiting(db, [post])).get(post.id)!.map((tag) => tag.slug_name) : []

/** The thing as it stands, ours until the transaction ends; a hidden one is not there. */
export const lockThing = async (
  tx: Tx,
  actor: Actor,
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
      isUnreviewed: false,
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
    isUnreviewed: isUnreviewed(post),
  }
}

export const refuseGone = ({ gone, object_type }: LockedSuggestion) => {
  if (gone) throw new BadRequest(`error.${object_type}.cannot_update`)
}

/** A suggestion that nobody has decided on, ours with its thing until the transaction ends. Before it the thing, as everywhere. */
export const lockWaitingSuggestion = async (tx: Tx, actor: Actor, id: number) => {
  const found = await findRevision(tx.db, id)
  if (!found || (found.status !== REVISION_STATUS.waiting && found.decided_at === 0))
    throw new NotFound('error.revision.not_found')
  const thing = await lockThing(tx, actor, found)
  allow(canDecide(await settingsIn(tx.db), actor, found))
  return { suggestion: await lockUndecided(tx, id), thing }
}
