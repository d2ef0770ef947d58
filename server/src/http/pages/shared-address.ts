import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import type { FastifyRequest } from 'fastify'
import { findVisiblePost } from '../../features/content/posts/queries.ts'
import { findUserByName } from '../../features/users/users/names/queries.ts'
import { USER_STATUS } from '../../lib/actor.ts'
import type { Runtime } from '../../runtime.ts'
import type { Caller } from '../api/perform.ts'

/** The post that an address is of, and the name of the one who shared it. */
const sharedIn = (url: string) => {
  const [path, query = ''] = url.split('?', 2)
  const username = new URLSearchParams(query).get('share')
  const post = username ? parseQuestionPath(path!) : null
  if (!post || !username) return undefined
  return post.answer
    ? { username, kind: 'answer' as const, id: post.answer }
    : { username, kind: 'question' as const, id: post.question }
}

/** Somebody comes by an address that a user had shared, and may see the post: that is counted, but not one's own visits. */
export const noteShared = async (runtime: Runtime, request: FastifyRequest, { actor, ip, user_agent }: Caller) => {
  const shared = sharedIn(request.url)
  if (!shared || !runtime.app) return
  const user = await findUserByName(runtime.app.db, shared.username)
  if (!user || user.status === USER_STATUS.deleted || user.id === actor?.id) return
  if (!(await findVisiblePost(runtime.app.db, shared.id, actor, shared.kind))) return
  runtime.visits.share(user.id, shared.id, actor ? `member ${actor.id}` : `${ip} ${user_agent}`)
}
