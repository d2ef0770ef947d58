import type { Element } from 'domhandler'
import { attributeOf, childrenOf, textOf, treeOf } from './xml.ts'

// What sitemap.xsd and siteindex.xsd of sitemaps.org allow.

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const MOST = 50_000
const MOST_BYTES = 50 * 2 ** 20
const MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/
const ADDRESS = { min: 12, max: 2048 }
const FREQUENCIES = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never']

const RULES: Record<string, (text: string) => boolean> = {
  loc: (text) =>
    text.length >= ADDRESS.min &&
    text.length <= ADDRESS.max &&
    URL.canParse(text) &&
    /^https?:/.test(text) &&
    text === new URL(text).href,
  lastmod: (text) => MOMENT.test(text) && !Number.isNaN(Date.parse(text)),
  changefreq: (text) => FREQUENCIES.includes(text),
  priority: (text) => /^(0(\.\d+)?|1(\.0+)?)$/.test(text),
}
const KINDS: Record<string, { child: string; parts: string[] }> = {
  urlset: { child: 'url', parts: ['loc', 'lastmod', 'changefreq', 'priority'] },
  sitemapindex: { child: 'sitemap', parts: ['loc', 'lastmod'] },
}

const faultsOf = (one: Element, { child, parts }: { child: string; parts: string[] }) => {
  const names = childrenOf(one).map(({ name }) => name)
  return [
    ...(one.name === child ? [] : [`${one.name} has no place`]),
    ...(names.includes('loc') && new Set(names).size === names.length ? [] : [`it has ${names.join(', ')}`]),
    ...childrenOf(one).flatMap((part) =>
      parts.includes(part.name) && RULES[part.name]!(textOf(part)) ? [] : [`${part.name} is ${textOf(part)}`],
    ),
  ]
}

/** What is wrong with a sitemap, or an index of some. */
export const sitemapFaults = (text: string) => {
  const root = treeOf(text)
  const kind = KINDS[root.name]
  if (!kind || attributeOf(root, 'xmlns') !== SITEMAP) return [`${root.name} is no sitemap`]
  const all = childrenOf(root)
  return [
    ...(all.length <= MOST && Buffer.byteLength(text) <= MOST_BYTES ? [] : ['it is too large']),
    ...all.flatMap((one) => faultsOf(one, kind)),
  ]
}
