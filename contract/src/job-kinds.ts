// Every kind of job has its name here and its words among the messages: one without either doesn't compile.

/** What follows later from something that happened. */
export const FOLLOWING_JOBS = [
  'askForVersion',
  'awardAcceptance',
  'awardAnswerer',
  'awardApproved',
  'awardApprovedComment',
  'awardCommentVote',
  'awardCommenter',
  'awardEditor',
  'awardFlagger',
  'awardInviter',
  'awardProfile',
  'awardReaction',
  'awardReputation',
  'awardSuggester',
  'awardViews',
  'awardVote',
  'awardWriter',
  'countAnew',
  'countTag',
  'countThread',
  'deliverByPlugin',
  'indexPost',
  'keepGravatarOf',
  'mailBindingCode',
  'mailCode',
  'mailSiteInvitation',
  'makeSmallerPictures',
  'pushNotification',
  'removeContentOfDeleted',
  'removeFiles',
  'sendEmail',
  'settleAuthors',
  'tellFollowers',
  'tellFollowersOfAcceptance',
  'tellFollowersOfChange',
  'tellMentioned',
  'tellPlugin',
  'writeOfQuestion',
] as const
export type FollowingJob = (typeof FOLLOWING_JOBS)[number]

/** What comes back by the clock. */
export const RECURRING_JOBS = [
  'askForVersion',
  'awardNewcomer',
  'dropOrphans',
  'removeDeletedFiles',
  'beginRendering',
  'beginDueBackup',
  'carryOutDecisions',
  'clearOldCodes',
  'countDays',
  'deleteOldAuditEntries',
  'deleteOldExports',
  'deleteOldIdempotencyKeys',
  'deleteOldInvitations',
  'deleteOldDrafts',
  'deleteOldNotifications',
  'deleteOldOutcomes',
  'deleteOldQuestionEmails',
  'deleteOldRefusals',
  'deleteOldSignIns',
  'deleteOldSlowQueries',
  'endAnnouncement',
  'endSuspensions',
  'eraseLongDeleted',
  'keepSomeGravatars',
  'keepWords',
  'lookAtSavedSearches',
  'refreshHotScores',
  'refreshLeaders',
  'requestDigests',
  'tellSearchEngines',
] as const
export type RecurringJob = (typeof RECURRING_JOBS)[number]

const JOBS: readonly (FollowingJob | RecurringJob)[] = [...FOLLOWING_JOBS, ...RECURRING_JOBS]

/** What a job does, by its kind: `answer.given/indexPost`, or `keepWords` of recurring work. Nothing for those of other versions. */
export const jobIn = (kind: string) => JOBS.find((name) => name === kind.slice(kind.indexOf('/') + 1))
