import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { EndpointRequest } from '@askwell/plugin-kit'
import { AppError, NotFound } from '../lib/errors.ts'
import { ENDPOINT_BYTES, replyOf } from '../lib/plugin-ports/endpoint.ts'
import type { Runtime } from '../runtime.ts'
import { siteSettings } from '../features/operations/settings/views.ts'
import { SECURITY_HEADERS } from './pages/content-policy.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** The site's own login is no business of a plugin; the rest says how the request came here. */
const WITHHELD =
  /^(cookie|host|connection|content-length|transfer-encoding|forwarded|via|x-forwarded-.*|x-real-ip|proxy-.*)$/

const headersOf = ({ headers }: FastifyRequest) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || WITHHELD.test(name) ? [] : [[name, String(value)]],
    ),
  )

const away = () => new AppError('unavailable', 'error.plugin.no_answer')

/** Requests of other programs, which plugins answer: they decide who may ask. They get no cookie and answer nothing that a browser would run. */
export const servePluginEndpoints = (fastify: FastifyInstance, runtime: Runtime) =>
  fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: ENDPOINT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.route<{ Params: { slug: string; '*': string } }>({
      method: [...METHODS],
      url: '/plugins/:slug/api/*',
      async handler(request, reply) {
        const { slug, '*': path } = request.params
        const { app } = runtime
        // To a directory, 404 would say that somebody is gone.
        if (app?.plugins.isAwaited(slug, 'endpoint')) throw away()
        if (!app?.plugins.having('endpoint').includes(slug)) throw new NotFound()
        runtime.rates('read', undefined, request.ip)
        const { general } = await siteSettings(app)
        const asked: EndpointRequest = {
          method: request.method === 'HEAD' ? 'GET' : (request.method as EndpointRequest['method']),
          path: `/${path}`,
          query: Object.fromEntries(new URLSearchParams(request.url.split('?', 2)[1])),
          headers: headersOf(request),
          body: typeof request.body === 'string' ? request.body : '',
          base: `${general.site_url.replace(/\/$/, '')}/plugins/${slug}/api`,
        }
        const tooLong = `its answer is longer than ${ENDPOINT_BYTES / 1024} KB`
        // What is thrown stands in the log of the plugin: in the site's, strangers could write without end.
        const said = await app.plugins
          .ask(slug, 'endpoint', asked)
          .then((answer) => replyOf(answer) ?? app.plugins.refuse(slug, tooLong))
          .catch(() => {
            throw away()
          })
        return reply
          .code(said.status)
          .headers({ ...SECURITY_HEADERS, ...said.headers })
          .send(said.text)
      },
    })
  })
