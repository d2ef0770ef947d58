import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { withCauses } from '../../lib/causes.ts'
import { AppError, Forbidden, NotFound } from '../../lib/errors.ts'
import { newToken } from '../../lib/tokens.ts'
import type { Runtime } from '../../runtime.ts'
import { asksPassword, stateIn } from '../../features/users/connectors/policy.ts'
import { addressesOf } from '../../features/users/connectors/views.ts'
import { siteSettings } from '../../features/operations/settings/views.ts'
import { readForm } from '../bodies/form-body.ts'
import { refuseForeign } from './form-checks.ts'
import { SESSION_COOKIE, SIGN_IN_COOKIE } from './request-auth.ts'
import { asAppError, failure } from '../api/errors.ts'
import { languageOf, sendMessage } from '../api/envelope.ts'
import { callerOf } from './caller.ts'
import { sessionCookie } from './session-cookie.ts'

const COOKIE_SECONDS = 60 * 60
const LONGEST_BACK = 500
/** A signed answer with many attributes has some tens of thousands of characters. */
const LONGEST_POSTED = 200_000
const LONGEST_TYPED = 512

/** Directories take many spellings for one name (RFC 4518): whoever guesses gets no more tries by them. */
const spelledAlike = (username: string) =>
  username
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\p{Z}]/gu, '')
    .toLowerCase()

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
      if (!asAppError(error)) runtime.report(error, `${request.method} ${request.routeOptions.url}`)
      return sendMessage(reply, failure(error, languageOf(request)))
    })

    // The handler reads a form, once it is clear whose it is.
    fastify.addContentTypeParser('application/x-www-form-urlencoded', (_request, _payload, done) => done(null))

    const arrive = async (request: FastifyRequest) => {
      const caller = await callerOf(runtime, request, request.cookies[SESSION_COOKIE] ?? '')
      runtime.rates('login', caller.actor?.id, caller.ip)
      if (!runtime.app) throw new Forbidden('base.not_installed')
      return { app: runtime.app, caller }
    }
    const goTo = (reply: FastifyReply, address: string, status = 302) =>
      reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).redirect(address, status)
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
      const { search } = new URL(request.url, 'http://here.invalid')
      return finish(request, reply, await arrive(request), { search })
    })

    /** What a service sends as a form comes from elsewhere and so without cookies; from here on the browser comes by itself. What is typed on a page of the site comes at once. */
    fastify.post<SignInRoute>('/users/oauth/:slug/callback', async (request, reply) => {
      const arrived = await arrive(request)
      const { slug } = request.params
      const offer = runtime.connectors.find(slug)
      if (!offer) return fail(reply, slug, { why: 'off' })
      if (asksPassword(offer.connector)) await refuseForeign(runtime, request)
      const posted = new URLSearchParams((await readForm(request)).fields)
      const search = `?${new URLSearchParams({ state: stateIn(posted) })}`
      if (!asksPassword(offer.connector)) {
        if (posted.toString().length > LONGEST_POSTED) return fail(reply, slug, { why: 'error' })
        await runtime.connectors.keepPosted(arrived.app, slug, posted)
        return goTo(reply, `/users/oauth/${encodeURIComponent(slug)}/callback${search}`, 303)
      }
      const typed = {
        username: (posted.get('username') ?? '').trim().slice(0, LONGEST_TYPED),
        password: (posted.get('password') ?? '').slice(0, LONGEST_TYPED),
      }
      const account = `${slug}:${spelledAlike(typed.username)}`
      runtime.attempts.begin('login', account, arrived.caller.ip)
      return finish(request, reply, arrived, { search, typed }, () =>
        runtime.attempts.succeeded('login', account, arrived.caller.ip),
      )
    })

    fastify.get<SignInRoute>('/users/oauth/:slug/metadata', async (request, reply) => {
      const { app } = await arrive(request)
      const { slug } = request.params
      const connector = runtime.connectors.find(slug)?.connector
      if (!connector || asksPassword(connector) || !connector.metadata) throw new NotFound()
      const { general } = await siteSettings(app)
      const said = await connector.metadata(addressesOf(general, slug).callback).catch(() => {
        throw new AppError('unavailable', 'error.plugin.no_answer') // the log of the plugin says why
      })
      return reply.type('application/samlmetadata+xml; charset=utf-8').send(said)
    })

    interface Brought {
      search: string
      typed?: { username: string; password: string }
    }
    const finish = async (
      request: FastifyRequest<SignInRoute>,
      reply: FastifyReply,
      { app, caller }: Awaited<ReturnType<typeof arrive>>,
      brought: Brought,
      onKnown = () => {},
    ) => {
      const { slug } = request.params
      const came = await runtime.connectors.finish(app, {
        slug_name: slug,
        browser: caller.browser ?? '',
        actor: caller.actor,
        origin: { ip: caller.ip, user_agent: caller.user_agent },
        ...brought,
      })
      if (came.to !== 'failed' && came.to !== 'again') onKnown()
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
        case 'again':
          return goTo(reply, came.address)
        case 'failed':
          return fail(reply, slug, came)
      }
    }
  })
