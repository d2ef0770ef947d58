import * as contract from '@askwell/contract/installation.ts'
import { hasConfigFile } from '../../config.ts'
import type { Api, Call } from '../../http/api.ts'
import type { Endpoint } from '@askwell/contract/endpoint.ts'
import { Refused } from '../../lib/refusals.ts'
import { languageOptions, wordTree } from '../site/views.ts'
import * as service from './service.ts'

/** Once there is a site the wizard only says so (rulings 8). */
const unlessInstalled = <E extends Endpoint, R>(answer: (call: Call<E>) => R) => (call: Call<E>) => {
  if (call.site.app) throw new Refused('base.already_installed')
  return answer(call)
}

export const routes = (api: Api) => {
  api.on(contract.installLanguageOptions, unlessInstalled(() => languageOptions()))
  api.on(contract.installLanguageWords, unlessInstalled(({ query }) => wordTree(query.lang)))
  api.on(contract.checkConfigFile, unlessInstalled(({ site }) => {
    const connected = site.prepared !== undefined
    return { config_file_exist: site.config.databaseGiven || hasConfigFile(site.config.data), db_connection_success: connected, db_table_exist: connected }
  }))
  api.on(contract.checkDatabase, unlessInstalled(({ site, body }) => service.checkDatabase(site, body)))
  api.on(contract.writeConfigFile, unlessInstalled(({ site, body }) => service.chooseDatabase(site, body)))
  api.on(contract.createSite, unlessInstalled(({ site, body }) => service.installSite(site, body)))
}
