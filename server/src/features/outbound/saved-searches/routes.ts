import { deleteSavedSearch, savedSearches, saveSearch } from '@askwell/contract/saved-searches.ts'
import type { Api } from '../../../http/api/perform.ts'
import { listSaved } from './queries.ts'
import { remove, save } from './service.ts'

export const routes = (api: Api) => {
  api.on(savedSearches, async ({ app, actor }) => ({ list: await listSaved(app.db, actor.id) }))
  api.on(saveSearch, ({ app, actor, body }) => save(app, actor, body.q))
  api.on(deleteSavedSearch, ({ app, actor, body }) => remove(app, actor, body.id))
}
