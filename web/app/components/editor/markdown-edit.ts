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

/** Adds marks around the selection, or removes them if they are there. */
const around = ({ text, from, to }: Selected, mark: string, sample: string): Change => {
  const before = text.slice(from - mark.length, from) === mark
  const after = text.slice(to, to + mark.length) === mark
  const inner = text.slice(from, to)
  // One star beside another belongs to bold, not to italic.
  const partOfMore = text.slice(from - mark.length - 1, from - mark.length) === mark[0] && mark.length === 1
  if (before && after && !partOfMore)
    return {
      from: from - mark.length,
      to: to + mark.length,
      insert: inner,
      select: [from - mark.length, to - mark.length],
    }
  const words = inner || sample
  return { from, to, insert: mark + words + mark, select: [from + mark.length, from + mark.length + words.length] }
}

/** Adds a mark before each selected line, or removes them if all have it. */
const lines = ({ text, from, to }: Selected, mark: (line: number) => string, has: RegExp, sample: string): Change => {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const stop = text.indexOf('\n', to)
  const end = stop < 0 ? text.length : stop
  const chosen = text.slice(start, end)
  if (!chosen) {
    const insert = mark(0) + sample
    return { from: start, to: end, insert, select: [start + mark(0).length, start + insert.length] }
  }
  const each = chosen.split('\n')
  const off = each.every((line) => has.test(line))
  const insert = each.map((line, place) => (off ? line.replace(has, '') : mark(place) + line)).join('\n')
  return {
    from: start,
    to: end,
    insert,
    select: from === to ? [start + insert.length, start + insert.length] : [start, start + insert.length],
  }
}

/** A block of its own, with an empty line before it if text precedes. */
const block = ({ text, from, to }: Selected, content: string, select: [number, number]): Change => {
  const before = text.slice(0, from)
  const gap = before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const start = from + gap.length
  return { from, to, insert: `${gap}${content}\n`, select: [start + select[0], start + select[1]] }
}

/** The end of the line that the selection ends in: what stands there goes before a block, not into it. */
const afterLine = ({ text, to }: Selected): Selected => {
  const end = text.indexOf('\n', to)
  const at = end < 0 ? text.length : end
  return { text, from: at, to: at }
}

/** A mark where the cursor is, and its note at the end of the text. */
const footnote = ({ text, to }: Selected, sample: string): Change => {
  const used = [...text.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number))
  const number = Math.max(0, ...used) + 1
  const before = `[^${number}]${text.slice(to).trimEnd()}\n\n[^${number}]: `
  const start = to + before.length
  return { from: to, to: text.length, insert: `${before}${sample}\n`, select: [start, start + sample.length] }
}

const address = 'https://'

const linked = ({ text, from, to }: Selected, mark: string, sample: string): Change => {
  const inner = text.slice(from, to)
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

/** What a button of the toolbar does to the text. */
export function changeFor(tool: Tool, selected: Selected, sample: Sample): Change {
  const { text, from, to } = selected
  const inner = text.slice(from, to)
  switch (tool) {
    case 'bold':
      return around(selected, '**', sample('bold'))
    case 'italic':
      return around(selected, '*', sample('italic'))
    case 'strike':
      return around(selected, '~~', sample('strike'))
    case 'heading':
      return lines(selected, () => '## ', /^#{1,6} /, sample('heading'))
    case 'quote':
      return lines(selected, () => '> ', /^> /, sample('quote'))
    case 'list':
      return lines(selected, () => '- ', /^[-*+] /, sample('item'))
    case 'numbered':
      return lines(selected, (line) => `${line + 1}. `, /^\d+[.)] /, sample('item'))
    case 'task':
      return lines(selected, () => '- [ ] ', /^[-*+] \[[ xX]\] /, sample('item'))
    case 'footnote':
      return footnote(selected, sample('note'))
    case 'details': {
      const summary = sample('summary')
      const opening = '<details><summary>'
      return block(selected, `${opening}${summary}</summary>\n\n${inner}\n\n</details>`, [
        opening.length,
        opening.length + summary.length,
      ])
    }
    case 'code_block': {
      const words = inner || sample('code')
      return block(selected, `\`\`\`\n${words}\n\`\`\``, inner ? [3, 3] : [4, 4 + words.length])
    }
    case 'link':
      return linked(selected, '', sample('link'))
    case 'image':
      return linked(selected, '!', sample('image'))
    case 'formula':
      return around(selected, '$', 'x^2')
    case 'code':
      return inner.includes('\n')
        ? block(selected, `\`\`\`\n${inner}\n\`\`\``, [4, 4 + inner.length])
        : around(selected, '`', sample('code'))
    case 'table': {
      const [column, cell] = [sample('column'), sample('cell')]
      return block(afterLine(selected), `| ${column} | ${column} |\n| --- | --- |\n| ${cell} | ${cell} |`, [
        2,
        2 + column.length,
      ])
    }
  }
}

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/** Whether what stands there is part of a block of code; only a fence without words after it ends one. */
export const isInCode = (text: string, start: number) => {
  let open = ''
  for (const line of text.slice(0, start).split('\n')) {
    const [, mark, words = ''] = FENCE.exec(line) ?? []
    if (!open && mark) open = mark.startsWith('`') && words.includes('`') ? '' : mark
    else if (mark?.startsWith(open) && words.trim() === '') open = ''
  }
  return open !== ''
}

export const startOfLine = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1
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
