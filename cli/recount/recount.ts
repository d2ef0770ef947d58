import type { App, Tx } from '@askwell/server/events/events.ts'
import { refreshHotScores } from '@askwell/server/features/posts/effects.ts'
import { recountComments } from './comments.ts'
import type { Drift } from './drift.ts'
import { recountPosts, recountSite } from './posts.ts'
import { recountTags } from './tags.ts'
import { recountUsers } from './users.ts'

/** Goes through a table by id, some rows in a transaction, so that a site in use waits for none of it long. */
const all = async (app: App, some: (tx: Tx, after: number, drift: Drift) => Promise<number>, drift: Drift) => {
  for (let after = 0; ;) {
    after = await app.transaction((tx) => some(tx, after, drift))
    if (after === 0) return
  }
}

/** Rebuilds every total from what it is the total of, and says which were off. */
export const recountAll = async (app: App, onPart: (part: string) => void = () => {}): Promise<Drift> => {
  const drift: Drift = new Map()
  onPart('posts')
  await all(app, recountPosts, drift)
  onPart('comments')
  await all(app, recountComments, drift)
  onPart('tags')
  await all(app, recountTags, drift)
  onPart('users')
  await all(app, recountUsers, drift)
  await app.transaction((tx) => recountSite(tx, drift))
  await refreshHotScores(app)
  return drift
}
