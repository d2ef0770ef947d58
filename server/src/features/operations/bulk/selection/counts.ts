import { LRUCache } from 'lru-cache'
import type { App, EventName } from '../../../../events/events.ts'
import { SHOWN_NOWHERE } from '../../../../events/shown-nowhere.ts'
import type { Match } from './match.ts'
import { countMatching } from './queries.ts'

/** What changes no list of everything in any state. */
const CHANGES_NOTHING = new Set<EventName>([
  ...SHOWN_NOWHERE,
  'badge.awarded',
  'badge.taken_back',
  'badge.changed',
  'thing.followed',
  'thing.unfollowed',
  'question.collected',
  'question.uncollected',
  'post.reacted',
  'post.reaction_withdrawn',
  'question.invited',
])
const MOST = 200

const memories = new WeakMap<App, LRUCache<string, Promise<number>>>()

const memoryOf = (app: App) => {
  const known = memories.get(app)
  if (known) return known
  const counts = new LRUCache<string, Promise<number>>({ max: MOST })
  memories.set(app, counts)
  app.onCommit((happened) => {
    if (happened.some(({ name }) => !CHANGES_NOTHING.has(name))) counts.clear()
  })
  return counts
}

/** How many there are: counted once, and then known until something happens that could change it. */
export const countOf = (app: App, match: Match) => {
  const counts = memoryOf(app)
  const key = JSON.stringify(match)
  const known = counts.get(key)
  if (known) return known
  const count = countMatching(app.db, match)
  counts.set(key, count)
  count.catch(() => counts.delete(key))
  return count
}
