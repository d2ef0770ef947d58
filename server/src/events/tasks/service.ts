import { isDuplicate } from '../../db/dialect.ts'
import { BadRequest, Conflict } from '../../lib/errors.ts'
import type { App, Tx } from '../events.ts'
import { insertTask, lockTask, setTaskStatus } from './queries.ts'

const tell = (tx: Tx, actor_id: number) =>
  tx.emit('task.changed', { actor_id, object_type: 'user', object_id: 0, question_id: 0 })

/** Done in the same transaction, such as recording who it was. */
type Also = (tx: Tx, task: { id: number; kind: string }) => Promise<unknown>
const nothingElse: Also = async () => {}

/** Together with what the caller writes; in a transaction that `oneOfAKind` runs. @returns its id. */
export const enterTask = async (tx: Tx, actor_id: number, kind: string, args: unknown) => {
  const id = await insertTask(tx.db, { kind, args: JSON.stringify(args), user_id: actor_id }, tx.now())
  await tell(tx, actor_id)
  return id
}

/** A second one of a kind is refused. */
export const oneOfAKind = async <T>(work: () => Promise<T>) => {
  try {
    return await work()
  } catch (error) {
    if (isDuplicate(error)) throw new Conflict('error.task.running')
    throw error
  }
}

/** One of each kind at a time. @returns its id. */
export const beginTask = (app: App, actor_id: number, kind: string, args: unknown, also: Also = nothingElse) =>
  oneOfAKind(() =>
    app.transaction(async (tx) => {
      const id = await enterTask(tx, actor_id, kind, args)
      await also(tx, { id, kind })
      return id
    }),
  )

/** It stops at its next step, and is stopped as soon as the process that has it says so. */
export const stopTask = (app: App, actor_id: number, id: number, also: Also = nothingElse) =>
  app.transaction(async (tx) => {
    const task = await lockTask(tx.db, id)
    if (!task) throw new BadRequest('error.object.not_found')
    if (task.status === 'waiting') await setTaskStatus(tx.db, id, 'stopped', tx.now())
    if (task.status === 'running') await setTaskStatus(tx.db, id, 'stopping', tx.now())
    await tell(tx, actor_id)
    await also(tx, task)
  })

/** From where it stopped. */
export const continueTask = (app: App, actor_id: number, id: number, also: Also = nothingElse) =>
  oneOfAKind(() =>
    app.transaction(async (tx) => {
      const task = await lockTask(tx.db, id)
      if (!task) throw new BadRequest('error.object.not_found')
      if (task.status === 'stopped' || task.status === 'failed') await setTaskStatus(tx.db, id, 'waiting', tx.now())
      await tell(tx, actor_id)
      await also(tx, task)
    }),
  )
