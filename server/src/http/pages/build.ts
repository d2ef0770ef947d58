import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, isRouteErrorResponse, type RouterContextProvider, type ServerBuild } from 'react-router'
import type { Runtime } from '../../runtime.ts'
import { pageNames } from './page-names.ts'

export const WEB = join(import.meta.dirname, '../../../../web')

export type RenderRequest = (request: Request, context: RouterContextProvider) => Promise<Response>

/** What goes wrong while a page is rendered is reported like all else; what the pages refuse is not wrong. */
const reporting = (build: ServerBuild, runtime: Runtime): ServerBuild => ({
  ...build,
  entry: {
    ...build.entry,
    module: {
      ...build.entry.module,
      handleError: (error, { request }) => {
        if (!(isRouteErrorResponse(error) && error.status < 500) && !request.signal.aborted)
          runtime.report(error, `rendering ${new URL(request.url).pathname}`)
      },
    },
  },
})

/** The pages as `npm run build` made them. */
export const loadBuild = async (runtime: Runtime): Promise<RenderRequest> => {
  const path = join(WEB, 'build/server/index.js')
  if (!existsSync(path)) throw new Error('the pages are not built; run `npm run build`')
  const build = (await import(path)) as ServerBuild
  runtime.nameOfPage = pageNames(build.routes)
  return createRequestHandler(reporting(build, runtime), 'production')
}

/** While developing: the pages as they are now, reloaded as they change. */
export const startVite = async (fastify: FastifyInstance) => {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    appType: 'custom',
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: fastify.server } },
  })
  const middlewares = vite.middlewares as unknown as (
    req: unknown,
    res: unknown,
    next: (error?: unknown) => void,
  ) => void
  return {
    render: createRequestHandler(
      () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
      'development',
    ) satisfies RenderRequest,
    /** Whether it was one of Vite's own addresses, which it has answered. */
    hasAnswered: (request: FastifyRequest, reply: FastifyReply) =>
      new Promise<boolean>((resolve, reject) => {
        const raw = request.raw as typeof request.raw & { originalUrl?: string }
        raw.originalUrl = raw.url
        reply.raw.once('close', () => resolve(true))
        middlewares(raw, reply.raw, (error) => (error ? reject(error) : resolve(false)))
      }),
  }
}
