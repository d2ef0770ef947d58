/** A page of the documentation. */
export interface Page {
  title: string
  url: string
}

const TITLE_CHARACTERS = 200
const PAGES_MAX = 5000

const XML_SIGNS: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (xml: string) => xml.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => XML_SIGNS[name]!).trim()

/** Of an address, what it says in words: `/guides/first-steps/` is "First steps". */
const titleIn = (address: string) => {
  const last = new URL(address).pathname.split('/').findLast((part) => part && !/^index(\.\w+)?$/.test(part)) ?? ''
  let words = last
  try {
    words = decodeURIComponent(last)
  } catch {
    /* as it stands */
  }
  words = words
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[-_+]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const inSitemap = (text: string): unknown[] =>
  [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?([^<\]]+)/g)].map(([, address]) => ({ url: plain(address!) }))

const inJson = (text: string): unknown[] => {
  const found: unknown = JSON.parse(text)
  const list = Array.isArray(found) ? found : ((found ?? {}) as { docs?: unknown; pages?: unknown })
  const pages = Array.isArray(list) ? list : (list.docs ?? list.pages)
  if (!Array.isArray(pages)) throw new Error('the list of pages is neither a sitemap nor a list of pages in JSON')
  return pages
}

/** Where the addresses of MkDocs begin: above the folder of its search. */
const baseOf = (index: string) => new URL(index.replace(/search\/search_index\.json([?#].*)?$/, ''))

/** The pages that a list names; what is no page of the web is left out. */
export const pagesIn = (text: string, index: string): Page[] => {
  const isXml = text.trimStart().startsWith('<')
  const seen = new Set<string>()
  return (isXml ? inSitemap(text) : inJson(text))
    .flatMap((entry): Page[] => {
      const { title, url, location, href } = (entry ?? {}) as Record<string, unknown>
      const named = [url, location, href].find((one) => typeof one === 'string')
      const address = named === undefined ? null : URL.parse(named, baseOf(index))
      // MkDocs lists each section of a page; the page itself is enough.
      if (!address || !/^https?:$/.test(address.protocol) || address.hash || seen.has(address.href)) return []
      seen.add(address.href)
      const called = (typeof title === 'string' && title.trim()) || titleIn(address.href)
      return called ? [{ title: called.slice(0, TITLE_CHARACTERS), url: address.href }] : []
    })
    .slice(0, PAGES_MAX)
}
