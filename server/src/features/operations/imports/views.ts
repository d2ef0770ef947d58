import { objectId } from '@askwell/contract/ids.ts'
import { answerPath, questionPath } from '@askwell/contract/permalink.ts'
import type { App } from '../../../events/events.ts'
import type { Viewer } from '../../../lib/member.ts'
import { siteSettings } from '../settings/views.ts'
import { findUser } from '../../users/users/queries.ts'
import { findOrigin, findPost } from './queries.ts'

const postPlace = async (app: App, viewer: Viewer, id: number) => {
  const post = await findPost(app.db, id, viewer)
  if (!post) return undefined
  const form = (await siteSettings(app)).seo.permalink
  const question = { id: objectId('question', post.question_id), url_title: post.url_title }
  return post.kind === 'question' ? questionPath(form, question) : answerPath(form, question, objectId('answer', id))
}

const userPlace = async (app: App, id: number) => {
  const user = await findUser(app.db, id)
  return user && `/users/${encodeURIComponent(user.username)}`
}

/** The present address of an imported thing; undefined if it doesn't exist, or not for this viewer. */
export const newPlace = async (app: App, viewer: Viewer, kind: 'post' | 'user', key: string) => {
  const id = await findOrigin(app.db, kind, key)
  if (!id) return undefined
  return kind === 'post' ? postPlace(app, viewer, id) : userPlace(app, id)
}
