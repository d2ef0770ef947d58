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
  'heading',
  'link',
  'quote',
  'code',
  'formula',
  'list',
  'numbered',
  'table',
  'image',
] as const
export type Tool = (typeof TOOLS)[number]

/** The placeholder if nothing was selected. */
export type Sample = (
  name: 'bold' | 'italic' | 'heading' | 'link' | 'quote' | 'code' | 'item' | 'image' | 'column' | 'cell',
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
    case 'heading':
      return lines(selected, () => '## ', /^#{1,6} /, sample('heading'))
    case 'quote':
      return lines(selected, () => '> ', /^> /, sample('quote'))
    case 'list':
      return lines(selected, () => '- ', /^[-*+] /, sample('item'))
    case 'numbered':
      return lines(selected, (line) => `${line + 1}. `, /^\d+[.)] /, sample('item'))
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
      return block(selected, `| ${column} | ${column} |\n| --- | --- |\n| ${cell} | ${cell} |`, [2, 2 + column.length])
    }
  }
}

/** Enter in a list adds an item, and on an empty item ends the list. Null: the key does what it always does. */
export function continueList({ text, from, to }: Selected): Change | null {
  if (from !== to) return null
  const start = text.lastIndexOf('\n', from - 1) + 1
  const found = /^(\s*)(?:([-*+])|(\d+)([.)]))(\s+)(.*)$/.exec(text.slice(start, from))
  if (!found) return null
  const [whole, indent, bullet, number, dot, space, words] = found
  if (!words) return { from: start, to: start + whole.length, insert: '', select: [start, start] }
  const insert = `\n${indent}${bullet ?? `${Number(number) + 1}${dot}`}${space}`
  return { from, to, insert, select: [from + insert.length, from + insert.length] }
}
