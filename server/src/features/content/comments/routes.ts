import {
  comment,
  commentPage,
  deleteComment,
  recoverComment,
  editComment,
  firstComments as first,
  writeComment,
} from '@askwell/contract/comments.ts'
import { numberOf, parseObjectId } from '@askwell/contract/ids.ts'
import { POSTS_AT_ONCE } from '@askwell/contract/limits.ts'
import { pageOf } from '../../../db/page.ts'
import type { App } from '../../../events/events.ts'
import type { Api, Caller } from '../../../http/api/perform.ts'
import { Invalid, NotFound } from '../../../lib/errors.ts'
import { findVisiblePost } from '../posts/queries.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { listCommentIds } from './queries.ts'
import { addComment, editComment as changeComment, removeComment, restoreComment } from './service.ts'
import { commentCards, type Eyes, firstComments } from './views.ts'

const eyesOf = async (app: App, { actor, language }: Caller): Promise<Eyes> => ({
  settings: await siteSettings(app),
  viewer: actor,
  language,
  now: app.clock.now(),
})

/** The post of an id; undefined if the id is of something else. */
const postOf = (id: string) => {
  const object = parseObjectId(id)
  return object && (object.type === 'question' || object.type === 'answer')
    ? { type: object.type, number: object.number }
    : undefined
}

const getCard = async (app: App, caller: Caller, id: number) => {
  const [card] = await commentCards(app.db, [id], await eyesOf(app, caller))
  if (!card) throw new NotFound('error.comment.not_found')
  return card
}

export const routes = (api: Api) => {
  api.on(commentPage, async ({ app, actor, caller, query }) => {
    const object = postOf(query.object_id)
    const post = object && (await findVisiblePost(app.db, object.number, actor, object.type))
    if (!post) throw new NotFound('error.object.not_found')
    const { count, ids } = await listCommentIds(app.db, {
      post_id: post.id,
      order: query.query_cond,
      viewer: actor,
      page: query.page,
      page_size: query.page_size,
    })
    return pageOf(await commentCards(app.db, ids, await eyesOf(app, caller)), count, query)
  })

  api.on(first, async ({ app, caller, query }) => {
    const object_ids = query.object_ids.split(',')
    if (object_ids.length > POSTS_AT_ONCE)
      throw new Invalid([{ field: 'object_ids', reason: 'field.too_many', values: { max: POSTS_AT_ONCE } }])
    return firstComments(
      app.db,
      object_ids.flatMap((id) => postOf(id) ?? []),
      await eyesOf(app, caller),
    )
  })

  api.on(comment, ({ app, caller, query }) => getCard(app, caller, numberOf('comment', query.id)))
  // The repeated reply may be about a comment that was deleted since.
  api.on(writeComment, async ({ app, actor, caller, body }) =>
    getCard(app, caller, await addComment(app, actor, body, caller)),
  )

  api.on(editComment, ({ app, actor, body, caller }) =>
    changeComment(app, actor, body.comment_id, body.original_text, caller),
  )
  api.on(recoverComment, ({ app, actor, body }) => restoreComment(app, actor, body.comment_id))
  api.on(deleteComment, ({ app, actor, body }) => removeComment(app, actor, body.comment_id))
}
