import * as accounts from './accounts.ts'
import * as administration from './administration.ts'
import * as answers from './answers.ts'
import * as comments from './comments.ts'
import type { Endpoint } from './endpoint.ts'
import * as files from './files.ts'
import * as installation from './installation.ts'
import * as posts from './posts.ts'
import * as profiles from './profiles.ts'
import * as questions from './questions.ts'
import * as search from './search.ts'
import * as settings from './site-settings.ts'
import * as site from './site.ts'
import * as tags from './tags.ts'
import * as userAdministration from './user-administration.ts'
import * as users from './users.ts'
import * as votes from './votes.ts'

/** Every question one can ask the server. */
export const contract = {
  installation: [
    installation.installLanguageOptions, installation.installLanguageWords,
    installation.checkConfigFile, installation.checkDatabase, installation.writeConfigFile, installation.createSite,
  ],
  site: [
    site.siteInfo, site.legalText, site.languageWords, site.languageOptions, site.siteLanguageOptions,
    site.pluginStatus, site.embedConfig, site.renderConfig, site.userCenterAgent, site.reasons, site.staffReasons,
  ],
  accounts: [
    accounts.registerByEmail, accounts.logInByEmail, accounts.logOut, accounts.currentUser,
    accounts.sendVerification, accounts.verifyEmail, accounts.requestPasswordReset, accounts.replacePassword,
    accounts.actionRecord, accounts.connectors,
  ],
  users: [users.saveProfile, users.searchUsers, users.saveInterface, users.ranking, users.staff, users.permission],
  profiles: [
    profiles.profile, profiles.topPosts, profiles.profileQuestions, profiles.profileAnswers, profiles.profileComments,
    profiles.profileReputation, profiles.ownVotes,
  ],
  questions: [
    questions.askQuestion, questions.editQuestion, questions.deleteQuestion, questions.questionInfo,
    questions.questionPage, questions.recommendedQuestions, questions.similarQuestions, questions.relatedQuestions, questions.linkedQuestions,
  ],
  answers: [
    answers.askAndAnswer, answers.writeAnswer, answers.editAnswer, answers.deleteAnswer, answers.acceptAnswer,
    answers.answerInfo, answers.answerPage,
  ],
  comments: [comments.writeComment, comments.editComment, comments.deleteComment, comments.comment, comments.commentPage, comments.firstComments],
  votes: [votes.vote],
  tags: [tags.tagsPage, tags.tag, tags.tagsBySlug, tags.questionTags, tags.createTag],
  search: [search.search, search.searchEngine],
  posts: [posts.renderPost],
  files: [files.uploadFile],
  settings: [
    settings.generalSettings, settings.saveGeneralSettings, settings.interfaceSettings, settings.saveInterfaceSettings,
    settings.brandingSettings, settings.saveBrandingSettings, settings.writeSettings, settings.saveWriteSettings,
    settings.legalSettings, settings.saveLegalSettings, settings.seoSettings, settings.saveSeoSettings,
    settings.loginSettings, settings.saveLoginSettings, settings.customCssHtml, settings.saveCustomCssHtml,
    settings.themeSettings, settings.saveThemeSettings, settings.profileSettings, settings.saveProfileSettings,
  ],
  administration: [
    administration.smtpSettings, administration.saveSmtpSettings, administration.privilegeSettings, administration.savePrivilegeSettings,
    administration.themeOptions, administration.roles,
  ],
  userAdministration: [
    userAdministration.usersPage, userAdministration.addUser, userAdministration.addUsers, userAdministration.setUserRole,
    userAdministration.setUserStatus, userAdministration.activationLink, userAdministration.mailActivationLink,
  ],
} satisfies Record<string, Endpoint[]>

export const endpoints: Endpoint[] = Object.values(contract).flat()
