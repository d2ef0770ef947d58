import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withCauses } from '../../lib/causes.ts'
import { Forbidden } from '../../lib/errors.ts'
import { newToken } from '../../lib/tokens.ts'
import type { Runtime } from '../../runtime.ts'
import { SESSION_COOKIE, SIGN_IN_COOKIE } from './request-auth.ts'
import { asAppError, failure } from '../api/errors.ts'
import { languageOf, sendMessage } from '../api/envelope.ts'
import { callerOf } from './caller.ts'
import { sessionCookie } from './session-cookie.ts'

const COOKIE_SECONDS = 60 * 60
const LONGEST_BACK = 500

const LANDING = '/users/auth-landing'
const landing = (said: Record<string, string>) => `${LANDING}?${new URLSearchParams(said)}`

interface SignInRoute {
  Params: { slug: string }
  Querystring: Record<string, string | string[] | undefined>
}
const textIn = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

/**
 * To a service elsewhere, and back from there. Both are plain page loads; a successful login is set as the session cookie
 * and is in no address, and the browser that began is recognized by a cookie too.
 */
export const serveSignIn = (server: FastifyInstance, runtime: Runtime) =>
  server.register(async (fastify) => {
    // A browser is here, not a program: the person gets a sentence.
    fastify.setErrorHandler((error, request, reply) => {
      if (!asAppError(error)) runtime.report(error, `GET ${request.routeOptions.url}`)
      return sendMessage(reply, failure(error, languageOf(request)))
    })

    const arrive = async (request: FastifyRequest) => {
      const caller = await callerOf(runtime, request, request.cookies[SESSION_COOKIE] ?? '')
      runtime.rates('login', caller.actor?.id, caller.ip)
      if (!runtime.app) throw new Forbidden('base.not_installed')
      return { app: runtime.app, caller }
    }
    const goTo = (reply: FastifyReply, address: string) =>
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, 302)
    const fail = (reply: FastifyReply, slug_name: string, { why, error }: { why: string; error?: unknown }) => {
      // Mostly a fault of the service, or an attack: not the site's fault, but the admin has to find out.
      if (error)
        runtime.log.warning('sign-in elsewhere failed', {
          connector: slug_name,
          error: withCauses(error),
        })
      return goTo(
        reply,
        runtime.userCenter.current()?.slug_name === slug_name
          ? `/user-center/auth-failed?failed=${why}`
          : landing({ failed: why }),
      )
    }

    fastify.get<SignInRoute>('/users/oauth/:slug', async (request, reply) => {
      const { app, caller } = await arrive(request)
      const [bind, from = '/'] = [textIn(request.query.bind), textIn(request.query.from)]
      const back = from.slice(0, LONGEST_BACK)
      if (caller.actor && bind === undefined) return goTo(reply, landing({ from: back })) // in already
      const browser = request.cookies[SIGN_IN_COOKIE] || newToken()
      const begun = await runtime.connectors.begin(app, {
        slug_name: request.params.slug,
        browser,
        actor: caller.actor,
        token: caller.token,
        bind,
        back,
      })
      if (begun.to === 'failed') return fail(reply, request.params.slug, begun)
      return goTo(
        reply.setCookie(SIGN_IN_COOKIE, browser, { ...sessionCookie(runtime), maxAge: COOKIE_SECONDS }),
        begun.address,
      )
    })

    fastify.get<SignInRoute>('/users/oauth/:slug/callback', async (request, reply) => {
      const { app, caller } = await arrive(request)
      const { slug } = request.params
      const search = new URL(request.url, 'http://here.invalid').search
      const came = await runtime.connectors.finish(app, {
        slug_name: slug,
        browser: caller.browser ?? '',
        actor: caller.actor,
        origin: { ip: caller.ip, user_agent: caller.user_agent },
        search,
      })
      switch (came.to) {
        case 'in':
          return goTo(
            reply.setCookie(SESSION_COOKIE, came.user.access_token, sessionCookie(runtime)),
            landing({ from: came.back }),
          )
        case 'second-step':
          return goTo(
            reply,
            landing({ challenge: came.step.challenge, methods: came.step.methods.join(' '), from: came.back }),
          )
        case 'suspended':
          return goTo(reply, `/users/account-suspended?about=${encodeURIComponent(came.about)}`)
        case 'prove':
          return goTo(
            reply,
            `/users/confirm-email?${new URLSearchParams({ binding_key: came.binding_key, from: came.back })}`,
          )
        case 'bound':
          return goTo(reply, '/users/settings/account?bound')
        case 'failed':
          return fail(reply, slug, came)
      }
    })
  })
