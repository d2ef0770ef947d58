import type { App, LaterEffect } from '../../../events/events.ts'
import { countTags, countUsers } from '../../engagement/contributions/service.ts'
import { nextUsers } from '../../engagement/reputation/queries.ts'
import { setNames } from '../../users/users/name-words/queries.ts'

const AT_ONCE = 100

const countAllUsers = async (app: App) => {
  for (let after = 0; ;) {
    const { ids } = await nextUsers(app.db, after, AT_ONCE)
    if (ids.length === 0) return
    await app.transaction(async (tx) => {
      await countUsers(tx, ids)
      await countTags(tx, ids)
      await setNames(tx.db, ids)
    })
    after = ids.at(-1)!
  }
}

/** After an upgrade that brings new figures: an import has counted already. */
export const countAnew: LaterEffect<'site.imported'> = async (app, { counted }) => {
  if (!counted) await countAllUsers(app)
}
