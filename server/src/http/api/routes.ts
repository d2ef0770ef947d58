import { type Endpoint, PREFIX } from '@askwell/contract/endpoint.ts'
import { isAdmin } from '@askwell/contract/roles.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import type { Runtime } from '../../runtime.ts'
import { callerOf } from '../auth/caller.ts'
import { SESSION_COOKIE } from '../auth/request-auth.ts'
import { renewCookie } from '../auth/session-cookie.ts'
import { announced, BODY_BYTES, type FormBody, isMultipart } from '../bodies/form-body.ts'
import { readUpload } from '../bodies/uploads.ts'
import { answer } from './envelope.ts'
import { asAppError, failure, success } from './errors.ts'
import { type CallInput, OWN_QUEUE, perform } from './perform.ts'
import { wantsShortIds, withShortIds } from './short-ids.ts'

/** One call of the contract at its address. */
export const addEndpoint = (fastify: FastifyInstance, runtime: Runtime, endpoint: Endpoint) => {
  fastify.route({
    method: endpoint.method,
    url: PREFIX[endpoint.prefix] + endpoint.path,
    ...(endpoint.bodyBytes > 0 && {
      bodyLimit: endpoint.bodyBytes,
      // So much is only read for those who may send it.
      onRequest: async (request: FastifyRequest) => {
        if (announced(request) <= BODY_BYTES && request.headers['transfer-encoding'] === undefined) return
        const { actor } = await callerOf(runtime, request, request.headers.authorization ?? '', true)
        if (!isAdmin(actor)) throw new AppError('too-large', 'base.body_too_large')
      },
    }),
    handler: async (request, reply) => {
      const caller = await callerOf(runtime, request, request.headers.authorization ?? '', true)
      let sent: FormBody | undefined
      try {
        if (!endpoint.multipart && isMultipart(request)) throw new AppError('wrong-type', 'base.request_format_error')
        const asked: CallInput = {
          params: request.params,
          query: request.query,
          ...(endpoint.multipart
            ? {
                form: async () => {
                  sent = await readUpload(runtime, request, endpoint)
                  return { body: Object.fromEntries(sent.fields), file: sent.file }
                },
              }
            : { body: request.body }),
        }
        const work = () => perform(runtime, endpoint, asked, caller)
        const data = await (OWN_QUEUE.includes(endpoint.rate) ? work() : runtime.loadShedder.during(work))
        if (endpoint.path === '/user/logout') void reply.clearCookie(SESSION_COOKIE, { path: '/' })
        else if (!caller.scopes) renewCookie(runtime, reply, data)
        return answer(
          reply,
          success((await wantsShortIds(runtime, request)) ? withShortIds(data) : data, caller.language),
        )
      } catch (error) {
        if (!asAppError(error)) runtime.report(error, `${endpoint.method} ${endpoint.path}`)
        return answer(reply, failure(error, caller.language))
      } finally {
        await sent?.dispose()
      }
    },
  })
}
