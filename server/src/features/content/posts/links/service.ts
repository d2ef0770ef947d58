import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import { HIDDEN_FROM, isListed } from '@askwell/contract/states.ts'
import type { Tx } from '../../../../events/events.ts'
import {
  deleteLinks,
  deleteLinksOfThread,
  insertLinks,
  listLinksFrom,
  listThreadTexts,
  questionsOf,
} from './queries.ts'
import { findSetting } from '../../../operations/settings/queries.ts'
import { linkedPosts } from '../policy.ts'
import { findClosing } from '../transitions/queries.ts'
import type { Post } from '../queries.ts'
import { setLinkedCounts } from '../counts/queries.ts'

/** Keeps which questions a post's text names. What isn't shown names none, so that counts don't tell of it. */
export const relink = async (tx: Tx, post: Post, question: Post) => {
  const { site_url = '' } = ((await findSetting(tx.db, 'general')) ?? {}) as { site_url?: string }
  const shown = isListed(question) && post.status < HIDDEN_FROM
  const before = await listLinksFrom(tx.db, { post_id: post.id })
  const after = shown ? await linksOf(tx, post, site_url) : []
  const gone = before.filter((id) => !after.includes(id))
  const added = after.filter((id) => !before.includes(id))
  if (gone.length) await deleteLinks(tx.db, post.id, gone)
  if (added.length)
    await insertLinks(
      tx.db,
      added.map((to_question_id) => ({
        from_post_id: post.id,
        from_question_id: question.id,
        to_question_id,
        created_at: tx.now(),
      })),
    )
  await setLinkedCounts(tx.db, [...gone, ...added])
}

/** The questions that a shown post names; one that is closed as a duplicate names the other by that, too. */
const linksOf = async (
  tx: Tx,
  post: Pick<Post, 'id' | 'question_id' | 'status' | 'original_text'>,
  siteUrl: string,
) => {
  const closing = post.status === QUESTION_STATUS.closed ? await findClosing(tx.db, post.id) : undefined
  const named = [...(await questionsOf(tx.db, linkedPosts(post.original_text, siteUrl))), closing?.duplicate_of_id ?? 0]
  return [...new Set(named)].filter((id) => id && id !== post.question_id)
}

/** The same for a question with all its answers, when they come into view or go together. */
export const relinkThread = async (tx: Tx, question: Post) => {
  const before = await listLinksFrom(tx.db, { question_id: question.id })
  await deleteLinksOfThread(tx.db, question.id)
  const links: Parameters<typeof insertLinks>[1] = []
  if (isListed(question)) {
    const { site_url = '' } = ((await findSetting(tx.db, 'general')) ?? {}) as { site_url?: string }
    const texts = await listThreadTexts(tx.db, question.id)
    const named = texts.flatMap((text) =>
      linkedPosts(text.original_text, site_url).map((post) => ({ from: text.id, post })),
    )
    const targets = await questionsOf(
      tx.db,
      named.map(({ post }) => post),
    )
    const closing = question.status === QUESTION_STATUS.closed ? await findClosing(tx.db, question.id) : undefined
    const pairs = [
      ...named.map(({ from }, at) => [from, targets[at]!] as const),
      [question.id, closing?.duplicate_of_id ?? 0] as const,
    ]
    const distinct = new Map(pairs.filter(([, to]) => to && to !== question.id).map((pair) => [pair.join(), pair]))
    links.push(
      ...[...distinct.values()].map(([from_post_id, to_question_id]) => ({
        from_post_id,
        from_question_id: question.id,
        to_question_id,
        created_at: tx.now(),
      })),
    )
  }
  await insertLinks(tx.db, links)
  await setLinkedCounts(tx.db, [...new Set([...before, ...links.map(({ to_question_id }) => to_question_id)])])
}
