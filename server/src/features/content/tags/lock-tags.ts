import type { Tx } from '../../../events/events.ts'
import { NotFound } from '../../../lib/errors.ts'
import { lockTags, TAG_STATUS } from './queries.ts'

export const tagNotFound = () => new NotFound('error.tag.not_found')
export const lockTag = async (tx: Tx, id: number) => (await lockTags(tx.db, [id]))[0]

/** Tags that are there, locked, each in its place. */
export const lockAvailable = async (tx: Tx, ids: number[]) => {
  const locked = await lockTags(tx.db, [...new Set(ids)])
  return ids.map((id) => {
    const tag = locked.find((one) => one.id === id)
    if (tag?.status !== TAG_STATUS.available) throw tagNotFound()
    return tag
  })
}
