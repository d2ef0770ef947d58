import katex from 'katex'
import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'

const LONGEST = 2_000 // characters of one formula
const IN_ALL = 20_000 // characters of all different formulas of a text
const MOST_HTML = 400_000 // characters; what a formula is rendered with is some 300 times its length
const MOST_LINES = 100
const MOST = 500 // different ones in a text: each is some work, even a short one

/** Formulas already rendered: the parser looks at one place several times, and must find the same each time. */
export interface Formulas {
  done: Map<string, string | null>
  length: number
  drawn: number
}
export const noFormulas = (): Formulas => ({ done: new Map(), length: 0, drawn: 0 })

const typeset = (tex: string, displayMode: boolean) => {
  try {
    return katex.renderToString(tex, {
      displayMode,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 20,
      maxExpand: 200,
    })
  } catch {
    return null // not TeX after all: the author's words stay as they are
  }
}

const formula = (tex: string, display: boolean, formulas: Formulas) => {
  const key = `${display}${tex}`
  const known = formulas.done.get(key)
  if (known !== undefined) return known
  const fits =
    tex.trim() !== '' && tex.length <= LONGEST && formulas.length + tex.length <= IN_ALL && formulas.done.size < MOST
  const html = fits ? typeset(tex, display) : null
  if (fits) formulas.length += tex.length
  formulas.done.set(key, html)
  return html
}

const put = (token: Token, html: string, source: string) => {
  token.content = html
  token.markup = source
}

const closing = (source: string, from: number, max: number) => {
  for (let at = from; at < max && at - from <= LONGEST; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '$') return at
  }
  return -1
}

// "$5 and $6", "$5, not 6$": money, not mathematics.
const isPrice = (tex: string) => /^\d/.test(tex) && !tex.includes('\\') && /\s\p{L}{2,}(\s|$)/u.test(tex)

/** Where the formula that begins at `pos` ends, or 0 where none does: after pandoc's rules, and with an eye on prices. */
const formulaEnd = (source: string, pos: number, max: number) => {
  const mark = source[pos + 1] === '$' ? 2 : 1
  const end = closing(source, pos + mark, max)
  if (end < 0) return 0
  if (mark === 2) return source[end + 1] === '$' ? end + 2 : 0
  const tex = source.slice(pos + 1, end)
  const touchesWord = /[\p{L}\p{N}]/u.test(source[pos - 1] ?? '') || /[\p{L}\p{N}$]/u.test(source[end + 1] ?? '')
  return touchesWord || /^\s|\s$/.test(tex) || isPrice(tex) ? 0 : end + 1
}

/** Where formulas stand in a text, as [from, to]. */
export const formulaSpans = (text: string) => {
  const spans: [number, number][] = []
  for (let at = text.indexOf('$'); at >= 0;) {
    const end = formulaEnd(text, at, text.length)
    if (end) spans.push([at, end])
    at = text.indexOf('$', end || at + 1)
  }
  return spans
}

const inline = (state: StateInline, silent: boolean) => {
  const { src, pos, posMax } = state
  if (src[pos] !== '$') return false
  const end = formulaEnd(src, pos, posMax)
  if (!end) return false
  const mark = src.startsWith('$$', pos) ? 2 : 1
  const html = formula(src.slice(pos + mark, end - mark), mark === 2, state.env.formulas as Formulas)
  if (!html) return false
  if (!silent) put(state.push('formula', '', 0), html, src.slice(pos, end))
  state.pos = end
  return true
}

const block = (state: StateBlock, startLine: number, endLine: number, silent: boolean) => {
  const lineAt = (line: number) => state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])
  if (state.sCount[startLine]! - state.blkIndent >= 4 || !lineAt(startLine).startsWith('$$')) return false
  let line = startLine
  let tex = lineAt(line).slice(2).trimEnd()
  while (!tex.endsWith('$$')) {
    // an empty line ends it, as in TeX
    line++
    if (
      line >= endLine ||
      line - startLine > MOST_LINES ||
      state.isEmpty(line) ||
      state.sCount[line]! < state.blkIndent
    )
      return false
    tex += `\n${lineAt(line).trimEnd()}`
  }
  tex = tex.slice(0, -2)
  if (tex.includes('$$')) return false
  const html = formula(tex, true, state.env.formulas as Formulas)
  if (!html) return false
  if (silent) return true
  const token = state.push('formula_block', '', 0)
  token.block = true
  token.map = [startLine, line + 1]
  put(token, html, `$$${tex}$$`)
  state.line = line + 1
  return true
}

/** `$…$` and `$$…$$` set as formulas here on the server; the page needs KaTeX's styles only. */
export const math = (md: MarkdownIt) => {
  md.inline.ruler.after('escape', 'formula', inline)
  md.block.ruler.before('fence', 'formula_block', block, { alt: ['paragraph', 'reference', 'blockquote', 'list'] })
  const draw = ({ content, markup }: Token, formulas: Formulas) => {
    formulas.drawn += content.length
    return formulas.drawn <= MOST_HTML ? content : md.utils.escapeHtml(markup)
  }
  md.renderer.rules.formula = (tokens, at, _options, env) => draw(tokens[at]!, env!.formulas as Formulas)
  md.renderer.rules.formula_block = (tokens, at, _options, env) =>
    `<p>${draw(tokens[at]!, env!.formulas as Formulas)}</p>\n`
}
