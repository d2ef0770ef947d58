import type { Effect } from '../../../events/events.ts'
import { findRevision } from '../revisions/queries.ts'
import { findSetting } from '../../operations/settings/queries.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { leadOf } from './policy.ts'
import { addToQuestionCounts, isInLists } from './counts/queries.ts'
import { deleteTagsOf } from './of-questions/queries.ts'
import { lockTags } from './queries.ts'
import { applyTagText } from './service.ts'
import { callTagsByName, markNamedTags, provideTags } from './in-settings/service.ts'

const without = (ids: number[], others: number[]) => ids.filter((id) => !others.includes(id))

/**
 * A tag counts the questions that lists show. Counting them again would read all questions of a large tag for each new one, so SQL adds the difference.
 * That stays right under races: the transaction that changes a question locks it, so each change is emitted exactly once, and the addition happens in the tag's row.
 */
export const recountQuestions: Effect<
  | 'question.asked'
  | 'question.edited'
  | 'question.deleted'
  | 'question.undeleted'
  | 'question.approved'
  | 'question.listed'
  | 'question.unlisted'
> = async (tx, fact) => {
  if ('was_listed' in fact) {
    if (fact.was_listed !== fact.is_listed) await addToQuestionCounts(tx.db, fact.tag_ids, fact.is_listed ? 1 : -1)
    return
  }
  if (!(await isInLists(tx.db, fact.object_id))) return
  const former = 'former_tag_ids' in fact ? fact.former_tag_ids : []
  await addToQuestionCounts(tx.db, without(fact.tag_ids, former), 1)
  await addToQuestionCounts(tx.db, without(former, fact.tag_ids), -1)
}

/** The settings say which tags are recommended and which reserved; the tags know it too, for every chip. */
export const markTagsOfSettings: Effect<'settings.changed'> = async (tx, { name, actor_id }) => {
  if (name !== 'write') return
  const { recommend_tags = [], reserved_tags = [] } = ((await findSetting(tx.db, 'write')) ?? {}) as Partial<
    SiteSettings['write']
  >
  await provideTags(tx, actor_id, [...recommend_tags, ...reserved_tags])
  await markNamedTags(tx)
  await callTagsByName(tx, actor_id)
}

/** An approved suggestion, or an earlier text, becomes the tag's. Its slug stays what it is: another one takes a role. */
export const showRevised: Effect<'revision.approved' | 'revision.restored'> = async (
  tx,
  { object_type, object_id, editor_id, revision_id },
) => {
  if (object_type !== 'tag') return
  const [tag] = await lockTags(tx.db, [object_id])
  const { title, original_text, parsed_text } = (await findRevision(tx.db, revision_id))!
  await applyTagText(
    tx,
    editor_id,
    tag!,
    { slug_name: tag!.slug_name, display_name: title, original_text, parsed_text, description: leadOf(parsed_text) },
    revision_id,
  )
}

export const deleteTagsOfPost: Effect<'post.erased'> = (tx, { post_ids }) => deleteTagsOf(tx.db, post_ids)
