import Markdown, { type MarkdownIt, type StateBlock, type Token } from 'markdown-it'
import { highlight } from './highlight.ts'
import { isImageAddress, isLinkAddress } from './link-address.ts'
import { math, noFormulas } from './markdown-math.ts'
import { mentions } from './markdown-mentions.ts'
import { references } from './markdown-references.ts'
import { plainText } from './plain-text.ts'
import { sanitize, type TextMode } from './sanitize.ts'

const DEEPEST = 60 // levels of quotes, lists and emphasis within one another
const REL = 'nofollow ugc noopener'

/** This many pieces of code are coloured in one text; what comes after that stays plain. */
const COLOURED_MAX = 500
const COLOURED_CHARACTERS = 60_000

interface RenderFindings {
  mentions: Set<string>
  links: Set<string>
  coloured: { blocks: number; characters: number }
}
const found = (env: unknown) => env as RenderFindings
/** All of them: a reviewer has to know every one. */
const noteLink = (env: unknown, address: string) => found(env).links.add(address)

const escape = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

const codeBlock = ({ content, info }: Token, { coloured }: RenderFindings) => {
  const language = /^[\w+#.-]{1,30}/.exec(info.trim())?.[0] ?? ''
  const characters = coloured.characters + content.length
  const fits = language !== '' && coloured.blocks < COLOURED_MAX && characters <= COLOURED_CHARACTERS
  if (fits) Object.assign(coloured, { blocks: coloured.blocks + 1, characters })
  return `<pre tabindex="0"><code${language && ` class="language-${language}"`}>${highlight(content, fits ? language : '')}</code></pre>\n`
}

// The page has h1 to h3 of its own, so the highest heading of a text is an h4, and none of the levels below is left out.
const lowerHeadings = (tokens: Token[]) => {
  const headings = tokens.filter((token) => token.type.startsWith('heading_'))
  const levels = [...new Set(headings.map((token) => token.tag))].sort()
  for (const token of headings) token.tag = `h${Math.min(6, 4 + levels.indexOf(token.tag))}`
}

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
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('//', null).add('ftp:', null) // "main.rs" and "node.js" are no addresses
  md.validateLink = isLinkAddress
  md.use(math).use(mentions).use(references).use(sensibleTables)
  if (mode === 'comment')
    md.block.ruler.disable(['table', 'blockquote', 'hr', 'list', 'reference', 'heading', 'lheading', 'code'])

  const { rules } = md.renderer
  rules.fence = rules.code_block = (tokens, at, _options, env) => codeBlock(tokens[at]!, found(env))
  rules.table_open = () => '<div class="table-scroll" tabindex="0"><table>\n'
  rules.table_close = () => '</table></div>\n'
  rules.th_open = rules.td_open = (tokens, at) => {
    const { tag, attrs } = tokens[at]!
    const side = /text-align:(left|center|right)/.exec(String(attrs?.find(([name]) => name === 'style')?.[1]))?.[1]
    return `<${tag}${tag === 'th' ? ' scope="col"' : ''}${side ? ` class="align-${side}"` : ''}>`
  }
  rules.image = (tokens, at, options, env, self) => {
    const token = tokens[at]!
    const alt = escape(self.renderInlineAsText(token.children ?? [], options, env))
    const src = String(token.attrGet('src'))
    if (mode === 'comment') {
      if (insideLink(tokens, at)) return alt
      noteLink(env, src)
      return `<a href="${escape(src)}" rel="${REL}">${alt || escape(src)}</a>`
    }
    if (!isImageAddress(src)) return alt
    const title = token.attrGet('title')
    return `<img src="${escape(src)}" alt="${alt}"${title ? ` title="${escape(String(title))}"` : ''} loading="lazy" referrerpolicy="no-referrer">`
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

/** HTML to store and show, the words in it to search and shorten, the usernames it mentions and the addresses it links to. */
export const renderMarkdown = (text: string, { mode = 'post' }: { mode?: TextMode } = {}) => {
  const md = parsers[mode]
  const env = {
    mentions: new Set<string>(),
    mentionLinks: 0,
    links: new Set<string>(),
    coloured: { blocks: 0, characters: 0 },
    formulas: noFormulas(),
  }
  const tokens = md.parse(text, env)
  lowerHeadings(tokens)
  const html = sanitize(md.renderer.render(tokens, md.options, env), mode).trim()
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
