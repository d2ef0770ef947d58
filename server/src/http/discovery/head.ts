import { feedPath } from '@askwell/contract/permalink.ts'
import { createHash } from 'node:crypto'
import type { Thread } from '@askwell/contract/threads.ts'
import type { FastifyRequest } from 'fastify'
import type { SiteSettings } from '../../features/operations/settings/views.ts'
import { translate } from '../../lib/messages.ts'
import { excerpt, plainText } from '../../lib/plain-text.ts'
import type { Runtime } from '../../runtime.ts'
import { questionAddress, wholeAddress } from './public-address.ts'
import { structuredData } from './structured-data.ts'
import type { Told } from './told.ts'
import { escapeHtml } from '../../lib/html-entities.ts'

/** Nothing in it can end the element it stands in. */
const asScript = (data: object) =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}</script>`

/** What is drawn in a preview of a question; another picture has another address. */
export const previewVersion = ({ title, vote_count, answer_count }: Thread['question']) =>
  createHash('sha256').update(`${title} ${vote_count} ${answer_count}`).digest('hex').slice(0, 8)

interface Shared {
  type: 'website' | 'article' | 'profile'
  title: string
  description: string
  url: string
  image?: string
  alternates: { type: string; title: string; href: string }[]
}

const feedOf = (settings: SiteSettings, title: string, path: string) => ({
  type: 'application/atom+xml',
  title,
  href: wholeAddress(settings, feedPath(path)),
})

const ofThread = (settings: SiteSettings, { question }: Thread): Shared | undefined => {
  if (question.status >= 10) return undefined
  const url = questionAddress(settings, question)
  return {
    type: 'article',
    title: question.title,
    description: question.description,
    url,
    image: wholeAddress(settings, `/previews/${question.id}.png?v=${previewVersion(question)}`),
    alternates: [
      feedOf(settings, question.title, `/questions/${question.id}`),
      { type: 'text/markdown', title: question.title, href: wholeAddress(settings, `/questions/${question.id}.md`) },
      {
        type: 'application/json+oembed',
        title: question.title,
        href: wholeAddress(settings, `/oembed?url=${encodeURIComponent(url)}`),
      },
    ],
  }
}

const sharedOf = (settings: SiteSettings, path: string, { thread, profile, tag }: Told): Shared | undefined => {
  const { name, short_description } = settings.general
  const { language } = settings.interface
  if (thread) return ofThread(settings, thread)
  if (profile)
    return profile.status === 'normal'
      ? {
          type: 'profile',
          title: profile.display_name,
          description: excerpt(plainText(profile.bio_html), 240),
          url: wholeAddress(settings, `/users/${encodeURIComponent(profile.username)}`),
          ...(/^https?:/.test(profile.avatar) && { image: profile.avatar }),
          alternates: [
            feedOf(
              settings,
              translate(language, 'discovery.feed_of_user', { user: profile.display_name, site: name }),
              `/users/${encodeURIComponent(profile.username)}`,
            ),
          ],
        }
      : undefined
  if (tag && tag.status === 'available')
    return {
      type: 'website',
      title: tag.display_name,
      description: tag.description,
      url: wholeAddress(settings, `/tags/${encodeURIComponent(tag.slug_name)}`),
      alternates: [
        feedOf(
          settings,
          translate(language, 'discovery.feed_of_tag', { tag: tag.display_name, site: name }),
          `/tags/${encodeURIComponent(tag.slug_name)}`,
        ),
      ],
    }
  if (path !== '/' && path !== '/questions') return undefined
  return {
    type: 'website',
    title: name,
    description: short_description,
    url: wholeAddress(settings, '/'),
    alternates: [feedOf(settings, name, '/questions')],
  }
}

const tagsOf = (settings: SiteSettings, { type, title, description, url, image, alternates }: Shared) => {
  const picture = image ?? wholeAddress(settings, '/icons/512.png')
  const properties = {
    'og:site_name': settings.general.name,
    'og:type': type,
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': picture,
    ...(type === 'article' && { 'og:image:width': '1200', 'og:image:height': '630', 'og:image:alt': title }),
  }
  return [
    ...Object.entries(properties)
      .filter(([, content]) => content)
      .map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`),
    `<meta name="twitter:card" content="${type === 'article' ? 'summary_large_image' : 'summary'}">`,
    ...alternates.map(
      (one) =>
        `<link rel="alternate" type="${one.type}" title="${escapeHtml(one.title)}" href="${escapeHtml(one.href)}">`,
    ),
  ].join('')
}

/**
 * For the end of a page's head: what other sites show of it when somebody shares it, feeds, and what search engines read.
 * Made of what the page itself was told, for one page as for all; a private site tells nothing.
 */
export const discoveryHead = async (runtime: Runtime, request: FastifyRequest, told: Told) => {
  if (!runtime.app || (await runtime.isPrivate())) return ''
  const settings = await runtime.settings()
  const path = request.url.split('?', 1)[0]!
  const shared = sharedOf(settings, path, told)
  const data = structuredData(settings, path, told)
  return (
    `<link rel="search" type="application/opensearchdescription+xml" title="${escapeHtml(settings.general.name)}" href="/opensearch.xml">` +
    (shared ? tagsOf(settings, shared) : '') +
    (data ? asScript(data) : '')
  )
}
