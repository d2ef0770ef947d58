import * as contract from '@askwell/contract/channels.ts'
import type { Api } from '../../../http/api/perform.ts'
import { findChoices } from '../channels/queries.ts'
import { chosen } from '../channels/views.ts'
import { vapidKeys } from './keys.ts'
import { listSubscriptions } from './queries.ts'
import { subscribe, unsubscribe } from './service.ts'

export const routes = (api: Api) => {
  api.on(contract.channelChoices, async ({ app, actor }) => ({
    ...chosen(await findChoices(app.db, actor.id), app.channels.list()),
    push_key: (await vapidKeys(app)).publicKey,
    devices: (await listSubscriptions(app.db, actor.id)).length,
  }))
  api.on(contract.subscribePush, ({ app, actor, body }) =>
    subscribe(app, actor, { endpoint: body.endpoint, ...body.keys }),
  )
  api.on(contract.unsubscribePush, ({ app, actor, body }) => unsubscribe(app, actor, body.endpoint))
}
