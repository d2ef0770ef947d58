import type { SearchedPost } from '@askwell/plugin-kit'
import PQueue from 'p-queue'
import type { App, Effect, LaterEffect, Tx } from '../../../../events/events.ts'
import { NotYet } from '../../../../events/lanes.ts'
import { deleteGivenUp, listGivenUp } from '../../../../events/queries.ts'
import { listPluginsOn } from '../../../operations/settings/queries.ts'
import { deleteSettings, saveSetting } from '../../../operations/settings/queries.ts'
import {
  CHANGES,
  findSearchPlugin,
  listFindable,
  listPostIdsAfter,
  listWithAnswers,
  SEARCH_PLUGIN,
  type SearchPluginState,
  stateDigest,
} from './queries.ts'

/** Posts in one message at most, and so many bytes of them: a plugin's process reads no more than four times as much. */
const AT_ONCE = 20
const BYTES_AT_ONCE = 2 ** 20
/** Then others have their turn, and sooner where the plugin is slow. */
const FILL_A_TURN = 200
const TURN_MS = 5000
const GIVEN_UP_A_TURN = 20
/** Then it is looked for again where it doesn't run. */
const AWAY_SECONDS = 60

const inParts = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE))

const queues = new WeakMap<App['plugins'], PQueue>()
/** Of two jobs for a post, what was read later has to arrive later. */
const oneByOne = (app: App) => {
  const queue = queues.get(app.plugins) ?? new PQueue({ concurrency: 1 })
  queues.set(app.plugins, queue)
  return queue
}

/** One message after another, none of them too long. */
const putInParts = async (app: App, plugin: string, put: SearchedPost[], remove: string[]) => {
  let part: SearchedPost[] = []
  let bytes = 0
  for (const post of put) {
    const more = Buffer.byteLength(JSON.stringify(post))
    if (part.length && bytes + more > BYTES_AT_ONCE) {
      await app.plugins.ask(plugin, 'search.index', { put: part, remove: [] })
      part = []
      bytes = 0
    }
    part.push(post)
    bytes += more
  }
  await app.plugins.ask(plugin, 'search.index', { put: part, remove })
}

const give = async (app: App, plugin: string, ids: number[]) => {
  for (const part of inParts(ids))
    await oneByOne(app).add(async () => {
      const put = await listFindable(app.db, part)
      const found = new Set(put.map(({ id }) => id))
      const remove = part.map(String).filter((id) => !found.has(id))
      await putInParts(app, plugin, put, remove)
    })
}

/** Posts as they are now; run twice, the plugin has the same. */
export const tellSearchPlugin: LaterEffect<'search.plugin_due'> = async (app, { plugin, post_ids }) => {
  app.plugins.failWhileAwaited(plugin, 'search')
  if (app.plugins.inUse('search')[0] !== plugin) return
  const there = await listWithAnswers(app.db, post_ids)
  await give(app, plugin, [...new Set([...post_ids, ...there])])
}

const forget = (tx: Tx) => deleteSettings(tx.db, [SEARCH_PLUGIN])

/** Unless somebody has begun anew meanwhile. */
const save = (app: App, before: SearchPluginState | undefined, state: SearchPluginState) =>
  app.transaction(async (tx) => {
    const isSame = JSON.stringify(await findSearchPlugin(tx.db)) === JSON.stringify(before)
    if (isSame) await saveSetting(tx.db, SEARCH_PLUGIN, state, tx.now())
    return isSame
  })

const fill = async (app: App, plugin: string, found: SearchPluginState | undefined, begun: SearchPluginState) => {
  const until = performance.now() + TURN_MS
  let [before, state] = [found, begun]
  if (before !== state && !(await save(app, before, state))) return
  for (let done = 0; done < FILL_A_TURN && !state.filled && performance.now() < until; done += AT_ONCE) {
    const ids = await listPostIdsAfter(app.db, state.upTo, AT_ONCE)
    await give(app, plugin, ids)
    before = state
    state = { ...state, upTo: ids.at(-1) ?? state.upTo, filled: ids.length < AT_ONCE }
    if (!(await save(app, before, state))) return
  }
}

/** What the plugin didn't take however often it was tried: perhaps it was away for long. */
const tellAgain = async (app: App) => {
  const faults: unknown[] = []
  for (const { id, payload } of await listGivenUp(app.db, CHANGES, GIVEN_UP_A_TURN))
    try {
      await tellSearchPlugin(app, JSON.parse(payload) as Parameters<typeof tellSearchPlugin>[1])
      await app.transaction((tx) => deleteGivenUp(tx.db, id))
    } catch (error) {
      faults.push(error)
    }
  if (faults.length) throw faults[0]
}

/** A plugin that has come to search is given every post, step by step; one that was off, or is another than before, begins anew, for it has missed what happened meanwhile. */
export const fillSearchPlugin = async (app: App) => {
  const plugin = app.plugins.inUse('search')[0]
  const found = await findSearchPlugin(app.db)
  if (plugin === undefined) {
    if (found) await app.transaction(forget)
    return
  }
  // Where it couldn't begin, another process gives it the rest.
  if (app.plugins.isAwaited(plugin, 'search'))
    throw new NotYet(app.clock.now() + AWAY_SECONDS, `${plugin} isn't running`)
  const digest = stateDigest(app.plugins, plugin)
  const isKnown = found?.plugin === plugin && found.digest === digest
  if (isKnown && found.filled) return tellAgain(app)
  await fill(app, plugin, found, isKnown ? found : { plugin, digest, upTo: 0, filled: false })
}

/** When there is more of that to do: at once, or with the next look. */
export const nextFill = async (db: Tx['db']) => ((await findSearchPlugin(db))?.filled === false ? 0 : Infinity)

/** After an import it knows nothing of what came. */
export const fillAnew: LaterEffect<'site.imported'> = (app) => app.transaction(forget)

/** Where it is switched off it hears of nothing any more, however soon it comes back. */
export const forgetPluginOff: Effect<'settings.changed'> = async (tx) => {
  const state = await findSearchPlugin(tx.db)
  if (state && !(await listPluginsOn(tx.db)).includes(state.plugin)) await forget(tx)
}

/** What is gone for good isn't found by the plugin either. */
export const tellOfErased: Effect<'post.erased'> = async (tx, { actor_id, object_type, object_id, post_ids }) => {
  const plugin = (await findSearchPlugin(tx.db))?.plugin
  if (plugin === undefined) return
  await tx.emit('search.plugin_due', { actor_id, object_type, object_id, question_id: 0, plugin, post_ids })
}
