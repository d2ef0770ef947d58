import pTimeout from 'p-timeout'
import { LRUCache } from 'lru-cache'
import { TookTooLong } from '../../../../db/slow-reads.ts'
import type { App } from '../../../../events/events.ts'
import type { Viewer } from '../../../../lib/actor.ts'
import { stretched } from '../../../../lib/bounded-queue.ts'
import { outsideSlot } from '../../../../lib/concurrency-slot.ts'
import { type EmbeddingsService, EmbeddingsProblem } from '../../../../lib/embeddings.ts'
import { siteSettings } from '../../../operations/settings/views.ts'
import type { SearchFilters } from '../queries.ts'
import { findState, listNear } from './queries.ts'
import { embed, serviceOf } from './state.ts'
import { canCompare } from '../../../../db/vectors.ts'

/** A search waits this long for the service; what comes later helps whoever searches for the same. */
const PATIENCE_MS = 300
const LATE_MS = 5000
const KEPT = 500
const AT_ONCE = 8
/** A service that keeps failing, or is slow, isn't asked for a while: then searches don't wait for it at all. */
const FAILURES = 3
const REST_SECONDS = 30
/** More of them say little. */
const MOST_NEAR = 20

interface Asked {
  known: LRUCache<string, Float32Array>
  underWay: Map<string, Promise<Float32Array | undefined>>
  failures: number
  restUntil: number
}
const asked = new WeakMap<App, Asked>()
const askedBy = (app: App) => {
  const found: Asked = asked.get(app) ?? {
    known: new LRUCache({ max: KEPT }),
    underWay: new Map(),
    failures: 0,
    restUntil: 0,
  }
  asked.set(app, found)
  return found
}

/** What these words mean, if the service says so in time. */
const vectorOf = async (app: App, service: EmbeddingsService, generation: number, text: string) => {
  const state = askedBy(app)
  const key = `${generation} ${text}`
  const known = state.known.get(key)
  if (known) return known
  if (app.clock.now() < state.restUntil) return undefined
  let asking = state.underWay.get(key)
  if (!asking) {
    if (state.underWay.size >= AT_ONCE) return undefined
    asking = embed(app, service, [text], stretched(LATE_MS))
      .then(([vector]) => {
        state.known.set(key, vector)
        return vector
      })
      .catch((error: unknown) => {
        if (!(error instanceof EmbeddingsProblem)) throw error
        return undefined
      })
      .finally(() => state.underWay.delete(key))
    state.underWay.set(key, asking)
  }
  const answer = asking
  const tooLate = (): Float32Array | undefined => undefined
  const vector: Float32Array | undefined = await outsideSlot(() =>
    pTimeout(answer, { milliseconds: stretched(PATIENCE_MS), fallback: tooLate }),
  )
  if (vector) state.failures = 0
  else if (++state.failures >= FAILURES) {
    state.failures = 0
    state.restUntil = app.clock.now() + REST_SECONDS
  }
  return vector
}

/** Those that stand out: nearer than halfway from the nearest to what is ordinary here. How near is near differs from model to model. */
const standingOut = (found: { id: number; distance: number }[]) => {
  const best = found[0]?.distance ?? 1
  const ordinary = Math.min(1, found[Math.floor(found.length / 2)]?.distance ?? 1)
  return found.filter(({ distance }) => distance < 1 && distance <= (best + ordinary) / 2)
}

/** Posts that fit a search and mean something near to these words. */
export type Near = (text: string, wanted: SearchFilters) => Promise<number[]> | number[]

/** Posts that mean what somebody looks for, the nearest first. None where that is switched off, or there is no answer in time. */
export const postsNear =
  (app: App, viewer: Viewer): Near =>
  async (text, wanted) => {
    const settings = await siteSettings(app)
    if (!settings.search.meaning || text.trim() === '') return []
    const service = serviceOf(app, settings)
    const state = await findState(app.db)
    if (!state || state.model !== service.model || !(await canCompare(app.db))) return []
    const vector = await vectorOf(app, service, state.generation, text)
    if (vector?.length !== state.dimensions) return []
    try {
      const found = await listNear(app.db, state.generation, vector, wanted, viewer)
      return standingOut(found)
        .slice(0, MOST_NEAR)
        .map(({ id }) => id)
    } catch (error) {
      if (error instanceof TookTooLong) return []
      throw error
    }
  }
