import {
  decideFlag as decide,
  flaggedPosts,
  flagPost as flag,
  handleFlag as handle,
} from '@askwell/contract/reviews.ts'
import type { Api } from '../../../http/api/perform.ts'
import { decideFlag, flagPost, handleFlag } from './service.ts'
import { flaggedList } from './views.ts'

export const routes = (api: Api) => {
  api.on(flag, ({ app, actor, body }) => flagPost(app, actor, body))
  api.on(decide, ({ app, actor, body }) => decideFlag(app, actor, body))
  api.on(handle, ({ app, actor, body }) => handleFlag(app, actor, body))
  api.on(flaggedPosts, ({ app, query, caller }) => flaggedList(app.db, query, caller.language))
}
