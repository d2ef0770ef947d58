import { type ObjectType, parseObjectId } from '@askwell/contract/ids.ts'
import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import { escapeHtml, unescapeHtml } from './html-entities.ts'

// Links of a rendered text as a reader sees them. What is stored knows no titles and no members: they change, and not everybody may see them.

const LINK = /<a href="([^"]*)"([^>]*)>([^]*?)<\/a>/g

interface Named {
  type: ObjectType
  number: number
}

const addressIn = (href: string, origin: string) => {
  const url = URL.parse(href, origin || 'https://own.invalid')
  return url && (href.startsWith('/') || url.origin === origin) ? url : null
}

/** The post that a bare link leads to: `#` and an id, or an address of this site that stands for itself. */
const namedBy = (href: string, words: string, origin: string): Named | null => {
  const isReference = /^#1\d{16}$/.test(words)
  if (!isReference && words !== href) return null
  const url = addressIn(unescapeHtml(href), origin)
  if (!url || (url.hash && !isReference)) return null
  if (isReference) return parseObjectId(words.slice(1))
  const path = parseQuestionPath(url.pathname)
  return path && { type: 'question', number: path.question }
}

/** Questions and answers that a text names without words of its own. */
export const namedIn = (html: string, origin: string): Named[] =>
  html.includes('<a ')
    ? [...html.matchAll(LINK)].flatMap(([, href = '', , words = '']) => namedBy(href, words, origin) ?? [])
    : []

const MENTION = ' class="mention"'
const nameIn = (href: string, rest: string) => (rest === MENTION ? href.slice('/users/'.length) : undefined)

/** The usernames that a text mentions. */
export const mentionsIn = (html: string): string[] =>
  html.includes(MENTION) ? [...html.matchAll(LINK)].flatMap(([, href = '', rest = '']) => nameIn(href, rest) ?? []) : []

/** A text in which only the names of these are links. */
export const withoutDeadMentions = (html: string, members: ReadonlySet<string>) =>
  html.includes(MENTION)
    ? html.replace(LINK, (link, href: string, rest: string, words: string) => {
        const name = nameIn(href, rest)
        return name === undefined || members.has(name) ? link : words
      })
    : html

/** `example.org`, as words name a site. */
const SITE = /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u
const withoutWww = (host: string) => host.replace(/^www\./, '')

/** Whether the first site that is read there is this one. A formula may hide what it says. */
const namesSite = (words: string, host: string) => {
  if (words.includes('class="katex')) return false
  const read = unescapeHtml(words.replace(/<[^>]*>/g, '')).toLowerCase()
  return withoutWww(SITE.exec(read)?.[0] ?? '') === host && !read.includes('@')
}

/** The site that a link leads to, unless its words say so. */
const siteOf = (href: string, words: string, origin: string) => {
  if (!/^https?:/i.test(href) || words === href) return ''
  const url = URL.parse(unescapeHtml(href))
  const host = withoutWww(url?.hostname ?? '')
  return !url || url.origin === origin || namesSite(words, host) ? '' : host
}

export interface Known {
  /** By the number of the post, as far as the reader may see it. */
  titles: ReadonlyMap<number, string>
  /** Usernames that lead to a page. */
  members: ReadonlySet<string>
}

/** Bare links get the title of what they lead to, others the name of their site; mentions of nobody are no links. */
export const dressedLinks = (html: string, { titles, members }: Known, origin: string) =>
  html.includes('<a ')
    ? html.replace(LINK, (link, href: string, rest: string, words: string) => {
        const name = nameIn(href, rest)
        if (name !== undefined) return members.has(name) ? link : words
        const named = namedBy(href, words, origin)
        const title = named ? titles.get(named.number) : undefined
        if (title !== undefined) return `<a href="${href}"${rest}>${escapeHtml(title)}</a>`
        const site = siteOf(href, words, origin)
        return site ? `<a href="${href}"${rest} data-site="${escapeHtml(site)}">${words}</a>` : link
      })
    : html
