import { markLines } from './marked-lines.ts'
import { around } from './marked-pieces.ts'
import { codeAround, endOfLine, FENCE, isInCode, isTableRow, startOfLine } from './text-lines.ts'

/** A text and what is selected in it. */
export interface Selected {
  text: string
  from: number
  to: number
}

/** Replaces `from`–`to` by `insert`, then selects `select`, counted from the beginning of the text. */
export interface Change {
  from: number
  to: number
  insert: string
  select: [number, number]
}

export const TOOLS = [
  'bold',
  'italic',
  'strike',
  'heading',
  'link',
  'quote',
  'code',
  'code_block',
  'formula',
  'list',
  'numbered',
  'task',
  'table',
  'image',
  'footnote',
  'details',
] as const
export type Tool = (typeof TOOLS)[number]
export const isMarkdownTool = (tool: string): tool is Tool => (TOOLS as readonly string[]).includes(tool)

/** The placeholder if nothing was selected. */
export type Sample = (
  name:
    | 'bold'
    | 'italic'
    | 'heading'
    | 'link'
    | 'strike'
    | 'quote'
    | 'code'
    | 'item'
    | 'image'
    | 'column'
    | 'cell'
    | 'summary'
    | 'note',
) => string

/** Puts words in place of what is selected. */
export const put = ({ from, to }: Selected, insert: string): Change => ({
  from,
  to,
  insert,
  select: [from + insert.length, from + insert.length],
})

/** A block of its own, with an empty line before it if text precedes. */
const block = ({ text, from, to }: Selected, content: string, select: [number, number]): Change => {
  const before = text.slice(0, from)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const start = from + gap.length
  const end = text[to] === '\n' ? '' : '\n'
  return { from, to, insert: gap + content + end, select: [start + select[0], start + select[1]] }
}

/** The end of the line that the selection ends in: what stands there goes before a block, not into it. */
const afterLine = ({ text, to }: Selected): Selected => {
  const at = endOfLine(text, to)
  return { text, from: at, to: at }
}

/** All of the lines that are touched. */
const wholeLines = ({ text, from, to }: Selected): Selected => ({
  text,
  from: startOfLine(text, from),
  to: endOfLine(text, to),
})

const fenced = (selected: Selected, sample: string): Change => {
  const { text, from, to } = selected.from === selected.to ? wholeLines(selected) : selected
  const inner = text.slice(from, to)
  const fence = '`'.repeat(Math.max(3, ...[...inner.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  const words = inner.trim() ? inner : sample
  const at = fence.length
  // Behind the fence, where the language stands; or in place of the sample.
  const select: [number, number] = inner.trim() ? [at, at] : [at + 1, at + 1 + words.length]
  return block({ text, from, to }, `${fence}\n${words}\n${fence}`, select)
}

const DETAILS_END = '</details>'

/** The part to open around the cursor becomes what is in it again, if nobody has named it yet. */
const detailsAround = ({ text, from }: Selected, sample: string): { change: Change | null } | null => {
  const start = text.lastIndexOf('<details>', from)
  const end = text.indexOf(DETAILS_END, from)
  if (start < 0 || end < 0 || text.lastIndexOf(DETAILS_END, from - 1) > start) return null
  const [, summary, insert = ''] = /^<details><summary>(.*)<\/summary>\n*([^]*?)\n*$/.exec(text.slice(start, end)) ?? []
  if (summary !== sample) return { change: null }
  return {
    change: { from: start, to: end + DETAILS_END.length, insert, select: [start, start + insert.length] },
  }
}

const details = (selected: Selected, sample: string): Change | null => {
  const found = detailsAround(selected, sample)
  if (found) return found.change
  const lines = selected.from === selected.to ? afterLine(selected) : wholeLines(selected)
  const opening = '<details><summary>'
  const inner = lines.text.slice(lines.from, lines.to)
  return block(lines, `${opening}${sample}</summary>\n\n${inner}\n\n${DETAILS_END}`, [
    opening.length,
    opening.length + sample.length,
  ])
}

const NOTE = /^\[\^[^\]]+\]:/

/** A mark where the cursor is, and its note at the end of the text. A note has no notes. */
const footnote = ({ text, to }: Selected, sample: string): Change | null => {
  if (NOTE.test(text.slice(startOfLine(text, to)))) return null
  const used = [...text.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number))
  const number = Math.max(0, ...used) + 1
  const before = `[^${number}]${text.slice(to).trimEnd()}\n\n[^${number}]: `
  const start = to + before.length
  return { from: to, to: text.length, insert: `${before}${sample}\n`, select: [start, start + sample.length] }
}

const address = 'https://'
const LINK = /(!?)\[((?:[^[\]\\\n]|\\.)*)\]\(([^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?: +"[^"\n]*")?\)/g

/** Of the link around the cursor the address is selected, and once it is, the words are left alone. */
const linkAround = ({ text, from, to }: Selected, mark: string): Change | null => {
  const line = startOfLine(text, from)
  for (const { 0: all, 1: sign = '', 2: words = '', 3: href = '', index } of text
    .slice(line, endOfLine(text, from))
    .matchAll(LINK)) {
    const start = line + index
    if (sign !== mark || from < start || to > start + all.length) continue
    const place = start + sign.length + words.length + 3
    return from === place && to === place + href.length
      ? { from: start, to: start + all.length, insert: words, select: [start, start + words.length] }
      : { from, to: from, insert: '', select: [place, place + href.length] }
  }
  return null
}

const linked = (selected: Selected, mark: string, sample: string): Change => {
  const { text, from, to } = selected
  const inner = text.slice(from, to)
  const there = linkAround(selected, mark)
  if (there) return there
  if (/^https?:\/\/\S+$/.test(inner))
    return {
      from,
      to,
      insert: `${mark}[${sample}](${inner})`,
      select: [from + mark.length + 1, from + mark.length + 1 + sample.length],
    }
  const words = inner || sample
  const start = from + mark.length + words.length + 3
  return { from, to, insert: `${mark}[${words}](${address})`, select: [start, start + address.length] }
}

/** What a button of the toolbar does to the text; pressed again on what it has just made, it takes that back. Null: nothing. */
export function changeFor(tool: Tool, selected: Selected, sample: Sample): Change | null {
  const { text, from, to } = selected
  const code = codeAround(text, from)
  if (code || isInCode(text, startOfLine(text, from))) {
    if (!code || (tool !== 'code' && tool !== 'code_block')) return null
    const { content: insert } = code
    return { from: code.from, to: code.to, insert, select: [code.from, code.from + insert.length] }
  }
  switch (tool) {
    case 'bold':
      return around(selected, '**', sample('bold'))
    case 'italic':
      return around(selected, '*', sample('italic'))
    case 'strike':
      return around(selected, '~~', sample('strike'))
    case 'heading':
    case 'quote':
      return markLines(tool, selected, sample(tool))
    case 'list':
    case 'numbered':
    case 'task':
      return markLines(tool, selected, sample('item'))
    case 'footnote':
      return footnote(selected, sample('note'))
    case 'details':
      return details(selected, sample('summary'))
    case 'code_block':
      return fenced(selected, sample('code'))
    case 'link':
      return linked(selected, '', sample('link'))
    case 'image':
      return linked(selected, '!', sample('image'))
    case 'formula':
      return around(selected, '$', 'x^2')
    case 'code':
      return text.slice(from, to).includes('\n') ? fenced(selected, '') : around(selected, '`', sample('code'))
    case 'table': {
      if (isTableRow(text.slice(startOfLine(text, from), endOfLine(text, from)))) return null
      const [column, cell] = [sample('column'), sample('cell')]
      return block(afterLine(selected), `| ${column} | ${column} |\n| --- | --- |\n| ${cell} | ${cell} |`, [
        2,
        2 + column.length,
      ])
    }
  }
}

const ITEM = /^((?: {0,3}> ?)*)(\s*)(?:([-*+])|(\d{1,9})([.)]))(\s+)(\[[ xX]\]\s+)?(.*)$/
const QUOTED = /^((?: {0,3}> ?)+)(.*)$/

/** Enter in a list adds an item, in a quote a line, and on an empty one ends it. Null: the key does what it always does. */
export function continueList({ text, from, to }: Selected): Change | null {
  const start = startOfLine(text, from)
  if (from !== to || isInCode(text, start)) return null
  const line = text.slice(start, from)
  const add = (insert: string): Change => ({ from, to, insert, select: [from + insert.length, from + insert.length] })
  const end = (left: string): Change => ({
    from: start,
    to: from,
    insert: left,
    select: [start + left.length, start + left.length],
  })
  const item = ITEM.exec(line)
  if (item) {
    const [, quote = '', indent = '', bullet, number, dot = '', space = '', task, words] = item
    if (!words) return end(quote)
    return add(`\n${quote}${indent}${bullet ?? `${Number(number) + 1}${dot}`}${space}${task ? '[ ] ' : ''}`)
  }
  const [, quote = '', words = ''] = QUOTED.exec(line) ?? []
  if (!quote) return null
  return words.trim() ? add(`\n${quote}`) : end('')
}

const CODE_INDENT = 2
const MARKED = /^(\s*)([-*+]|\d{1,9}[.)])\s/

/** Tab and Shift+Tab in lists and code. Null: the key leads out of the field. */
export function indentLines({ text, from, to }: Selected, back: boolean): Change | null {
  const start = startOfLine(text, from)
  const stop = text.indexOf('\n', to)
  const end = stop < 0 ? text.length : stop
  const each = text.slice(start, end).split('\n')
  const inCode = isInCode(text, start)
  const isFence = inCode && FENCE.test(each[0]!)
  if (isFence || !(inCode || each.some((line) => MARKED.test(line)))) return null
  const width = inCode ? CODE_INDENT : each.map((line) => MARKED.exec(line)).find(Boolean)![2]!.length + 1
  const steps = each.map((line) => (back ? -Math.min(width, /^ */.exec(line)![0].length) : line || inCode ? width : 0))
  if (steps.every((step) => step === 0)) return null
  const insert = each
    .map((line, place) => (steps[place]! < 0 ? line.slice(-steps[place]!) : ' '.repeat(steps[place]!) + line))
    .join('\n')
  const all = steps.reduce((sum, step) => sum + step, 0)
  return { from: start, to: end, insert, select: [Math.max(start, from + steps[0]!), Math.max(start, to + all)] }
}
