import { vote } from '@askwell/contract/votes.ts'
import type { Api } from '../../../http/api/perform.ts'
import { setVote } from './service.ts'

export const routes = (api: Api) => {
  api.on(vote, ({ app, actor, params, body }) =>
    setVote(app, actor, body.object_id, { direction: params.direction, is_cancel: body.is_cancel }),
  )
}
