import * as contract from '@askwell/contract/reviews.ts'
import type { Api } from '../../../http/api/perform.ts'
import { translateReason } from '../../../lib/messages.ts'
import { decideQueued, holdDecisions, undoDecisions } from './service.ts'
import { queuedList, reviewTypes } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.reviewTypes, ({ app, actor, caller }) => reviewTypes(app, actor, caller.language))
  api.on(contract.queuedPosts, ({ app, query }) => queuedList(app.db, query))
  api.on(contract.decideQueued, ({ app, actor, body }) => decideQueued(app, actor, body))

  api.on(contract.holdDecisions, async ({ app, actor, body, caller }) => {
    const { taken, ...rest } = await holdDecisions(app, actor, body.decisions)
    return {
      ...rest,
      taken: taken.map(({ queue, id, refusal: { reason, values } }) => ({
        queue,
        id,
        reason,
        msg: translateReason(caller.language, reason, values),
      })),
    }
  })
  api.on(contract.undoDecisions, ({ app, actor, body }) => undoDecisions(app, actor, body.items))
}
