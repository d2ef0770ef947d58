import {
  privilegeSettings,
  roles,
  savePrivilegeSettings,
  saveSmtpSettings,
  smtpSettings,
  themeOptions,
} from '@askwell/contract/administration.ts'
import { powersOf, rolePowers } from '@askwell/contract/powers.ts'
import { reasonsFor } from '@askwell/contract/flag-reasons.ts'
import { ROLE, ROLES } from '@askwell/contract/roles.ts'
import * as contract from '@askwell/contract/site.ts'
import * as settings from '@askwell/contract/site-settings.ts'
import * as notices from '@askwell/contract/notices.ts'
import type { Api } from '../../../http/api/perform.ts'
import { translate } from '../../../lib/messages.ts'
import * as appearance from './appearance.ts'
import { mayEnterPrivate } from '../../../lib/actor.ts'
import { customShown } from './custom-shown.ts'
import { ownFigures } from './policy.ts'
import * as service from './service.ts'
import * as noticeService from './notices.ts'
import * as views from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.siteInfo, async ({ site, caller, actor }) => {
    const all = await site.settings()
    const enters = mayEnterPrivate(actor) || !(await site.isPrivate())
    return views.siteInfo(
      {
        ...all,
        login: site.userCenter.isAlone() ? views.withoutOwnAccounts(all.login) : all.login,
        custom_css_html: enters ? all.custom_css_html : views.withoutSidebar(all.custom_css_html),
      },
      caller.language,
      { version: site.version, revision: views.revisionOf(all) },
    )
  })
  api.on(contract.legalText, async ({ app, site, actor, query }) => {
    if (actor && query.info_type === 'tos') site.visits.guidelines(actor.id)
    return views.legalText(await views.siteSettings(app), query.info_type)
  })
  api.on(contract.languageWords, ({ caller }) => views.wordTree(caller.language))
  api.on(contract.languageOptions, ({ caller }) => views.userLanguageOptions(caller.language))
  api.on(contract.siteLanguageOptions, () => views.languageOptions())
  for (const endpoint of [contract.reasons, contract.staffReasons])
    api.on(endpoint, ({ query, caller }) => reasonList(query.object_type, query.action, caller.language))

  api.on(settings.generalSettings, async ({ app }) => (await views.siteSettings(app)).general)
  api.on(settings.saveGeneralSettings, ({ app, actor, body }) => service.saveGeneral(app, actor, body))
  api.on(settings.interfaceSettings, async ({ app }) => (await views.siteSettings(app)).interface)
  api.on(settings.saveInterfaceSettings, ({ app, actor, body }) => service.save(app, actor, 'interface', body))
  api.on(settings.brandingSettings, async ({ app }) => (await views.siteSettings(app)).branding)
  api.on(settings.saveBrandingSettings, ({ app, actor, body }) => service.save(app, actor, 'branding', body))
  api.on(settings.writeSettings, async ({ app }) => (await views.siteSettings(app)).write)
  api.on(settings.saveWriteSettings, ({ app, actor, body }) => service.save(app, actor, 'write', body))
  api.on(settings.legalSettings, async ({ app }) => (await views.siteSettings(app)).legal)
  api.on(settings.saveLegalSettings, ({ app, actor, body }) => service.save(app, actor, 'legal', body))
  api.on(settings.seoSettings, async ({ app }) => (await views.siteSettings(app)).seo)
  api.on(settings.saveSeoSettings, ({ app, actor, body }) => service.save(app, actor, 'seo', body))
  api.on(settings.loginSettings, async ({ app }) => (await views.siteSettings(app)).login)
  api.on(settings.customCssHtml, async ({ app }) => (await views.siteSettings(app)).custom_css_html)
  api.on(settings.saveCustomCssHtml, ({ app, actor, body }) => service.save(app, actor, 'custom_css_html', body))
  api.on(settings.draftCustomCssHtml, ({ app, actor, body }) => appearance.draftCustomCssHtml(app, actor, body))
  api.on(
    settings.customFindings,
    async ({ app }) => (await customShown(await views.siteSettings(app), app.plugins.styles())).findings,
  )
  api.on(settings.themeSettings, async ({ app, caller }) => ({
    ...(await views.siteSettings(app)).theme,
    theme_options: views.themeOptions(caller.language),
    looks: app.plugins.looks(caller.language),
  }))
  api.on(settings.saveThemeSettings, ({ app, actor, body }) => appearance.saveTheme(app, actor, body))
  api.on(settings.profileSettings, async ({ app }) => (await views.siteSettings(app)).users)
  api.on(settings.saveProfileSettings, ({ app, actor, body }) => service.save(app, actor, 'users', body))

  api.on(settings.notificationSettings, async ({ app }) => (await views.siteSettings(app)).notifications)
  api.on(settings.saveNotificationSettings, ({ app, actor, body }) => service.save(app, actor, 'notifications', body))

  api.on(settings.updateSettings, async ({ app }) => (await views.siteSettings(app)).updates)
  api.on(settings.saveUpdateSettings, ({ app, actor, body }) => service.save(app, actor, 'updates', body))

  api.on(notices.announcement, async ({ app }) => noticeService.announcementOf(await views.siteSettings(app)))
  api.on(notices.saveAnnouncement, ({ app, actor, body }) => noticeService.saveAnnouncement(app, actor, body))
  api.on(notices.maintenance, ({ app }) => noticeService.maintenanceOf(app))
  api.on(notices.saveMaintenance, ({ app, actor, body }) => noticeService.saveMaintenance(app, actor, body))
  api.on(settings.reviewSettings, async ({ app }) => (await views.siteSettings(app)).review)
  api.on(settings.saveReviewSettings, ({ app, actor, body }) => service.save(app, actor, 'review', body))

  api.on(smtpSettings, async ({ app }) => views.smtpPage(await views.siteSettings(app)))
  api.on(saveSmtpSettings, ({ app, actor, body, caller }) => service.saveSmtp(app, actor, body, caller.language))
  api.on(privilegeSettings, async ({ app, caller }) =>
    views.privilegePage(await views.siteSettings(app), caller.language),
  )
  api.on(savePrivilegeSettings, ({ app, actor, body }) => service.savePrivileges(app, actor, body))
  api.on(themeOptions, ({ caller }) => views.themeOptions(caller.language))
  api.on(rolePowers, async ({ app, caller }) => {
    const { privileges } = await views.siteSettings(app)
    return powersOf(privileges.level, ownFigures({ privileges })).map(({ group, key, members, moderators }) => ({
      group,
      key,
      name: translate(caller.language, key),
      rank: typeof members === 'number' ? members : null,
      own: members === 'own',
      moderators,
    }))
  })
  api.on(roles, ({ caller }) =>
    ROLES.map((role) => ({
      id: ROLE[role],
      name: translate(caller.language, `roles.${role}.name`),
      description: translate(caller.language, `roles.${role}.description`),
    })),
  )
}

const reasonList = (objectType: string, action: string, language: string) =>
  reasonsFor(objectType, action).map((id) => views.reasonOf(id, language, action === 'close'))
