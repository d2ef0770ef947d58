import { LEADERS } from '@askwell/contract/limits.ts'
import type { Db } from '../../../db/dialect.ts'
import type { App, Effect, Fact, LaterEffect, Tx } from '../../../events/events.ts'
import { leadersIn } from './leaders.ts'
import {
  addToTagScores,
  findComment,
  isThreadToCount,
  type Leader,
  listAnswerScores,
  listCommented,
  listEditsOf,
  listLeaders,
  listRevised,
  listUnderTags,
  listWritten,
  setLeaders,
} from './queries.ts'
import { type Act, countDays, countTags, leadersSince } from './service.ts'

/** A new question or answer. */
export const countPost: Effect<'question.asked' | 'answer.given'> = async (
  tx,
  { object_type, object_id, question_id },
) => {
  const written = await listWritten(tx.db, {
    question_id,
    answer_id: object_type === 'answer' ? object_id : question_id,
  })
  await countDays(tx, written)
  await countTags(
    tx,
    written.map(({ user_id }) => user_id),
  )
}

export const countComment: Effect<
  'comment.added' | 'comment.held' | 'comment.approved' | 'comment.deleted' | 'comment.undeleted'
> = async (tx, { object_id }) => {
  const comment = await findComment(tx.db, object_id)
  if (comment) await countDays(tx, [comment])
}

/** The day on which it was written counts for somebody else. */
export const countAuthors: Effect<'post.author_changed'> = async (
  tx,
  { object_id, object_type, question_id, author_id, former_author_id },
) => {
  const answer_id = object_type === 'answer' ? object_id : question_id
  const [post] = await listWritten(tx.db, { question_id, answer_id })
  const users = [author_id, former_author_id].toSorted((one, other) => one - other)
  await countDays(
    tx,
    users.map((user_id) => ({ user_id, created_at: post?.created_at ?? 0 })),
  )
  await countTags(tx, users)
}

/** A suggestion that was merged with a later text is two revisions. */
export const countEdit: Effect<
  'question.edited' | 'answer.edited' | 'tag.edited' | 'revision.approved' | 'revision.restored'
> = async (tx, fact) =>
  countDays(tx, await listRevised(tx.db, [fact.revision_id, ...('suggestion_id' in fact ? [fact.suggestion_id] : [])]))

export const countReputation: Effect<'reputation.changed'> = (tx, { object_id, earned_at }) =>
  countDays(
    tx,
    // What takes a gain back may leave an entry of today, too.
    [earned_at, tx.now()].map((created_at) => ({ user_id: object_id, created_at })),
  )

const VALUE = { up: 1, down: -1 }

export const countVote: Effect<'vote.cast'> = (tx, { object_id, author_id, kind, direction }) =>
  addToTagScores(tx.db, { post_id: object_id, user_id: author_id, kind, by: VALUE[direction] })

export const uncountVote: Effect<'vote.withdrawn'> = (tx, { object_id, author_id, kind, direction }) =>
  addToTagScores(tx.db, { post_id: object_id, user_id: author_id, kind, by: -VALUE[direction] })

const AT_ONCE = 50

const batchesOf = (acts: Act[], authors: number[]) => {
  const days = Map.groupBy(acts, ({ user_id }) => user_id)
  const users = [...new Set([...days.keys(), ...authors])].toSorted((one, other) => one - other)
  return Array.from({ length: Math.ceil(users.length / AT_ONCE) }, (_, n) => {
    const some = users.slice(n * AT_ONCE, (n + 1) * AT_ONCE)
    return { acts: some.flatMap((id) => days.get(id) ?? []), authors: some.filter((id) => authors.includes(id)) }
  })
}

const countBatch = async (tx: Tx, { acts, authors }: ReturnType<typeof batchesOf>[number]) => {
  await countDays(tx, acts)
  await countTags(tx, authors)
}

/** Whose figures a post and all that hangs on it are in. */
const batchesUnder = async (db: Db, { object_type, object_id, question_id }: Fact) => {
  const answer_id = object_type === 'answer' ? object_id : undefined
  const written = await listWritten(db, { question_id, answer_id })
  const acts = [
    ...written,
    ...(await listCommented(db, question_id, answer_id)),
    ...(await listEditsOf(db, question_id, answer_id)),
  ]
  return batchesOf(
    acts,
    written.map(({ user_id }) => user_id),
  )
}

/** A post has come into lists, or is gone from them: what hangs on it with it, so there may be many whose figures change. */
export const countThread: LaterEffect<
  | 'question.edited'
  | 'question.deleted'
  | 'question.undeleted'
  | 'question.approved'
  | 'question.listed'
  | 'question.unlisted'
  | 'answer.deleted'
  | 'answer.undeleted'
  | 'answer.approved'
> = async (app, fact: Fact) => {
  for (const batch of await batchesUnder(app.db, fact)) await app.transaction((tx) => countBatch(tx, batch))
}

/** The count that followed its deletion may still be waiting, and would find nothing any more. */
export const countErased: Effect<'post.erased'> = async (tx, fact) => {
  if (!(await isThreadToCount(tx.db))) return
  for (const batch of await batchesUnder(tx.db, fact)) await countBatch(tx, batch)
}

/** Questions have come from one tag to another. */
export const countTag: LaterEffect<'tag.merged' | 'tag.parted'> = async (app, { object_id, main_tag_id }) => {
  for (let after = 0; ;) {
    const users = await listUnderTags(app.db, [object_id, main_tag_id], after, AT_ONCE)
    if (users.length === 0) return
    await app.transaction((tx) => countTags(tx, users))
    after = users.at(-1)!
  }
}

const TAGS_AT_ONCE = 200
const sameLeader = (one: Leader | undefined, other: Leader | undefined) =>
  one?.user_id === other?.user_id && one?.answers === other?.answers && one?.answer_score === other?.answer_score

/** The leaders of the last days under each tag; only tags where something has changed are written. */
export const refreshLeaders = async (app: App) => {
  const now = leadersIn(await listAnswerScores(app.db, leadersSince(app.clock.now())), LEADERS)
  const before = Map.groupBy(await listLeaders(app.db), ({ tag_id }) => tag_id)
  const changed = [...new Set([...now.keys(), ...before.keys()])].filter((tag_id) => {
    const [old, fresh] = [before.get(tag_id) ?? [], now.get(tag_id) ?? []]
    return (
      old.length !== fresh.length ||
      fresh.some(
        (leader) =>
          !sameLeader(
            leader,
            old.find(({ place }) => place === leader.place),
          ),
      )
    )
  })
  for (let at = 0; at < changed.length; at += TAGS_AT_ONCE) {
    const tags = changed.slice(at, at + TAGS_AT_ONCE)
    await app.transaction((tx) =>
      setLeaders(
        tx.db,
        tags,
        tags.flatMap((tag_id) => now.get(tag_id) ?? []),
      ),
    )
  }
}
