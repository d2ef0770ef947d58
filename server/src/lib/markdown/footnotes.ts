import { createHash } from 'node:crypto'
import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'
import plugin from 'markdown-it-footnote'

/** The plugin copies the whole text for each note, so further notes stay text. */
const MOST_NOTES = 200
const MOST_USES = 1_000 // of all notes of a text
const MOST_ARROWS = 50 // back from one note

/** What the rules have seen of one text. */
interface Counted {
  definitions: number
  uses: number
  isInNote: boolean
}

interface FootnoteMeta {
  id: number
  subId: number
}

/** Several texts stand on one page: the numbers of each are its own. */
export const footnotePrefix = (text: string) =>
  text.includes('[^') || text.includes('^[') ? createHash('sha256').update(text).digest('hex').slice(0, 8) : ''

const metaOf = (token: Token) => token.meta as unknown as FootnoteMeta
const nameOf = (token: Token, env: unknown) =>
  `${(env as { footnotes_of: string }).footnotes_of}-${metaOf(token).id + 1}`
const hasArrow = (token: Token) => !(metaOf(token).subId >= MOST_ARROWS) // a note in place has no subId
const whereUsed = (token: Token, env: unknown) =>
  `fnref-${nameOf(token, env)}${metaOf(token).subId > 0 ? `-${metaOf(token).subId}` : ''}`

const countedIn = (env: unknown) =>
  ((env as { counted?: Counted }).counted ??= { definitions: 0, uses: 0, isInNote: false })
const notesIn = (env: unknown) => (env as { footnotes?: { list?: unknown[] } }).footnotes?.list?.length ?? 0

type BlockRule = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => boolean
type InlineRule = (state: StateInline, silent: boolean) => boolean

/** Puts bounds around the rules of the plugin. */
const bounded = (md: MarkdownIt) => {
  const named = (rules: unknown[], name: string) => rules.find((rule) => (rule as { name: string }).name === name)!
  const define = named(md.block.ruler.getRules(''), 'footnote_def') as BlockRule
  md.block.ruler.at(
    'footnote_def',
    (state, startLine, endLine, silent) => {
      const counted = countedIn(state.env)
      if (counted.definitions >= MOST_NOTES || !define(state, startLine, endLine, silent)) return false
      if (!silent) counted.definitions++
      return true
    },
    { alt: ['paragraph', 'reference'] },
  )
  const inPlace = named(md.inline.ruler.getRules(''), 'footnote_inline') as InlineRule
  md.inline.ruler.at('footnote_inline', (state, silent) => {
    const counted = countedIn(state.env)
    if (counted.isInNote || notesIn(state.env) >= MOST_NOTES) return false
    counted.isInNote = !silent
    try {
      return inPlace(state, silent)
    } finally {
      counted.isInNote = false
    }
  })
  const use = named(md.inline.ruler.getRules(''), 'footnote_ref') as InlineRule
  md.inline.ruler.at('footnote_ref', (state, silent) => {
    const counted = countedIn(state.env)
    if (counted.uses >= MOST_USES || notesIn(state.env) >= MOST_NOTES * 2 || !use(state, silent)) return false
    if (!silent) counted.uses++
    return true
  })
}

/** `[^1]` in the text, `[^1]: …` on a line of its own, and `^[…]` in place. */
export const footnotes = (md: MarkdownIt) => {
  md.use(plugin)
  bounded(md)
  const { rules } = md.renderer
  rules.footnote_ref = (tokens, at, _options, env) => {
    const token = tokens[at]!
    const id = hasArrow(token) ? ` id="${whereUsed(token, env)}"` : ''
    return `<sup class="footnote-ref"><a href="#fn-${nameOf(token, env)}"${id}>${metaOf(token).id + 1}</a></sup>`
  }
  rules.footnote_block_open = () => '<section class="footnotes">\n<ol>\n'
  rules.footnote_block_close = () => '</ol>\n</section>\n'
  rules.footnote_open = (tokens, at, _options, env) => `<li id="fn-${nameOf(tokens[at]!, env)}">`
  rules.footnote_anchor = (tokens, at, _options, env) =>
    hasArrow(tokens[at]!) ? ` <a href="#${whereUsed(tokens[at]!, env)}" class="footnote-back">↩</a>` : ''
}
