import type { App, Tx } from '../../../events/events.ts'
import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import { saveSetting } from '../../operations/settings/queries.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { analysedText } from '../../../lib/indexed-text.ts'
import { TooMuchWork, workers } from '../../../workers/pool.ts'
import {
  deleteState,
  engineOf,
  INDEX_LANGUAGE,
  indexLanguage,
  listBare,
  listLeftovers,
  listTexts,
  listTextsAfter,
  lockStates,
  type PostText,
  saveState,
} from './queries.ts'
import type { Texts as Terms } from './sqlite.ts'
import { deleteVectors } from './meaning/queries.ts'
import { learnWords } from './vocabulary/queries.ts'

const BATCH = 400
/** A thread analyses texts of this many characters in a moment. */
const SHARE = 300_000

/** Texts in parts that a thread has done in a moment each. */
const inShares = (texts: PostText[]) => {
  const shares: PostText[][] = []
  let room = 0
  for (const text of texts) {
    room -= text.parsed_text.length
    if (room < 0 || shares.length === 0) {
      shares.push([])
      room = SHARE - text.parsed_text.length
    }
    shares.at(-1)!.push(text)
  }
  return shares
}

/** Of a text that takes too much this is found, in characters: trying again would take as much. */
const BEGINNING = 5000

const analysed = async (texts: PostText[], language: string): Promise<Texts[]> => {
  try {
    return await workers().run('analyse', { texts, language }, { patient: true })
  } catch (error) {
    if (!(error instanceof TooMuchWork) || error.isStarved) throw error
    const [first, ...others] = texts
    if (others.length) return [...(await analysed([first!], language)), ...(await analysed(others, language))]
    if (!first || first.parsed_text.length <= BEGINNING) throw error
    return analysed([{ ...first, parsed_text: first.parsed_text.slice(0, BEGINNING) }], language)
  }
}

/** Takes texts apart on the threads, all of them at once. */
const analyse = async (texts: PostText[], language: string): Promise<Texts[]> => {
  const shares = inShares(texts)
  const done: Texts[] = []
  while (shares.length)
    done.push(
      ...(await Promise.all(shares.splice(0, workers().threads).map((share) => analysed(share, language)))).flat(),
    )
  return done
}

/** What is kept of a post: the terms it is found by, and its words, as far as they are at hand. */
export interface Texts extends Terms {
  plain_text?: string
}

function* termsOf(texts: Texts[]) {
  for (const { title, body } of texts) for (const text of [title, body]) yield* text.split(' ')
}

/** Keeps what posts are found by, and quoted with. `areNew`: none of them is in the index yet, and whoever brings them knows which of their words to learn. */
export const indexTexts = async (
  tx: Pick<Tx, 'db' | 'now'>,
  texts: Texts[],
  { areNew = false }: { areNew?: boolean } = {},
) => {
  if (texts.length === 0) return
  await engineOf(tx.db).put(tx.db, texts, { areNew })
  if (!areNew) await learnWords(tx.db, termsOf(texts))
  await saveState(
    tx.db,
    texts.map(({ id, plain_text = null }) => ({ post_id: id, plain_text })),
    tx.now(),
  )
}

/** Takes posts out of the index, with their words and vectors. */
export const removeFromIndex = async (tx: Tx, ids: number[]) => {
  if (ids.length === 0) return
  await engineOf(tx.db).remove(tx.db, ids)
  await deleteState(tx.db, ids)
  await deleteVectors(tx.db, ids)
}

/** Another engine that searches for the site learns of the same posts. */
const tellPlugin = async (tx: Tx, plugin: string | undefined, post_ids: number[]) => {
  if (plugin === undefined) return
  const fact = { actor_id: 0, object_type: 'question', object_id: post_ids[0]!, question_id: 0 } as const
  await tx.emit('search.plugin_due', { ...fact, plugin, post_ids })
}

/**
 * Puts into the index what was read and taken apart before the transaction, and takes out what is hidden by now.
 * Whatever was changed in between has a job of its own, which knows better. @returns how many were put in.
 */
const settle = (app: App, ids: number[], read: PostText[], texts: Texts[]) =>
  app.transaction(async (tx) => {
    const now = await lockStates(tx.db, ids)
    const shown = now.filter(({ status }) => status < HIDDEN_FROM)
    const same = new Set(
      shown
        .filter(({ id, revision_id }) => read.some((post) => post.id === id && post.revision_id === revision_id))
        .map(({ id }) => id),
    )
    await indexTexts(
      tx,
      texts.filter(({ id }) => same.has(id)),
    )
    await removeFromIndex(
      tx,
      ids.filter((id) => !shown.some((post) => post.id === id)),
    )
    await tellPlugin(tx, app.plugins.inUse('search')[0], ids)
    return same.size
  })

/** The language of the index; at first the site's. */
const languageOf = async (app: App) => {
  const known = await indexLanguage(app.db)
  if (known !== undefined) return known
  const { language } = (await siteSettings(app)).interface
  await app.transaction((tx) => saveSetting(tx.db, INDEX_LANGUAGE, language, tx.now()))
  return language
}

/** Brings the index in line with these posts as they are now. */
export const indexPosts = async (app: App, ids: number[]) => {
  const language = await languageOf(app)
  const read = await listTexts(app.db, ids)
  await settle(app, ids, read, await analyse(read, language))
}

const BARE_AT_ONCE = 100
const BARE_A_TURN = 1000

/** Posts indexed before their words were stored get them step by step, without holding others up. */
export const keepWords = async (app: App) => {
  for (let done = 0; done < BARE_A_TURN; done += BARE_AT_ONCE) {
    const ids = await listBare(app.db, BARE_AT_ONCE)
    if (ids.length === 0) return
    await indexPosts(app, ids)
  }
}

/** When there is more of that to do: at once, or never. */
export const nextBare = async (db: Tx['db']) => ((await listBare(db, 1)).length ? 0 : Infinity)

/** The same for a few posts in a transaction that is open already. */
export const indexWithin = async (tx: Tx, ids: number[]) => {
  await lockStates(tx.db, ids)
  const shown = (await listTexts(tx.db, ids)).filter(({ status }) => status < HIDDEN_FROM)
  const language = (await indexLanguage(tx.db)) ?? ''
  await indexTexts(
    tx,
    shown.map((post) => analysedText(post, language)),
  )
  await removeFromIndex(
    tx,
    ids.filter((id) => !shown.some((post) => post.id === id)),
  )
}

export interface Reindexing {
  onProgress: (upTo: number) => void
}

/** Indexes everything again, in the site's present language. The site may be in use meanwhile. */
export const reindex = async (app: App, { onProgress }: Reindexing) => {
  const { language } = (await siteSettings(app)).interface
  const began = app.clock.now()
  await app.transaction((tx) => saveSetting(tx.db, INDEX_LANGUAGE, language, began))
  let indexed = 0
  for (let after = 0; ;) {
    const read = await listTextsAfter(app.db, after, BATCH)
    if (read.length === 0) break
    indexed += await settle(
      app,
      read.map(({ id }) => id),
      read,
      await analyse(read, language),
    )
    after = read.at(-1)!.id
    onProgress(after)
  }
  for (;;) {
    const gone = await listLeftovers(app.db, BATCH)
    if (gone.length === 0) break
    await app.transaction((tx) => removeFromIndex(tx, gone))
  }
  return indexed
}
