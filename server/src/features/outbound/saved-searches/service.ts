import { SAVED_SEARCHES } from '@askwell/contract/limits.ts'
import { isEmptySearch, parseSearch } from '@askwell/contract/search-syntax.ts'
import type { App } from '../../../events/events.ts'
import type { Actor } from '../../../lib/actor.ts'
import { Invalid, NotFound } from '../../../lib/errors.ts'
import { lastPostId } from '../../content/search/queries.ts'
import { lockUser } from '../../users/users/queries.ts'
import { deleteSaved, insertSaved, listSaved } from './queries.ts'

/** What is there already is no news. */
export const save = (app: App, actor: Actor, typed: string) => {
  const q = typed.toWellFormed().trim().replace(/\s+/g, ' ') // as a database gives it back
  if (isEmptySearch(parseSearch(q))) throw new Invalid([{ field: 'q', reason: 'field.required' }])
  return app.transaction(async (tx) => {
    await lockUser(tx.db, actor.id)
    const before = await listSaved(tx.db, actor.id)
    if (before.length >= SAVED_SEARCHES && !before.some((saved) => saved.q === q))
      throw new Invalid([{ field: 'q', reason: 'field.too_many', values: { max: SAVED_SEARCHES } }])
    const now = tx.now()
    await insertSaved(tx.db, {
      user_id: actor.id,
      q,
      created_at: now,
      due_at: now,
      seen_post_id: await lastPostId(tx.db),
    })
    return (await listSaved(tx.db, actor.id)).find((saved) => saved.q === q)!
  })
}

export const remove = (app: App, actor: Actor, id: number) =>
  app.transaction(async (tx) => {
    if (!(await deleteSaved(tx.db, actor.id, id))) throw new NotFound()
    return null
  })
