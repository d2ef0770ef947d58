import { follow } from '@askwell/contract/follows.ts'
import type { Api } from '../../../http/api/perform.ts'
import * as service from './service.ts'

export const routes = (api: Api) => {
  api.on(follow, ({ app, actor, body }) => service.follow(app, actor, body.object_id, !body.is_cancel))
}
