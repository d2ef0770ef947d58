import * as audit from '@askwell/contract/audit.ts'
import { recoverComment } from '@askwell/contract/comments.ts'
import * as configuration from '@askwell/contract/configuration.ts'
import { savePluginConfig } from '@askwell/contract/plugins.ts'
import { objectId, numberOf } from '@askwell/contract/ids.ts'
import { example, fresh, type Scene } from '../cast.ts'

const file = () => `settings:\n  general:\n    short_description: ${fresh('A site from a file ')}\n`

/** The last change of a section, made now if there was none. */
const change = async ({ w, cast }: Scene) => {
  await w.as(cast.admin).call(configuration.importSettings, { body: { file: file() } })
  const { latest } = await w.as(cast.admin).call(configuration.settingsHistory, { query: { sections: 'general' } })
  return latest
}

/** The last change of how a plugin is set up, made now and with all that it needs. */
const changePlugin = async ({ w, cast }: Scene) => {
  const by = w.as(cast.admin)
  for (const client_id of [fresh('client'), fresh('client')])
    await by.call(savePluginConfig, {
      body: { plugin_slug_name: 'google', config_fields: { client_id, client_secret: 'a-secret' } },
    })
  return (await by.call(configuration.pluginHistory, { query: { plugin_slug_name: 'google' } })).latest
}

const deletedComment = async (s: Scene) => {
  const { comment } = await s.thread()
  await s.w.app.transaction(({ db }) =>
    db.updateTable('comments').set({ status: 10 }).where('id', '=', numberOf('comment', comment)).execute(),
  )
  return objectId('comment', numberOf('comment', comment))
}

export const auditing = {
  auditLog: example(audit.auditLog),
  auditSettings: example(audit.auditSettings),
  saveAuditSettings: example(audit.saveAuditSettings, () => ({ body: { audit_days: 400 } })),
  settingsHistory: example(configuration.settingsHistory, () => ({ query: { sections: 'general,notifications' } })),
  restoreSettings: example(configuration.restoreSettings, async (s) => {
    const latest = await change(s)
    return { body: { sections: 'general', before: latest, latest } }
  }),
  pluginHistory: example(configuration.pluginHistory, () => ({ query: { plugin_slug_name: 'google' } })),
  restorePlugin: example(configuration.restorePlugin, async (s) => {
    const latest = await changePlugin(s)
    return { body: { plugin_slug_name: 'google', before: latest, latest } }
  }),
  exportSettings: example(configuration.exportSettings),
  compareSettings: example(configuration.compareSettings, () => ({ body: { file: file() } })),
  importSettings: example(configuration.importSettings, () => ({ body: { file: file() } })),
  searchSettings: example(configuration.searchSettings, () => ({ query: { query: 'mail' } })),
  recoverComment: example(recoverComment, async (s) => ({ body: { comment_id: await deletedComment(s) } })),
}
