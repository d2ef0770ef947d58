import * as contract from '@askwell/contract/imports.ts'
import type { Api } from '../../../http/api/perform.ts'
import * as service from './from-page.ts'
import { listFileFolders, listFolders, listMaps, listPluginFiles, listUploads } from './place.ts'
import { uploadBytes } from './policy.ts'
import { listSites } from './queries.ts'
import { beginFetch } from './by-plugin/fetch-dump.ts'
import * as undo from './undo/from-page.ts'

export const routes = (api: Api) => {
  api.on(contract.importSources, async ({ app }) => ({
    uploads: await listUploads(app.config.data),
    folders: await listFolders(app),
    file_folders: await listFileFolders(app),
    maps: await listMaps(app.config.data),
    sites: await listSites(app.db),
    files: await listPluginFiles(app.config.data),
    plugins: app.plugins.named('importer').map(({ slug_name, name }) => ({
      slug_name,
      name,
      icon: app.plugins.iconOf(slug_name),
      files: [...app.plugins.readsFiles(slug_name)],
    })),
    upload_bytes: uploadBytes(app.config),
  }))
  api.on(contract.uploadDump, ({ app, actor, file }) => service.take(app, actor.id, file))
  api.on(contract.fetchDump, ({ app, actor, body }) =>
    beginFetch(app, actor.id, { plugin: body.plugin_slug_name, file: body.file }),
  )
  api.on(contract.deleteDump, ({ app, actor, body }) => service.remove(app, actor.id, body.name))
  api.on(contract.examineDump, ({ app, actor, body }) => service.examine(app, actor.id, body))
  api.on(contract.importDump, ({ app, actor, body }) => service.begin(app, actor.id, body))
  api.on(contract.examineUndo, ({ app, actor, body }) => undo.beginExamining(app, actor.id, body.site))
  api.on(contract.undoImport, ({ app, actor, body }) => undo.beginUndo(app, actor.id, body.site))
}
