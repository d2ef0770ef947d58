import * as events from './events/effects.ts'
import type { EffectsTable, TimedTable } from './events/events.ts'
import * as accounts from './features/accounts/effects.ts'
import * as files from './features/files/effects.ts'
import * as notifications from './features/notifications/effects.ts'
import * as posts from './features/posts/effects.ts'
import * as reputation from './features/reputation/effects.ts'
import * as search from './features/search/effects.ts'
import * as tags from './features/tags/effects.ts'
import * as users from './features/users/effects.ts'

/** What follows from what: `now` in the same transaction, `later` after it, at least once. Every event has a line. */
export const effects = {
  'user.registered': { now: [], later: [] },
  'user.activated': { now: [reputation.rewardActivation], later: [files.keepGravatarOf] },
  'user.changed': { now: [accounts.fitSessions], later: [] },
  'user.status_changed': { now: [accounts.endSessionsOfGone], later: [accounts.removeContentOfDeleted] },
  'code.wanted': { now: [], later: [accounts.mailCode] },

  'question.asked': { now: [posts.linkQuestions, files.noteFiles, tags.recountQuestions, users.recountPosts], later: [search.indexPost] },
  'question.edited': { now: [posts.linkQuestions, files.noteFiles, tags.recountQuestions], later: [search.indexPost] },
  'question.deleted': { now: [posts.linkQuestions, tags.recountQuestions, users.recountPosts], later: [search.indexPost] },

  'answer.given': { now: [posts.recountAnswers, posts.linkQuestions, files.noteFiles, users.recountPosts, notifications.tellAsker], later: [search.indexPost] },
  'answer.edited': { now: [posts.linkQuestions, files.noteFiles, notifications.tellAskerOfEdit], later: [search.indexPost] },
  'answer.deleted': { now: [posts.recountAnswers, posts.linkQuestions, users.recountPosts], later: [search.indexPost] },
  'answer.accepted': { now: [reputation.rewardAcceptance, notifications.tellAccepted], later: [] },
  'answer.unaccepted': { now: [reputation.undoAcceptance], later: [] },

  'comment.added': { now: [posts.recountComments, files.noteFilesOfComment, notifications.tellOfComment], later: [] },
  'comment.edited': { now: [files.noteFilesOfComment], later: [] },
  'comment.deleted': { now: [posts.recountComments], later: [] },

  'vote.cast': { now: [posts.recountScore, reputation.rewardVote, notifications.tellOfVote], later: [] },
  'vote.withdrawn': { now: [posts.recountScore, reputation.undoVoteReward], later: [] },
  'comment.voted': { now: [notifications.tellOfCommentVote], later: [] },
  'comment.vote_withdrawn': { now: [], later: [] },
  'reputation.changed': { now: [notifications.keepAchievement], later: [] },

  'tag.created': { now: [], later: [] },
  'settings.changed': { now: [tags.markTagsOfSettings], later: [] },
  'site.imported': { now: [], later: [] },
} satisfies EffectsTable

/** What time brings. Seconds between two runs. */
export const timed = {
  refreshHotScores: { every: 600, run: posts.refreshHotScores },
  clearOldCodes: { every: 3600, run: accounts.clearOldCodes },
  forgetRepeats: { every: 3600, run: events.forgetRepeats },
  endSuspensions: { every: 60, run: users.endSuspensions },
  keepSomeGravatars: { every: 60, run: files.keepSomeGravatars },
} satisfies TimedTable
