import * as administration from '@askwell/contract/content-administration.ts'
import type { Api } from '../../../../http/api/perform.ts'
import { translateReason } from '../../../../lib/messages.ts'
import { deletePermanently, eraseEach } from './service.ts'

export const routes = (api: Api) => {
  api.on(administration.deletePermanently, async ({ app, actor, caller, body }) => {
    if (!body.object_ids) return deletePermanently(app, actor, body)
    const { erased, kept } = await eraseEach(app, actor, body.type, body.object_ids)
    return {
      erased,
      kept: kept.map(({ object_id, refusal: { reason, values } }) => ({
        object_id,
        reason,
        msg: translateReason(caller.language, reason, values),
      })),
    }
  })
}
