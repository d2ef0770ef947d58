import * as contract from '@askwell/contract/audit.ts'
import type { Api } from '../../../http/api/perform.ts'
import { siteSettings } from '../settings/views.ts'
import { findEntries } from './find-entries.ts'
import { saveAuditSettings } from './service.ts'
import { auditEntries } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.auditLog, async ({ app, actor, caller, query }) => {
    const { entries, next, unknown } = await findEntries(app.db, actor, query)
    return { list: await auditEntries(app.db, entries, { viewer: actor, language: caller.language }), next, unknown }
  })
  api.on(contract.auditSettings, async ({ app }) => (await siteSettings(app)).audit)
  api.on(contract.saveAuditSettings, ({ app, actor, body }) => saveAuditSettings(app, actor, body))
}
