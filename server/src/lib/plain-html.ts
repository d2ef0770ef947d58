import { isImageAddress, isLinkAddress } from '@askwell/contract/link-address.ts'
import { sizeAttributes } from './picture-sizes.ts'
import { unescapeHtml } from './html-entities.ts'

// Most texts are plain: of their HTML each piece is one of a few that our renderer writes, and proves to be harmless by itself.

/** Tags as they are written, with where they may stand. */
interface Tag {
  name: string
  closes: boolean
  /** How it is stored. */
  shown: string
}

const INLINE = new Set(['strong', 'em', 's', 'a', 'code', 'span', 'kbd', 'sub', 'sup', 'br', 'img'])
const SECTIONS = new Set(['', 'li', 'blockquote'])
/** What may stand where, as HTML has it: nothing here makes a parser close one element because of another. */
const AROUND: Record<string, ReadonlySet<string>> = {
  li: new Set(['ul', 'ol']),
  table: new Set(['div']),
  thead: new Set(['table']),
  tbody: new Set(['table']),
  tr: new Set(['thead', 'tbody']),
  th: new Set(['tr']),
  td: new Set(['tr']),
}
const NO_WORDS = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr', 'div'])
const DEEPEST = 100

const TAGS = new Map<string, Tag>()
const know = (name: string, opening = `<${name}>`) => {
  TAGS.set(opening, { name, closes: false, shown: opening })
  TAGS.set(`</${name}>`, { name, closes: true, shown: `</${name}>` })
}
for (const name of 'p strong em s a code span kbd sub sup h4 h5 h6 ul ol li blockquote table thead tbody tr td'.split(
  ' ',
))
  if (name !== 'a' && name !== 'span') know(name)
  else TAGS.set(`</${name}>`, { name, closes: true, shown: `</${name}>` })
know('pre', '<pre tabindex="0">')
know('div', '<div class="table-scroll" tabindex="0">')
know('th', '<th scope="col">')
for (const side of ['left', 'center', 'right']) {
  know('td', `<td class="align-${side}">`)
  know('th', `<th scope="col" class="align-${side}">`)
}
for (const name of ['br', 'hr']) TAGS.set(`<${name}>`, { name, closes: false, shown: `<${name} />` })

/** Of comments; the rest stays for posts. */
const IN_COMMENTS = new Set(['p', 'br', 'strong', 'em', 's', 'a', 'code', 'pre', 'span', 'kbd', 'sub', 'sup'])

const TEXT = /^(?:[^<>&\0]|&(?:amp|lt|gt|quot);)*$/
const LINK = /^<a href="([^"<>]+)"(?: title="([^"<>]+)")? rel="nofollow ugc noopener">$/
const OWN_LINK = /^<a href="(?:\/users\/[a-z0-9_.-]+" class="mention|\/questions\/\d{17})">$/
const IMAGE =
  /^<img src="([^"<>]+)" alt="([^"<>]*)"(?: title="([^"<>]+)")?( width="\d{1,5}" height="\d{1,5}"[^<>]*)? loading="lazy" referrerpolicy="no-referrer">$/
const OTHERS: [name: string, pattern: RegExp][] = [
  ['code', /^<code(?: class="language-[\w+#.-]{1,30}")?(?: data-lines="[\d\n]{1,10000}")?>$/],
  ['pre', /^<pre tabindex="0" data-language="[\w+#., /-]{1,40}">$/],
  ['h4', /^<h4 id="h-[a-z0-9-]{1,80}">$/],
  ['h5', /^<h5 id="h-[a-z0-9-]{1,80}">$/],
  ['h6', /^<h6 id="h-[a-z0-9-]{1,80}">$/],
  ['span', /^<span class="hljs-[a-z][\w-]*">$/],
  ['ol', /^<ol start="\d{1,9}">$/],
]

const isText = (text: string) =>
  text.includes('&') || text.includes('\0') || text.includes('>') ? TEXT.test(text) : true

/** An address in plain characters, of which no parser makes another. */
const PLAIN_ADDRESS = /^(?:https?:\/\/|mailto:|\/(?![/\\]))[!#-;=?-~]*$/i
const PLAIN_PICTURE = /^https?:\/\/[!#-;=?-~]*$/i

const isPlain = (address: string, pattern: RegExp, fits: (address: string) => boolean) => {
  const text = unescapeHtml(address)
  return isText(address) && pattern.test(text) && fits(text)
}

const link: Tag = { name: 'a', closes: false, shown: '' }
const tagOf = (source: string): Tag | undefined => {
  const known = TAGS.get(source)
  if (known) return known
  if (source.startsWith('<a ')) {
    const [, href, title = ''] = LINK.exec(source) ?? []
    const fits =
      href === undefined ? OWN_LINK.test(source) : isPlain(href, PLAIN_ADDRESS, isLinkAddress) && isText(title)
    return fits ? { ...link, shown: source } : undefined
  }
  if (source.startsWith('<img ')) {
    const [, src, alt = '', title = '', sizes = ''] = IMAGE.exec(source) ?? []
    return src !== undefined &&
      sizes === sizeAttributes(src) &&
      isPlain(src, PLAIN_PICTURE, isImageAddress) &&
      isText(alt) &&
      isText(title)
      ? { name: 'img', closes: false, shown: `${source.slice(0, -1)} />` }
      : undefined
  }
  const other = OTHERS.find(([, pattern]) => pattern.test(source))
  return other && { name: other[0], closes: false, shown: source }
}

const mayStand = (name: string, around: string) => {
  if (INLINE.has(name)) return !NO_WORDS.has(around)
  return (AROUND[name] ?? SECTIONS).has(around)
}

/** What the sanitizer would make of HTML that is plain all through; undefined of any other, which is for the sanitizer to judge. */
export const plainHtml = (html: string, isComment: boolean): string | undefined => {
  const open: string[] = []
  let around = ''
  let result = ''
  for (let at = 0; at < html.length;) {
    const from = html.indexOf('<', at)
    const text = from < 0 ? html.slice(at) : html.slice(at, from)
    if (text) {
      if (!isText(text)) return undefined
      result += text.includes('&quot;') ? text.replaceAll('&quot;', '"') : text
    }
    if (from < 0) break
    const to = html.indexOf('>', from) + 1
    const tag = to > 0 ? tagOf(html.slice(from, to)) : undefined
    if (!tag || (isComment && !IN_COMMENTS.has(tag.name))) return undefined
    const { name, closes, shown } = tag
    if (closes) {
      if (name !== around) return undefined
      open.pop()
      around = open.at(-1) ?? ''
    } else {
      if (!mayStand(name, around) || open.length === DEEPEST) return undefined
      if (name !== 'br' && name !== 'hr' && name !== 'img') {
        if (name === 'a' && open.includes('a')) return undefined
        open.push(name)
        around = name
      }
    }
    result += shown
    at = to
  }
  return open.length ? undefined : result
}
