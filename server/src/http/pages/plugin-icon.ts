import type { FastifyInstance } from 'fastify'
import { pictureOf } from '../../features/operations/plugins/arrange.ts'
import { NotFound } from '../../lib/errors.ts'
import { PICTURE_TYPES } from '../../lib/plugin-picture.ts'
import type { Runtime } from '../../runtime.ts'
import { SECURITY_HEADERS } from './content-policy.ts'

/** An SVG that is opened by itself would be a page of the site: it runs nothing, and belongs to no site. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`

/** Icons of plugins that there are, whether they are on or off. Pages show them as pictures, in which no scripts run. */
export const servePluginIcons = (server: FastifyInstance, { installed }: Runtime) => {
  server.get<{ Params: { slug: string; file: string } }>('/plugin-icons/:slug/:file', ({ params, url }, reply) => {
    const picture = pictureOf(installed, params.slug)
    if (!picture || picture.address !== url.split('?')[0]) throw new NotFound()
    return reply
      .headers({
        ...SECURITY_HEADERS,
        'content-security-policy': POLICY,
        'cache-control': 'public, max-age=31536000, immutable',
      })
      .type(PICTURE_TYPES[picture.type])
      .send(picture.bytes)
  })
}
