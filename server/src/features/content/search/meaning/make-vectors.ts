import { createHash } from 'node:crypto'
import type { Db } from '../../../../db/dialect.ts'
import type { App } from '../../../../events/events.ts'
import { NotYet } from '../../../../events/lanes.ts'
import { type EmbeddingsService, EmbeddingsProblem, TEXTS_AT_ONCE } from '../../../../lib/embeddings.ts'
import { settingsIn, siteSettings } from '../../../operations/settings/views.ts'
import { lockStates } from '../queries.ts'
import {
  deleteEarlier,
  deleteVectors,
  type DuePost,
  findState,
  hasEarlier,
  isAnyDue,
  listAgain,
  listDigests,
  listDue,
  markDone,
  saveState,
  type VectorState,
} from './queries.ts'
import { embed, LONGEST_TEXT, presentVectors, serviceOf, tryService } from './state.ts'
import { vectorsIn } from '../../../../db/vectors.ts'

const BATCH_MS = 30_000
/** Then other work has its turn, and the settings are read anew. */
const BATCHES_A_TURN = 10
const DELETED_AT_ONCE = 500
const FIRST_RETRY = 30
const LAST_RETRY = 300

/** What is sent of a post; nothing of its author, or when it was, and nothing at all of what is unlisted. */
const textOf = ({ title, plain_text, kind, show }: DuePost) =>
  show !== 1
    ? ''
    : (kind === 'question' ? `${title}\n\n${plain_text ?? ''}` : (plain_text ?? '')).trim().slice(0, LONGEST_TEXT)
const digestOf = (text: string) => createHash('sha256').update(text).digest('base64url')

/** What a service says of a text that it can't take, and of much else. */
const MAY_BE_THE_TEXT = new Set(['400', '413', '422'])
const isPerhapsOfText = ({ problem: { reason, values } }: EmbeddingsProblem) =>
  reason === 'error.embeddings.not_embeddings' ||
  reason === 'error.embeddings.plugin' ||
  (reason === 'error.embeddings.answered' && MAY_BE_THE_TEXT.has(String(values?.status)))

/** Models differ in how much they read; a text that is refused at this length is refused for another reason. */
const SHORTEST = 350

/** What doesn't concern a text is thrown. */
const vectorOrProblem = async (app: App, service: EmbeddingsService, text: string) => {
  try {
    const [vector] = await embed(app, service, [text], BATCH_MS)
    return vector!
  } catch (error) {
    if (error instanceof EmbeddingsProblem && isPerhapsOfText(error)) return error
    throw error
  }
}

/** One text by itself, shortened as far as the service wants. */
const vectorOfOne = async (app: App, service: EmbeddingsService, whole: string) => {
  for (let text = whole; ; text = text.slice(0, text.length / 2)) {
    const made = await vectorOrProblem(app, service, text)
    if (!(made instanceof EmbeddingsProblem)) return made
    if (made.problem.reason === 'error.embeddings.not_embeddings' || text.length / 2 < SHORTEST) return undefined
  }
}

/** A vector for each text, but for those of which the service makes none while it works otherwise: they must not hold up the rest. */
const vectorsOf = async (app: App, texts: string[]): Promise<(Float32Array | undefined)[]> => {
  if (texts.length === 0) return []
  const service = serviceOf(app, await siteSettings(app))
  try {
    return await embed(app, service, texts, BATCH_MS)
  } catch (error) {
    if (!(error instanceof EmbeddingsProblem && isPerhapsOfText(error))) throw error
  }
  await tryService(app, service)
  const made: (Float32Array | undefined)[] = []
  for (const text of texts) made.push(await vectorOfOne(app, service, text))
  return made
}

/** Makes the vectors of some posts that lack one. @returns whether there were any. */
const makeSome = async (app: App, { generation, dimensions }: VectorState) => {
  const due = await listDue(app.db, generation, TEXTS_AT_ONCE)
  if (due.length === 0) return false
  const ids = due.map(({ post_id }) => post_id)
  const texts = new Map(due.map((post) => [post.post_id, textOf(post)]))
  // Where only the index was made anew, the text is as it was.
  const known = await listDigests(app.db, generation, ids)
  const asked = ids.filter((id) => texts.get(id) !== '' && known.get(id) !== digestOf(texts.get(id)!))
  const made = await vectorsOf(
    app,
    asked.map((id) => texts.get(id)!),
  )
  if (made.some((vector) => vector && vector.length !== dimensions))
    throw new EmbeddingsProblem('error.embeddings.not_embeddings')
  const vectors = new Map(asked.map((id, at) => [id, made[at]]))
  await app.transaction(async (tx) => {
    await lockStates(tx.db, ids)
    if ((await findState(tx.db))?.generation !== generation) return
    // What was changed or removed meanwhile comes again, or never.
    const same = (await listAgain(tx.db, ids)).filter((post) => textOf(post) === texts.get(post.post_id))
    const rows = same.flatMap(({ post_id }) => {
      const vector = vectors.get(post_id)
      return vector ? [{ post_id, generation, digest: digestOf(texts.get(post_id)!), vector }] : []
    })
    if (rows.length) await vectorsIn(tx.db).put(tx.db, rows)
    // What has none now must not be found by the one of its former text.
    const bare = ids.filter((id) => !vectors.get(id) && known.get(id) !== digestOf(texts.get(id)!))
    if (bare.length) await deleteVectors(tx.db, bare)
    if (same.length)
      await markDone(
        tx.db,
        generation,
        same.map(({ post_id }) => post_id),
      )
  })
  return true
}

const clearEarlier = async (app: App) => {
  for (let turn = 0; turn < BATCHES_A_TURN; turn++) {
    const generation = (await findState(app.db))?.generation
    if (!generation) return
    if ((await app.transaction((tx) => deleteEarlier(tx.db, generation, DELETED_AT_ONCE))) === 0) return
  }
}

const NOTHING_YET: VectorState = { generation: 1, url: '', model: '', dimensions: 0 }

/** It is tried again later, and the admin reads why. */
const note = (app: App, { problem }: EmbeddingsProblem) =>
  app.transaction(async (tx) => {
    const state = (await findState(tx.db)) ?? NOTHING_YET
    const failures = (state.problem?.failures ?? 0) + 1
    await saveState(tx.db, { ...state, problem: { ...problem, at: tx.now(), failures } })
    return tx.now() + Math.min(LAST_RETRY, FIRST_RETRY * 2 ** (failures - 1))
  })

const isOn = async (app: App) => (await siteSettings(app)).search.meaning

/** Brings the vectors in line with the posts as they are now, some batches at a time. */
export const makeVectors = async (app: App) => {
  await clearEarlier(app)
  if (!(await isOn(app))) return
  try {
    const state = await presentVectors(app, serviceOf(app, await siteSettings(app)))
    await vectorsIn(app.db).index(app.db, state)
    for (let turn = 0; turn < BATCHES_A_TURN && (await isOn(app)); turn++) if (!(await makeSome(app, state))) break
    const { problem, ...healthy } = (await findState(app.db))!
    if (problem) await app.transaction((tx) => saveState(tx.db, healthy))
  } catch (error) {
    if (!(error instanceof EmbeddingsProblem)) throw error
    throw new NotYet(await note(app, error), error.message)
  }
}

/** When there is more of that to do: at once, or with the next look. */
export const nextVectors = async (db: Db) => {
  const [{ search }, state] = [await settingsIn(db), await findState(db)]
  if (!state) return Infinity
  if (await hasEarlier(db, state.generation)) return 0
  return search.meaning && state.model && (await isAnyDue(db, state.generation)) ? 0 : Infinity
}
