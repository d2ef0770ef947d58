import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { listQuestionsForSitemap } from '../../features/content/posts/sitemap/queries.ts'
import { lastPostId } from '../../features/content/search/queries.ts'
import { listTagsForSitemap } from '../../features/content/tags/sitemap/queries.ts'
import type { App } from '../../events/events.ts'
import { objectId } from '@askwell/contract/ids.ts'
import type { SiteSettings } from '../../features/operations/settings/views.ts'
import type { Runtime } from '../../runtime.ts'
import { acceptedEncoding } from '../accepted-encoding.ts'
import { questionAddress, wholeAddress } from './public-address.ts'
import { keepParts } from './sitemap-parts.ts'
import { escapeHtml } from '../../lib/html-entities.ts'

/** Ids in a part; answers have numbers between, so that no part has more questions than search engines take. */
const PART = 50_000
const AT_ONCE = 1_000

const dateOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)
const entry = (address: string, changed_at: number) =>
  `<url><loc>${escapeHtml(address)}</loc><lastmod>${dateOf(changed_at)}</lastmod></url>\n`

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const indexOf = async (app: App, settings: SiteSettings) => {
  const parts = Math.ceil((await lastPostId(app.db)) / PART)
  const files = ['tags.xml', ...Array.from({ length: parts }, (_, at) => nameOf(at + 1))]
  return `${HEAD}<sitemapindex ${NAMESPACE}>\n${files
    .map((file) => `<sitemap><loc>${escapeHtml(wholeAddress(settings, `/sitemaps/${file}`))}</loc></sitemap>\n`)
    .join('')}</sitemapindex>\n`
}

/** Some rows at a time: however large the site, nothing of it is held in memory, and others get their turn between. */
async function* questionsOf(app: App, settings: SiteSettings, part: number) {
  yield `${HEAD}<urlset ${NAMESPACE}>\n`
  const last = part * PART
  for (let after = last - PART; ;) {
    const rows = await listQuestionsForSitemap(app.db, { after, last, limit: AT_ONCE })
    yield rows
      .map(({ id, url_title, active_at }) =>
        entry(questionAddress(settings, { id: objectId('question', id), url_title }), active_at),
      )
      .join('')
    if (rows.length < AT_ONCE) break
    after = rows.at(-1)!.id
  }
  yield '</urlset>\n'
}

async function* tagsOf(app: App, settings: SiteSettings) {
  yield `${HEAD}<urlset ${NAMESPACE}>\n`
  for (const { slug_name, updated_at } of await listTagsForSitemap(app.db, PART))
    yield entry(wholeAddress(settings, `/tags/${encodeURIComponent(slug_name)}`), updated_at)
  yield '</urlset>\n'
}

/** Whoever awaits it is told what went wrong on the way. */
const packed = (pieces: AsyncIterable<string>) => buffer(pipeline(Readable.from(pieces), createGzip(), () => {}))

const nameOf = (part: number) => `questions-${part}.xml`

/** Everything that anybody may read, for search engines: an index, and parts of at most 50,000 addresses. */
export const serveSitemap = (fastify: FastifyInstance, runtime: Runtime) => {
  const publicApp = async () => (runtime.app && !(await runtime.isPrivate()) ? runtime.app : undefined)
  const parts = keepParts((question_id) => nameOf(Math.ceil(question_id / PART)))
  runtime.onLive((app) => app.onCommit(parts.hear))
  const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }

  fastify.get('/sitemap.xml', async (_request, reply) => {
    const app = await publicApp()
    if (!app) return reply.callNotFound()
    return reply.headers(headers).send(await indexOf(app, await runtime.settings()))
  })

  fastify.get('/sitemaps/:file', async (request, reply) => {
    const app = await publicApp()
    const { file } = request.params as { file: string }
    const part = Number(/^questions-([1-9]\d{0,5})\.xml$/.exec(file)?.[1] ?? 0)
    if (!app || (!part && file !== 'tags.xml')) return reply.callNotFound()
    if (part && (part - 1) * PART >= (await lastPostId(app.db))) return reply.callNotFound()
    runtime.rates('read', undefined, request.ip)
    const settings = await runtime.settings()
    const bytes = await parts.get(file, app.clock.now(), () =>
      packed(part ? questionsOf(app, settings, part) : tagsOf(app, settings)),
    )
    void reply.headers({ ...headers, vary: 'accept-encoding' })
    if (acceptedEncoding(request.headers['accept-encoding']) === 'html')
      return reply.send(Readable.from([bytes]).pipe(createGunzip()))
    return reply.header('content-encoding', 'gzip').send(bytes)
  })
}
