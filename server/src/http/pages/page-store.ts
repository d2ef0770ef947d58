import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

const MAX_BYTES = 128 * 1024 * 1024
/** What events don't drop (a reputation beside an old answer, a relative count) is never older than this. */
const MAX_AGE_MS = 60_000

type Coding = 'html' | 'br' | 'gzip'

export interface CachedPage extends Record<Coding, Buffer> {
  /** For each encoding, the header lines: name, value, name, value. */
  heads: Record<Coding, string[]>
  etag: string
  question_id: number
}

export interface RenderedPage {
  headers: Record<string, string>
  html: Buffer
  question_id: number
}

const headsOf = (headers: Record<string, string>, bodies: Record<Coding, Buffer>): CachedPage['heads'] => {
  const head = (coding: Coding) =>
    Object.entries({
      ...headers,
      ...(coding !== 'html' && { 'content-encoding': coding }),
      'content-length': String(bodies[coding].length),
    }).flat()
  return { html: head('html'), br: head('br'), gzip: head('gzip') }
}

/** Whole pages for anonymous visitors, compressed once. */
export const createPageStore = (perf: { now(): number } = performance) => {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: MAX_BYTES,
    ttl: MAX_AGE_MS,
    ttlResolution: 0,
    perf,
    sizeCalculation: (page, key) => page.html.length + page.br.length + page.gzip.length + key.length + 500,
  })
  const renderings = new Map<string, { generation: number; page: Promise<CachedPage | undefined> }>()
  let generation = 0
  return {
    find: (key: string) => pages.get(key),
    /** Many may ask for a page that isn't cached: the first request renders it, the others wait for that, unless it began before the latest change. */
    awaited: (key: string) => {
      const rendering = renderings.get(key)
      return rendering?.generation === generation ? rendering.page : undefined
    },
    /** Announces a rendering; the returned function must be called at its end, with the page if it can be shared. */
    rendering(key: string) {
      const { promise, resolve } = Promise.withResolvers<CachedPage | undefined>()
      const mine = { generation, page: promise }
      renderings.set(key, mine)
      return (page?: CachedPage) => {
        if (renderings.get(key) === mine) renderings.delete(key)
        resolve(page)
      }
    },
    /** A page rendered before a change was known must not be cached after it: compare the generation from before rendering. */
    get generation() {
      return generation
    },
    async store(key: string, { headers, html, question_id }: RenderedPage, renderedIn: number) {
      const [br, gz] = await Promise.all([
        brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
        gzipped(html),
      ])
      const bodies = { html, br, gzip: gz }
      const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 27)}"`
      const page: CachedPage = { ...bodies, heads: headsOf({ ...headers, etag }, bodies), etag, question_id }
      if (renderedIn === generation) pages.set(key, page)
      return page
    },
    /** Something changed: nearly every page may show it, and rendering one again is cheap. */
    drop() {
      generation++
      pages.clear()
    },
    /** Something changed in this question's thread only, and in lists. */
    dropQuestion(questionId: number) {
      generation++
      for (const [key, page] of pages.entries())
        if (page.question_id === questionId || page.question_id === 0) pages.delete(key)
    },
    /** Something changed that only pages at such addresses show; a key begins with the address. */
    dropMatching(address: RegExp) {
      generation++
      for (const key of pages.keys()) if (address.test(key)) pages.delete(key)
    },
  }
}
