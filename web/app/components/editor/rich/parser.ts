import { formulaEnd } from '@askwell/contract/formula-spans.ts'
import { isLinkAddress } from '@askwell/contract/link-address.ts'
import { alerts } from '@askwell/contract/markdown/alerts.ts'
import { details } from '@askwell/contract/markdown/details.ts'
import { inlineHtml } from '@askwell/contract/markdown/inline-html.ts'
import { taskLists } from '@askwell/contract/markdown/task-lists.ts'
import { mentionAt } from '@askwell/contract/mentions.ts'
import Markdown, { type MarkdownIt, type StateBlock, type StateInline, type Token } from 'markdown-it'
import { MARK_END } from '../uploads/upload-mark.ts'

// The same Markdown as the server's (server/src/lib/markdown.ts), but for what is drawn there: that is `raw` and `source` here.

const UPLOAD = new RegExp(String.raw`!?\[[^[\]\n]*${MARK_END}`, 'y')
const NOTE = /\[\^[^\s\]]+\]/y

/** Whatever matches here is a token of this type, with its own letters. */
const verbatim = (md: MarkdownIt, type: string, first: string, endOf: (state: StateInline) => number) =>
  md.inline.ruler.after('escape', `rich_${type}_${first}`, (state, silent) => {
    if (!first.includes(state.src[state.pos]!)) return false
    const end = endOf(state)
    if (end <= state.pos || end > state.posMax) return false
    if (!silent) state.push(type, '', 0).content = state.src.slice(state.pos, end)
    state.pos = end
    return true
  })

const matched = (pattern: RegExp, { src, pos }: StateInline) => {
  pattern.lastIndex = pos
  return pos + (pattern.exec(src)?.[0].length ?? 0)
}

/** `^[…]`: a note in place. */
const noteInPlace = (state: StateInline) =>
  state.src[state.pos + 1] === '[' ? state.md.helpers.parseLinkLabel(state, state.pos + 1) + 1 : 0

const lineAt = (state: StateBlock, line: number) =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])

const source = (state: StateBlock, from: number, to: number) => {
  const token = state.push('source', '', 0)
  token.block = true
  token.map = [from, to]
  token.content = state.getLines(from, to, state.blkIndent, false)
  state.line = to
  return true
}

/** `$$`, lines, `$$`. */
const formulaBlock = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => {
  if (state.sCount[startLine]! - state.blkIndent >= 4 || !lineAt(state, startLine).startsWith('$$')) return false
  let line = startLine
  let tex = lineAt(state, line).slice(2).trimEnd()
  while (!tex.endsWith('$$')) {
    line++
    if (line >= endLine || state.isEmpty(line) || state.sCount[line]! < state.blkIndent) return false
    tex += `\n${lineAt(state, line).trimEnd()}`
  }
  return !tex.slice(0, -2).includes('$$') && (silent || source(state, startLine, line + 1))
}

/** `[^1]: …`, and what belongs to it: lines until an empty one, and indented ones after it. */
const footnote = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => {
  if (state.sCount[startLine]! - state.blkIndent >= 4 || !/^\[\^[^\s\]]+\]:/.test(lineAt(state, startLine)))
    return false
  if (silent) return true
  let end = startLine + 1
  for (let line = end; line < endLine; line++) {
    if (state.isEmpty(line)) continue
    if (line > end ? state.sCount[line]! - state.blkIndent < 4 : state.sCount[line]! < state.blkIndent) break
    end = line + 1
  }
  return source(state, startLine, end)
}

const parser = new Markdown({ html: false, linkify: false, maxNesting: 60 })
parser.validateLink = isLinkAddress
parser.normalizeLink = (address) => address
parser.use(inlineHtml).use(details).use(alerts).use(taskLists)
verbatim(parser, 'raw', '$', ({ src, pos, posMax }) => formulaEnd(src, pos, posMax))
verbatim(parser, 'raw', '[', (state) => matched(NOTE, state))
verbatim(parser, 'raw', '^', noteInPlace)
verbatim(parser, 'upload', '![', (state) => matched(UPLOAD, state))
verbatim(parser, 'text', '@', ({ src, pos, linkLevel }) => (linkLevel > 0 ? 0 : (mentionAt(src, pos)?.end ?? 0)))
parser.block.ruler.before('fence', 'formula_block', formulaBlock, {
  alt: ['paragraph', 'reference', 'blockquote', 'list'],
})
parser.block.ruler.before('reference', 'footnote_def', footnote, { alt: ['paragraph', 'reference'] })

/** What `[words][name]` may lead to, by name. */
export type References = Record<string, { href: string; title: string }>

export const tokensOf = (markdown: string, references: References = {}) => {
  const env: { references: References } = { references: { ...references } }
  return { tokens: parser.parse(markdown, env), references: env.references }
}

export type { Token }
