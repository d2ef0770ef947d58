import type { FastifyReply } from 'fastify'
import type { Runtime } from '../../runtime.ts'
import { SESSION_COOKIE } from './request-auth.ts'

const SESSION_DAYS = 30

export const sessionCookie = (runtime: Runtime) => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: runtime.isSecure(),
  maxAge: SESSION_DAYS * 86400,
})

/** A login-like reply carries the token; page loads and files are read by the cookie of the same session. */
export const renewCookie = (runtime: Runtime, reply: FastifyReply, data: unknown) => {
  const token = (data as { access_token?: unknown } | null)?.access_token
  if (typeof token === 'string' && token !== '') void reply.setCookie(SESSION_COOKIE, token, sessionCookie(runtime))
}
