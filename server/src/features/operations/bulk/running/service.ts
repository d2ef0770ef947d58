import { type BulkAct, type BulkOptions, type BulkWish, rightOf } from '@askwell/contract/bulk.ts'
import { mayAct } from '@askwell/contract/staff-actions.ts'
import type { App, Tx } from '../../../../events/events.ts'
import type { TaskDoing } from '../../../../events/tasks/task.ts'
import { type Actor, USER_STATUS } from '../../../../lib/actor.ts'
import { actingAs } from '../../../../lib/acting.ts'
import { AppError, Forbidden } from '../../../../lib/errors.ts'
import { findUser } from '../../../users/users/queries.ts'
import { recordAudit } from '../../audit/queries.ts'
import { particularsOf } from '../acting/particulars/service.ts'
import { actOnThing, undoOnThing } from '../acting/service.ts'
import { type Belonging, belongingsOf } from '../member/belongings.ts'
import {
  type Bulk,
  type Change,
  countOutcomes,
  findBulk,
  insertChange,
  listToUndo,
  markUndone,
  updateChange,
  wasRefused,
} from '../queries.ts'
import { batchesOf, totalOf } from '../selection/batches.ts'
import type { BulkTask, Particulars, Recorded, Thing } from '../things.ts'

const AT_ONCE = 100

/** By whom, as they are now: who may no longer do it doesn't, or stops. */
const actorOf = async (app: App, actor_id: number, bulk: Bulk): Promise<Actor> => {
  const actor = await findUser(app.db, actor_id)
  if (!actor || actor.status !== USER_STATUS.normal || !mayAct(actor, rightOf(bulk.kind, bulk.act as BulkAct)))
    throw new Forbidden('base.unauthorized_error')
  return actor
}

/** Acts on one thing that don't record themselves, and what undoing them is called. */
const RECORDED_HERE: Partial<Record<BulkAct, [done: string, undone: string]>> = {
  retag: ['question.retagged', 'question.retagged'],
  author: ['post.author_changed', 'post.author_changed'],
  suspend: ['suspension.set', 'suspension.ended'],
  unsuspend: ['suspension.ended', 'suspension.set'],
}
const actionOf = (act: BulkAct, { object_type }: Thing) =>
  act === 'delete' && object_type === 'user' ? (['user.deleted', 'user.restored'] as const) : RECORDED_HERE[act]

const note = async (tx: Tx, bulk: Bulk, by: BulkTask, thing: Thing, recorded: Recorded) => {
  const { object_type, object_id } = thing
  if (object_type === 'vote' || object_type === 'comment_vote') return
  const action = actionOf(bulk.act as BulkAct, thing)?.[by.undo ? 1 : 0]
  if (!action) return
  await recordAudit(tx, {
    actor_id: by.actor_id,
    action: action.startsWith('post.') ? action.replace('post', object_type) : action,
    object_type,
    object_id,
    ...recorded,
  })
}

/** Does it once, or writes down why not. @returns whether it was done, now or before. */
const meet = async (
  app: App,
  bulk: Bulk,
  by: BulkTask,
  actor: Actor,
  wish: Particulars,
  { stays, ...thing }: Belonging,
  owner: number,
) => {
  const change = { bulk_act_id: bulk.id, ...thing }
  try {
    if (stays) throw new Forbidden(stays)
    return await app.transaction(async (tx) => {
      const id = await insertChange(tx.db, change)
      if (id === undefined) return !(await wasRefused(tx.db, change))
      const recorded = await actOnThing(tx, actor, bulk.act as BulkAct, thing, wish, owner)
      await updateChange(tx.db, id, {
        before: JSON.stringify(recorded.before),
        after: JSON.stringify(recorded.after),
      })
      await note(tx, bulk, by, thing, recorded)
      return true
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await app.transaction((tx) => insertChange(tx.db, { ...change, refusal: error.reason }))
    return false
  }
}

interface State {
  after: number
  met: number
  total: number
}

const act = async (app: App, bulk: Bulk, by: BulkTask, doing: TaskDoing) => {
  // Undone before it was over: the rest stays as it is.
  if (bulk.is_undone) return
  const wish = JSON.parse(bulk.wish) as BulkWish
  const name = bulk.act as BulkAct
  const particulars = await particularsOf(app.db, name, bulk.kind, JSON.parse(bulk.options) as BulkOptions)
  const state = (doing.state as State | undefined) ?? { after: 0, met: 0, total: await totalOf(app, wish) }
  const meetAll = async (things: Belonging[], owner: number) => {
    for (const thing of things) {
      doing.signal.throwIfAborted()
      const actor = await actorOf(app, by.actor_id, bulk)
      // Where a member stays, so does what is theirs.
      const done = await meet(app, bulk, by, actor, particulars, thing, owner)
      if (!done && thing.object_type === 'user') return
    }
  }
  for await (const batch of batchesOf(app, wish, { after: state.after, upto: bulk.upto, limit: AT_ONCE })) {
    for (const id of batch) {
      doing.signal.throwIfAborted()
      const things =
        bulk.kind === 'user'
          ? await belongingsOf(app.db, name, id, particulars)
          : [{ object_type: bulk.kind, object_id: id }]
      await meetAll(things, id)
      state.after = id
      state.met++
      doing.progress(state.met, Math.max(state.total, state.met), bulk.kind)
    }
    await doing.save(state)
  }
}

/** Why it can't be undone is said of each by itself. */
const undoOne = async (app: App, bulk: Bulk, by: BulkTask, actor: Actor, change: Change) => {
  const recorded: Recorded = { before: JSON.parse(change.before), after: JSON.parse(change.after) }
  const thing = { object_type: change.object_type, object_id: change.object_id } as Thing
  try {
    await app.transaction(async (tx) => {
      if (!(await markUndone(tx.db, change.id, tx.now()))) return
      await undoOnThing(tx, actor, bulk.act as BulkAct, thing, recorded)
      await note(tx, bulk, by, thing, { before: recorded.after, after: recorded.before })
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await app.transaction((tx) => updateChange(tx.db, change.id, { undo_refusal: error.reason }))
  }
}

const undo = async (app: App, bulk: Bulk, by: BulkTask, doing: TaskDoing) => {
  const { done } = (await countOutcomes(app.db, [bulk.id])).get(bulk.id)!
  let met = (doing.state as { met: number } | undefined)?.met ?? 0
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const batch = await listToUndo(app.db, bulk.id, before, AT_ONCE)
    for (const change of batch) {
      doing.signal.throwIfAborted()
      await undoOne(app, bulk, by, await actorOf(app, by.actor_id, bulk), change)
      before = change.id
      doing.progress(++met, Math.max(done, met), bulk.kind)
    }
    await doing.save({ met })
    if (batch.length < AT_ONCE) return
  }
}

/** One act on many things, each in a transaction of its own; stopped or struck down, it goes on with those it hasn't met. */
export const runBulkAct = async (app: App, by: BulkTask, doing: TaskDoing) => {
  const bulk = await findBulk(app.db, by.id)
  if (!bulk) return null
  const { actor_id, session_id } = by
  await actingAs({ actor_id, session_id, via: 'session' }, () => (by.undo ? undo : act)(app, bulk, by, doing))
  return (await countOutcomes(app.db, [bulk.id])).get(bulk.id)
}
