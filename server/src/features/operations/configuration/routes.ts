import * as contract from '@askwell/contract/configuration.ts'
import { userNumber } from '@askwell/contract/ids.ts'
import { SETTINGS_HISTORY } from '@askwell/contract/limits.ts'
import type { Api } from '../../../http/api/perform.ts'
import { auditEntries } from '../audit-log/views.ts'
import { siteSettings } from '../settings/views.ts'
import { settingsFile } from './file.ts'
import { findSettings } from './find-settings.ts'
import { listChanges } from './queries.ts'
import { compareFile, importFile, restore } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.settingsHistory, async ({ app, actor, caller, query }) => {
    const entries = await listChanges(app.db, query.sections.split(','), SETTINGS_HISTORY)
    return {
      list: await auditEntries(app.db, entries, { viewer: actor, language: caller.language }),
      latest: String(entries[0]?.id ?? 0),
    }
  })
  api.on(contract.restoreSettings, ({ app, actor, body }) =>
    restore(app, actor, {
      sections: body.sections,
      before: userNumber(body.before),
      latest: userNumber(body.latest),
    }),
  )
  api.on(contract.exportSettings, async ({ app }) => ({ file: settingsFile(await siteSettings(app)) }))
  api.on(contract.compareSettings, ({ app, body, caller }) => compareFile(app, body.file, caller.language))
  api.on(contract.importSettings, async ({ app, actor, body, caller }) => {
    const { sections } = await importFile(app, actor, { ...body, language: caller.language })
    return { sections }
  })
  api.on(contract.searchSettings, async ({ app, query, caller }) =>
    findSettings(await siteSettings(app), query.query, caller.language),
  )
}
