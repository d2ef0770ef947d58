import type { Reason } from '@askwell/contract/reasons.ts'
import type { Values } from '@askwell/contract/text.ts'
import { advisoryLock, type Db } from '../../../../db/dialect.ts'
import type { App, Tx } from '../../../../events/events.ts'
import { type EmbeddingsService, EmbeddingsProblem, makeEmbeddings } from '../../../../lib/embeddings.ts'
import { createOutboundHttp, type OutboundHttp } from '../../../../lib/outbound-http.ts'
import { embeddingsBy, serviceBy } from '../../../../lib/plugin-ports/embedding.ts'
import type { SiteSettings } from '../../../operations/settings/policy.ts'
import { countCost, findState, saveState, type VectorState } from './queries.ts'
import { canCompare } from '../../../../db/vectors.ts'

/** Why no vectors could be made the last time. */
export interface Problem {
  reason: Reason
  values?: Values
  at: number
  /** In a row. */
  failures: number
}

/** The plugin that an admin has chosen, or else the service with this address. */
export const serviceOf = (
  { plugins }: Pick<App, 'plugins'>,
  { search }: Pick<SiteSettings, 'search'>,
): EmbeddingsService =>
  search.embeddings_plugin
    ? serviceBy(plugins, search.embeddings_plugin)
    : { url: search.embeddings_url, model: search.embeddings_model, secret: search.embeddings_secret }

const reached = new WeakMap<App, OutboundHttp>()
/** The way to the service. It is at a public address, unless the server's own configuration allows others. */
const httpOf = (app: App) => {
  const known = reached.get(app) ?? createOutboundHttp({ inside: app.config.embeddingsPrivate, keepAlive: true })
  reached.set(app, known)
  return known
}

/** At most `TEXTS_AT_ONCE`. */
export const embed = (app: App, service: EmbeddingsService, texts: string[], ms: number) => {
  const plugin = /^plugin:(.+)$/.exec(service.url)?.[1]
  return plugin ? embeddingsBy(app.plugins, plugin, texts, ms) : makeEmbeddings(httpOf(app), service, texts, ms)
}

/** Models read no further than some thousand words, and what a post is about stands at its beginning. */
export const LONGEST_TEXT = 6000

const SAMPLE = 'How can I find what others have asked before me?'
const SAMPLE_MS = 8000

/** What the service makes of a sentence: how many dimensions, and how long it took. Throws what is wrong with it, or with the database. */
export const tryService = async (app: App, service: EmbeddingsService) => {
  if (!(await canCompare(app.db))) throw new EmbeddingsProblem('error.embeddings.no_extension')
  const began = performance.now()
  const [vector] = await embed(app, service, [SAMPLE], SAMPLE_MS)
  return { dimensions: vector!.length, ms: Math.round(performance.now() - began) }
}

/** Which vectors this service's belong to: those of before, if they are as good, else new ones. */
const generationOf = (before: VectorState | undefined, model: string, dimensions: number) => {
  if (!before) return 1
  return before.model === model && before.dimensions === dimensions ? before.generation : before.generation + 1
}

/** What it costs to make all vectors that are missing, if this is what makes them. */
export const costOf = async (db: Db, model: string, dimensions: number) => {
  return countCost(db, generationOf(await findState(db), model, dimensions), LONGEST_TEXT)
}

const isSame = (state: VectorState | undefined, { url, model }: EmbeddingsService) =>
  state?.model === model && state.url === url

/** From now on it is this service that makes them, so wide. */
export const keepVectorsOf = async (tx: Tx, { url, model }: EmbeddingsService, dimensions: number) => {
  await advisoryLock(tx.db, 'search vectors')
  const generation = generationOf(await findState(tx.db), model, dimensions)
  const state: VectorState = { generation, url, model, dimensions }
  await saveState(tx.db, state)
  return state
}

/** The vectors that are made now: those there are, if they are of this model, or a new generation. */
export const presentVectors = async (app: App, service: EmbeddingsService): Promise<VectorState> => {
  const known = await findState(app.db)
  if (known && isSame(known, service)) return known
  const { dimensions } = await tryService(app, service)
  return app.transaction((tx) => keepVectorsOf(tx, service, dimensions))
}
