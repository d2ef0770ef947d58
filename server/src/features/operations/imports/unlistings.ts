import type { App } from '../../../events/events.ts'
import { deleteLinksOfThread } from '../../content/posts/links/queries.ts'
import { setUnlisted } from '../../content/posts/transitions/queries.ts'
import { insertOrigins, listOrigins } from './queries.ts'

/** What was once unlisted is known by this, so that a question listed here stays in the lists. */
const unlistingKey = (key: string) => `unlisted:${key}`

/** Questions that the old site had in no list are in none here, also where they came in as others. */
export const importUnlistings = (app: App, site: string, keys: string[]) =>
  app.transaction(async (tx) => {
    const posts = await listOrigins(
      tx.db,
      site,
      'post',
      keys.flatMap((key) => [unlistingKey(key), key]),
    )
    const fresh = keys.filter((key) => !posts.has(unlistingKey(key)) && posts.has(key))
    const ids = fresh.map((key) => posts.get(key)!)
    await setUnlisted(tx.db, ids)
    for (const id of ids) await deleteLinksOfThread(tx.db, id)
    await insertOrigins(
      tx.db,
      site,
      'post',
      fresh.map((key, at) => [unlistingKey(key), ids[at]!]),
    )
  })
