import { escapeHtml } from '../../lib/html-entities.ts'

export interface FeedAuthor {
  name: string
  link: string
}

/** Plain texts but for `html`, whole addresses, and times in seconds. */
export interface FeedEntry {
  id: string
  link: string
  title: string
  author: FeedAuthor
  created_at?: number
  updated_at: number
  summary?: string
  html?: string
  tags?: { slug_name: string; display_name: string }[]
}

export interface Feed {
  title: string
  description: string
  /** The page that shows the same. */
  link: string
  /** The feed itself, in each of the formats. */
  addresses: Record<FeedFormat, string>
  icon: string
  /** As HTML writes it. */
  language: string
  author: FeedAuthor
  entries: FeedEntry[]
}

const GENERATOR = 'Askwell'
/** XML has no way to write them. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
const escaped = (text: string) => escapeHtml(text.replace(CONTROLS, '').toWellFormed())

type Attributes = Record<string, string>
const opening = (name: string, attributes: Attributes) =>
  [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escaped(value)}"`)].join(' ')
const leaf = (name: string, text: string, attributes: Attributes = {}) =>
  `<${opening(name, attributes)}>${escaped(text)}</${name}>\n`
const branch = (name: string, children: string[], attributes: Attributes = {}) =>
  `<${opening(name, attributes)}>\n${children.join('')}</${name}>\n`
const document = (root: string) => `<?xml version="1.0" encoding="utf-8"?>\n${root}`
/** Nothing where there is no text. */
const maybe = (name: string, text: string | undefined, attributes?: Attributes) =>
  text ? [leaf(name, text, attributes)] : []

const moment = (seconds: number) => new Date(seconds * 1000).toISOString()
const changedAt = ({ entries }: Feed) => entries.reduce((latest, { updated_at }) => Math.max(latest, updated_at), 0)

const atomAuthor = ({ name, link }: FeedAuthor) => branch('author', [leaf('name', name), leaf('uri', link)])
const atomEntry = ({ id, link, title, author, created_at, updated_at, summary, html, tags = [] }: FeedEntry) =>
  branch('entry', [
    leaf('id', id),
    leaf('title', title),
    leaf('link', '', { href: link }),
    leaf('updated', moment(updated_at)),
    ...(created_at ? [leaf('published', moment(created_at))] : []),
    atomAuthor(author),
    ...tags.map(({ slug_name, display_name }) => leaf('category', '', { term: slug_name, label: display_name })),
    ...maybe('summary', summary),
    ...maybe('content', html, { type: 'html' }),
  ])

/** RFC 4287. */
const atom = (feed: Feed) =>
  document(
    branch(
      'feed',
      [
        leaf('id', feed.addresses.atom),
        leaf('title', feed.title),
        ...maybe('subtitle', feed.description),
        leaf('updated', moment(changedAt(feed))),
        leaf('generator', GENERATOR),
        atomAuthor(feed.author),
        leaf('link', '', { rel: 'alternate', href: feed.link }),
        leaf('link', '', { rel: 'self', href: feed.addresses.atom }),
        leaf('icon', feed.icon),
        ...feed.entries.map(atomEntry),
      ],
      { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': feed.language },
    ),
  )

const rssDate = (seconds: number) => new Date(seconds * 1000).toUTCString()
/** A description is HTML, so that a text is escaped twice; `author` would have to be an e-mail address. */
const rssItem = ({ id, link, title, author, created_at, updated_at, summary, html, tags = [] }: FeedEntry) =>
  branch('item', [
    leaf('title', title),
    leaf('link', link),
    leaf('guid', id, { isPermaLink: 'false' }),
    leaf('pubDate', rssDate(created_at ?? updated_at)),
    leaf('dc:creator', author.name),
    ...tags.map(({ display_name }) => leaf('category', display_name)),
    ...maybe('description', summary && escapeHtml(summary)),
    ...maybe('content:encoded', html),
  ])

/** https://www.rssboard.org/rss-specification */
const rss = (feed: Feed) =>
  document(
    branch(
      'rss',
      [
        branch('channel', [
          leaf('title', feed.title),
          leaf('link', feed.link),
          leaf('description', escapeHtml(feed.description)),
          leaf('language', feed.language),
          leaf('lastBuildDate', rssDate(changedAt(feed))),
          leaf('generator', GENERATOR),
          leaf('atom:link', '', { href: feed.addresses.rss, rel: 'self', type: 'application/rss+xml' }),
          ...feed.entries.map(rssItem),
        ]),
      ],
      {
        version: '2.0',
        'xmlns:atom': 'http://www.w3.org/2005/Atom',
        'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
        'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      },
    ),
  )

const jsonAuthors = ({ name, link }: FeedAuthor) => [{ name, url: link }]
const jsonItem = ({ id, link, title, author, created_at, updated_at, summary, html, tags = [] }: FeedEntry) => ({
  id,
  url: link,
  title,
  ...(html ? { content_html: html } : { content_text: summary || title }),
  ...(created_at && { date_published: moment(created_at) }),
  date_modified: moment(updated_at),
  authors: jsonAuthors(author),
  tags: tags.map(({ display_name }) => display_name),
})

/** https://jsonfeed.org/version/1.1 */
const json = (feed: Feed) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.link,
    feed_url: feed.addresses.json,
    ...(feed.description && { description: feed.description }),
    favicon: feed.icon,
    authors: jsonAuthors(feed.author),
    language: feed.language,
    items: feed.entries.map(jsonItem),
  })

export const FEED_FORMATS = {
  atom: { type: 'application/atom+xml; charset=utf-8', write: atom },
  rss: { type: 'application/rss+xml; charset=utf-8', write: rss },
  json: { type: 'application/feed+json; charset=utf-8', write: json },
}
export type FeedFormat = 'atom' | 'rss' | 'json'
