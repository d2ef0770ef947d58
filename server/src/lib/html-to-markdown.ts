import sanitizeHtml from 'sanitize-html'
import TurndownService from 'turndown'
import { isLinkAddress } from './link-address.ts'
import { formulaSpans } from './markdown-math.ts'

const KEPT = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'strong',
  'b',
  'em',
  'i',
  'del',
  's',
  'strike',
  'a',
  'img',
  'code',
  'pre',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'div',
]

const absolute = (address = '') => address.replace(/^\/\/(?=\w)/, 'https://') // `//host/…` means the scheme of the old site

// First what a browser would not show, and depths no reader follows, so that the converter meets plain HTML only.
const plainHtml = (html: string) =>
  sanitizeHtml(html, {
    allowedTags: KEPT,
    allowedAttributes: {
      a: ['href', 'title'],
      img: ['src', 'alt', 'title'],
      ol: ['start'],
      pre: ['class'],
      code: ['class'],
      td: ['align'],
      th: ['align'],
    },
    allowedSchemes: ['http', 'https', 'mailto'],
    nestingLimit: 60,
    transformTags: {
      a: (tagName, { href, ...rest }) => ({ tagName, attribs: { ...rest, href: absolute(href) } }),
      img: (tagName, { src, ...rest }) => ({ tagName, attribs: { ...rest, src: absolute(src) } }),
    },
  })

const languageOf = (classes: string) => /\blang(?:uage)?-([\w+#.-]+)/.exec(classes)?.[1] ?? ''

const fenced = (code: string, language: string) => {
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `\n\n${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}\n\n`
}

const MARKS: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }
const cellsOf = (row: Node) => [...row.childNodes].filter(({ nodeName }) => /^T[HD]$/.test(nodeName)) as HTMLElement[]

const isFirstRow = (row: HTMLElement) => {
  let table = row.parentNode
  while (table && table.nodeName !== 'TABLE') table = table.parentNode
  return (table as HTMLTableElement | null)?.rows[0] === row
}

const converter = () => {
  const service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    br: '  ',
  })
  const escaped = service.escape.bind(service)
  // Turndown's own, and what else our renderer reads as markup: `1)`, entities and `~~`; formulas are no words, and stay as they are.
  const escapeWords = (text: string) =>
    escaped(text)
      .replace(/^(\d+)\)(?=\s|$)/, '$1\\)')
      .replace(/&(?=#?\w{1,31};)/g, '\\&')
      .replace(/(?<!\\)~~/g, '\\~\\~')
      .replace(/<(?=[a-z][a-z0-9+.-]*:)/gi, '\\<')
  service.escape = (text) => {
    let done = 0
    let result = ''
    for (const [from, to] of formulaSpans(text)) {
      result += escapeWords(text.slice(done, from)) + text.slice(from, to)
      done = to
    }
    return result + escapeWords(text.slice(done))
  }

  service.addRule('code block', {
    filter: 'pre',
    replacement: (_, node) =>
      fenced(
        node.textContent ?? '',
        languageOf(`${node.className} ${(node.firstChild as HTMLElement | null)?.className ?? ''}`),
      ),
  })
  service.addRule('strikethrough', {
    filter: ['del', 's', 'strike'] as never,
    replacement: (content) => (content.trim() ? `~~${content.trim()}~~` : content),
  })
  service.addRule('link', {
    filter: (node) => node.nodeName === 'A' && !isLinkAddress(node.getAttribute('href') ?? ''),
    replacement: (content) => content,
  })
  service.addRule('cell', {
    filter: ['th', 'td'],
    replacement: (content) =>
      `| ${content
        .trim()
        .replace(/\s*\n\s*/g, ' ')
        .replace(/(?<!\\)\|/g, '\\|')} `,
  })
  service.addRule('row', {
    filter: 'tr',
    replacement: (content, node) => {
      const line = `\n${content}|`
      if (!isFirstRow(node)) return line
      return `${line}\n${cellsOf(node)
        .map((cell) => `| ${MARKS[cell.getAttribute('align') ?? ''] ?? '---'} `)
        .join('')}|`
    },
  })
  service.addRule('table', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content })
  service.addRule('whole table', {
    filter: 'table',
    replacement: (content) => `\n\n${content.replace(/\n{2,}/g, '\n').trim()}\n\n`,
  })
  return service
}

const service = converter()

/** Markdown that shows what the HTML showed, for texts brought along from another site. */
export const htmlToMarkdown = (html: string) => service.turndown(plainHtml(html)).trim()
