import type { SearchedPost } from '@askwell/plugin-kit'
import type { App, LaterEffect, Tx } from '../../../../events/events.ts'
import { deleteSettings, saveSetting } from '../../../operations/settings/queries.ts'
import { findSearchPlugin, listFindable, listPostIdsAfter, listWithAnswers, SEARCH_PLUGIN } from './queries.ts'

/** Posts in one message at most, and so many bytes of them: a plugin's process reads no more than four times as much. */
const AT_ONCE = 20
const BYTES_AT_ONCE = 2 ** 20
const FILL_A_TURN = 200

const inParts = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) => ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE))

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
  for (const part of inParts(ids)) {
    const put = await listFindable(app.db, part)
    const found = new Set(put.map(({ id }) => id))
    const remove = part.map(String).filter((id) => !found.has(id))
    await putInParts(app, plugin, put, remove)
  }
}

/** Posts as they are now; run twice, the plugin has the same. */
export const tellSearchPlugin: LaterEffect<'search.plugin_due'> = async (app, { plugin, post_ids }) => {
  if (app.plugins.having('search')[0] !== plugin) return
  const there = await listWithAnswers(app.db, post_ids)
  await give(app, plugin, [...new Set([...post_ids, ...there])])
}

const save = (app: App, state: { plugin: string; upTo: number; filled: boolean }) =>
  app.transaction((tx) => saveSetting(tx.db, SEARCH_PLUGIN, state, tx.now()))

/** A plugin that has come to search is given every post, step by step; one that has gone begins anew when it comes back, for it has missed what happened meanwhile. */
export const fillSearchPlugin = async (app: App) => {
  const plugin = app.plugins.having('search')[0]
  const state = await findSearchPlugin(app.db)
  if (plugin === undefined) {
    if (state) await app.transaction((tx) => deleteSettings(tx.db, [SEARCH_PLUGIN]))
    return
  }
  if (state?.plugin === plugin && state.filled) return
  let upTo = state?.plugin === plugin ? state.upTo : 0
  if (state?.plugin !== plugin) await save(app, { plugin, upTo, filled: false })
  for (;;) {
    const ids = await listPostIdsAfter(app.db, upTo, FILL_A_TURN)
    await give(app, plugin, ids)
    upTo = ids.at(-1) ?? upTo
    await save(app, { plugin, upTo, filled: ids.length < FILL_A_TURN })
    if (ids.length < FILL_A_TURN) return
  }
}

/** After an import it knows nothing of what came. */
export const fillAnew: LaterEffect<'site.imported'> = (app) =>
  app.transaction((tx: Tx) => deleteSettings(tx.db, [SEARCH_PLUGIN]))
