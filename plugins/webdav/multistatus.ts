/** What a folder says of something in it (RFC 4918, 13). */
export interface Found {
  /** As an address names it, decoded; without a slash at its end. */
  path: string
  isFolder: boolean
  bytes: number
  /** Unix time, in seconds. */
  modified_at: number
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (text: string) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name]!).trim()

/** The text of the first element of this name, whatever the prefix of its namespace. */
const textOf = (xml: string, name: string) => {
  const found = new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^<]*)<`).exec(xml)?.[1]
  return found === undefined ? undefined : plain(found)
}

/** Paths are whole addresses at some servers, and only their last part at others. */
const pathOf = (href: string, base: string) => decodeURIComponent(new URL(href, base).pathname).replace(/\/+$/, '')

/** What stands in the answer to PROPFIND; `base`: the address that was asked. */
export const readMultistatus = (xml: string, base: string): Found[] =>
  xml
    .split(/<(?:[\w-]+:)?response[\s>]/)
    .slice(1)
    .flatMap((response) => {
      const href = textOf(response, 'href')
      if (href === undefined) return []
      return {
        path: pathOf(href, base),
        isFolder: /<(?:[\w-]+:)?collection[\s/>]/.test(response),
        bytes: Number(textOf(response, 'getcontentlength') ?? 0),
        modified_at: Math.floor(Date.parse(textOf(response, 'getlastmodified') ?? '') / 1000) || 0,
      }
    })
