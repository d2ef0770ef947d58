import Markdown, { type MarkdownIt, type StateBlock, type Token } from 'markdown-it'
import { isImageAddress, isLinkAddress } from '@askwell/contract/link-address.ts'
import { alerts } from '@askwell/contract/markdown/alerts.ts'
import { codeBlocks, COLOURED_MS, type Coloured, type Drawn, languageOf } from './markdown/code-blocks.ts'
import { details } from '@askwell/contract/markdown/details.ts'
import { addressesIn, type Embedded, withEmbeds } from './markdown/embeds.ts'
import { emoji } from './markdown/emoji.ts'
import { footnotePrefix, footnotes } from './markdown/footnotes.ts'
import { lowerHeadings } from './markdown/headings.ts'
import { inlineHtml } from '@askwell/contract/markdown/inline-html.ts'
import { math, noFormulas } from './markdown/math.ts'
import { mentions } from './markdown/mentions.ts'
import { references } from './markdown/references.ts'
import { taskLists } from '@askwell/contract/markdown/task-lists.ts'
import { sizeAttributes } from './picture-sizes.ts'
import { plainText } from './plain-text.ts'
import { sanitize, sanitizeDrawn, type TextMode } from './sanitize.ts'
import { escapeHtml } from './html-entities.ts'

export type { Drawn, Embedded }

const DEEPEST = 60 // levels of quotes, lists and emphasis within one another
const REL = 'nofollow ugc noopener'

interface RenderFindings {
  mentions: Set<string>
  links: Set<string>
  coloured: Coloured
}
const found = (env: unknown) => env as RenderFindings
/** All of them, and the pictures from other sites: a reviewer has to know every one. */
const noteLink = (env: unknown, address: string) => found(env).links.add(address)

/** A short row is filled up to the columns of its table, so that little text makes many cells. */
const CELLS_MAX = 20_000

/** A table of more cells than anybody reads stays text. */
const sensibleTables = (md: MarkdownIt) => {
  const rules = md.block.ruler.getRules('') // by their order; `table` is the first
  const table = rules[0]!
  const rowsFrom = (state: StateBlock, startLine: number, endLine: number) => {
    const seen = state.env as { rowsEnd?: number }
    if (seen.rowsEnd === undefined || seen.rowsEnd <= startLine) {
      let line = startLine
      while (line < endLine && !state.isEmpty(line)) line++
      seen.rowsEnd = line
    }
    return seen.rowsEnd - startLine
  }
  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      const columns = state.src.slice(state.bMarks[startLine], state.eMarks[startLine]).split('|').length
      if (!silent && columns * rowsFrom(state, startLine, endLine) > CELLS_MAX) return false
      return table(state, startLine, endLine, silent)
    },
    { alt: ['paragraph', 'reference'] },
  )
}

const insideLink = (tokens: Token[], at: number) =>
  tokens.slice(0, at).findLast(({ type }) => type.startsWith('link_'))?.type === 'link_open'

const parser = (mode: TextMode) => {
  const md = new Markdown({ html: false, linkify: true, breaks: mode === 'comment', maxNesting: DEEPEST })
  // "main.rs" and "node.js" are no addresses, but what begins with "www." is one.
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('//', null).add('ftp:', null)
  md.linkify.add('www.', {
    validate: (text, at, { re }) => {
      const domainAndPath = re.get_relative_proto_validator()
      domainAndPath.lastIndex = at
      return domainAndPath.exec(text)?.[0].length ?? 0
    },
    normalize: (match) => void (match.url = `http://${match.url}`),
  })
  md.validateLink = isLinkAddress
  md.use(math).use(mentions).use(references).use(emoji).use(inlineHtml).use(sensibleTables)
  if (mode === 'post') md.use(footnotes).use(details).use(alerts).use(taskLists)
  codeBlocks(md, mode === 'post')
  if (mode === 'comment')
    md.block.ruler.disable(['table', 'blockquote', 'hr', 'list', 'reference', 'heading', 'lheading', 'code'])

  const { rules } = md.renderer
  rules.table_open = () => '<div class="table-scroll" tabindex="0"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.th_open = rules.td_open = (tokens, at) => {
    const { tag, attrs } = tokens[at]!
    const side = /text-align:(left|center|right)/.exec(String(attrs?.find(([name]) => name === 'style')?.[1]))?.[1]
    return `<${tag}${tag === 'th' ? ' scope="col"' : ''}${side ? ` class="align-${side}"` : ''}>`
  }
  rules.image = (tokens, at, options, env, self) => {
    const token = tokens[at]!
    const alt = escapeHtml(self.renderInlineAsText(token.children ?? [], options, env))
    const src = String(token.attrGet('src'))
    if (mode === 'comment') {
      if (insideLink(tokens, at)) return alt
      noteLink(env, src)
      return `<a href="${escapeHtml(src)}" rel="${REL}">${alt || escapeHtml(src)}</a>`
    }
    if (!isImageAddress(src)) return alt
    if (/^https?:/i.test(src)) noteLink(env, src)
    const title = token.attrGet('title')
    return `<img src="${escapeHtml(src)}" alt="${alt}"${title ? ` title="${escapeHtml(String(title))}"` : ''}${sizeAttributes(src)} loading="lazy" referrerpolicy="no-referrer">`
  }
  rules.link_open = (tokens, at, options, env, self) => {
    const token = tokens[at]!
    if (token.attrGet('class') !== 'mention') {
      noteLink(env, String(token.attrGet('href')))
      token.attrSet('rel', REL)
    }
    return self.renderToken(tokens, at, options)
  }
  return md
}

const parsers = { post: parser('post'), comment: parser('comment') }

/** What plugins are asked about: blocks of code in these languages, and addresses of these hosts that stand alone; in order. */
export const partsForPlugins = (text: string, languages: readonly string[], hosts: readonly string[]) => {
  const tokens = parsers.post.parse(text, {
    mentions: new Set<string>(),
    mentionLinks: 0,
    links: new Set<string>(),
    formulas: noFormulas(),
    footnotes_of: '',
  })
  const blocks = tokens
    .filter(({ type }) => type === 'fence')
    .map(({ info, content }) => ({ language: languageOf(parsers.post, info), text: content }))
    .filter(({ language }) => languages.includes(language))
  return { blocks, addresses: addressesIn(tokens, hosts) }
}

export interface Rendering {
  mode?: TextMode
  drawn?: Drawn
  embedded?: Embedded
}

/** HTML to store and show, the words in it to search and shorten, the usernames it mentions and the addresses it links to. */
export const renderMarkdown = (text: string, { mode = 'post', drawn, embedded = [] }: Rendering = {}) => {
  const md = parsers[mode]
  const env = {
    mentions: new Set<string>(),
    mentionLinks: 0,
    links: new Set<string>(),
    coloured: { blocks: 0, characters: 0, ms: COLOURED_MS },
    drawn,
    formulas: noFormulas(),
    footnotes_of: mode === 'post' ? footnotePrefix(text) : '',
  }
  const tokens = md.parse(text, env)
  lowerHeadings(tokens)
  if (embedded.length) withEmbeds(tokens, embedded, { rel: REL, onLink: (address) => noteLink(env, address) })
  const rendered = md.renderer.render(tokens, md.options, env)
  const html = (drawn?.length || embedded.length ? sanitizeDrawn(rendered) : sanitize(rendered, mode)).trim()
  return {
    html,
    /** Made when it is asked for: that costs as much as the rest. */
    get text() {
      return plainText(html)
    },
    mentions: [...env.mentions],
    links: [...env.links],
  }
}
