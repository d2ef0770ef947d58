import type { NotificationType } from '@askwell/contract/notifications.ts'
import { advisoryLock } from '../../../../db/dialect.ts'
import type { App, Tx } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { TYPE } from '../queries.ts'
import { sayChanged } from '../writing/write.ts'
import { findOwn, lastId, markGroupRead, markRead, markUpTo } from './queries.ts'

/** Who reads on several devices at once does so one after the other: each would wait for rows that the other has. */
const takeTurn = (tx: Tx, reader: Actor) => advisoryLock(tx.db, `reading of ${reader.id}`)

/** One that is gone meanwhile needs no reading; of others' nothing is said. */
export const readOne = async (app: App, reader: Actor, { id, group }: { id: number; group: boolean }) => {
  await app.transaction(async (tx) => {
    await takeTurn(tx, reader)
    const own = await findOwn(tx.db, reader.id, id)
    if (!own) return
    if (group) await markGroupRead(tx.db, reader.id, own)
    else await markRead(tx.db, own.id)
    await sayChanged(tx, [reader.id])
  })
  return {}
}

const AT_ONCE = 2000

/** In steps, so that nobody else waits for a very full inbox; what arrives meanwhile stays as it is. */
const mark = async (app: App, reader: Actor, type: NotificationType, flag: 'is_read' | 'is_seen') => {
  const last = await lastId(app.db)
  for (let some = AT_ONCE; some === AT_ONCE;)
    some = await app.transaction(async (tx) => {
      await takeTurn(tx, reader)
      const count = await markUpTo(tx.db, { user_id: reader.id, type: TYPE[type], last, flag, limit: AT_ONCE })
      if (count > 0) await sayChanged(tx, [reader.id])
      return count
    })
}

export const readAll = async (app: App, reader: Actor, type: NotificationType) => {
  await mark(app, reader, type, 'is_read')
  return {}
}

/** The tab was looked at. */
export const open = (app: App, reader: Actor, type: NotificationType) => mark(app, reader, type, 'is_seen')
