import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { isAdmin } from '@askwell/contract/roles.ts'
import { exportedUsers } from '../../features/operations/exports/users-csv.ts'
import { recordAudit } from '../../features/operations/audit/queries.ts'
import { USER_STATUS } from '../../lib/actor.ts'
import { AppError, Forbidden } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { asAppError, failure } from '../api/errors.ts'
import { sendMessage } from '../api/envelope.ts'
import { callerOf } from '../auth/caller.ts'

/** All accounts for a spreadsheet, row by row as they are read: however many there are, only a few are in memory. */
export const serveUsersExport = (fastify: FastifyInstance, runtime: Runtime) => {
  fastify.get('/session/users.csv', async (request, reply) => {
    const token = request.cookies[SESSION_COOKIE] || (request.headers.authorization ?? '')
    const caller = await callerOf(runtime, request, token)
    try {
      const { app } = runtime
      const { actor } = caller
      if (!app || !actor) throw new AppError('unauthorized', 'base.unauthorized_error')
      if (!isAdmin(actor) || actor.reduced_role || actor.status !== USER_STATUS.normal || caller.scopes)
        throw new Forbidden('base.unauthorized_error')
      runtime.rates('admin', actor.id, caller.ip)
      const what = { object_type: 'site' as const, object_id: 0, before: null, after: null }
      await app.transaction((tx) =>
        recordAudit(tx, {
          actor_id: actor.id,
          session_id: caller.session_id,
          action: 'user.all_exported',
          ...what,
        }),
      )
      return await reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'cache-control': 'no-store',
          'content-disposition': 'attachment; filename="users.csv"',
        })
        .send(Readable.from(exportedUsers(app.db)))
    } catch (error) {
      if (!asAppError(error)) runtime.report(error, 'GET /session/users.csv')
      return sendMessage(reply, failure(error, caller.language))
    }
  })
}
