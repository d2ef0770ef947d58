import { isListed, type PostVisibility } from '@askwell/contract/states.ts'
import type { App, Tx } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { type FieldError, Invalid } from '../../../lib/errors.ts'
import { RENDERER, UNFINISHED } from '../../../lib/renderer.ts'
import { outsideLinks } from '../reviewers/policy.ts'
import { addToCounter } from '../../operations/settings/queries.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { renderText } from '../../../workers/texts.ts'
import { hotScore, lastOf, QUESTIONS_COUNTER, type Rendered, textFaults } from './policy.ts'
import { countAnswers, lastEditedAnswer } from './answers/queries.ts'
import { listHotFactors, setHotScores } from './hot-scores/queries.ts'
import { type Post, updatePost } from './queries.ts'

/** Renders a text and finds what is in it: before the transaction, never in it. A text that is too much to show is refused on its field. */
export const asWritten = async (
  { plugins }: Pick<App, 'plugins'>,
  object_type: 'question' | 'answer',
  sent: string,
  field = 'content',
): Promise<Rendered> => {
  const content = await plugins.filter({ object_type, content: sent })
  const { html, description, links, isEmpty, isWhole } = await renderText(content, { field, plugins })
  return {
    original_text: content,
    parsed_text: html,
    description,
    renderer: isWhole ? RENDERER : UNFINISHED,
    links: outsideLinks(links),
    isEmpty: isEmpty && !html.includes('<img'),
  }
}

/** What is wrong with a text of a call that is refused for something else; `undefined` is one that isn't there or is refused itself. */
export const faultsOfSent = async (
  { app, actor }: { app: App; actor: Actor },
  object_type: 'question' | 'answer',
  sent: string | undefined,
  { field = 'content', former = '' } = {},
): Promise<FieldError[]> => {
  if (typeof sent !== 'string') return []
  try {
    const written = await asWritten(app, object_type, sent, field)
    return textFaults(await siteSettings(app), actor, field, written, former)
  } catch (error) {
    if (error instanceof Invalid) return error.fields
    throw error
  }
}

/** Updates the site's total when a question enters or leaves the lists. Last in a transaction: all such calls meet in this one row. */
export const countListing = async (tx: Tx, before: PostVisibility | null, after: PostVisibility) => {
  const by = Number(isListed(after)) - Number(before !== null && isListed(before))
  if (by !== 0) await addToCounter(tx.db, QUESTIONS_COUNTER, by)
}

/** Counts a locked question's answers, and finds its last activity: after a deletion that may be long ago. */
export const recountThread = async (tx: Tx, question: Post) => {
  const { count, last } = await countAnswers(tx.db, question.id)
  const edited = await lastEditedAnswer(tx.db, question.id)
  await updatePost(tx.db, question.id, {
    answer_count: count,
    last_answer_id: last?.id ?? 0,
    ...lastOf([
      ...(last ? [{ operator_id: last.user_id, operation_type: 'answered', active_at: last.created_at } as const] : []),
      ...[question, edited].flatMap((text) =>
        text?.edited_at && text.last_editor_id
          ? [{ operator_id: text.last_editor_id, operation_type: 'modified', active_at: text.edited_at } as const]
          : [],
      ),
      { operator_id: question.user_id, operation_type: 'asked', active_at: question.created_at },
    ]),
  })
}

/** Brings the hot score of these questions up to date. */
export const updateHotScores = async (tx: Tx, ids: number[]) => {
  const factors = ids.length ? await listHotFactors(tx.db, ids) : []
  await setHotScores(
    tx.db,
    factors
      .map((question) => [question.id, hotScore(question, tx.now()), question.hot_score] as const)
      .filter(([, now, before]) => now !== before)
      .map(([id, score]) => [id, score]),
  )
}
