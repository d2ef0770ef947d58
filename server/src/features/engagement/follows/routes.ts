import { follow } from '@askwell/contract/follows.ts'
import { followedTags, followTags } from '@askwell/contract/tags.ts'
import type { Api } from '../../../http/api/perform.ts'
import * as service from './service.ts'
import { followedTagList } from './views.ts'

export const routes = (api: Api) => {
  api.on(follow, ({ app, actor, body }) => service.follow(app, actor, body.object_id, !body.is_cancel))
  api.on(followedTags, ({ app, actor }) => followedTagList(app.db, actor.id))
  api.on(followTags, ({ app, actor, body }) => service.followTags(app, actor, body.slug_name_list))
}
