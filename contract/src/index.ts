import * as accounts from './accounts.ts'
import * as administration from './administration.ts'
import * as answers from './answers.ts'
import * as collections from './collections.ts'
import * as apiTokens from './api-tokens.ts'
import * as comments from './comments.ts'
import * as connectors from './connectors.ts'
import * as contentAdministration from './content-administration.ts'
import type { Endpoint } from './endpoint.ts'
import * as files from './files.ts'
import * as follows from './follows.ts'
import * as installation from './installation.ts'
import * as mails from './emails.ts'
import * as invitations from './invitations.ts'
import * as plugins from './plugins.ts'
import * as live from './live.ts'
import * as posts from './posts.ts'
import * as profiles from './profiles.ts'
import * as questions from './questions.ts'
import * as reactions from './reactions.ts'
import * as reviews from './reviews.ts'
import * as revisions from './revisions.ts'
import * as search from './search.ts'
import * as sessions from './sessions.ts'
import * as secondFactors from './second-factors.ts'
import * as settings from './site-settings.ts'
import * as site from './site.ts'
import * as tags from './tags.ts'
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
    plugins.pluginConfig,
    plugins.savePluginConfig,
    plugins.memberPlugins,
    plugins.memberPluginConfig,
    plugins.saveMemberPluginConfig,
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
  mails: [mails.mailChoices, mails.saveMailChoices, mails.unsubscribe, mails.unsentMails, mails.sendUnsentMails],
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
  questions: [
    questions.askQuestion,
    questions.editQuestion,
    questions.deleteQuestion,
    questions.questionInfo,
    questions.questionPage,
    questions.recommendedQuestions,
    questions.similarQuestions,
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
  ],
  comments: [
    comments.writeComment,
    comments.editComment,
    comments.deleteComment,
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
    reviews.holdDecisions,
    reviews.undoDecisions,
  ],
  revisions: [
    revisions.revisions,
    revisions.checkEdit,
    revisions.suggestions,
    revisions.unreviewed,
    revisions.auditRevision,
    revisions.rollBack,
    revisions.timeline,
    revisions.timelineDetail,
  ],
  search: [search.search, search.searchEngine],
  posts: [posts.renderPost],
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
    settings.themeSettings,
    settings.saveThemeSettings,
    settings.profileSettings,
    settings.saveProfileSettings,
    settings.reviewSettings,
    settings.saveReviewSettings,
  ],
  administration: [
    administration.smtpSettings,
    administration.saveSmtpSettings,
    administration.privilegeSettings,
    administration.savePrivilegeSettings,
    administration.themeOptions,
    administration.roles,
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
