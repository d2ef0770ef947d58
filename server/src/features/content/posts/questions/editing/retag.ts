import { TAGS_PER_QUESTION } from '@askwell/contract/limits.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { Tx } from '../../../../../events/events.ts'
import type { Actor } from '../../../../../lib/actor.ts'
import { BadRequest, NotFound } from '../../../../../lib/errors.ts'
import { REVISION_STATUS } from '../../../revisions/queries.ts'
import { lockBorneTags, TAG_STATUS } from '../../../tags/queries.ts'
import { setTagsOf, tagIdsOf } from '../../../tags/of-questions/queries.ts'
import { lockThread, updatePost } from '../../queries.ts'
import { addRevision } from '../add-revision.ts'

/** The tags of a question without some and with others, or why it can't have those. */
export const tagsAfter = (before: number[], { add, remove }: { add: number[]; remove: number[] }) => {
  const after = [...new Set([...before.filter((id) => !remove.includes(id)), ...add])]
  if (after.length > TAGS_PER_QUESTION.max) return 'error.bulk.too_many_tags'
  if (after.length === 0) return 'error.bulk.no_tags'
  return after.length === before.length && after.every((id, place) => before[place] === id)
    ? 'error.bulk.already'
    : after
}

/** Puts other tags to a question, as a revision of its own. The question isn't active by it: a tidy-up of thousands would bury what is. */
export const retagQuestion = async (
  tx: Tx,
  actor: Actor,
  id: number,
  choose: (before: number[]) => ReturnType<typeof tagsAfter>,
  log: string,
) => {
  const question = (await lockThread(tx.db, id))?.question
  if (!question) throw new NotFound('error.question.not_found')
  if (question.status === QUESTION_STATUS.deleted) throw new BadRequest('error.post.deleted')
  const before = await tagIdsOf(tx.db, id)
  const after = choose(before)
  if (typeof after === 'string') throw new BadRequest(after)
  const borne = await lockBorneTags(tx.db, [...new Set([...before, ...after])])
  const there = new Set(borne.filter((tag) => tag.status === TAG_STATUS.available).map((tag) => tag.id))
  const tag_ids = after.filter((tag_id) => there.has(tag_id) || before.includes(tag_id))
  if (tag_ids.length !== after.length) throw new BadRequest('error.bulk.tag_gone')
  const { original_text, parsed_text, description, title } = question
  const revision_id = await addRevision(tx, {
    id,
    user_id: actor.id,
    title,
    text: { original_text, parsed_text, description },
    tag_ids,
    waiting: undefined,
    log,
    status: REVISION_STATUS.applied,
  })
  await updatePost(tx.db, id, { updated_at: tx.now(), revision_id })
  await setTagsOf(tx.db, id, tag_ids)
  await tx.emit('question.edited', {
    actor_id: actor.id,
    object_type: 'question',
    object_id: id,
    question_id: id,
    kind: 'question',
    tag_ids,
    former_tag_ids: before,
    revision_id,
  })
  return { before, after: tag_ids }
}
