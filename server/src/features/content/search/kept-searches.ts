import { LRUCache } from 'lru-cache'
import type { App, EventName } from '../../../events/events.ts'
import { SHOWN_NOWHERE } from '../../../events/shown-nowhere.ts'

const MOST = 500
/** By then what has changed is in the index. */
const SETTLED_SECONDS = 5
/** At most so long, since scores and dates are told, too. */
const KEPT_SECONDS = 60

/** `search.plugin_due` comes when the index has what was written. */
const changesNone = (name: EventName) => SHOWN_NOWHERE.has(name) && name !== 'search.plugin_due'

const createKept = (app: App) => {
  const found = new LRUCache<string, { reply: unknown; until: number }>({ max: MOST })
  let changed_at = app.clock.now()
  app.onCommit((happened) => {
    if (happened.every(({ name }) => changesNone(name))) return
    found.clear()
    changed_at = app.clock.now()
  })
  return { found, changedAt: () => changed_at }
}

const kept = new WeakMap<App, ReturnType<typeof createKept>>()
const keptBy = (app: App) => {
  const known = kept.get(app) ?? createKept(app)
  kept.set(app, known)
  return known
}

/** What visitors have searched for since anything has changed is found without a look into the database. */
export const searchOnce = async <T>(app: App, asked: unknown, search: () => Promise<T>): Promise<T> => {
  const { found, changedAt } = keptBy(app)
  const key = JSON.stringify(asked)
  const known = found.get(key)
  if (known && known.until > app.clock.now()) return known.reply as T
  const before = changedAt()
  const reply = await search()
  if (before === changedAt() && app.clock.now() - before >= SETTLED_SECONDS)
    found.set(key, { reply, until: app.clock.now() + KEPT_SECONDS })
  return reply
}
