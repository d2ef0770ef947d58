import { parseObjectId } from '@askwell/contract/ids.ts'
import { POSTS_AT_ONCE } from '@askwell/contract/limits.ts'
import { postReactions, react, reactions } from '@askwell/contract/reactions.ts'
import type { Api } from '../../../http/api/perform.ts'
import { Invalid } from '../../../lib/errors.ts'
import { reactionsTo, setReaction } from './service.ts'
import { reactionsOf } from './views.ts'

/** The post of an id; undefined if the id is of something else. */
const postOf = (id: string) => {
  const object = parseObjectId(id)
  return object && (object.type === 'question' || object.type === 'answer')
    ? { type: object.type, number: object.number }
    : []
}

export const routes = (api: Api) => {
  api.on(reactions, ({ app, actor, query }) => reactionsTo(app, actor, query.object_id))
  api.on(postReactions, ({ app, actor, query }) => {
    const ids = query.object_ids.split(',')
    if (ids.length > POSTS_AT_ONCE)
      throw new Invalid([{ field: 'object_ids', reason: 'field.too_many', values: { max: POSTS_AT_ONCE } }])
    return reactionsOf(app.db, ids.flatMap(postOf), actor)
  })
  api.on(react, ({ app, actor, body }) =>
    setReaction(app, actor, body.object_id, { emoji: body.emoji, on: body.reaction === 'activate' }),
  )
}
