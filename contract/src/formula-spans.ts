/** Characters of one formula. */
export const LONGEST_FORMULA = 2_000

const closing = (source: string, from: number, max: number) => {
  for (let at = from; at < max && at - from <= LONGEST_FORMULA; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '$') return at
  }
  return -1
}

// "$5 and $6", "$5, not 6$": money, not mathematics.
const isPrice = (tex: string) => /^\d/.test(tex) && !tex.includes('\\') && /\s\p{L}{2,}(\s|$)/u.test(tex)

/** Where the formula that begins at `pos` ends, or 0 where none does: after pandoc's rules, and with an eye on prices. */
export const formulaEnd = (source: string, pos: number, max: number) => {
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
