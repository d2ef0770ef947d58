import { Readable } from 'node:stream'
import { AuditFilter } from '@askwell/contract/audit.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import type { FastifyInstance } from 'fastify'
import { allEntries } from '../../features/operations/audit-log/find-entries.ts'
import { csvHead, csvLine, jsonLine, namesIn } from '../../features/operations/audit-log/lines.ts'
import { MAIL_STATUS, USER_STATUS, type Actor } from '../../lib/actor.ts'
import { AppError, Forbidden, Invalid } from '../../lib/errors.ts'
import { check } from '../../lib/validate.ts'
import type { Runtime } from '../../runtime.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { asAppError, failure } from '../api/errors.ts'
import { sendMessage } from '../api/envelope.ts'
import { callerOf } from '../auth/caller.ts'

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', head: csvHead, line: csvLine },
  jsonl: { type: 'application/jsonl; charset=utf-8', head: '', line: jsonLine },
}

async function* linesOf(runtime: Runtime, actor: Actor, filter: AuditFilter, { head, line }: (typeof FORMATS)['csv']) {
  yield head
  const { db } = runtime.app!
  for await (const entries of allEntries(db, actor, filter)) {
    const names = await namesIn(db, entries)
    yield entries.map((entry) => line(entry, names)).join('')
  }
}

const admitted = (actor: Actor | null): Actor => {
  if (!actor) throw new AppError('unauthorized', 'base.unauthorized_error')
  if (actor.status !== USER_STATUS.normal || actor.mail_status !== MAIL_STATUS.activated || !isStaff(actor))
    throw new Forbidden('base.unauthorized_error')
  return actor
}

/** The audit log as one file, as far as it fits the filter and the reader may see it; written while it is read. */
export const serveAuditExport = (fastify: FastifyInstance, runtime: Runtime) => {
  fastify.get<{ Querystring: Record<string, string> }>('/session/audit', async (request, reply) => {
    const caller = await callerOf(
      runtime,
      request,
      request.cookies[SESSION_COOKIE] || (request.headers.authorization ?? ''),
    )
    try {
      if (!runtime.app) throw new Forbidden('base.not_installed')
      const actor = admitted(caller.actor)
      runtime.rates('mail', actor.id, caller.ip) // it is as much work
      const { format = 'csv', ...asked } = request.query
      const checked = check(AuditFilter, asked, 'address')
      if ('refusals' in checked) throw new Invalid(checked.refusals)
      const how = format === 'jsonl' ? FORMATS.jsonl : FORMATS.csv
      return await reply
        .headers({
          'content-type': how.type,
          'cache-control': 'no-store',
          'content-disposition': `attachment; filename="audit-log.${how === FORMATS.jsonl ? 'jsonl' : 'csv'}"`,
        })
        .send(Readable.from(linesOf(runtime, actor, checked.value as AuditFilter, how)))
    } catch (error) {
      if (!asAppError(error)) runtime.report(error, 'GET /session/audit')
      return sendMessage(reply, failure(error, caller.language))
    }
  })
}
