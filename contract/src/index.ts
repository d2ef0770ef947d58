import * as accounts from './accounts.ts'
import * as administration from './administration.ts'
import * as answers from './answers.ts'
import * as backups from './backups.ts'
import * as badges from './badges.ts'
import * as bulk from './bulk.ts'
import * as collections from './collections.ts'
import * as apiTokens from './api-tokens.ts'
import * as channels from './channels.ts'
import * as drafts from './drafts.ts'
import * as savedSearches from './saved-searches.ts'
import * as comments from './comments.ts'
import * as connectors from './connectors.ts'
import * as dashboard from './dashboard.ts'
import * as contentAdministration from './content-administration.ts'
import * as directory from './directory.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './exports.ts'
import * as files from './files.ts'
import * as followedLinks from './followed-links.ts'
import * as follows from './follows.ts'
import * as imports from './imports.ts'
import * as installation from './installation.ts'
import * as ledger from './ledger.ts'
import * as mails from './emails.ts'
import * as meaning from './meaning.ts'
import * as jobs from './jobs.ts'
import * as invitations from './invitations.ts'
import * as notices from './notices.ts'
import * as notifications from './notifications.ts'
import * as pluginPages from './plugin-pages.ts'
import * as plugins from './plugins.ts'
import * as live from './live.ts'
import * as posts from './posts.ts'
import * as powers from './powers.ts'
import * as profiles from './profiles.ts'
import * as questions from './questions.ts'
import * as reactions from './reactions.ts'
import * as reviews from './reviews.ts'
import * as revisions from './revisions.ts'
import * as search from './search.ts'
import * as sessions from './sessions.ts'
import * as secondFactors from './second-factors.ts'
import * as settings from './site-settings.ts'
import * as rateLimits from './rate-limits.ts'
import * as slowQueries from './slow-queries.ts'
import * as staffLogins from './staff-logins.ts'
import * as site from './site.ts'
import * as siteInvitations from './site-invitations.ts'
import * as storage from './storage.ts'
import * as tags from './tags.ts'
import * as threads from './threads.ts'
import * as audit from './audit.ts'
import * as configuration from './configuration.ts'
import * as tasks from './tasks.ts'
import * as userAdministration from './user-administration.ts'
import * as userCenter from './user-center.ts'
import * as users from './users.ts'
import * as votes from './votes.ts'

/** Every call of the server. */
export const contract = {
  installation: [
    installation.installLanguageOptions,
    installation.installLanguageWords,
    installation.checkConfigFile,
    installation.checkDatabase,
    installation.writeConfigFile,
    installation.createSite,
  ],
  site: [
    site.siteInfo,
    site.legalText,
    site.languageWords,
    site.languageOptions,
    site.siteLanguageOptions,
    site.pluginStatus,
    site.embedConfig,
    site.renderConfig,
    site.reasons,
    site.staffReasons,
  ],
  userCenter: [
    userCenter.userCenterAgent,
    userCenter.userCenterSettings,
    userCenter.personalBranding,
    userCenter.userCenterRights,
  ],
  plugins: [
    plugins.plugins,
    plugins.setPluginStatus,
    plugins.uploadPlugin,
    plugins.installPlugin,
    plugins.lookForPluginUpdates,
    plugins.removePlugin,
    plugins.addPluginInstance,
    plugins.renamePluginInstance,
    plugins.removePluginInstance,
    plugins.renderPluginTexts,
    plugins.pluginLog,
    plugins.deliveries,
    plugins.sendDeliveries,
    plugins.pluginConfig,
    plugins.savePluginConfig,
    plugins.userPlugins,
    plugins.userPluginConfig,
    plugins.saveUserPluginConfig,
    pluginPages.pluginWidgets,
    pluginPages.pluginPage,
    pluginPages.sendPluginForm,
    pluginPages.pluginEditors,
  ],
  accounts: [
    accounts.registerByEmail,
    accounts.logInByEmail,
    accounts.logOut,
    accounts.currentUser,
    accounts.sendVerification,
    accounts.verifyEmail,
    accounts.requestPasswordReset,
    accounts.replacePassword,
    accounts.actionRecord,
    accounts.changePassword,
    accounts.requestEmailChange,
    accounts.changeEmail,
    accounts.suspension,
    accounts.deleteOwnAccount,
  ],
  connectors: [
    connectors.connectors,
    connectors.ownLogins,
    connectors.unbindLogin,
    connectors.pendingLogin,
    connectors.bindByEmail,
    connectors.bindByCode,
  ],
  notifications: [
    notifications.notifications,
    notifications.notificationGroups,
    notifications.notificationStatus,
    notifications.openNotifications,
    notifications.readNotification,
    notifications.readNotifications,
  ],
  channels: [
    channels.channelChoices,
    channels.saveChannelChoices,
    channels.mutedTopics,
    channels.muteTopic,
    channels.subscribePush,
    channels.unsubscribePush,
  ],
  drafts: [drafts.drafts, drafts.draft, drafts.saveDraft, drafts.deleteDraft],
  savedSearches: [savedSearches.savedSearches, savedSearches.saveSearch, savedSearches.deleteSavedSearch],
  mails: [
    mails.mailChoices,
    mails.saveMailChoices,
    mails.unsubscribe,
    mails.unsentMails,
    mails.sendUnsentMails,
    mails.sentMails,
    mails.resendMail,
  ],
  sessions: [sessions.sessions, sessions.endSession, sessions.endOtherSessions],
  apiTokens: [apiTokens.apiTokens, apiTokens.makeApiToken, apiTokens.endApiToken],
  secondFactors: [
    secondFactors.finishLogIn,
    secondFactors.passkeyLogInOptions,
    secondFactors.logInWithPasskey,
    secondFactors.secondFactors,
    secondFactors.beginOneTimePassword,
    secondFactors.confirmOneTimePassword,
    secondFactors.removeOneTimePassword,
    secondFactors.passkeyOptions,
    secondFactors.addPasskey,
    secondFactors.removePasskey,
    secondFactors.renewRecoveryCodes,
  ],
  siteInvitations: [
    siteInvitations.siteInvitations,
    siteInvitations.inviteByEmail,
    siteInvitations.inviteByLink,
    siteInvitations.endSiteInvitation,
    siteInvitations.sendSiteInvitation,
    siteInvitations.checkPeople,
    siteInvitations.invitePeople,
    siteInvitations.invitationToSite,
    siteInvitations.acceptSiteInvitation,
  ],
  users: [users.saveProfile, users.searchUsers, users.saveInterface, users.ranking, users.staff, users.permission],
  profiles: [
    profiles.profile,
    profiles.topPosts,
    profiles.profileQuestions,
    profiles.profileAnswers,
    profiles.profileComments,
    profiles.profileReputation,
    profiles.ownVotes,
  ],
  directory: [directory.userDirectory, directory.tagLeaders, directory.memberCards, directory.profileOverview],
  reputation: [ledger.standing, ledger.correctReputation],
  questions: [
    questions.askQuestion,
    questions.editQuestion,
    questions.deleteQuestion,
    questions.questionInfo,
    questions.questionPage,
    questions.recommendedQuestions,
    questions.similarQuestions,
    questions.completeQuestions,
    questions.relatedQuestions,
    questions.linkedQuestions,
    live.questionPulse,
    questions.closeQuestion,
    questions.reopenQuestion,
    questions.operateQuestion,
    questions.recoverQuestion,
  ],
  answers: [
    answers.askAndAnswer,
    answers.writeAnswer,
    answers.editAnswer,
    answers.deleteAnswer,
    answers.acceptAnswer,
    answers.answerInfo,
    answers.answerPage,
    answers.recoverAnswer,
    threads.questionThread,
  ],
  comments: [
    comments.writeComment,
    comments.editComment,
    comments.deleteComment,
    comments.recoverComment,
    comments.comment,
    comments.commentPage,
    comments.firstComments,
  ],
  votes: [votes.vote],
  follows: [follows.follow],
  collections: [collections.switchCollection, collections.ownCollection],
  reactions: [reactions.reactions, reactions.postReactions, reactions.react],
  invitations: [invitations.invited, invitations.invite],
  tags: [
    tags.tagsPage,
    tags.tag,
    tags.tagsBySlug,
    tags.questionTags,
    tags.createTag,
    tags.editTag,
    tags.deleteTag,
    tags.recoverTag,
    tags.mergeTags,
    tags.tagSynonyms,
    tags.saveSynonyms,
    tags.followedTags,
    tags.followTags,
  ],
  reviews: [
    reviews.reviewTypes,
    reviews.queuedPosts,
    reviews.decideQueued,
    reviews.flagPost,
    reviews.flaggedPosts,
    reviews.decideFlag,
    reviews.handleFlag,
    reviews.holdDecisions,
    reviews.undoDecisions,
  ],
  revisions: [
    revisions.revisions,
    revisions.checkEdit,
    revisions.suggestions,
    revisions.withdrawSuggestion,
    revisions.unreviewed,
    revisions.auditRevision,
    revisions.rollBack,
    revisions.timeline,
    revisions.timelineDetail,
  ],
  badges: [
    badges.badges,
    badges.badge,
    badges.badgeAwards,
    badges.userBadges,
    badges.recentBadges,
    followedLinks.followLink,
    badges.adminBadges,
    badges.adminBadge,
    badges.setBadgeStatus,
    badges.saveBadge,
    badges.previewBadge,
    badges.awardPast,
    badges.awardBadge,
    badges.adminAwards,
    badges.takeBackBadge,
  ],
  tasks: [tasks.tasks, tasks.setTaskStatus],
  audit: [audit.auditLog, audit.auditSettings, audit.saveAuditSettings],
  configuration: [
    configuration.settingsHistory,
    configuration.restoreSettings,
    configuration.pluginHistory,
    configuration.restorePlugin,
    configuration.exportSettings,
    configuration.compareSettings,
    configuration.importSettings,
    configuration.searchSettings,
  ],
  bulk: [
    bulk.contentPage,
    bulk.memberPage,
    bulk.memberBelongings,
    bulk.previewBulk,
    bulk.beginBulk,
    bulk.bulkPage,
    bulk.bulkInfo,
    bulk.undoBulk,
    bulk.memberFile,
    bulk.writeNote,
    bulk.deleteNote,
  ],
  jobs: [jobs.jobs, jobs.setJobs],
  rateLimits: [rateLimits.rateLimits, rateLimits.liftLimits],
  slowQueries: [slowQueries.slowQueries, slowQueries.saveSlowQuerySettings, slowQueries.clearSlowQueries],
  staffLogins: [staffLogins.staffLogins, staffLogins.endStaffLogins],
  backups: [
    backups.backups,
    backups.makeBackup,
    backups.deleteBackup,
    backups.downloadBackup,
    backups.uploadBackup,
    backups.fetchBackup,
    backups.backupContents,
    backups.restoreBackup,
    backups.saveBackupSchedule,
  ],
  exports: [exports.exports, exports.makeExport, exports.downloadExport, exports.deleteExport],
  imports: [
    imports.importSources,
    imports.uploadDump,
    imports.fetchDump,
    imports.deleteDump,
    imports.examineDump,
    imports.importDump,
    imports.examineUndo,
    imports.undoImport,
  ],
  storage: [
    storage.storage,
    storage.measureStorage,
    storage.cleanStorage,
    storage.makeSmallerPictures,
    storage.uploadStorage,
    storage.saveUploadStorage,
    storage.testUploadStorage,
    storage.moveUploads,
    storage.largestUploads,
  ],
  search: [search.search, search.searchEngine],
  meaning: [meaning.meaningSettings, meaning.saveMeaningSettings, meaning.tryEmbeddings, meaning.deleteVectors],
  posts: [posts.renderPost, posts.lookAtText],
  files: [files.uploadFile],
  settings: [
    settings.generalSettings,
    settings.saveGeneralSettings,
    settings.interfaceSettings,
    settings.saveInterfaceSettings,
    settings.brandingSettings,
    settings.saveBrandingSettings,
    settings.writeSettings,
    settings.saveWriteSettings,
    settings.legalSettings,
    settings.saveLegalSettings,
    settings.seoSettings,
    settings.saveSeoSettings,
    settings.loginSettings,
    settings.saveLoginSettings,
    settings.customCssHtml,
    settings.saveCustomCssHtml,
    settings.customFindings,
    settings.draftCustomCssHtml,
    settings.themeSettings,
    settings.saveThemeSettings,
    settings.profileSettings,
    settings.saveProfileSettings,
    settings.notificationSettings,
    settings.saveNotificationSettings,
    settings.updateSettings,
    settings.saveUpdateSettings,
    settings.reviewSettings,
    settings.saveReviewSettings,
    notices.announcement,
    notices.saveAnnouncement,
    notices.maintenance,
    notices.saveMaintenance,
  ],
  administration: [
    administration.smtpSettings,
    administration.saveSmtpSettings,
    administration.privilegeSettings,
    administration.savePrivilegeSettings,
    administration.themeOptions,
    administration.roles,
    powers.rolePowers,
    dashboard.dashboard,
    dashboard.dismissFirstSteps,
  ],
  contentAdministration: [
    contentAdministration.questionsInState,
    contentAdministration.answersInState,
    contentAdministration.setQuestionStatus,
    contentAdministration.setAnswerStatus,
    contentAdministration.deletePermanently,
  ],
  userAdministration: [
    userAdministration.usersPage,
    userAdministration.addUser,
    userAdministration.addUsers,
    userAdministration.setUserRole,
    userAdministration.setUserPassword,
    userAdministration.takeOffFactors,
    userAdministration.editUser,
    userAdministration.setUserStatus,
    userAdministration.activationLink,
    userAdministration.mailActivationLink,
  ],
} satisfies Record<string, Endpoint[]>

export const endpoints: Endpoint[] = Object.values(contract).flat()

const exported = {
  ...accounts,
  ...administration,
  ...answers,
  ...backups,
  ...badges,
  ...bulk,
  ...collections,
  ...apiTokens,
  ...channels,
  ...drafts,
  ...savedSearches,
  ...comments,
  ...connectors,
  ...dashboard,
  ...contentAdministration,
  ...directory,
  ...exports,
  ...files,
  ...followedLinks,
  ...follows,
  ...imports,
  ...installation,
  ...ledger,
  ...mails,
  ...meaning,
  ...jobs,
  ...invitations,
  ...notices,
  ...notifications,
  ...pluginPages,
  ...plugins,
  ...live,
  ...posts,
  ...powers,
  ...profiles,
  ...questions,
  ...reactions,
  ...reviews,
  ...revisions,
  ...search,
  ...sessions,
  ...secondFactors,
  ...settings,
  ...rateLimits,
  ...slowQueries,
  ...staffLogins,
  ...site,
  ...siteInvitations,
  ...storage,
  ...tags,
  ...threads,
  ...audit,
  ...configuration,
  ...tasks,
  ...userAdministration,
  ...userCenter,
  ...users,
  ...votes,
}
type Exported = typeof exported

/** The name under which the contract exports an endpoint. */
export type EndpointName = { [Name in keyof Exported]: Exported[Name] extends Endpoint ? Name : never }[keyof Exported]
/** Every endpoint by that name. */
export type Endpoints = Pick<Exported, EndpointName>

const isListed = (value: unknown) => endpoints.includes(value as Endpoint)
export const endpointsByName = Object.fromEntries(
  Object.entries(exported).filter(([, value]) => isListed(value)),
) as Endpoints
