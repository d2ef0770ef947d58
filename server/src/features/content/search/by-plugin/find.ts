import { parseSearch, type SearchQuery } from '@askwell/contract/search-syntax.ts'
import pTimeout from 'p-timeout'
import type { App } from '../../../../events/events.ts'
import { LANES } from '../../../../events/lanes.ts'
import { outsideSlot } from '../../../../lib/concurrency-slot.ts'
import { SEARCH_PATIENCE_MS } from '../../../../lib/plugin-ports/search.ts'
import { findSearchPlugin, isBehind, stateDigest } from './queries.ts'

/** Changes that have waited longer than this are missed by those who search. */
const BEHIND_SECONDS = 60
const LOOK_AGAIN_SECONDS = 5
const FAILURES = 3
const REST_SECONDS = 60

interface Standing {
  plugin: string
  lookedAt: number
  isReady: boolean
  failures: number
  failedAt: number
}
const standings = new WeakMap<App['plugins'], Standing>()

/** Whether it has all posts and fails no more than now and then. */
const standingOf = async (app: App, plugin: string) => {
  const now = app.clock.now()
  let standing = standings.get(app.plugins)
  if (standing?.plugin !== plugin)
    standings.set(app.plugins, (standing = { plugin, lookedAt: -Infinity, isReady: false, failures: 0, failedAt: 0 }))
  if (now - standing.lookedAt >= LOOK_AGAIN_SECONDS) {
    const state = await findSearchPlugin(app.db)
    standing.isReady =
      state?.plugin === plugin &&
      state.digest === stateDigest(app.plugins, plugin) &&
      state.filled &&
      !(await isBehind(app.db, LANES.plugins, now - BEHIND_SECONDS))
    standing.lookedAt = now
  }
  return standing
}
const rests = ({ failures, failedAt }: Standing, now: number) => failures >= FAILURES && now - failedAt < REST_SECONDS

/** Nothing but words and phrases: what operators mean only the site knows. */
const isPlain = ({ words, phrases, ...others }: SearchQuery) =>
  words.length + phrases.length > 0 &&
  Object.values(others).every((value) => value === undefined || (Array.isArray(value) && value.length === 0))

interface Asked {
  q: string
  order: string
  page: number
  page_size: number
  /** Of the texts; asked for only where it is needed. */
  language(): Promise<string | undefined>
}

/** What a plugin finds; undefined where there is none, it can't, or it isn't to be trusted just now, so that the site searches itself. */
export const findByPlugin = async (app: App, { q, order, page, page_size, language }: Asked) => {
  const plugin = app.plugins.having('search')[0]
  if (plugin === undefined || order !== 'relevance') return undefined
  const query = parseSearch(q)
  if (!isPlain(query)) return undefined
  const standing = await standingOf(app, plugin)
  if (!standing.isReady || rests(standing, app.clock.now())) return undefined
  const { words, phrases } = query
  try {
    const asked = { q, words, phrases, page, page_size, language: (await language()) ?? '' }
    const { ids, count } = await outsideSlot(() =>
      pTimeout(app.plugins.ask(plugin, 'search.query', asked), { milliseconds: SEARCH_PATIENCE_MS }),
    )
    standing.failures = 0
    return { ids: [...new Set(ids.map(Number))].slice(0, page_size), count }
  } catch {
    standing.failures++
    standing.failedAt = app.clock.now()
    return undefined
  }
}
