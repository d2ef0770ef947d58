import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Runtime } from '../../runtime.ts'
import { sessionCookie } from '../auth/session-cookie.ts'

const COOKIE = 'askwell_safe'

/** Whether this browser sees the site without its own CSS and HTML. */
export const isSafe = (request: FastifyRequest) => request.cookies[COOKIE] === '1'

/** An address that leaves the site's own CSS and HTML out, until the browser is closed or one leaves safe mode: whatever they do, an admin gets to where they are changed. */
export const serveSafeMode = (fastify: FastifyInstance, runtime: Runtime) => {
  fastify.get('/safe-mode', (_request, reply) =>
    reply
      .setCookie(COOKIE, '1', { ...sessionCookie(runtime), maxAge: undefined })
      .header('cache-control', 'no-store')
      .redirect('/admin/customize', 302),
  )
  fastify.get('/safe-mode/leave', (_request, reply) =>
    reply.clearCookie(COOKIE, { path: '/' }).header('cache-control', 'no-store').redirect('/', 302),
  )
}
