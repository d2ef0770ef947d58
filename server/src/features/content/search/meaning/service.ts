import type { MeaningProgress, SearchSettings } from '@askwell/contract/meaning.ts'
import { advisoryLock } from '../../../../db/dialect.ts'
import type { App } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { outsideSlot } from '../../../../lib/concurrency-slot.ts'
import { EmbeddingsProblem } from '../../../../lib/embeddings.ts'
import { BadRequest, type FieldError, Invalid } from '../../../../lib/errors.ts'
import { translate } from '../../../../lib/messages.ts'
import { writeSection } from '../../../operations/settings/save-section.ts'
import { prepareSection } from '../../../operations/settings/section-changes.ts'
import { PASSWORD_MASK, siteSettings } from '../../../operations/settings/views.ts'
import { countDone, findState, hasEarlier, saveState } from './queries.ts'
import { costOf, keepVectorsOf, serviceOf, tryService } from './state.ts'
import { vectorsIn } from '../../../../db/vectors.ts'

const told = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await outsideSlot(work)
  } catch (error) {
    if (!(error instanceof EmbeddingsProblem)) throw error
    const { reason, values } = error.problem
    throw new BadRequest(reason, { values, data: { err_type: 'toast' } })
  }
}

/** What was sent, over what is saved. A key is for the service it was typed for: whoever names another one knows its key, too. */
const wantedOf = async (app: App, { embeddings_secret, ...rest }: Partial<SearchSettings>) => {
  const settings = await siteSettings(app)
  const { search: before } = settings
  const isKept = before.embeddings_secret && (embeddings_secret === undefined || embeddings_secret === PASSWORD_MASK)
  const isOther =
    rest.embeddings_url !== undefined &&
    URL.parse(rest.embeddings_url)?.origin !== URL.parse(before.embeddings_url)?.origin
  if (isKept && isOther) throw new Invalid([{ field: 'embeddings_secret', reason: 'field.password_of_other_host' }])
  const typed = embeddings_secret === undefined || embeddings_secret === PASSWORD_MASK ? {} : { embeddings_secret }
  const { changes } = await prepareSection('search', { ...rest, ...typed }, settings)
  return { changes, search: { ...before, ...changes } }
}

const missing = ({ embeddings_plugin, embeddings_url, embeddings_model }: SearchSettings): FieldError[] =>
  embeddings_plugin
    ? []
    : Object.entries({ embeddings_url, embeddings_model })
        .filter(([, value]) => value === '')
        .map(([field]) => ({ field, reason: 'field.required' }))

export const tryMeaning = async (app: App, sent: Partial<SearchSettings>) => {
  const { search } = await wantedOf(app, sent)
  const wrong = missing(search)
  if (wrong.length) throw new Invalid(wrong)
  const tried = await told(() => tryService(app, serviceOf(app, { search })))
  return { ...tried, ...(await costOf(app.db, serviceOf(app, { search }).model, tried.dimensions)) }
}

/** Where it is switched on, the service has to answer first, and what keeps the vectors is made ready. */
export const saveMeaning = async (app: App, actor: Actor, sent: Partial<SearchSettings>) => {
  const { changes, search } = await wantedOf(app, sent)
  const tried = search.meaning ? await tryMeaning(app, sent) : null
  await app.transaction(async (tx) => {
    if (tried) await keepVectorsOf(tx, serviceOf(app, { search }), tried.dimensions)
    await writeSection(tx, actor.id, 'search', changes)
  })
  return tried
}

/** A job deletes them: there may be gigabytes. */
export const forgetVectors = async (app: App, actor: Actor) => {
  await app.transaction(async (tx) => {
    await advisoryLock(tx.db, 'search vectors')
    const state = await findState(tx.db)
    if (state) await saveState(tx.db, { generation: state.generation + 1, url: '', model: '', dimensions: 0 })
    await writeSection(tx, actor.id, 'search', { meaning: false })
  })
  return null
}

export const meaningProgress = async (app: App, language: string): Promise<MeaningProgress> => {
  const { login, search } = await siteSettings(app)
  const state = await findState(app.db)
  const lacking = await vectorsIn(app.db).lacks(app.db)
  const counts = state?.model ? await countDone(app.db, state.generation) : { posts: 0, done: 0 }
  return {
    ...counts,
    ...(await costOf(app.db, serviceOf(app, { search }).model, state?.dimensions ?? 0)),
    kept: Boolean(state?.model && counts.done) || (state !== undefined && (await hasEarlier(app.db, state.generation))),
    dimensions: state?.dimensions ?? 0,
    problem: state?.problem ? translate(language, `reasons.${state.problem.reason}`, state.problem.values) : '',
    problem_at: state?.problem?.at ?? 0,
    lacks: lacking ? translate(language, `reasons.${lacking}`) : '',
    private: login.login_required,
  }
}
