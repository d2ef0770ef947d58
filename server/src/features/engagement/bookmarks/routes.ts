import { ownCollection, switchCollection } from '@askwell/contract/collections.ts'
import type { Api } from '../../../http/api/perform.ts'
import { setBookmark } from './service.ts'
import { bookmarks } from './views.ts'

export const routes = (api: Api) => {
  api.on(switchCollection, ({ app, actor, body }) => setBookmark(app, actor, body.object_id, body.bookmark))
  api.on(ownCollection, ({ app, actor, query }) => bookmarks(app.db, actor, query))
}
