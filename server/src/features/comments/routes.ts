import { comment, commentPage, deleteComment, editComment, writeComment } from '@askwell/contract/comments.ts'
import { numberOf, parseObjectId } from '@askwell/contract/ids.ts'
import { pageOf } from '../../db/page.ts'
import type { App } from '../../events/events.ts'
import type { Api, Caller } from '../../http/api.ts'
import { NotFound } from '../../lib/refusals.ts'
import { findVisiblePost } from '../posts/queries.ts'
import { siteSettings } from '../site/views.ts'
import { findVisibleComment, listCommentIds } from './queries.ts'
import { addComment, editComment as changeComment, removeComment } from './service.ts'
import { commentCards, type Eyes } from './views.ts'

const eyesOf = async (app: App, { actor, language }: Caller): Promise<Eyes> => ({ settings: await siteSettings(app), viewer: actor, language, now: app.clock.now() })

export const routes = (api: Api) => {
  api.on(commentPage, async ({ app, actor, caller, query }) => {
    const object = parseObjectId(query.object_id)
    const post = object && (object.type === 'question' || object.type === 'answer') ? await findVisiblePost(app.db, object.number, actor, object.type) : undefined
    if (!post) throw new NotFound('error.object.not_found')
    const { count, ids } = await listCommentIds(app.db, { post_id: post.id, order: query.query_cond, page: query.page, page_size: query.page_size })
    return pageOf(await commentCards(app.db, ids, await eyesOf(app, caller)), count, query)
  })

  api.on(comment, async ({ app, actor, caller, query }) => {
    const found = await findVisibleComment(app.db, numberOf('comment', query.id), actor)
    if (!found) throw new NotFound('error.comment.not_found')
    return (await commentCards(app.db, [found.id], await eyesOf(app, caller)))[0]!
  })

  api.on(writeComment, async ({ app, actor, caller, body }) => {
    const id = await addComment(app, actor, body)
    return (await commentCards(app.db, [id], await eyesOf(app, caller)))[0]!
  })

  api.on(editComment, ({ app, actor, body }) => changeComment(app, actor, body.comment_id, body.original_text))
  api.on(deleteComment, ({ app, actor, body }) => removeComment(app, actor, body.comment_id))
}
