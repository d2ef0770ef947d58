import * as contract from '@askwell/contract/channels.ts'
import { parseObjectId } from '@askwell/contract/ids.ts'
import type { Api } from '../../../http/api/perform.ts'
import { choose, mute } from './service.ts'
import { mutedTopics } from './views.ts'

export const routes = (api: Api) => {
  api.on(contract.saveChannelChoices, ({ app, actor, body }) => choose(app, actor, body))
  api.on(contract.mutedTopics, async ({ app, actor, query }) => {
    if (!query.object_id) return { list: await mutedTopics(app.db, actor) }
    const object = parseObjectId(query.object_id)
    if (object?.type !== 'question' && object?.type !== 'tag') return { list: [] }
    return { list: await mutedTopics(app.db, actor, { object_type: object.type, object_id: object.number }) }
  })
  api.on(contract.muteTopic, ({ app, actor, body }) => mute(app, actor, body))
}
