import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { questionThread } from '@askwell/contract/threads.ts'
import { AppError } from '../../lib/errors.ts'
import { translate } from '../../lib/messages.ts'
import { previewVersion } from './head.ts'
import { type AddPublicAddress, type PublicRequest, questionAddress } from './public-address.ts'
import { escapeHtml } from '../../lib/html-entities.ts'

const [WIDTH, HEIGHT] = [600, 180]
const THUMBNAIL = { width: 1200, height: 630 }

/** The most that the asking site takes; what is no length is no bound. */
const boundOf = (asked: string | null) => (Number(asked) >= 1 ? Math.floor(Number(asked)) : Infinity)

/** The question that an address of this site is of; nothing for any other address. */
const questionIn = ({ settings, query }: Pick<PublicRequest, 'settings' | 'query'>) => {
  const url = URL.parse(query.get('url') ?? '')
  if (!url || url.host !== URL.parse(settings.general.site_url)?.host) return undefined
  const found = parseQuestionPath(url.pathname)
  return found ? objectId('question', found.question) : undefined
}

const oembed = async (asked: PublicRequest) => {
  if ((asked.query.get('format') || 'json') !== 'json') throw new AppError('not-implemented', 'error.oembed.format')
  const id = questionIn(asked)
  if (!id) return undefined
  const { question } = await asked.ask(questionThread, { query: { id } })
  if (question.status >= 10) return undefined
  const [mostWidth, mostHeight] = [boundOf(asked.query.get('maxwidth')), boundOf(asked.query.get('maxheight'))]
  const [width, height] = [Math.min(WIDTH, mostWidth), Math.min(HEIGHT, mostHeight)]
  const { name } = asked.settings.general
  return {
    version: '1.0',
    type: 'rich',
    title: question.title,
    author_name: question.user_info.display_name,
    author_url: asked.address(`/users/${encodeURIComponent(question.user_info.username)}`),
    provider_name: name,
    provider_url: asked.address('/'),
    cache_age: 3600,
    ...(THUMBNAIL.width <= mostWidth &&
      THUMBNAIL.height <= mostHeight && {
        thumbnail_url: asked.address(`/previews/${question.id}.png?v=${previewVersion(question)}`),
        thumbnail_width: THUMBNAIL.width,
        thumbnail_height: THUMBNAIL.height,
      }),
    html: `<iframe src="${escapeHtml(asked.address(`/embed/questions/${question.id}`))}" width="${width}" height="${height}" title="${escapeHtml(question.title)}" loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox" style="border:0;max-width:100%"></iframe>`,
    width,
    height,
  }
}

const CARD_STYLE = `:root{color-scheme:light dark}*{box-sizing:border-box}body{margin:0;font:15px/1.45 system-ui,sans-serif;color:light-dark(#1b1d20,#e8e9eb)}
a{display:block;height:100vh;padding:16px 20px;border:1px solid light-dark(#dfe1e5,#34373c);border-radius:8px;overflow:hidden;color:inherit;text-decoration:none}
h1{margin:2px 0 6px;font-size:17px;line-height:1.3;overflow-wrap:anywhere}p{margin:0;overflow-wrap:anywhere;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
small{font-size:13px;color:light-dark(#5b6068,#a4a8ae)}`

const card = async (asked: PublicRequest, id: string) => {
  const { question } = await asked.ask(questionThread, { query: { id } })
  if (question.status >= 10) return undefined
  const counts = [
    translate(asked.language, 'discovery.votes', { count: question.vote_count }),
    translate(asked.language, 'discovery.answers', { count: question.answer_count }),
  ].join(' · ')
  return `<!doctype html>
<html lang="${asked.language.replace('_', '-')}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>${escapeHtml(question.title)}</title><style>${CARD_STYLE}</style></head>
<body><a href="${escapeHtml(questionAddress(asked.settings, question))}" target="_blank" rel="noopener">
<small>${escapeHtml(asked.settings.general.name)}</small>
<h1 dir="auto">${escapeHtml(question.title)}</h1>
<p dir="auto">${escapeHtml(question.description)}</p>
<small>${escapeHtml(counts)}</small>
</a></body></html>
`
}

/** `/oembed?url=…`: what another site shows for the address of a question; `/embed/questions/ID` is the card in its frame. */
export const addOembed = (add: AddPublicAddress) => {
  const answered = async (asked: PublicRequest) => {
    const found = await oembed(asked)
    return found ? { type: 'application/json; charset=utf-8', body: JSON.stringify(found) } : undefined
  }
  add('/oembed', answered, questionIn)
  const framed = async (asked: PublicRequest) => {
    const body = await card(asked, asked.params.id!)
    if (!body) return undefined
    return {
      type: 'text/html; charset=utf-8',
      body,
      // The only page of the site that others may put into theirs: it has no form and no script.
      headers: {
        'content-security-policy':
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *",
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
      },
    }
  }
  add('/embed/questions/:id', framed, ({ params }) => params.id)
}
