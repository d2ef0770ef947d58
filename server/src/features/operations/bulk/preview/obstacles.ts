import type { BulkAct } from '@askwell/contract/bulk.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { operationStatus } from '@askwell/contract/states.ts'
import type { Db } from '../../../../db/dialect.ts'
import { type Actor, USER_STATUS } from '../../../../lib/actor.ts'
import { canOperate } from '../../../content/posts/policy.ts'
import { listVotedOn } from '../../../content/posts/authorship/queries.ts'
import { tagsAfter } from '../../../content/posts/questions/editing/retag.ts'
import type { Particulars, PostAct, Thing } from '../things.ts'
import { listCommentsToJudge, listPostsToJudge, listTagIds, listUsersToJudge } from './queries.ts'

/** A thing, and why the act would leave it as it is; undefined where it would not. */
export interface Judged {
  object_type: Thing['object_type']
  object_id: number
  title: string
  obstacle: string | undefined
}

type PostToJudge = Awaited<ReturnType<typeof listPostsToJudge>>[number]

/** `operate` refuses for the same reasons: both ask contract/src/states.ts. */
const ofOperation = (actor: Actor, act: Exclude<PostAct, 'retag' | 'author'>, post: PostToJudge) => {
  if (canOperate(act, actor, post) !== true) return 'base.forbidden_error'
  const status = operationStatus(act, post)
  if (status === 'possible') return undefined
  return status === 'already' ? 'error.bulk.already' : `error.post.${status}`
}

const judgePosts = async (db: Db, actor: Actor, act: PostAct, wish: Particulars, ids: number[]): Promise<Judged[]> => {
  const rows = await listPostsToJudge(db, ids)
  const tags = act === 'retag' ? await listTagIds(db, ids) : new Map<number, { tag_id: number }[]>()
  const voted = act === 'author' ? await listVotedOn(db, wish.author_id, ids) : new Set<number>()
  const ofTags = (post: PostToJudge) => {
    if (post.status === 10) return 'error.post.deleted'
    const after = tagsAfter(
      (tags.get(post.id) ?? []).map(({ tag_id }) => tag_id),
      wish,
    )
    return typeof after === 'string' ? after : undefined
  }
  const ofAuthor = (post: PostToJudge) => {
    if (post.user_id === wish.author_id) return 'error.bulk.already'
    return voted.has(post.id) ? 'error.bulk.voted' : undefined
  }
  return rows.map((post) => ({
    object_type: post.kind,
    object_id: post.id,
    title: post.title,
    obstacle: act === 'retag' ? ofTags(post) : act === 'author' ? ofAuthor(post) : ofOperation(actor, act, post),
  }))
}

const judgeComments = async (db: Db, act: BulkAct, ids: number[]): Promise<Judged[]> =>
  (await listCommentsToJudge(db, ids)).map(({ id, status, title }) => ({
    object_type: 'comment',
    object_id: id,
    title,
    obstacle: (status === 10) === (act === 'delete') ? 'error.bulk.already' : undefined,
  }))

type UserToJudge = Awaited<ReturnType<typeof listUsersToJudge>>[number]

const ofUser = (actor: Actor, act: BulkAct, { role_id }: Particulars, user: UserToJudge) => {
  if (user.id === actor.id)
    return act === 'role' ? 'error.user.cannot_change_own_role' : 'error.user.cannot_change_own_status'
  if (act === 'sweep') return undefined
  if (user.status === USER_STATUS.deleted) return act === 'delete' ? 'error.bulk.already' : 'error.bulk.deleted'
  const already =
    (act === 'suspend' && user.status === USER_STATUS.suspended) ||
    (act === 'unsuspend' && user.status !== USER_STATUS.suspended) ||
    (act === 'role' && user.role_id === (role_id ?? ROLE.user))
  return already ? 'error.bulk.already' : undefined
}

const judgeUsers = async (db: Db, actor: Actor, act: BulkAct, wish: Particulars, ids: number[]): Promise<Judged[]> =>
  (await listUsersToJudge(db, ids)).map((user) => ({
    object_type: 'user',
    object_id: user.id,
    title: user.title,
    obstacle: ofUser(actor, act, wish, user),
  }))

/** What would become of each of these; those that are gone aren't among them. */
export const judge = (
  db: Db,
  actor: Actor,
  { kind, act }: { kind: 'question' | 'answer' | 'comment' | 'user'; act: BulkAct },
  wish: Particulars,
  ids: number[],
): Promise<Judged[]> => {
  if (ids.length === 0) return Promise.resolve([])
  if (kind === 'user') return judgeUsers(db, actor, act, wish, ids)
  return kind === 'comment' ? judgeComments(db, act, ids) : judgePosts(db, actor, act as PostAct, wish, ids)
}
