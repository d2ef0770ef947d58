import type { App, Tx } from '../../../../events/events.ts'
import { releaseByIds, retryJobs } from '../../../../events/queries.ts'
import { deleteSessions } from '../../../users/sessions/queries.ts'
import { deleteTokens } from '../../../users/api-tokens/queries.ts'
import { lockComments, setCommentScores } from '../../../content/comments/queries.ts'
import { deleteUserSettings } from '../../plugins/queries.ts'
import { deleteNoticesTo } from '../../../outbound/notifications/queries.ts'
import { deleteStoredOfUsers } from '../../plugins/storage/queries.ts'
import { QUESTIONS_COUNTER } from '../../../content/posts/policy.ts'
import { deleteLinks, listLinksFrom } from '../../../content/posts/links/queries.ts'
import {
  countListedQuestions,
  setAnswerCounts,
  setCollectionCounts,
  setCommentCounts,
  setFollowCounts,
  setLastDoings,
  setLinkedCounts,
  setScores,
} from '../../../content/posts/counts/queries.ts'
import { deleteClosings } from '../../../content/posts/transitions/queries.ts'
import { lockPosts, lockThread } from '../../../content/posts/queries.ts'
import { unaccept } from '../../../content/posts/answers/queries.ts'
import { relink } from '../../../content/posts/links/service.ts'
import { setAwardCounts } from '../../../engagement/badges/awards/queries.ts'
import { lockBadges } from '../../../engagement/badges/queries.ts'
import { listCauses } from '../../../engagement/reputation/queries.ts'
import { countTags, countUsers } from '../../../engagement/contributions/service.ts'
import { settleLedger } from '../../../engagement/reputation/recalculation/service.ts'
import { takeBack } from '../../../engagement/reputation/service.ts'
import { queueLost, queueLostComments } from '../../../content/review-queue/queries.ts'
import { indexWithin } from '../../../content/search/service.ts'
import { setCounter } from '../../settings/queries.ts'
import { lockTags } from '../../../content/tags/queries.ts'
import { setFollowCounts as setTagFollowCounts, setQuestionCounts } from '../../../content/tags/counts/queries.ts'
import { setMainTags } from '../../../content/tags/of-questions/queries.ts'
import { lockUsers } from '../../../users/users/queries.ts'
import { setNames } from '../../../users/users/name-words/queries.ts'
import {
  recountPostsOf,
  setFollowCounts as setUserFollowCounts,
  setRanks,
} from '../../../users/users/counts/queries.ts'

type Repair = (tx: Tx, ids: number[]) => Promise<unknown>
/** Locks first and counts in a second statement, so that it sees what the transaction before has committed. */
const after =
  (
    lock: (db: Tx['db'], ids: number[]) => Promise<unknown>,
    set: (db: Tx['db'], ids: number[]) => Promise<unknown>,
  ): Repair =>
  async ({ db }, ids) => {
    await lock(db, ids)
    await set(db, ids)
  }

const relinkAll: Repair = async (tx, ids) => {
  for (const id of new Set(ids)) {
    const thread = await lockThread(tx.db, id)
    if (thread) await relink(tx, thread.post, thread.question)
    else await deleteLinks(tx.db, id, await listLinksFrom(tx.db, { post_id: id }))
  }
}

const takeBackAll: Repair = async (tx, ids) => {
  for (const cause of await listCauses(tx.db, ids)) await takeBack(tx, cause)
}

/** Of each there are hundreds of days, which would all be in memory at once. */
const USERS_AT_ONCE = 100
const inParts =
  (repair: Repair): Repair =>
  async (tx, ids) => {
    for (let at = 0; at < ids.length; at += USERS_AT_ONCE) await repair(tx, ids.slice(at, at + USERS_AT_ONCE))
  }

/** What can be computed again from the facts. Nobody knows what would be right for the rest. */
export const REPAIRS: Record<string, Repair> = {
  'reputation_entries.cause': takeBackAll,
  'comments.score': after(lockComments, setCommentScores),
  'question_links.from_post_id': relinkAll,
  'question_links.to_question_id': relinkAll,
  'reviews.missing_comment': (tx, ids) => queueLostComments(tx.db, ids, tx.now()),
  'reviews.missing': (tx, ids) => queueLost(tx.db, ids, tx.now()),
  'closings.question_id': ({ db }, ids) => deleteClosings(db, ids),
  'posts.accepted_answer_id': after(lockPosts, unaccept),
  'posts.score': after(lockPosts, setScores),
  'badges.award_count': after(lockBadges, setAwardCounts),
  'posts.comment_count': after(lockPosts, setCommentCounts),
  'posts.answer_count': after(lockPosts, setAnswerCounts),
  'posts.follow_count': after(lockPosts, setFollowCounts),
  'posts.collection_count': after(lockPosts, setCollectionCounts),
  'posts.operator_id': after(lockPosts, setLastDoings),
  'posts.linked_count': ({ db }, ids) => setLinkedCounts(db, ids),
  'search.missing': indexWithin,
  'search.leftover': indexWithin,
  'search.plain_text': indexWithin,
  'question_tags.tag_id': ({ db }, ids) => setMainTags(db, ids),
  'tags.follow_count': after(lockTags, setTagFollowCounts),
  'tags.question_count': after(lockTags, setQuestionCounts),
  'users.rank': after(lockUsers, setRanks),
  'users.ledger': settleLedger,
  'users.contributions': inParts(countUsers),
  'users.tag_contributions': inParts(countTags),
  'users.names': ({ db }, ids) => setNames(db, ids),
  'users.follow_count': after(lockUsers, setUserFollowCounts),
  'users.question_count': after(lockUsers, recountPostsOf),
  'sessions.user_id': ({ db }, ids) => deleteSessions(db, ids),
  'api_tokens.user_id': ({ db }, ids) => deleteTokens(db, ids),
  'member_settings.user_id': ({ db }, ids) => deleteUserSettings(db, ids),
  'plugin_storage.user_id': ({ db }, ids) => deleteStoredOfUsers(db, ids),
  'plugin_notices.user_id': ({ db }, ids) => deleteNoticesTo(db, ids),
  'jobs.last_error': (tx, ids) => retryJobs(tx.db, ids, tx.now()),
  'jobs.locked_until': ({ db }, ids) => releaseByIds(db, ids),
  'counters.questions': async ({ db }) => setCounter(db, QUESTIONS_COUNTER, await countListedQuestions(db)),
}
const REPAIRED_AT_ONCE = 500

export const repairRange = async (transaction: App['transaction'], repair: Repair, wrong: (number | string)[]) => {
  const ids = [...new Set(wrong)].filter((id) => typeof id === 'number')
  if (ids.length < wrong.length) return transaction((tx) => repair(tx, ids)) // the one row that has a name instead of a number
  for (let at = 0; at < ids.length; at += REPAIRED_AT_ONCE)
    await transaction((tx) => repair(tx, ids.slice(at, at + REPAIRED_AT_ONCE)))
}
