import type { FastifyInstance } from 'fastify'
import type { Runtime } from '../../runtime.ts'
import { asAppError } from '../api/errors.ts'
import { readForm } from '../bodies/form-body.ts'
import { callerOf } from './caller.ts'
import { forgedForm, refuseForeign, refuseForged } from './form-checks.ts'
import { SESSION_COOKIE } from './request-auth.ts'

/** A page of ours asks for the token of its session, which its scripts send with calls. */
export const serveSessionToken = (fastify: FastifyInstance, runtime: Runtime) =>
  fastify.post('/session/token', async (request, reply) => {
    const token = request.cookies[SESSION_COOKIE] ?? ''
    const caller = await callerOf(runtime, request, token)
    try {
      if (!caller.actor) throw forgedForm()
      await refuseForeign(runtime, request)
      refuseForged(runtime, token, Object.fromEntries((await readForm(request)).fields))
    } catch (error) {
      if (asAppError(error)?.kind !== 'forbidden') throw error
      return reply.code(403).send({ access_token: '' })
    }
    return reply.header('cache-control', 'no-store').send({ access_token: token })
  })
