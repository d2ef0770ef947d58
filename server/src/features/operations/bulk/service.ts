import { ACTS_OF, type BulkAct, type BulkKind, type BulkWish, rightOf } from '@askwell/contract/bulk.ts'
import { BULK_PICKED_MAX } from '@askwell/contract/limits.ts'
import type { App } from '../../../events/events.ts'
import { enterTask, oneOfAKind } from '../../../events/tasks/service.ts'
import type { Actor } from '../../../lib/actor.ts'
import { actingNow, refusePrograms } from '../../../lib/acting.ts'
import { BadRequest, Invalid, NotFound } from '../../../lib/errors.ts'
import { ensureMay } from '../../../lib/staff-rights.ts'
import { recordAudit } from '../audit/queries.ts'
import { particularsOf } from './acting/particulars/service.ts'
import { confirmationOf, previewBulk } from './preview/preview.ts'
import { findBulk, insertBulk, lockBulk, updateBulk } from './queries.ts'
import { pickedOf } from './selection/match.ts'
import { lastId } from './selection/queries.ts'
import { BULK_TASK, type BulkTask, type Particulars } from './things.ts'
import { isOver } from './undo-time.ts'

const isPossible = (kind: BulkKind, act: BulkAct) =>
  (ACTS_OF[kind] as readonly BulkAct[]).includes(act) || (kind === 'user' && act === 'sweep')

/** That it makes sense at all, and that this person may. */
const ensureSensible = (actor: Actor, { kind, act, ids = [], filter }: BulkWish) => {
  ensureMay(actor, rightOf(kind, act))
  if (!isPossible(kind, act)) throw new Invalid([{ field: 'act', reason: 'field.not_a_choice' }])
  if (filter ? filter.kind !== kind : ids.length === 0) throw new BadRequest('error.bulk.nothing')
  if (ids.length > BULK_PICKED_MAX)
    throw new Invalid([{ field: 'ids', reason: 'field.too_many', values: { max: BULK_PICKED_MAX } }])
  // One member's things of a time: more would be nobody's to look through.
  if (act === 'sweep' && (filter || pickedOf(kind, ids).length !== 1)) throw new BadRequest('error.bulk.nothing')
}

/** What it would do; changes nothing. */
export const seeBulk = async (app: App, actor: Actor, wish: BulkWish, language: string) => {
  ensureSensible(actor, wish)
  return previewBulk(app, actor, wish, await particularsOf(app.db, wish.act, wish.kind, wish.options ?? {}), language)
}

/** Members aren't deleted by a slip: one types their name, or how many they are. */
const ensureConfirmed = async (app: App, actor: Actor, wish: BulkWish, particulars: Particulars, typed: string) => {
  if (wish.kind !== 'user' || wish.act !== 'delete') return
  const confirm = await confirmationOf(app, actor, wish, particulars)
  if (confirm === '') throw new BadRequest('error.bulk.nothing')
  if (typed.trim().replace(/^@/, '').toLowerCase() !== confirm)
    throw new Invalid([{ field: 'confirm', reason: 'field.not_confirmed', values: { wanted: confirm } }])
}

/** @returns its id; the work itself is a long task. */
export const beginBulk = async (app: App, actor: Actor, wish: BulkWish, confirm: string) => {
  ensureSensible(actor, wish)
  if (wish.act === 'role') refusePrograms()
  const { kind, act, ids, filter, options = {} } = wish
  await ensureConfirmed(app, actor, wish, await particularsOf(app.db, act, kind, options), confirm)
  const upto = await lastId(app.db, kind)
  return oneOfAKind(() =>
    app.transaction(async (tx) => {
      const id = await insertBulk(tx.db, {
        kind,
        act,
        wish: JSON.stringify({ kind, act, ...(filter ? { filter } : { ids }) }),
        options: JSON.stringify(options),
        upto,
        user_id: actor.id,
        task_id: 0,
        is_undone: 0,
        created_at: tx.now(),
      })
      const args: BulkTask = { id, undo: false, ...actingNow(actor.id) }
      await updateBulk(tx.db, id, { task_id: await enterTask(tx, actor.id, BULK_TASK, args) })
      await recordAudit(tx, {
        actor_id: actor.id,
        action: 'bulk.begun',
        object_type: 'bulk_act',
        object_id: id,
        before: null,
        after: { kind, act, options, ...(filter ? { filter } : { count: pickedOf(kind, ids ?? []).length }) },
      })
      return id
    }),
  )
}

/** Restores what nobody has changed since, as a long task. */
export const undoBulk = async (app: App, actor: Actor, id: number) => {
  const found = await findBulk(app.db, id)
  if (!found) throw new NotFound()
  ensureMay(actor, rightOf(found.kind, found.act as BulkAct))
  if (found.act === 'role') refusePrograms()
  await oneOfAKind(() =>
    app.transaction(async (tx) => {
      const bulk = (await lockBulk(tx.db, id))!
      if (bulk.is_undone || isOver(bulk, tx.now())) throw new BadRequest('error.bulk.over')
      const args: BulkTask = { id, undo: true, ...actingNow(actor.id) }
      await updateBulk(tx.db, id, { is_undone: 1, task_id: await enterTask(tx, actor.id, BULK_TASK, args) })
      await recordAudit(tx, {
        actor_id: actor.id,
        action: 'bulk.undone',
        object_type: 'bulk_act',
        object_id: id,
        before: null,
        after: null,
      })
    }),
  )
  return null
}
