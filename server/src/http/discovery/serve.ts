import type { FastifyInstance } from 'fastify'
import type { Runtime } from '../../runtime.ts'
import type { PageCache } from '../pages/page-cache.ts'
import { addFeeds } from './feeds.ts'
import { addIndexNow } from './index-now.ts'
import { addMarkdown } from './markdown.ts'
import { addOembed } from './oembed.ts'
import { addOpenSearch } from './opensearch.ts'
import { addPreviews } from './previews.ts'
import { createPublicAddresses } from './public-address.ts'
import { serveSitemap } from './sitemap.ts'

/** What search engines, feed readers, other sites and programs read of a public site. */
export const serveDiscovery = (fastify: FastifyInstance, runtime: Runtime, cached: PageCache) => {
  const add = createPublicAddresses(fastify, runtime, cached)
  addFeeds(add)
  addIndexNow(add, () => runtime.secret)
  addMarkdown(add)
  addOembed(add)
  addOpenSearch(add)
  addPreviews(add)
  serveSitemap(fastify, runtime)
}
