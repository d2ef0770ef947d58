import type { FollowingJob, RecurringJob } from '@askwell/contract/job-kinds.ts'
import type { TaskKind } from '@askwell/contract/tasks.ts'
import * as events from './events/effects.ts'
import type { EffectsTable, TimedTable } from './events/events.ts'
import type { TaskWork } from './events/tasks/task.ts'
import * as audit from './features/operations/audit/effects.ts'
import * as auditLog from './features/operations/audit-log/effects.ts'
import * as accounts from './features/users/accounts/effects.ts'
import * as answers from './features/content/posts/answers/effects.ts'
import * as backups from './features/operations/backups/effects.ts'
import { endAnnouncement } from './features/operations/settings/notices.ts'
import { reindexTask } from './commands/reindex.ts'
import * as badges from './features/engagement/badges/effects.ts'
import { awardPastBadges } from './features/engagement/badges/past.ts'
import * as collections from './features/engagement/bookmarks/effects.ts'
import * as apiTokens from './features/users/api-tokens/effects.ts'
import * as comments from './features/content/comments/effects.ts'
import * as contributions from './features/engagement/contributions/effects.ts'
import * as connectors from './features/users/connectors/effects.ts'
import * as exports from './features/operations/exports/effects.ts'
import * as files from './features/operations/files/effects.ts'
import * as follows from './features/engagement/follows/effects.ts'
import * as integrity from './features/operations/integrity/effects.ts'
import * as imports from './features/operations/imports/effects.ts'
import * as invitations from './features/engagement/invitations/effects.ts'
import * as mails from './features/outbound/email/effects.ts'
import * as notes from './features/users/notes/effects.ts'
import { mailInvitations, mailSiteInvitation } from './features/outbound/email/site-invitations.ts'
import * as notifications from './features/outbound/notifications/effects.ts'
import * as achievements from './features/outbound/notifications/achievements/effects.ts'
import * as badgeNotices from './features/outbound/notifications/badges/effects.ts'
import * as mentionNotices from './features/outbound/notifications/mentions/effects.ts'
import * as editNotices from './features/outbound/notifications/edits/effects.ts'
import * as decisionNotices from './features/outbound/notifications/decisions/effects.ts'
import * as followerNotices from './features/outbound/notifications/followers/effects.ts'
import * as voteNotices from './features/outbound/notifications/votes/effects.ts'
import { tellSearchEngines } from './features/outbound/index-now/effects.ts'
import * as rendering from './features/operations/rendering/effects.ts'
import * as drafts from './features/content/drafts/effects.ts'
import * as savedSearches from './features/outbound/saved-searches/effects.ts'
import * as channels from './features/outbound/channels/effects.ts'
import * as pluginChannels from './features/outbound/plugin-channels/effects.ts'
import * as push from './features/outbound/push/effects.ts'
import * as digests from './features/outbound/digests/effects.ts'
import { runBulkAct } from './features/operations/bulk/running/service.ts'
import * as pluginAccounts from './features/operations/plugins/accounts/effects.ts'
import * as plugins from './features/operations/plugins/effects.ts'
import * as heard from './features/operations/plugins/events/effects.ts'
import * as posts from './features/content/posts/effects.ts'
import * as questions from './features/content/posts/questions/effects.ts'
import * as rateLimits from './features/operations/rate-limits/effects.ts'
import * as slowQueries from './features/operations/slow-queries/effects.ts'
import * as reactions from './features/engagement/reactions/effects.ts'
import * as reports from './features/content/flags/effects.ts'
import * as reputation from './features/engagement/reputation/effects.ts'
import * as reviews from './features/content/reviews/effects.ts'
import * as revisions from './features/content/revisions/effects.ts'
import * as search from './features/content/search/effects.ts'
import * as searchByPlugin from './features/content/search/by-plugin/effects.ts'
import * as secondFactors from './features/users/second-factors/effects.ts'
import * as sessions from './features/users/sessions/effects.ts'
import * as siteInvitations from './features/users/site-invitations/effects.ts'
import * as statistics from './features/operations/statistics/effects.ts'
import * as storage from './features/operations/storage/effects.ts'
import * as tags from './features/content/tags/effects.ts'
import * as users from './features/users/users/effects.ts'
import * as votes from './features/engagement/votes/effects.ts'

/** What follows from what: `now` in the same transaction, `later` after it, at least once. Every event has a line. */
export const effects = {
  'user.registered': { now: [], later: {} },
  'user.activated': { now: [reputation.rewardActivation], later: { keepGravatarOf: files.keepGravatarOf } },
  'user.changed': { now: [sessions.fitSessions], later: { awardProfile: badges.awardProfile } },
  'user.role_changed': { now: [decisionNotices.tellOfRole, pluginAccounts.forgetGivenRole], later: {} },
  'user.status_changed': {
    now: [sessions.endSessionsOfGone, apiTokens.endTokensOfGone],
    later: { removeContentOfDeleted: comments.removeContentOfDeleted },
  },
  'user.gravatar_chosen': { now: [], later: { keepGravatarOf: files.keepGravatarOf } },
  'picture.uploaded': { now: [], later: { makeSmallerPictures: files.makeSmallerPictures } },
  'user.login_changed': { now: [push.forgetDevices, accounts.endSessions, apiTokens.endTokens], later: {} },
  'second_factor.first_added': { now: [apiTokens.endTokens], later: {} },
  'user.erased': {
    now: [
      events.deleteMailJobsOfUser,
      accounts.deleteAccessOfUser,
      secondFactors.deleteFactorsOfUser,
      connectors.deleteLoginsOfUser,
      siteInvitations.forgetErased,
      plugins.deleteSettingsOfUser,
      notifications.deleteNotificationsOfUser,
      files.deleteAvatarsOfUser,
      follows.deleteFollowsOfUser,
      collections.deleteBookmarksOfUser,
      imports.deleteProfileOfUser,
      reactions.deleteReactionsOfUser,
      invitations.deleteInvitationsOfUser,
      mails.deleteChoicesOfUser,
      channels.deleteChoicesOfUser,
      savedSearches.deleteSearchesOfUser,
      drafts.deleteDraftsOfUser,
      push.deleteSubscriptionsOfUser,
      badges.deleteAwardsOfUser,
      audit.forgetNamesOfUser,
      notes.deleteNotesOfUser,
      rateLimits.forgetRefusalsOfUser,
    ],
    later: { removeFiles: files.removeFiles },
  },
  'user.limits_lifted': { now: [], later: {} },
  'network.limits_lifted': { now: [], later: {} },
  'code.requested': { now: [], later: { mailCode: mails.mailCode } },
  'site_invitation.email_requested': { now: [], later: { mailSiteInvitation } },
  'binding.requested': { now: [], later: { mailBindingCode: mails.mailBindingCode } },

  'question.asked': {
    now: [
      posts.linkQuestions,
      files.noteFiles,
      tags.recountQuestions,
      users.recountPosts,
      contributions.countPost,
      drafts.dropDraftOfPost,
    ],
    later: {
      indexPost: search.indexPost,
      tellMentioned: mentionNotices.tellMentioned,
      writeOfQuestion: mails.writeOfQuestion,
      awardWriter: badges.awardWriter,
    },
  },
  'question.edited': {
    now: [
      posts.linkQuestions,
      files.noteFiles,
      tags.recountQuestions,
      editNotices.tellAskerOfChange,
      reviews.decideAnewOnPost,
      contributions.countEdit,
      drafts.dropDraftsOfEdit,
    ],
    later: {
      indexPost: search.indexPost,
      tellMentioned: mentionNotices.tellMentioned,
      tellFollowersOfChange: followerNotices.tellFollowersOfChange,
      awardEditor: badges.awardEditor,
      countThread: contributions.countThread,
    },
  },
  'question.closed': { now: [posts.linkQuestions, decisionNotices.tellOfClosing], later: {} },
  'question.reopened': { now: [posts.linkQuestions, decisionNotices.tellOfReopening], later: {} },
  'question.pinned': { now: [], later: {} },
  'question.unpinned': { now: [], later: {} },
  'question.listed': {
    now: [posts.linkThread, tags.recountQuestions, users.recountPosts],
    later: { countThread: contributions.countThread, indexPost: search.indexThread },
  },
  'question.unlisted': {
    now: [posts.linkThread, tags.recountQuestions, users.recountPosts],
    later: { countThread: contributions.countThread, indexPost: search.indexThread },
  },
  'question.deleted': {
    now: [
      posts.linkThread,
      tags.recountQuestions,
      users.recountPosts,
      decisionNotices.tellOfDeletion,
      reports.settleFlags,
      reviews.settleDeleted,
    ],
    later: { indexPost: search.indexPost, countThread: contributions.countThread },
  },
  'question.undeleted': {
    now: [
      posts.linkThread,
      tags.recountQuestions,
      users.recountPosts,
      reviews.queueAgain,
      decisionNotices.tellOfRestoring,
    ],
    later: { indexPost: search.indexPost, countThread: contributions.countThread },
  },
  'question.approved': {
    now: [
      posts.linkThread,
      tags.recountQuestions,
      users.recountPosts,
      reviews.settleApproved,
      decisionNotices.tellOfApproval,
    ],
    later: {
      indexPost: search.indexPost,
      tellMentioned: mentionNotices.tellMentioned,
      writeOfQuestion: mails.writeOfQuestion,
      awardApproved: badges.awardApproved,
      countThread: contributions.countThread,
    },
  },

  'answer.given': {
    now: [
      posts.recountAnswers,
      posts.linkQuestions,
      files.noteFiles,
      users.recountPosts,
      notifications.tellAsker,
      mails.writeOfAnswer,
      contributions.countPost,
      drafts.dropDraftOfPost,
    ],
    later: {
      indexPost: search.indexPost,
      tellMentioned: mentionNotices.tellMentioned,
      tellFollowers: followerNotices.tellFollowers,
      awardAnswerer: badges.awardAnswerer,
    },
  },
  'answer.edited': {
    now: [
      posts.linkQuestions,
      files.noteFiles,
      editNotices.tellAskerOfEdit,
      reviews.decideAnewOnPost,
      contributions.countEdit,
      drafts.dropDraftsOfEdit,
    ],
    later: {
      indexPost: search.indexPost,
      tellMentioned: mentionNotices.tellMentioned,
      tellFollowers: followerNotices.tellFollowers,
      awardEditor: badges.awardEditor,
    },
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
    later: { indexPost: search.indexPost, countThread: contributions.countThread },
  },
  'answer.undeleted': {
    now: [
      posts.recountAnswers,
      posts.linkQuestions,
      users.recountPosts,
      reviews.queueAgain,
      decisionNotices.tellOfRestoring,
    ],
    later: { indexPost: search.indexPost, countThread: contributions.countThread },
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
    later: {
      indexPost: search.indexPost,
      tellMentioned: mentionNotices.tellMentioned,
      tellFollowers: followerNotices.tellFollowers,
      awardApproved: badges.awardApproved,
      countThread: contributions.countThread,
    },
  },
  'post.erased': {
    now: [
      contributions.countErased,
      imports.deleteMappingsOfPost,
      votes.deleteVotesOfPost,
      audit.forgetCommentsOfPost,
      comments.deleteCommentsOfPost,
      revisions.deleteRevisionsOfPost,
      tags.deleteTagsOfPost,
      reputation.detachPoints,
      notifications.deleteNotificationsOfPost,
      files.deleteFilesOfPost,
      reports.deleteFlagsOfPost,
      reviews.deleteReviewsOfPost,
      follows.deleteFollowsOfPost,
      collections.deleteBookmarksOfPost,
      reactions.deleteReactionsOfPost,
      invitations.deleteInvitationsOfPost,
      mails.deleteQuestionEmails,
      channels.unmuteErased,
      badges.forgetAwardedPost,
      search.removeErased,
      searchByPlugin.tellOfErased,
    ],
    later: { removeFiles: files.removeFiles },
  },
  'post.held': { now: [files.noteFiles, decisionNotices.tellAdminsOfFault, drafts.dropDraftOfPost], later: {} },
  'report.made': { now: [], later: { awardFlagger: badges.awardFlagger } },
  'report.decided': { now: [decisionNotices.tellOfFlag], later: {} },
  'revision.suggested': {
    now: [files.noteFilesOfSuggestion, decisionNotices.tellAdminsOfPendingEdit, drafts.dropDraftsOfSuggestion],
    later: {},
  },
  'revision.approved': {
    now: [
      questions.showRevised,
      answers.showRevised,
      tags.showRevised,
      reputation.rewardEdit,
      editNotices.tellOfApprovedEdit,
      contributions.countEdit,
    ],
    later: { awardSuggester: badges.awardSuggester },
  },
  'revision.rejected': { now: [editNotices.tellOfRejectedEdit], later: {} },
  'revision.withdrawn': { now: [], later: {} },
  'revision.restored': {
    now: [questions.showRevised, answers.showRevised, tags.showRevised, contributions.countEdit],
    later: {},
  },
  'post.author_changed': {
    now: [users.recountAuthors, contributions.countAuthors],
    later: { settleAuthors: reputation.settleAuthors },
  },
  'answer.accepted': {
    now: [reputation.rewardAcceptance, notifications.tellAccepted],
    later: {
      tellFollowersOfAcceptance: followerNotices.tellFollowersOfAcceptance,
      awardAcceptance: badges.awardAcceptance,
    },
  },
  'answer.unaccepted': { now: [reputation.undoAcceptance], later: {} },

  'comment.added': {
    now: [
      posts.recountComments,
      files.noteFilesOfComment,
      notifications.tellOfComment,
      mails.writeOfComment,
      contributions.countComment,
      drafts.dropDraftOfComment,
    ],
    later: { awardCommenter: badges.awardCommenter },
  },
  'comment.held': {
    now: [
      posts.recountComments,
      files.noteFilesOfComment,
      decisionNotices.tellAdminsOfPendingComment,
      reviews.decideAnewOnComment,
      contributions.countComment,
      drafts.dropDraftOfComment,
    ],
    later: {},
  },
  'comment.approved': {
    now: [posts.recountComments, reviews.settleApprovedComment, contributions.countComment],
    later: { awardApprovedComment: badges.awardApprovedComment },
  },
  'comment.edited': {
    now: [files.noteFilesOfComment, reviews.decideAnewOnComment, drafts.dropDraftsOfEdit],
    later: {},
  },
  'comment.deleted': {
    now: [
      posts.recountComments,
      reports.settleFlagsOnComment,
      reviews.settleDeletedComment,
      decisionNotices.tellOfDeletedComment,
      contributions.countComment,
    ],
    later: {},
  },
  'comment.undeleted': {
    now: [posts.recountComments, reviews.queueCommentAgain, contributions.countComment],
    later: {},
  },

  'vote.cast': {
    now: [posts.recountScore, reputation.rewardVote, voteNotices.tellOfVote, contributions.countVote],
    later: { awardVote: badges.awardVote },
  },
  'vote.withdrawn': { now: [posts.recountScore, reputation.undoVoteReward, contributions.uncountVote], later: {} },
  'comment.voted': { now: [voteNotices.tellOfCommentVote], later: { awardCommentVote: badges.awardCommentVote } },
  'comment.vote_withdrawn': { now: [], later: {} },
  'reputation.changed': {
    now: [achievements.showPoints, achievements.tellOfCorrection, contributions.countReputation],
    later: { awardReputation: badges.awardReputation },
  },

  'thing.followed': { now: [], later: {} },
  'thing.unfollowed': { now: [], later: {} },
  'question.collected': { now: [], later: {} },
  'question.uncollected': { now: [], later: {} },
  'post.reacted': { now: [], later: { awardReaction: badges.awardReaction } },
  'post.reaction_withdrawn': { now: [], later: {} },
  'question.invited': {
    now: [notifications.tellInvited, mails.writeToInvited],
    later: { awardInviter: badges.awardInviter },
  },

  'tag.created': { now: [], later: {} },
  'tag.edited': { now: [contributions.countEdit], later: {} },
  'tag.deleted': { now: [], later: {} },
  'tag.undeleted': { now: [], later: {} },
  'tag.merged': { now: [], later: { countTag: contributions.countTag } },
  'tag.parted': { now: [], later: { countTag: contributions.countTag } },
  'tag.widened': { now: [], later: {} },
  'email.requested': { now: [], later: { sendEmail: mails.sendEmail } },
  'notification.push_due': { now: [], later: { pushNotification: push.pushNotification } },
  'notification.channel_due': { now: [], later: { deliverByPlugin: pluginChannels.deliverByPlugin } },
  'plugin.event_due': { now: [], later: { tellPlugin: heard.tellPlugin } },
  'search.plugin_due': { now: [], later: { tellSearchPlugin: searchByPlugin.tellSearchPlugin } },
  'badge.awarded': { now: [badgeNotices.tellOfBadge], later: {} },
  'badge.taken_back': { now: [badgeNotices.forgetBadge], later: {} },
  'badge.changed': { now: [], later: {} },
  'question.viewed': { now: [], later: { awardViews: badges.awardViews } },
  'task.changed': { now: [], later: {} },
  'notifications.changed': { now: [], later: {} },
  'settings.changed': {
    now: [tags.markTagsOfSettings, searchByPlugin.forgetPluginOff],
    later: { askForVersion: statistics.askForVersion },
  },
  'texts.rendered': { now: [], later: {} },
  'site.imported': { now: [], later: { countAnew: integrity.countAnew, fillAnew: searchByPlugin.fillAnew } },
} satisfies EffectsTable<FollowingJob>

/** What time brings. Seconds between two runs. */
export const timed = {
  refreshHotScores: { every: 600, run: posts.refreshHotScores },
  clearOldCodes: { every: 3600, run: accounts.clearOldCodes },
  deleteOldInvitations: { every: 3600, run: siteInvitations.deleteOldInvitations },
  deleteOldSignIns: { every: 3600, run: connectors.deleteOldSignIns },
  requestDigests: { every: 600, run: digests.requestDigests },
  deleteOldDrafts: { every: 3600, run: drafts.deleteOldDrafts },
  deleteOldNotifications: { every: 3600, run: notifications.deleteOldNotifications },
  deleteOldDeliveries: { every: 3600, run: heard.deleteOldDeliveries },
  deleteOldOutcomes: { every: 3600, run: mails.deleteOldOutcomes },
  deleteOldQuestionEmails: { every: 3600, run: mails.deleteOldQuestionEmails },
  deleteOldIdempotencyKeys: { every: 3600, run: events.deleteOldIdempotencyKeys },
  endSuspensions: { every: 60, run: users.endSuspensions },
  eraseLongDeleted: { every: 3600, run: users.eraseLongDeleted },
  carryOutDecisions: { every: 30, run: reviews.carryOutDecisions, next: reviews.nextDecision },
  refreshLeaders: { every: 3600, run: contributions.refreshLeaders },
  tellSearchEngines: { every: 600, run: tellSearchEngines },
  lookAtSavedSearches: { every: 300, run: savedSearches.lookAtSavedSearches },
  makeVectors: { every: 30, run: search.makeVectors, next: search.nextVectors },
  keepWords: { every: 3600, run: search.keepWords, next: search.nextBare },
  fillSearchPlugin: { every: 60, run: searchByPlugin.fillSearchPlugin, next: searchByPlugin.nextFill },
  askForVersion: { every: 3600, run: statistics.askForVersion },
  countDays: { every: 300, run: statistics.countDays },
  endAnnouncement: { every: 60, run: endAnnouncement },
  beginRendering: { every: 3600, run: rendering.beginRendering },
  finishRendering: { every: 900, run: rendering.finishRendering },
  beginDueBackup: { every: 300, run: backups.beginDueBackup },
  deleteOldExports: { every: 3600, run: exports.deleteOldExports },
  awardNewcomer: { every: 3600, run: badges.awardNewcomer },
  deleteOldAuditEntries: { every: 3600, run: auditLog.deleteOldAuditEntries },
  deleteOldRefusals: { every: 3600, run: rateLimits.deleteOldRefusals },
  deleteOldSlowQueries: { every: 3600, run: slowQueries.deleteOldSlowQueries },
  dropOrphans: { every: 21_600, run: storage.dropOrphans },
  removeDeletedFiles: { every: 3600, run: files.removeDeletedFiles },
  keepSomeGravatars: { every: 60, run: files.keepSomeGravatars },
} satisfies TimedTable<RecurringJob>

/** What takes long: seen by admins while it runs, stopped and continued, and gone on with after a crash. */
export const longTasks = {
  award_past_badges: awardPastBadges,
  bulk_act: runBulkAct,
  invite_people: mailInvitations,
  backup: backups.makeBackup,
  fetch_backup: backups.fetchBackup,
  reindex: reindexTask,
  export: exports.makeExport,
  fetch_dump: imports.fetchDump,
  examine_dump: imports.examineDump,
  import_dump: imports.runImport,
  examine_undo: imports.examineUndo,
  undo_import: imports.runUndo,
  measure_storage: storage.measureStorage,
  clean_storage: storage.cleanStorage,
  make_smaller: storage.makeMissingCopies,
  move_uploads: files.moveUploads,
  render_anew: rendering.renderAnew,
} satisfies Record<TaskKind, TaskWork>
