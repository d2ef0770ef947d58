import { LRUCache } from 'lru-cache'
import type { App, Tx } from '../../events/events.ts'
import { DAY } from '../../lib/clock.ts'
import { addToCounter, findSetting } from '../site/queries.ts'
import { HIDDEN_FROM, hotScore, isListed, lastOf, linkedPosts, QUESTIONS_COUNTER, type Standing } from './policy.ts'
import {
  addViews, countAnswers, deleteLinks, deleteLinksOfThread, insertLinks, lastEditedAnswer, listHotFactors, listLinksFrom, type Post, questionsOf,
  setHotScores, setLinkedCounts, updatePost,
} from './queries.ts'

/** Keeps the site's total when a question comes into the lists or goes. Last in a transaction: everybody's questions meet in this one row. */
export const countListing = async (tx: Tx, before: Standing | null, after: Standing) => {
  const by = Number(isListed(after)) - Number(before !== null && isListed(before))
  if (by !== 0) await addToCounter(tx.db, QUESTIONS_COUNTER, by)
}

/** Counts a locked question's answers, and finds out what happened to it last: after a deletion that may be long ago. */
export const recountThread = async (tx: Tx, question: Post) => {
  const { count, last } = await countAnswers(tx.db, question.id)
  const edited = await lastEditedAnswer(tx.db, question.id)
  await updatePost(tx.db, question.id, {
    answer_count: count,
    last_answer_id: last?.id ?? 0,
    ...lastOf([
      ...(last ? [{ operator_id: last.user_id, operation_type: 'answered', active_at: last.created_at } as const] : []),
      ...[question, edited].flatMap((text) => (text?.edited_at && text.last_editor_id ? [{ operator_id: text.last_editor_id, operation_type: 'modified', active_at: text.edited_at } as const] : [])),
      { operator_id: question.user_id, operation_type: 'asked', active_at: question.created_at },
    ]),
  })
}

/** Brings the hot score of these questions up to date. */
export const reheat = async (tx: Tx, ids: number[]) => {
  const factors = ids.length ? await listHotFactors(tx.db, ids) : []
  await setHotScores(tx.db, factors.map((question) => [question.id, hotScore(question, tx.now()), question.hot_score] as const).filter(([, now, before]) => now !== before).map(([id, score]) => [id, score]))
}

/** Keeps which questions a post's text names. What isn't shown names none, so that counts don't tell of it; with a question all its answers go from view. */
export const relink = async (tx: Tx, post: Post, question: Post) => {
  if (post.id === question.id && post.status >= HIDDEN_FROM) return unlinkThread(tx, question.id)
  const { site_url = '' } = ((await findSetting(tx.db, 'general')) ?? {}) as { site_url?: string }
  const shown = isListed(question) && post.status < HIDDEN_FROM
  const before = await listLinksFrom(tx.db, { post_id: post.id })
  const after = shown ? (await questionsOf(tx.db, linkedPosts(post.original_text, site_url))).filter((id) => id !== question.id) : []
  const gone = before.filter((id) => !after.includes(id))
  const added = after.filter((id) => !before.includes(id))
  if (gone.length) await deleteLinks(tx.db, post.id, gone)
  if (added.length) await insertLinks(tx.db, added.map((to_question_id) => ({ from_post_id: post.id, from_question_id: question.id, to_question_id, created_at: tx.now() })))
  await setLinkedCounts(tx.db, [...gone, ...added])
}

const unlinkThread = async (tx: Tx, question_id: number) => {
  const targets = await listLinksFrom(tx.db, { question_id })
  await deleteLinksOfThread(tx.db, question_id)
  await setLinkedCounts(tx.db, targets)
}

const FLUSH_MS = 5000
const VISITS_KEPT = 50_000
const VISITOR_LENGTH = 150 // browsers may say of themselves what they like, at any length
const ROWS_AT_ONCE = 500

interface ViewCounts { pending: Map<number, number>; seen: LRUCache<string, true>; timer: NodeJS.Timeout | undefined }
const counts = new WeakMap<App, ViewCounts>()

/** Writes what has been counted. If that fails, it is kept for the next time. */
export const flushViews = async (app: App) => {
  const views = counts.get(app)
  if (!views) return
  clearTimeout(views.timer)
  views.timer = undefined
  const rows = [...views.pending]
  views.pending = new Map()
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    try {
      await app.transaction((tx) => addViews(tx.db, some))
    } catch (error) {
      for (const [id, n] of rows.slice(at)) views.pending.set(id, (views.pending.get(id) ?? 0) + n)
      throw error
    }
  }
}

/** Counts each visitor once a day, in memory; a view is no reason to write, some hundred of them together are. */
export const countView = (app: App, question_id: number, visitor: string) => {
  let views = counts.get(app)
  if (!views) counts.set(app, (views = { pending: new Map(), seen: new LRUCache({ max: VISITS_KEPT }), timer: undefined }))
  const visit = `${Math.floor(app.clock.now() / DAY)}:${question_id}:${visitor.slice(0, VISITOR_LENGTH)}`
  if (views.seen.has(visit)) return
  views.seen.set(visit, true)
  views.pending.set(question_id, (views.pending.get(question_id) ?? 0) + 1)
  // Nobody waits for this: what can't be written now is written with the next views, or at the end, when a failure is seen.
  views.timer ??= setTimeout(() => void flushViews(app).catch(() => {}), FLUSH_MS).unref()
}
