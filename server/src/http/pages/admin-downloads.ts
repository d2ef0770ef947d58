import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAdmin } from '@askwell/contract/roles.ts'
import type { FastifyInstance } from 'fastify'
import type { App } from '../../events/events.ts'
import { existingBackup } from '../../features/operations/backups/views.ts'
import { existingExport } from '../../features/operations/exports/place.ts'
import { NotFound } from '../../lib/errors.ts'
import { opensFile, type Ticket } from '../../lib/signed-address.ts'
import type { Runtime } from '../../runtime.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { callerOf } from '../auth/caller.ts'
import { asAppError, failure } from '../api/errors.ts'
import { sendMessage } from '../api/envelope.ts'

const FILES: Record<Ticket['kind'], (app: App, name: string) => string> = {
  backup: existingBackup,
  export: existingExport,
}

const PAGES: Record<Ticket['kind'], string> = { backup: '/admin/backups', export: '/admin/export' }

/** One backup or export, for the admin who has just proved who they are; to everybody else there is nothing. */
export const serveAdminDownloads = (fastify: FastifyInstance, runtime: Runtime) => {
  for (const kind of ['backup', 'export'] as const)
    fastify.get(`/session/${kind}/:name`, async (request, reply) => {
      const caller = await callerOf(runtime, request, request.cookies[SESSION_COOKIE] ?? '')
      const { name } = request.params as { name: string }
      const { until = '', signature = '' } = request.query as Record<string, unknown>
      try {
        const { app } = runtime
        if (!app || !isAdmin(caller.actor)) throw new NotFound()
        const ticket = { kind, user_id: caller.actor!.id, name, until: Number(until) }
        if (!opensFile(app.secret, ticket, String(signature), app.clock.now())) throw new NotFound()
        const file = FILES[kind](app, name)
        return await reply
          .headers({
            'content-type': 'application/gzip',
            'content-length': String((await stat(file)).size),
            'cache-control': 'no-store',
            'content-disposition': `attachment; filename="${name}"`,
          })
          .send(createReadStream(file))
      } catch (error) {
        // The page from which one gets another address says so, with what is there.
        if (error instanceof NotFound && isAdmin(caller.actor) && request.headers.accept?.includes('text/html'))
          return reply.header('cache-control', 'no-store').redirect(`${PAGES[kind]}?expired=on`, 303)
        if (!asAppError(error)) runtime.report(error, `GET /session/${kind}`)
        return sendMessage(reply, failure(error, caller.language))
      }
    })
}
