import type { App } from '../events/events.ts'
import { refreshHotScores } from '../features/content/posts/effects.ts'
import { COUNTS, examine } from '../features/operations/integrity/service.ts'

/** Computes the totals of everything that was imported. @returns those that were wrong. */
export const countAll = async (app: App, onProgress?: (part: string, share: number) => void) => {
  const off = await examine(app, { repair: app.transaction, only: COUNTS, onProgress })
  await refreshHotScores(app)
  return off
}
