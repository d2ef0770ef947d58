import {
  privilegeSettings,
  roles,
  savePrivilegeSettings,
  saveSmtpSettings,
  smtpSettings,
  themeOptions,
} from '@askwell/contract/administration.ts'
import { reasonsFor } from '@askwell/contract/flag-reasons.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import * as contract from '@askwell/contract/site.ts'
import * as settings from '@askwell/contract/site-settings.ts'
import type { Api } from '../../../http/api/perform.ts'
import { translate } from '../../../lib/messages.ts'
import * as service from './service.ts'
import * as views from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.siteInfo, async ({ site, caller }) => {
    const all = await site.settings()
    return views.siteInfo(
      site.userCenter.isAlone() ? { ...all, login: views.withoutOwnAccounts(all.login) } : all,
      caller.language,
      site.version,
    )
  })
  api.on(contract.legalText, async ({ app, query }) => views.legalText(await views.siteSettings(app), query.info_type))
  api.on(contract.languageWords, ({ caller }) => views.wordTree(caller.language))
  api.on(contract.languageOptions, ({ caller }) => views.memberLanguageOptions(caller.language))
  api.on(contract.siteLanguageOptions, () => views.languageOptions())
  for (const endpoint of [contract.reasons, contract.staffReasons])
    api.on(endpoint, ({ query, caller }) => reasonList(query.object_type, query.action, caller.language))

  api.on(settings.generalSettings, async ({ app }) => (await views.siteSettings(app)).general)
  api.on(settings.saveGeneralSettings, ({ app, actor, body }) => service.saveGeneral(app, actor, body))
  api.on(settings.interfaceSettings, async ({ app }) => (await views.siteSettings(app)).interface)
  api.on(settings.saveInterfaceSettings, ({ app, actor, body }) => service.saveInterface(app, actor, body))
  api.on(settings.brandingSettings, async ({ app }) => (await views.siteSettings(app)).branding)
  api.on(settings.saveBrandingSettings, ({ app, actor, body }) => service.saveBranding(app, actor, body))
  api.on(settings.writeSettings, async ({ app }) => (await views.siteSettings(app)).write)
  api.on(settings.saveWriteSettings, ({ app, actor, body }) => service.saveWrite(app, actor, body))
  api.on(settings.legalSettings, async ({ app }) => (await views.siteSettings(app)).legal)
  api.on(settings.saveLegalSettings, ({ app, actor, body }) => service.saveLegal(app, actor, body))
  api.on(settings.seoSettings, async ({ app }) => (await views.siteSettings(app)).seo)
  api.on(settings.saveSeoSettings, ({ app, actor, body }) => service.saveSeo(app, actor, body))
  api.on(settings.loginSettings, async ({ app }) => (await views.siteSettings(app)).login)
  api.on(settings.customCssHtml, async ({ app }) => (await views.siteSettings(app)).custom_css_html)
  api.on(settings.saveCustomCssHtml, ({ app, actor, body }) => service.saveCustomCssHtml(app, actor, body))
  api.on(settings.themeSettings, async ({ app, caller }) => ({
    ...(await views.siteSettings(app)).theme,
    theme_options: views.themeOptions(caller.language),
  }))
  api.on(settings.saveThemeSettings, ({ app, actor, body }) => service.saveTheme(app, actor, body))
  api.on(settings.profileSettings, async ({ app }) => (await views.siteSettings(app)).users)
  api.on(settings.saveProfileSettings, ({ app, actor, body }) => service.saveUsers(app, actor, body))

  api.on(settings.reviewSettings, async ({ app }) => (await views.siteSettings(app)).review)
  api.on(settings.saveReviewSettings, ({ app, actor, body }) => service.saveReview(app, actor, body))

  api.on(smtpSettings, async ({ app }) => views.smtpPage(await views.siteSettings(app)))
  api.on(saveSmtpSettings, ({ app, actor, body, caller }) => service.saveSmtp(app, actor, body, caller.language))
  api.on(privilegeSettings, async ({ app, caller }) =>
    views.privilegePage(await views.siteSettings(app), caller.language),
  )
  api.on(savePrivilegeSettings, ({ app, actor, body }) => service.savePrivileges(app, actor, body))
  api.on(themeOptions, ({ caller }) => views.themeOptions(caller.language))
  api.on(roles, ({ caller }) =>
    Object.entries(ROLE).map(([role, id]) => ({
      id,
      name: translate(caller.language, `roles.${role}.name`),
      description: translate(caller.language, `roles.${role}.description`),
    })),
  )
}

const reasonList = (objectType: string, action: string, language: string) =>
  reasonsFor(objectType, action).map((id) => views.reasonOf(id, language))
