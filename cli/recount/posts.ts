import { type Db, locking } from '@askwell/server/db/dialect.ts'
import { isAnswer } from '@askwell/server/db/visible.ts'
import type { Tx } from '@askwell/server/events/events.ts'
import { lastOf, QUESTIONS_COUNTER } from '@askwell/server/features/posts/policy.ts'
import { countListedQuestions, type PostChanges, updatePost } from '@askwell/server/features/posts/queries.ts'
import { counter, setCounter } from '@askwell/server/features/site/queries.ts'
import { byKey, type Drift, note } from './drift.ts'

const BATCH = 500

const COUNTED = [
  'id', 'kind', 'user_id', 'score', 'carried_score', 'comment_count', 'answer_count', 'last_answer_id', 'linked_count', 'operator_id', 'operation_type', 'created_at', 'edited_at', 'last_editor_id',
] as const

/** The next posts by id, ours until the transaction ends. */
const lockPostsAfter = (db: Db, after: number) => db.selectFrom('posts').select(COUNTED).where('id', '>', after).orderBy('id').limit(BATCH).$call(locking(db)).execute()
type Post = Awaited<ReturnType<typeof lockPostsAfter>>[number]

const votesOn = async (db: Db, ids: number[]) => byKey(
  await db.selectFrom('votes').where('post_id', 'in', ids).groupBy('post_id')
    .select((eb) => ['post_id', eb.fn.sum<number>(eb.case().when('direction', '=', 'up').then(eb.lit(1)).else(eb.lit(-1)).end()).as('sum')]).execute(),
  ({ post_id }) => post_id)

const commentsOn = async (db: Db, ids: number[]) => byKey(
  await db.selectFrom('comments').where('post_id', 'in', ids).where('status', '=', 1).groupBy('post_id').select(({ fn }) => ['post_id', fn.countAll<number>().as('count')]).execute(),
  ({ post_id }) => post_id)

const linksTo = async (db: Db, ids: number[]) => byKey(
  await db.selectFrom('question_links').where('to_question_id', 'in', ids).groupBy('to_question_id').select(({ fn }) => ['to_question_id', fn.count<number>('from_question_id').distinct().as('count')]).execute(),
  ({ to_question_id }) => to_question_id)

const answersTo = async (db: Db, ids: number[]) => Map.groupBy(
  await db.selectFrom('posts').select(['id', 'question_id', 'user_id', 'created_at', 'edited_at', 'last_editor_id']).where('question_id', 'in', ids).where(isAnswer()).where('status', '<', 10)
    .orderBy('created_at').orderBy('id').execute(),
  ({ question_id }) => question_id)

type AnswerRow = NonNullable<ReturnType<Awaited<ReturnType<typeof answersTo>>['get']>>[number]

/** Who did what last; when, stays as it is, for an imported question may have stirred in ways that left nothing else behind. */
const lastDoing = (question: Post, answers: AnswerRow[]) => {
  const edits = [question, ...answers].filter(({ edited_at, last_editor_id }) => edited_at > 0 && last_editor_id > 0).map(({ edited_at, last_editor_id }) => ({ operator_id: last_editor_id, operation_type: 'modified' as const, active_at: edited_at }))
  const { operator_id, operation_type } = lastOf([
    ...answers.map(({ user_id, created_at }) => ({ operator_id: user_id, operation_type: 'answered' as const, active_at: created_at })), ...edits,
    { operator_id: question.user_id, operation_type: 'asked', active_at: question.created_at },
  ])
  return { operator_id, operation_type }
}

/** Counts of the next posts by id, made afresh; what was off is put right. @returns the last id, 0 at the end. */
export const recountPosts = async (tx: Tx, after: number, drift: Drift) => {
  const posts = await lockPostsAfter(tx.db, after)
  if (posts.length === 0) return 0
  const ids = posts.map(({ id }) => id)
  const questions = posts.filter(({ kind }) => kind === 'question').map(({ id }) => id)
  const votes = await votesOn(tx.db, ids)
  const comments = await commentsOn(tx.db, ids)
  const links = questions.length ? await linksTo(tx.db, questions) : new Map()
  const answers = questions.length ? await answersTo(tx.db, questions) : new Map<number, AnswerRow[]>()
  for (const post of posts) {
    const right: PostChanges = { score: post.carried_score + (votes.get(post.id)?.sum ?? 0), comment_count: comments.get(post.id)?.count ?? 0 }
    if (post.kind === 'question') {
      const its = answers.get(post.id) ?? []
      Object.assign(right, { answer_count: its.length, last_answer_id: its.at(-1)?.id ?? 0, linked_count: links.get(post.id)?.count ?? 0, ...lastDoing(post, its) })
    }
    const changes = note(drift, 'posts', post, right)
    if (changes) await updatePost(tx.db, post.id, changes)
  }
  return posts.length < BATCH ? 0 : ids.at(-1)!
}

/** The site's total of listed questions. */
export const recountSite = async (tx: Tx, drift: Drift) => {
  const right = await countListedQuestions(tx.db)
  if (note(drift, 'site', { [QUESTIONS_COUNTER]: await counter(tx.db, QUESTIONS_COUNTER) }, { [QUESTIONS_COUNTER]: right })) await setCounter(tx.db, QUESTIONS_COUNTER, right)
}
