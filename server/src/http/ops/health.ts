import type { FastifyInstance } from 'fastify'
import pTimeout from 'p-timeout'
import { isUpToDate } from '../../db/migrate.ts'
import type { App } from '../../events/events.ts'
import { saveSetting } from '../../features/operations/settings/queries.ts'
import type { Runtime } from '../../runtime.ts'

/** An answer is reused for this long, so that asking often costs nothing. */
const STANDS_MS = 1000
/** How long the database may take before it counts as unavailable. */
const PATIENCE_MS = 2000

/** Reads and writes as a member's call would: in the same queue, on the same disk. */
const probe = async (app: App) => {
  await app.transaction((tx) => saveSetting(tx.db, 'probe', tx.now(), tx.now()))
  return isUpToDate(app.db)
}

/** Whether requests should be sent here. One probe at a time: a database that hangs isn't asked again and again. */
export const createReadiness = (runtime: Runtime) => {
  let running: Promise<boolean> | undefined
  let known: { at: number; ready: boolean } | undefined
  const ask = (app: App) =>
    (running ??= probe(app)
      .catch((error: unknown) => {
        runtime.report(error, 'asking the database whether it is there')
        return false
      })
      .then((ready) => {
        known = { at: performance.now(), ready }
        return ready
      })
      .finally(() => {
        running = undefined
      }))
  return async () => {
    if (runtime.draining) return false
    if (!runtime.app) return runtime.prepared !== undefined || !runtime.config.database // the wizard answers
    if (known && performance.now() - known.at < STANDS_MS) return known.ready
    return pTimeout(ask(runtime.app), { milliseconds: PATIENCE_MS, fallback: () => false })
  }
}

/** For monitoring: whether the process lives, and whether it should get requests. Nothing else is told. */
export const serveHealth = (fastify: FastifyInstance, runtime: Runtime) => {
  const isReady = createReadiness(runtime)
  fastify.get('/healthz', async (_request, reply) => reply.send({ installed: Boolean(runtime.app) }))
  fastify.get('/readyz', async (_request, reply) => {
    runtime.watchedAt = performance.now()
    const ready = await isReady()
    return reply
      .code(ready ? 200 : 503)
      .headers({ 'cache-control': 'no-store', ...(!ready && { 'retry-after': 5 }) })
      .send({ ready })
  })
}
