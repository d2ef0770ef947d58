import * as events from './events/effects.ts'
import type { EffectsTable, TimedTable } from './events/events.ts'
import * as accounts from './features/users/accounts/effects.ts'
import * as answers from './features/content/posts/answers/effects.ts'
import * as collections from './features/engagement/bookmarks/effects.ts'
import * as apiTokens from './features/users/api-tokens/effects.ts'
import * as comments from './features/content/comments/effects.ts'
import * as connectors from './features/users/connectors/effects.ts'
import * as files from './features/operations/files/effects.ts'
import * as follows from './features/engagement/follows/effects.ts'
import * as imports from './features/operations/imports/effects.ts'
import * as invitations from './features/engagement/invitations/effects.ts'
import * as mails from './features/outbound/email/effects.ts'
import * as notifications from './features/outbound/notifications/effects.ts'
import * as mentionNotices from './features/outbound/notifications/mentions/effects.ts'
import * as editNotices from './features/outbound/notifications/edits/effects.ts'
import * as decisionNotices from './features/outbound/notifications/decisions/effects.ts'
import * as followerNotices from './features/outbound/notifications/followers/effects.ts'
import * as voteNotices from './features/outbound/notifications/votes/effects.ts'
import * as plugins from './features/operations/plugins/effects.ts'
import * as posts from './features/content/posts/effects.ts'
import * as questions from './features/content/posts/questions/effects.ts'
import * as reactions from './features/engagement/reactions/effects.ts'
import * as reports from './features/content/flags/effects.ts'
import * as reputation from './features/engagement/reputation/effects.ts'
import * as reviews from './features/content/reviews/effects.ts'
import * as revisions from './features/content/revisions/effects.ts'
import * as search from './features/content/search/effects.ts'
import * as secondFactors from './features/users/second-factors/effects.ts'
import * as sessions from './features/users/sessions/effects.ts'
import * as tags from './features/content/tags/effects.ts'
import * as users from './features/users/users/effects.ts'
import * as votes from './features/engagement/votes/effects.ts'

/** What follows from what: `now` in the same transaction, `later` after it, at least once. Every event has a line. */
export const effects = {
  'user.registered': { now: [], later: [] },
  'user.activated': { now: [reputation.rewardActivation], later: [files.keepGravatarOf] },
  'user.changed': { now: [sessions.fitSessions], later: [] },
  'user.status_changed': {
    now: [sessions.endSessionsOfGone, apiTokens.endTokensOfGone],
    later: [comments.removeContentOfDeleted],
  },
  'user.gravatar_chosen': { now: [], later: [files.keepGravatarOf] },
  'user.login_changed': { now: [accounts.endSessions, apiTokens.endTokens], later: [] },
  'second_factor.first_added': { now: [apiTokens.endTokens], later: [] },
  'user.erased': {
    now: [
      events.deleteMailJobsOfUser,
      accounts.deleteAccessOfUser,
      secondFactors.deleteFactorsOfUser,
      connectors.deleteLoginsOfUser,
      plugins.deleteSettingsOfUser,
      notifications.deleteNotificationsOfUser,
      files.deleteAvatarsOfUser,
      follows.deleteFollowsOfUser,
      collections.deleteBookmarksOfUser,
      reactions.deleteReactionsOfUser,
      invitations.deleteInvitationsOfUser,
      mails.deleteChoicesOfUser,
    ],
    later: [files.removeFiles],
  },
  'code.requested': { now: [], later: [mails.mailCode] },
  'binding.requested': { now: [], later: [mails.mailBindingCode] },

  'question.asked': {
    now: [posts.linkQuestions, files.noteFiles, tags.recountQuestions, users.recountPosts],
    later: [search.indexPost, mentionNotices.tellMentioned, mails.writeOfQuestion],
  },
  'question.edited': {
    now: [
      posts.linkQuestions,
      files.noteFiles,
      tags.recountQuestions,
      editNotices.tellAskerOfChange,
      reviews.decideAnewOnPost,
    ],
    later: [search.indexPost, mentionNotices.tellMentioned],
  },
  'question.closed': { now: [posts.linkQuestions, decisionNotices.tellOfClosing], later: [] },
  'question.reopened': { now: [posts.linkQuestions], later: [] },
  'question.pinned': { now: [], later: [] },
  'question.unpinned': { now: [], later: [] },
  'question.listed': { now: [posts.linkThread, tags.recountQuestions, users.recountPosts], later: [] },
  'question.unlisted': { now: [posts.linkThread, tags.recountQuestions, users.recountPosts], later: [] },
  'question.deleted': {
    now: [
      posts.linkThread,
      tags.recountQuestions,
      users.recountPosts,
      decisionNotices.tellOfDeletion,
      reports.settleFlags,
      reviews.settleDeleted,
    ],
    later: [search.indexPost],
  },
  'question.undeleted': {
    now: [posts.linkThread, tags.recountQuestions, users.recountPosts, reviews.queueAgain],
    later: [search.indexPost],
  },
  'question.approved': {
    now: [
      posts.linkThread,
      tags.recountQuestions,
      users.recountPosts,
      reviews.settleApproved,
      decisionNotices.tellOfApproval,
    ],
    later: [search.indexPost, mentionNotices.tellMentioned, mails.writeOfQuestion],
  },

  'answer.given': {
    now: [
      posts.recountAnswers,
      posts.linkQuestions,
      files.noteFiles,
      users.recountPosts,
      notifications.tellAsker,
      mails.writeOfAnswer,
    ],
    later: [search.indexPost, mentionNotices.tellMentioned, followerNotices.tellFollowers],
  },
  'answer.edited': {
    now: [posts.linkQuestions, files.noteFiles, editNotices.tellAskerOfEdit, reviews.decideAnewOnPost],
    later: [search.indexPost, mentionNotices.tellMentioned, followerNotices.tellFollowers],
  },
  'answer.deleted': {
    now: [
      posts.recountAnswers,
      posts.linkQuestions,
      users.recountPosts,
      decisionNotices.tellOfDeletion,
      reports.settleFlags,
      reviews.settleDeleted,
    ],
    later: [search.indexPost],
  },
  'answer.undeleted': {
    now: [posts.recountAnswers, posts.linkQuestions, users.recountPosts, reviews.queueAgain],
    later: [search.indexPost],
  },
  'answer.approved': {
    now: [
      posts.recountAnswers,
      posts.linkQuestions,
      users.recountPosts,
      reviews.settleApproved,
      notifications.tellAskerOfApproved,
      decisionNotices.tellOfApproval,
      mails.writeOfApprovedAnswer,
    ],
    later: [search.indexPost, mentionNotices.tellMentioned, followerNotices.tellFollowers],
  },
  'post.erased': {
    now: [
      imports.deleteMappingsOfPost,
      votes.deleteVotesOfPost,
      comments.deleteCommentsOfPost,
      revisions.deleteRevisionsOfPost,
      tags.deleteTagsOfPost,
      reputation.keepPoints,
      notifications.deleteNotificationsOfPost,
      files.deleteFilesOfPost,
      reports.deleteReportsOfPost,
      reviews.deleteReviewsOfPost,
      follows.deleteFollowsOfPost,
      collections.deleteBookmarksOfPost,
      reactions.deleteReactionsOfPost,
      invitations.deleteInvitationsOfPost,
      mails.deleteQuestionEmails,
    ],
    later: [files.removeFiles],
  },
  'post.held': { now: [files.noteFiles, decisionNotices.tellAdminsOfFault], later: [] },
  'report.made': { now: [], later: [] },
  'report.decided': { now: [decisionNotices.tellOfFlag], later: [] },
  'revision.suggested': { now: [files.noteFilesOfSuggestion, decisionNotices.tellAdminsOfHeldEdit], later: [] },
  'revision.approved': {
    now: [
      questions.showRevised,
      answers.showRevised,
      tags.showRevised,
      reputation.rewardEdit,
      editNotices.tellOfApprovedEdit,
    ],
    later: [],
  },
  'revision.rejected': { now: [editNotices.tellOfRejectedEdit], later: [] },
  'revision.restored': { now: [questions.showRevised, answers.showRevised, tags.showRevised], later: [] },
  'answer.accepted': {
    now: [reputation.rewardAcceptance, notifications.tellAccepted],
    later: [followerNotices.tellFollowersOfAcceptance],
  },
  'answer.unaccepted': { now: [reputation.undoAcceptance], later: [] },

  'comment.added': {
    now: [posts.recountComments, files.noteFilesOfComment, notifications.tellOfComment, mails.writeOfComment],
    later: [],
  },
  'comment.held': {
    now: [
      posts.recountComments,
      files.noteFilesOfComment,
      decisionNotices.tellAdminsOfHeldComment,
      reviews.decideAnewOnComment,
    ],
    later: [],
  },
  'comment.approved': { now: [posts.recountComments, reviews.settleApprovedComment], later: [] },
  'comment.edited': { now: [files.noteFilesOfComment, reviews.decideAnewOnComment], later: [] },
  'comment.deleted': {
    now: [posts.recountComments, reports.settleFlagsOnComment, reviews.settleDeletedComment],
    later: [],
  },

  'vote.cast': { now: [posts.recountScore, reputation.rewardVote, voteNotices.tellOfVote], later: [] },
  'vote.withdrawn': { now: [posts.recountScore, reputation.undoVoteReward], later: [] },
  'comment.voted': { now: [voteNotices.tellOfCommentVote], later: [] },
  'comment.vote_withdrawn': { now: [], later: [] },
  'reputation.changed': { now: [notifications.keepAchievement], later: [] },

  'thing.followed': { now: [], later: [] },
  'thing.unfollowed': { now: [], later: [] },
  'question.collected': { now: [], later: [] },
  'question.uncollected': { now: [], later: [] },
  'post.reacted': { now: [], later: [] },
  'post.reaction_withdrawn': { now: [], later: [] },
  'question.invited': { now: [notifications.tellInvited, mails.writeToInvited], later: [] },

  'tag.created': { now: [], later: [] },
  'tag.edited': { now: [], later: [] },
  'tag.deleted': { now: [], later: [] },
  'tag.undeleted': { now: [], later: [] },
  'tag.merged': { now: [], later: [] },
  'tag.parted': { now: [], later: [] },
  'tag.widened': { now: [], later: [] },
  'email.requested': { now: [], later: [mails.sendEmail] },
  'settings.changed': { now: [tags.markTagsOfSettings], later: [] },
  'site.imported': { now: [], later: [] },
} satisfies EffectsTable

/** What time brings. Seconds between two runs. */
export const timed = {
  refreshHotScores: { every: 600, run: posts.refreshHotScores },
  clearOldCodes: { every: 3600, run: accounts.clearOldCodes },
  deleteOldSignIns: { every: 3600, run: connectors.deleteOldSignIns },
  deleteOldQuestionEmails: { every: 3600, run: mails.deleteOldQuestionEmails },
  deleteOldIdempotencyKeys: { every: 3600, run: events.deleteOldIdempotencyKeys },
  endSuspensions: { every: 60, run: users.endSuspensions },
  eraseLongDeleted: { every: 3600, run: users.eraseLongDeleted },
  carryOutDecisions: { every: 30, run: reviews.carryOutDecisions, next: reviews.nextDecision },
  keepWords: { every: 3600, run: search.keepWords, next: search.nextBare },
  keepSomeGravatars: { every: 60, run: files.keepSomeGravatars },
} satisfies TimedTable
