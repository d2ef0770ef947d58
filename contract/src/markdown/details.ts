import type { MarkdownIt, StateBlock } from 'markdown-it'

const OPENING = /^<details(?: open)?>[ \t]*(?:<summary>(.*?)<\/summary>[ \t]*)?$/i
const SUMMARY = /^[ \t]*<summary>(.*?)<\/summary>[ \t]*$/i
const CLOSING = /^<\/details>[ \t]*$/i
const FENCE = /^(?:`{3,}|~{3,})/

/** A part that opens by a click, as it is written on GitHub: `<details>`, `<summary>…</summary>`, `</details>`, each at the beginning of a line. */
export const details = (md: MarkdownIt) => {
  const lineAt = (state: StateBlock, line: number) =>
    state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line])

  /** Of each opening line its closing one, found in one pass over the text. */
  const pairsOf = (state: StateBlock) => {
    const seen = state.env as { details?: Map<number, number> }
    if (seen.details) return seen.details
    const pairs = new Map<number, number>()
    const open: number[] = []
    let fence = ''
    for (let line = 0; line < state.lineMax; line++) {
      const text = lineAt(state, line)
      const mark = FENCE.exec(text)?.[0]
      if (mark && !fence) fence = mark
      else if (mark?.startsWith(fence)) fence = ''
      if (text[0] !== '<' || fence) continue
      if (OPENING.test(text)) open.push(line)
      else if (CLOSING.test(text) && open.length) pairs.set(open.pop()!, line)
    }
    return (seen.details = pairs)
  }

  md.block.ruler.before(
    'html_block',
    'details',
    (state, startLine, endLine, silent) => {
      if (state.sCount[startLine]! - state.blkIndent >= 4) return false
      const [written, beside] = OPENING.exec(lineAt(state, startLine)) ?? []
      if (written === undefined || state.parentType !== 'root') return false
      const end = pairsOf(state).get(startLine)
      if (end === undefined || end >= endLine) return false
      const below = beside === undefined ? SUMMARY.exec(lineAt(state, startLine + 1))?.[1] : undefined
      const summary = (beside ?? below ?? '').trim()
      if (!summary) return false
      if (silent) return true

      const opening = state.push('details_open', 'details', 1)
      opening.block = true
      opening.map = [startLine, end + 1]
      opening.markup = written.includes('open') ? 'open' : ''
      state.push('summary_open', 'summary', 1)
      const words = state.push('inline', '', 0)
      Object.assign(words, { content: summary, map: [startLine, startLine + 1], children: [] })
      state.push('summary_close', 'summary', -1)
      const { lineMax } = state
      state.lineMax = end
      state.md.block.tokenize(state, startLine + (below === undefined ? 1 : 2), end)
      state.lineMax = lineMax
      state.push('details_close', 'details', -1).block = true
      state.line = end + 1
      return true
    },
    { alt: ['paragraph', 'reference', 'blockquote', 'list'] },
  )
}
