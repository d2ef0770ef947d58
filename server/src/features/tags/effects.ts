import type { Effect } from '../../events/events.ts'
import { isListed } from '../posts/policy.ts'
import { findPost } from '../posts/queries.ts'
import { findSetting } from '../site/queries.ts'
import { addToQuestionCounts, markTags } from './queries.ts'

const without = (ids: number[], others: number[]) => ids.filter((id) => !others.includes(id))

/**
 * A tag counts the questions that lists show. Counting them afresh would read all of a large tag's questions for each new one, so the change is added in SQL.
 * That stays right under races: the question is locked by whoever changes it, so each of its changes is told exactly once, and the addition happens in the tag's row.
 */
export const recountQuestions: Effect<'question.asked' | 'question.edited' | 'question.deleted'> = async (tx, fact) => {
  if ('was_listed' in fact) {
    if (fact.was_listed) await addToQuestionCounts(tx.db, fact.tag_ids, -1)
    return
  }
  const question = await findPost(tx.db, fact.object_id)
  if (!question || !isListed(question)) return
  const former = 'former_tag_ids' in fact ? fact.former_tag_ids : []
  await addToQuestionCounts(tx.db, without(fact.tag_ids, former), 1)
  await addToQuestionCounts(tx.db, without(former, fact.tag_ids), -1)
}

/** The settings say which tags are recommended and which reserved; the tags know it too, for every chip. */
export const markTagsOfSettings: Effect<'settings.changed'> = async (tx, { name }) => {
  if (name !== 'write') return
  const { recommend_tags = [], reserved_tags = [] } = ((await findSetting(tx.db, 'write')) ?? {}) as Partial<Record<'recommend_tags' | 'reserved_tags', { slug_name: string }[]>>
  await markTags(tx.db, 'recommend', recommend_tags.map((tag) => tag.slug_name))
  await markTags(tx.db, 'reserved', reserved_tags.map((tag) => tag.slug_name))
}
