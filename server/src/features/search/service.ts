import type { App, Tx } from '../../events/events.ts'
import { HIDDEN_FROM } from '../posts/policy.ts'
import { saveSetting } from '../site/queries.ts'
import { siteSettings } from '../site/views.ts'
import { deleteState, engineOf, INDEX_LANGUAGE, indexLanguage, listLeftovers, listTextsAfter, lockTexts, type PostText, saveState } from './queries.ts'
import type { Texts } from './sqlite.ts'
import { analysed } from './views.ts'

const BATCH = 400

const put = async (tx: Tx, texts: Texts[]) => {
  if (texts.length === 0) return
  await engineOf(tx.db).put(tx.db, texts)
  await saveState(tx.db, texts.map(({ id }) => id), tx.now())
}

const remove = async (tx: Tx, ids: number[]) => {
  if (ids.length === 0) return
  await engineOf(tx.db).remove(tx.db, ids)
  await deleteState(tx.db, ids)
}

/** Keeps the terms of posts that an import has just written. */
export const indexTexts = put

/** Brings the index in line with these posts as they are now. */
export const indexPosts = async (app: App, ids: number[]) => {
  const { language } = (await siteSettings(app)).interface
  await app.transaction(async (tx) => {
    const known = await indexLanguage(tx.db)
    if (known === undefined) await saveSetting(tx.db, INDEX_LANGUAGE, language, tx.now())
    const posts = (await lockTexts(tx.db, ids)).filter(({ status }) => status < HIDDEN_FROM)
    await put(tx, posts.map((post) => analysed(post, known ?? language)))
    await remove(tx, ids.filter((id) => !posts.some((post) => post.id === id)))
  })
}

export interface Reindexing {
  /** Turns texts into terms; in other threads, where there are any. */
  analyse: (texts: PostText[], language: string) => Promise<Texts[]> | Texts[]
  onProgress: (upTo: number) => void
}

/** Indexes everything afresh, in the site's language as it is now. The site may be in use meanwhile, and go on finding. */
export const reindex = async (app: App, { analyse, onProgress }: Reindexing) => {
  const { language } = (await siteSettings(app)).interface
  const began = app.clock.now()
  await app.transaction((tx) => saveSetting(tx.db, INDEX_LANGUAGE, language, began))
  let indexed = 0
  for (let after = 0; ;) {
    const read = await listTextsAfter(app.db, after, BATCH)
    if (read.length === 0) break
    const texts = await analyse(read, language)
    await app.transaction(async (tx) => {
      // Whatever was changed since it was read has a job of its own, which knows better.
      const now = await lockTexts(tx.db, read.map(({ id }) => id))
      const same = new Set(now.filter(({ id, status, revision_id }) => status < HIDDEN_FROM && read.some((post) => post.id === id && post.revision_id === revision_id)).map(({ id }) => id))
      await put(tx, texts.filter(({ id }) => same.has(id)))
      indexed += same.size
    })
    after = read.at(-1)!.id
    onProgress(after)
  }
  for (;;) {
    const gone = await listLeftovers(app.db, BATCH)
    if (gone.length === 0) break
    await app.transaction((tx) => remove(tx, gone))
  }
  return indexed
}
