import { LONGEST_INLINE_HTML } from '../html-to-markdown.ts'
import type { MarkdownIt, StateInline } from 'markdown-it'

// Raw HTML is text, but for what Markdown has no signs for and people have always written so: keys, and what stands higher or lower.

const OPENING = /<(kbd|sub|sup)>/iy
const BREAK = /<br *\/?>/iy

/** Where the element that begins here ends, with nothing of its own kind inside. */
const closingOf = (source: string, name: string, from: number, max: number) => {
  const end = source
    .slice(from, Math.min(max, from + LONGEST_INLINE_HTML + name.length + 3))
    .search(new RegExp(`</?${name}>`, 'i'))
  return end >= 0 && source[from + end + 1] === '/' ? from + end : -1
}

const brokenLine = (state: StateInline, silent: boolean) => {
  BREAK.lastIndex = state.pos
  const [written] = BREAK.exec(state.src) ?? []
  if (!written) return false
  if (!silent) state.push('hardbreak', 'br', 0)
  state.pos += written.length
  return true
}

/** `<kbd>`, `<sub>`, `<sup>` around a few words, and `<br>`; without attributes, and only where they are closed again. */
export const inlineHtml = (md: MarkdownIt) => {
  md.inline.ruler.before('autolink', 'inline_html', (state: StateInline, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3c) return false
    OPENING.lastIndex = state.pos
    const [written, tag] = OPENING.exec(state.src) ?? []
    if (!written || !tag) return brokenLine(state, silent)
    const name = tag.toLowerCase()
    const start = state.pos + written.length
    const end = closingOf(state.src, name, start, state.posMax)
    if (end <= start) return false
    if (!silent) {
      const { posMax } = state
      state.push(`${name}_open`, name, 1)
      state.pos = start
      state.posMax = end
      state.md.inline.tokenize(state)
      state.posMax = posMax
      state.push(`${name}_close`, name, -1)
    }
    state.pos = end + written.length + 1
    return true
  })
}
