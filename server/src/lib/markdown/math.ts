import { formulaEnd, LONGEST_FORMULA } from '@askwell/contract/formula-spans.ts'
import katex from 'katex'
import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'

const IN_ALL = 20_000 // characters of all different formulas of a text
const MOST_HTML = 400_000 // characters; what a formula is rendered with is some 300 times its length
const MOST_LINES = 100
const MOST_CELLS = 300 // of the tables in one formula: one character is a cell, and a cell is much work
const CELLS_IN_ALL = 1_500
const MOST = 500 // different ones in a text: each is some work, even a short one

/** Formulas already rendered: the parser looks at one place several times, and must find the same each time. */
export interface Formulas {
  done: Map<string, string | null>
  length: number
  cells: number
  drawn: number
}
export const noFormulas = (): Formulas => ({ done: new Map(), length: 0, cells: 0, drawn: 0 })

/** A name may stand for much, so one that the author has given is used a few times only. */
const DEFINES = /\\(?:[gex]?def|let|futurelet|(?:re|provide)?(?:newcommand|command))(?![a-z])/i
const MOST_USES = 20

const typeset = (tex: string, displayMode: boolean) => {
  try {
    return katex.renderToString(tex, {
      displayMode,
      output: 'htmlAndMathml',
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxSize: 20,
      maxExpand: DEFINES.test(tex) ? MOST_USES : 200,
    })
  } catch {
    return null // not TeX after all: the author's words stay as they are
  }
}

const cellsIn = (tex: string) => tex.match(/&|\\\\|\\(?:cr|newline)\b/g)?.length ?? 0

const formula = (tex: string, display: boolean, formulas: Formulas) => {
  const key = `${display}${tex}`
  const known = formulas.done.get(key)
  if (known !== undefined) return known
  const cells = cellsIn(tex)
  const fits =
    tex.trim() !== '' &&
    tex.length <= LONGEST_FORMULA &&
    formulas.length + tex.length <= IN_ALL &&
    cells <= MOST_CELLS &&
    formulas.cells + cells <= CELLS_IN_ALL &&
    formulas.done.size < MOST
  const html = fits ? typeset(tex, display) : null
  if (fits) {
    formulas.length += tex.length
    formulas.cells += cells
  }
  formulas.done.set(key, html)
  return html
}

const put = (token: Token, html: string, source: string) => {
  token.content = html
  token.markup = source
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
