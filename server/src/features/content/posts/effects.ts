import { HOT_WINDOW_DAYS } from '@askwell/contract/limits.ts'
import type { App, Effect } from '../../../events/events.ts'
import { DAY } from '../../../lib/clock.ts'
import { findPost, lockPost, lockThread } from './queries.ts'
import { listCooledQuestions, listRecentQuestions, listUnscoredQuestions } from './hot-scores/queries.ts'
import { setCommentCounts, setScores } from './counts/queries.ts'
import { recountThread, updateHotScores } from './service.ts'
import { relink, relinkThread } from './links/service.ts'

// Each count locks the row first and counts in a second statement: after waiting for the lock it sees what the transaction before has committed.

export const recountScore: Effect<'vote.cast' | 'vote.withdrawn'> = async (tx, { object_id, question_id }) => {
  await lockPost(tx.db, object_id)
  await setScores(tx.db, [object_id])
  await updateHotScores(tx, [question_id])
}

export const recountComments: Effect<
  'comment.added' | 'comment.deleted' | 'comment.undeleted' | 'comment.held' | 'comment.approved'
> = async (tx, { post_id }) => {
  await lockPost(tx.db, post_id)
  await setCommentCounts(tx.db, [post_id])
}

export const recountAnswers: Effect<
  'answer.given' | 'answer.deleted' | 'answer.undeleted' | 'answer.approved'
> = async (tx, { question_id }) => {
  const thread = await lockThread(tx.db, question_id)
  if (!thread) return
  await recountThread(tx, thread.question)
  await updateHotScores(tx, [question_id])
}

type TextEvent =
  | 'question.asked'
  | 'question.edited'
  | 'question.closed'
  | 'question.reopened'
  | 'answer.given'
  | 'answer.edited'
  | 'answer.deleted'
  | 'answer.undeleted'
  | 'answer.approved'
export const linkQuestions: Effect<TextEvent> = async (tx, { object_id, question_id }) => {
  const post = await findPost(tx.db, object_id)
  const question = await findPost(tx.db, question_id)
  if (post && question) await relink(tx, post, question)
}

/** With a question all its answers become visible, or hidden. */
export const linkThread: Effect<
  'question.listed' | 'question.unlisted' | 'question.deleted' | 'question.undeleted' | 'question.approved'
> = async (tx, { question_id }) => {
  const question = await findPost(tx.db, question_id)
  if (question) await relinkThread(tx, question)
}

const BATCH = 500

/** Scores fall with time, when nothing else changes. Goes through the questions of the last 90 days in batches, each in a transaction of its own. */
export const refreshHotScores = async (app: App) => {
  const since = app.clock.now() - HOT_WINDOW_DAYS * DAY
  for (const pin of [1, 2]) {
    for (let before = { created_at: Number.MAX_SAFE_INTEGER, id: 0 }; ;) {
      const recent = await listRecentQuestions(app.db, { pin, since, before, limit: BATCH })
      if (recent.length)
        await app.transaction((tx) =>
          updateHotScores(
            tx,
            recent.map((question) => question.id),
          ),
        )
      if (recent.length < BATCH) break
      before = recent.at(-1)!
    }
    const lists = [
      () => listCooledQuestions(app.db, { pin, until: since, limit: BATCH }),
      () => listUnscoredQuestions(app.db, { pin, limit: BATCH }),
    ]
    for (const list of lists)
      for (;;) {
        const ids = await list()
        if (ids.length) await app.transaction((tx) => updateHotScores(tx, ids))
        if (ids.length < BATCH) break
      }
  }
}
