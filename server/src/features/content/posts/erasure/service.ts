import type { PermanentDeletion } from '@askwell/contract/content-administration.ts'
import { numberOf, userNumber } from '@askwell/contract/ids.ts'
import type { App } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { BadRequest, NotFound, AppError } from '../../../../lib/errors.ts'
import { listErasable } from '../../../users/users/erasure/queries.ts'
import { eraseDeletedUser } from '../../../users/users/service.ts'
import { listDeleted } from './queries.ts'
import { operate } from '../transitions/service.ts'

const ERASED_AT_ONCE = 100

const HAS_GONE = [NotFound, BadRequest]

/** Everything of a kind that is deleted goes for good, one thing after another; what somebody brings back meanwhile stays. */
const eraseAll = async (list: (after: number) => Promise<number[]>, erase: (id: number) => Promise<unknown>) => {
  for (let after = 0; ;) {
    const ids = await list(after)
    for (const id of ids)
      await erase(id).catch((error: unknown) => {
        if (!HAS_GONE.some((kind) => error instanceof kind)) throw error
      })
    if (ids.length < ERASED_AT_ONCE) return
    after = ids.at(-1)!
  }
}

/** One deleted thing, or all of them where none is named. */
export const deletePermanently = async (app: App, actor: Actor, { type, object_id }: PermanentDeletion) => {
  if (type === 'users') {
    const erase = (id: number) => app.transaction((tx) => eraseDeletedUser(tx, actor.id, id))
    await (object_id
      ? erase(userNumber(object_id))
      : eraseAll((after) => listErasable(app.db, { until: app.clock.now(), after, limit: ERASED_AT_ONCE }), erase))
    return null
  }
  const kind = type === 'questions' ? 'question' : 'answer'
  const erase = (id: number) => app.transaction((tx) => operate(tx, actor, id, 'erase', { kind }))
  await (object_id
    ? erase(numberOf(kind, object_id))
    : eraseAll((after) => listDeleted(app.db, kind, after, ERASED_AT_ONCE), erase))
  return null
}

/** A member who isn't deleted, or is erased already, can't go. */
const eraseOne = async (app: App, actor: Actor, type: PermanentDeletion['type'], object_id: string) => {
  if (type !== 'users') return deletePermanently(app, actor, { type, object_id })
  if (!(await app.transaction((tx) => eraseDeletedUser(tx, actor.id, userNumber(object_id)))))
    throw new NotFound('error.user.not_found')
}

/** Each of several by itself: what can't go is no reason for the others to stay. */
export const eraseEach = async (app: App, actor: Actor, type: PermanentDeletion['type'], object_ids: string[]) => {
  const erased: string[] = []
  const kept: { object_id: string; refusal: AppError }[] = []
  for (const object_id of new Set(object_ids)) {
    try {
      await eraseOne(app, actor, type, object_id)
      erased.push(object_id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      kept.push({ object_id, refusal: error })
    }
  }
  return { erased, kept }
}
