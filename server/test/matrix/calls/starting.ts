import * as accounts from '@askwell/contract/accounts.ts'
import * as installation from '@askwell/contract/installation.ts'
import * as channels from '@askwell/contract/channels.ts'
import * as drafts from '@askwell/contract/drafts.ts'
import * as savedSearches from '@askwell/contract/saved-searches.ts'
import * as mails from '@askwell/contract/emails.ts'
import * as notifications from '@askwell/contract/notifications.ts'
import * as pluginPages from '@askwell/contract/plugin-pages.ts'
import * as site from '@askwell/contract/site.ts'
import * as userCenter from '@askwell/contract/user-center.ts'
import { searchEngine } from '@askwell/contract/search.ts'
import { makeCode } from '../../../src/features/users/accounts/service.ts'
import type { Purpose } from '../../../src/features/users/accounts/queries.ts'
import { suspensionCode } from '../../../src/features/users/accounts/views.ts'
import { saveOutcome } from '../../../src/features/outbound/email/sent/queries.ts'
import { leaveCode } from '../../../src/features/outbound/email/views.ts'
import { FIRST_SITE } from '../../world.ts'
import { example, fresh, type Scene } from '../cast.ts'
import { pagesFor } from '../plugin-pages.ts'

/** A browser that wants to be pushed to. */
const device = {
  endpoint: 'https://push.example/some-browser',
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
}
const database = { db_type: 'sqlite3', db_file: 'another.db' } as const
const why = { object_type: 'question', action: 'flag' } as const

/** A new code, like the one e-mailed for a login. */
const codeFor = async ({ w, login }: Scene, purpose: Purpose) => {
  const { id } = await w.app.db
    .selectFrom('users')
    .select('id')
    .where('e_mail', '=', login.e_mail)
    .executeTakeFirstOrThrow()
  return w.app.transaction((tx) => makeCode(tx, id, login.e_mail, purpose))
}

/** An e-mail that couldn't be sent. */
const aFailedEmail = async ({ app, cast }: { app: Scene['w']['app']; cast: Scene['cast'] }) => {
  const fact = { kind: 'password_changed', post_id: 0, comment_id: 0 } as const
  const about = { actor_id: cast.member.id, object_type: 'user', object_id: cast.member.id, question_id: 0 } as const
  await app.transaction((tx) => tx.emit('email.requested', { ...about, ...fact }))
  const { id: job_id } = await app.db
    .selectFrom('jobs')
    .select('id')
    .where('effect', '=', 'email.requested/sendEmail')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const outcome = { job_id, user_id: cast.member.id, kind: fact.kind, address: 'a@example.com', answer: '' }
  await app.transaction((tx) => saveOutcome(tx.db, { ...outcome, status: 'failed' }, tx.now()))
  const row = app.db.selectFrom('sent_emails').select('id').where('job_id', '=', job_id)
  return String((await row.executeTakeFirstOrThrow()).id)
}

const openingPage = (slug_name: string) => example(pluginPages.pluginPage, () => ({ query: { slug_name, path: '/' } }))
const sendingForm = (slug_name: string) =>
  example(pluginPages.sendPluginForm, () => ({ body: { slug_name, path: '/', form: 'add' } }))

export const starting = {
  installLanguageOptions: example(installation.installLanguageOptions),
  installLanguageWords: example(installation.installLanguageWords, () => ({ query: { lang: 'en_US' } })),
  checkConfigFile: example(installation.checkConfigFile),
  checkDatabase: example(installation.checkDatabase, () => ({ body: database })),
  writeConfigFile: example(installation.writeConfigFile, () => ({ body: database })),
  createSite: example(installation.createSite, () => ({ body: FIRST_SITE })),

  siteInfo: example(site.siteInfo),
  legalText: example(site.legalText, () => ({ query: { info_type: 'tos' } })),
  languageWords: example(site.languageWords),
  languageOptions: example(site.languageOptions),
  pluginStatus: example(site.pluginStatus),
  embedConfig: example(site.embedConfig),
  renderConfig: example(site.renderConfig),
  pluginPage: openingPage(pagesFor('anyone')),
  'pluginPage: members': openingPage(pagesFor('members')),
  'pluginPage: moderators': openingPage(pagesFor('moderators')),
  'pluginPage: admins': openingPage(pagesFor('admins')),
  'pluginPage: of a plugin that is off': openingPage('events'),
  sendPluginForm: sendingForm(pagesFor('anyone')),
  'sendPluginForm: members': sendingForm(pagesFor('members')),
  'sendPluginForm: moderators': sendingForm(pagesFor('moderators')),
  'sendPluginForm: admins': sendingForm(pagesFor('admins')),
  'sendPluginForm: of a plugin that is off': sendingForm('events'),
  pluginEditors: example(pluginPages.pluginEditors),
  pluginWidgets: example(pluginPages.pluginWidgets, () => ({ query: { place: 'home' } })),
  userCenterAgent: example(userCenter.userCenterAgent),
  userCenterSettings: example(userCenter.userCenterSettings),
  personalBranding: example(userCenter.personalBranding, ({ cast }) => ({ query: { username: cast.author.username } })),
  userCenterRights: example(userCenter.userCenterRights),
  searchEngine: example(searchEngine),
  actionRecord: example(accounts.actionRecord, () => ({ query: { action: 'vote' } })),
  reasons: example(site.reasons, () => ({ query: why })),
  staffReasons: example(site.staffReasons, () => ({ query: why })),
  siteLanguageOptions: example(site.siteLanguageOptions),

  registerByEmail: example(accounts.registerByEmail, ({ login }) => {
    const name = fresh('newcomer')
    return { body: { name, e_mail: `${name}@example.com`, pass: login.pass } }
  }),
  logInByEmail: example(accounts.logInByEmail, ({ login }) => ({ body: login })),
  verifyEmail: example(accounts.verifyEmail, async (s) => ({ body: { code: await codeFor(s, 'activation') } })),
  requestPasswordReset: example(accounts.requestPasswordReset, ({ login }) => ({ body: { e_mail: login.e_mail } })),
  replacePassword: example(accounts.replacePassword, async (s) => ({
    body: { code: await codeFor(s, 'reset'), pass: s.login.pass },
  })),
  currentUser: example(accounts.currentUser),
  logOut: example(accounts.logOut),
  changePassword: example(accounts.changePassword, ({ login }) => ({ body: { pass: login.pass } })),
  requestEmailChange: example(accounts.requestEmailChange, () => ({
    body: { e_mail: `${fresh('moving')}@example.com`, pass: FIRST_SITE.password },
  })),
  changeEmail: example(accounts.changeEmail, async (s) => ({ body: { code: await codeFor(s, 'change') } })),
  suspension: example(accounts.suspension, (s) => ({
    query: { about: suspensionCode(s.w.app.secret, s.cast.suspended.id) },
  })),
  deleteOwnAccount: example(accounts.deleteOwnAccount, () => ({ body: { remove_all_content: false } })),
  notifications: example(notifications.notifications, () => ({ query: { type: 'inbox' } })),
  notificationGroups: example(notifications.notificationGroups, () => ({ query: { type: 'inbox' } })),
  notificationStatus: example(notifications.notificationStatus),
  openNotifications: example(notifications.openNotifications, () => ({ body: { type: 'inbox' } })),
  readNotification: example(notifications.readNotification, () => ({ body: { id: '1' } })),
  readNotifications: example(notifications.readNotifications, () => ({ body: { type: 'inbox' } })),
  channelChoices: example(channels.channelChoices),
  saveChannelChoices: example(channels.saveChannelChoices, () => ({ body: { digest: 'weekly' } })),
  drafts: example(drafts.drafts),
  draft: example(drafts.draft, () => ({ query: { name: 'question' } })),
  saveDraft: example(drafts.saveDraft, () => ({ body: { name: 'question', fields: { title: 'Is it?' } } })),
  deleteDraft: example(drafts.deleteDraft, () => ({ body: { name: 'question' } })),
  savedSearches: example(savedSearches.savedSearches),
  saveSearch: example(savedSearches.saveSearch, () => ({ body: { q: 'yeast' } })),
  deleteSavedSearch: example(savedSearches.deleteSavedSearch, () => ({ body: { id: 9_999_999 } })),
  mutedTopics: example(channels.mutedTopics),
  muteTopic: example(channels.muteTopic, ({ question }) => ({ body: { object_id: question } })),
  'muteTopic: a deleted question': example(channels.muteTopic, ({ hidden }) => ({
    body: { object_id: hidden.question },
  })),
  subscribePush: example(channels.subscribePush, () => ({ body: device })),
  unsubscribePush: example(channels.unsubscribePush),
  mailChoices: example(mails.mailChoices),
  saveMailChoices: example(mails.saveMailChoices, () => ({ body: { inbox: { key: 'email', enable: true } } })),
  unsubscribe: example(mails.unsubscribe, (s) => ({
    body: { code: leaveCode(s.w.app.secret, s.cast.author.id, 'new_questions') },
  })),
  unsentMails: example(mails.unsentMails),
  sentMails: example(mails.sentMails),
  resendMail: example(mails.resendMail, async ({ w, cast }) => ({
    body: { id: await aFailedEmail({ app: w.app, cast }) },
  })),
  sendUnsentMails: example(mails.sendUnsentMails),
  sendVerification: example(accounts.sendVerification, () => ({ body: {} })),
}
