import * as accounts from '@askwell/contract/accounts.ts'
import * as installation from '@askwell/contract/installation.ts'
import * as mails from '@askwell/contract/emails.ts'
import * as site from '@askwell/contract/site.ts'
import * as userCenter from '@askwell/contract/user-center.ts'
import { searchEngine } from '@askwell/contract/search.ts'
import { makeCode } from '../../../src/features/users/accounts/service.ts'
import type { Purpose } from '../../../src/features/users/accounts/queries.ts'
import { suspensionCode } from '../../../src/features/users/accounts/views.ts'
import { leaveCode } from '../../../src/features/outbound/email/views.ts'
import { FIRST_SITE } from '../../world.ts'
import { example, fresh, type Scene } from '../cast.ts'

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
  mailChoices: example(mails.mailChoices),
  saveMailChoices: example(mails.saveMailChoices, () => ({ body: { inbox: { key: 'email', enable: true } } })),
  unsubscribe: example(mails.unsubscribe, (s) => ({
    body: { code: leaveCode(s.w.app.secret, s.cast.author.id, 'new_questions') },
  })),
  unsentMails: example(mails.unsentMails),
  sendUnsentMails: example(mails.sendUnsentMails),
  sendVerification: example(accounts.sendVerification, () => ({ body: {} })),
}
