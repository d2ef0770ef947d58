import type { App, Tx } from '../../../../events/events.ts'
import { deleteContributionsOf } from '../../../engagement/contributions/queries.ts'
import { deleteEntriesOf } from '../../../engagement/reputation/queries.ts'
import { eraseThread } from '../../../content/posts/erasure/erase-thread.ts'
import { findPost, lockPosts } from '../../../content/posts/queries.ts'
import { deleteRevisionsOfTags } from '../../../content/revisions/queries.ts'
import { tagIdsOf } from '../../../content/tags/of-questions/queries.ts'
import { deleteTags } from '../../../content/tags/queries.ts'
import { deleteUsers, lockUsers } from '../../../users/users/queries.ts'
import {
  deleteAddressesOfThings,
  deleteMapped,
  listClaimed,
  type listMapped,
  listMappedElsewhere,
  listNamed,
  listUnused,
  listWrittenOn,
} from './queries.ts'

// Each step is a transaction of its own that forgets where the thing came from as it goes: whatever was done is done, and what is left is found.

/** Tags that came along, where nothing bears them any more. @returns how many went. */
export const takeTags = async (tx: Tx, site: string, tag_ids: number[]) => {
  const unused = tag_ids.length ? await listUnused(tx.db, site, tag_ids) : []
  if (unused.length === 0) return 0
  await deleteMapped(tx.db, site, 'tag', unused)
  await deleteMapped(tx.db, site, 'tag_text', unused)
  await deleteAddressesOfThings(tx.db, 'tag', unused)
  await deleteRevisionsOfTags(tx.db, unused)
  await deleteTags(tx.db, unused)
  return unused.length
}

/** A question with its answers, unless somebody has written there meanwhile. @returns whether it went. */
export const takeQuestion = (app: App, site: string, actor_id: number, id: number) =>
  app.transaction(async (tx) => {
    await lockPosts(tx.db, [id])
    const question = await findPost(tx.db, id)
    if (!question || (await listWrittenOn(tx.db, [id])).length > 0) return false
    const tag_ids = await tagIdsOf(tx.db, id)
    await eraseThread(tx, actor_id, question)
    await takeTags(tx, site, tag_ids)
    return true
  })

export interface MembersTaken {
  gone: number
  /** Usernames of those who stay, since somebody has used or changed their account. */
  claimed: string[]
}

/** Members whom nothing here names, of those of one batch; who was here before stays, and so does who has come since. */
export const takeMembers = (
  app: App,
  site: string,
  actor_id: number,
  some: Awaited<ReturnType<typeof listMapped>>,
  standing: Set<number>,
): Promise<MembersTaken> =>
  app.transaction(async (tx) => {
    const found = some.filter(({ was_here }) => was_here).map(({ object_id }) => object_id)
    if (found.length) {
      await deleteMapped(tx.db, site, 'user', found)
      await deleteAddressesOfThings(tx.db, 'user', found)
    }
    const ids = some.filter(({ was_here }) => !was_here).map(({ object_id }) => object_id)
    if (ids.length === 0) return { gone: 0, claimed: [] }
    await lockUsers(tx.db, ids)
    const claimed = await listClaimed(tx.db, ids)
    const named = await listNamed(tx.db, ids)
    const elsewhere = await listMappedElsewhere(tx.db, site, ids)
    const staying = new Set([...claimed.map(({ id }) => id), ...named, ...elsewhere])
    const gone = ids.filter((id) => !staying.has(id) && !standing.has(id))
    if (gone.length) {
      await deleteMapped(tx.db, site, 'user', gone)
      await deleteAddressesOfThings(tx.db, 'user', gone)
      // As of everybody who goes: what they have can still be found.
      for (const id of gone)
        await tx.emit('user.erased', { actor_id, object_type: 'user', object_id: id, question_id: 0 })
      await deleteEntriesOf(tx.db, gone)
      await deleteContributionsOf(tx.db, gone)
      await deleteUsers(tx.db, gone)
    }
    return { gone: gone.length, claimed: claimed.map(({ username }) => username) }
  })
