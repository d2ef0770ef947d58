import * as contract from '@askwell/contract/installation.ts'
import { hasConfigFile } from '../../../config.ts'
import type { Api } from '../../../http/api/perform.ts'
import { languageOptions, wordTree } from '../settings/views.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.installLanguageOptions, () => languageOptions())
  api.on(contract.installLanguageWords, ({ query }) => wordTree(query.lang))
  api.on(contract.checkConfigFile, ({ site }) => {
    const connected = site.prepared !== undefined
    return {
      config_file_exist: site.config.databaseGiven || hasConfigFile(site.config.data),
      db_connection_success: connected,
      db_table_exist: connected,
    }
  })
  api.on(contract.checkDatabase, ({ site, body }) => service.checkDatabase(site, body))
  api.on(contract.writeConfigFile, ({ site, body }) => service.chooseDatabase(site, body))
  api.on(contract.createSite, ({ site, body }) => service.installSite(site, body))
}
