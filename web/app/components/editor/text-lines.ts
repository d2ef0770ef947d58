// A search from before the beginning would begin at it.
export const startOfLine = (text: string, at: number) => (at > 0 ? text.lastIndexOf('\n', at - 1) + 1 : 0)
export const endOfLine = (text: string, at: number) => {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

export const isTableRow = (line: string) => /^ {0,3}\|.*\|\s*$/.test(line)

export const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** The fence that is open behind a line, by the one that was open before it; only a fence without words after it ends a block. */
export const fenceAfter = (open: string, line: string) => {
  const [, mark, words = ''] = FENCE.exec(line) ?? []
  if (!open && mark) return mark.startsWith('`') && words.includes('`') ? '' : mark
  return mark?.startsWith(open) && words.trim() === '' ? '' : open
}

const fenceAt = (text: string, start: number) =>
  text
    .slice(0, start)
    .split('\n')
    .reduce<string>((open, line) => fenceAfter(open, line), '')

/** Whether what stands there is part of a block of code. */
export const isInCode = (text: string, start: number) => fenceAt(text, start) !== ''

/** Of quotes and lists, within which a fence may stand. */
const CONTAINERS = /^(?:\s*(?:>|[-*+]\s|\d{1,9}[.)]\s))*\s*/

/** The text without its blocks of code. */
export const withoutCode = (text: string) => {
  let open = ''
  return text
    .split('\n')
    .filter((line) => {
      const before = open
      open = fenceAfter(open, line.replace(CONTAINERS, ''))
      return !before && !open
    })
    .join('\n')
}

interface CodeBlock {
  from: number
  to: number
  content: string
}

/** The block of code around the cursor, with its fences. */
export const codeAround = (text: string, at: number): CodeBlock | null => {
  let open = ''
  let from = 0
  let content: string[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const before = open
    open = fenceAfter(open, line)
    const to = start + line.length
    if (!before && open) {
      from = start
      content = []
    } else if (open) content.push(line)
    else if (at <= to) return before && at >= from ? { from, to, content: content.join('\n') } : null
    start = to + 1
  }
  return null
}

/** Each line that is touched, and what of it is chosen. */
export function* linesOf(text: string, from: number, to: number) {
  let open = fenceAt(text, startOfLine(text, from))
  for (let start = from; start <= to;) {
    const line = text.slice(startOfLine(text, start), endOfLine(text, start))
    const before = open
    open = fenceAfter(open, line)
    const end = Math.min(to, endOfLine(text, start))
    yield { line, start, chosen: text.slice(start, end), isCode: !!(before || open) }
    start = endOfLine(text, start) + 1
  }
}
