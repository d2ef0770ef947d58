import type { OperationName } from '@askwell/contract/states.ts'
import type { Tx } from '../../../../../events/events.ts'
import type { Actor } from '../../../../../lib/actor.ts'
import { BadRequest } from '../../../../../lib/errors.ts'
import { listWaitingFlags } from '../../../../content/flags/queries.ts'
import { reopenFlags } from '../../../../content/flags/service.ts'
import { changeAuthor } from '../../../../content/posts/authorship/service.ts'
import { findPost, lockThread, type Post, updatePost } from '../../../../content/posts/queries.ts'
import { retagQuestion, tagsAfter } from '../../../../content/posts/questions/editing/retag.ts'
import { findClosing, insertClosing } from '../../../../content/posts/transitions/queries.ts'
import { operate } from '../../../../content/posts/transitions/service.ts'
import { tagIdsOf } from '../../../../content/tags/of-questions/queries.ts'
import type { Particulars, PostAct, Recorded } from '../../things.ts'

const OPPOSITE = {
  close: 'reopen',
  reopen: 'close',
  pin: 'unpin',
  unpin: 'pin',
  unlist: 'list',
  list: 'unlist',
  delete: 'undelete',
  undelete: 'delete',
} as const satisfies Partial<Record<PostAct, OperationName>>

const COLUMNS = ['status', 'pin', 'show', 'deleted_at', 'deleted_by', 'former_status', 'was_accepted'] as const
type Columns = Pick<Post, (typeof COLUMNS)[number]>
const columnsOf = (post: Post) => Object.fromEntries(COLUMNS.map((name) => [name, post[name]])) as unknown as Columns

type Closing = Awaited<ReturnType<typeof findClosing>>
/** `flags`: those that a deletion settles; they wait again when it is undone. */
type State = Columns & { closing?: Closing; flags?: number[] }

const stateOf = async (tx: Tx, id: number): Promise<State> => {
  const post = await findPost(tx.db, id)
  if (!post) throw new BadRequest('error.bulk.gone')
  const closing = await findClosing(tx.db, id)
  return { ...columnsOf(post), ...(closing && { closing }) }
}

export const actOnPost = async (
  tx: Tx,
  actor: Actor,
  act: PostAct,
  { id, kind }: { id: number; kind: Post['kind'] },
  wish: Particulars,
): Promise<Recorded> => {
  if (act === 'retag') {
    const { before, after } = await retagQuestion(tx, actor, id, (tags) => tagsAfter(tags, wish), '')
    return { before: { tag_ids: before }, after: { tag_ids: after } }
  }
  if (act === 'author') {
    const user_id = await changeAuthor(tx, actor, id, wish.author_id)
    return { before: { user_id }, after: { user_id: wish.author_id } }
  }
  await lockThread(tx.db, id)
  const before = await stateOf(tx, id)
  if (act === 'delete') before.flags = await listWaitingFlags(tx.db, { object_type: kind, object_id: id, post_id: id })
  const details = { kind, close_type: wish.close_type, close_msg: wish.close_msg }
  if (!(await operate(tx, actor, id, act, details))) throw new BadRequest('error.bulk.already')
  return { before, after: await stateOf(tx, id) }
}

const ensureUnchanged = (same: boolean) => {
  if (!same) throw new BadRequest('error.bulk.changed_since')
}

/** A state comes back with who brought it about and when, as if nothing had been in between. */
const restoreState = async (tx: Tx, actor: Actor, act: keyof typeof OPPOSITE, post: Post, before: State) => {
  await operate(tx, actor, post.id, OPPOSITE[act], {
    kind: post.kind,
    exact: true,
    close_type: before.closing?.close_type,
    close_msg: before.closing?.close_msg,
  })
  if (act === 'undelete') {
    const { deleted_at, deleted_by, former_status, was_accepted } = before
    await updatePost(tx.db, post.id, { deleted_at, deleted_by, former_status, was_accepted })
  }
  if (act === 'delete') await reopenFlags(tx, before.flags ?? [])
  if (act === 'reopen' && before.closing) await insertClosing(tx.db, before.closing)
}

/** Makes a post what it was, unless somebody has changed that since. */
export const undoOnPost = async (
  tx: Tx,
  actor: Actor,
  act: PostAct,
  { id }: { id: number },
  { before, after }: Recorded,
) => {
  const post = (await lockThread(tx.db, id))?.post
  if (!post) throw new BadRequest('error.bulk.gone')
  if (act === 'retag') {
    const [was, then] = [(before as { tag_ids: number[] }).tag_ids, (after as { tag_ids: number[] }).tag_ids]
    ensureUnchanged(JSON.stringify(await tagIdsOf(tx.db, id)) === JSON.stringify(then))
    await retagQuestion(tx, actor, id, () => was, '')
  } else if (act === 'author') {
    ensureUnchanged(post.user_id === (after as { user_id: number }).user_id)
    await changeAuthor(tx, actor, id, (before as { user_id: number }).user_id)
  } else {
    const then = after as State
    ensureUnchanged(
      ACT_COLUMNS[act].every((name) => post[name] === then[name]) &&
        (act !== 'close' || (await findClosing(tx.db, id))?.created_at === then.closing?.created_at),
    )
    await restoreState(tx, actor, act, post, before as State)
  }
}

/** What has to be as the act has left it: other things may be done to a post meanwhile. */
const ACT_COLUMNS: Record<keyof typeof OPPOSITE, readonly (keyof Columns)[]> = {
  close: ['status'],
  reopen: ['status'],
  pin: ['pin'],
  unpin: ['pin'],
  unlist: ['show'],
  list: ['show'],
  delete: ['status', 'deleted_at', 'deleted_by'],
  undelete: ['status'],
}
