import type { Node } from 'prosemirror-model'
import { inlineMarkdown, type Where } from './inline-markdown.ts'
import type { References } from './parser.ts'

/** What stands before it decides how some things are written: two lists beside each other need different signs. */
interface Place {
  references: References
  isTop: boolean
  /** The sign of a list just before or after this one. */
  taken: string[]
}

const words = (node: Node, where: Where, { references }: Place) => inlineMarkdown(node.content, where, references)

const indented = (text: string, first: string, rest: string) =>
  text
    .split('\n')
    .map((line, at) => (at === 0 ? first + line : line && rest + line).trimEnd())
    .join('\n')

const quoted = (text: string) =>
  text
    .split('\n')
    .map((line) => (line ? `> ${line}` : '>'))
    .join('\n')

const longest = (text: string, run: RegExp) => Math.max(2, ...[...text.matchAll(run)].map(([one]) => one.length))

const fenced = ({ textContent, attrs }: Node) => {
  const info = (attrs.info as string).replaceAll('\n', ' ')
  const sign = info.includes('`') ? '~' : '`'
  const fence = sign.repeat(longest(textContent, sign === '`' ? /`+/g : /~+/g) + 1)
  return `${fence}${info}\n${textContent}${textContent ? '\n' : ''}${fence}`
}

const cellsOf = (row: Node, place: Place) =>
  row.content.content.map((cell) => words(cell.firstChild!, 'cell', place).replace(/\\?\|/g, '\\|'))

const RULES: Record<string, string> = { left: ':---', center: ':---:', right: '---:' }

const tableOf = (table: Node, place: Place) => {
  const rows = table.content.content.map((row) => `| ${cellsOf(row, place).join(' | ')} |`)
  const rule = table.firstChild!.content.content.map(({ attrs }) => RULES[attrs.align as string] ?? '---')
  return [rows[0], `| ${rule.join(' | ')} |`, ...rows.slice(1)].join('\n')
}

const isParagraph = (node: Node | null) => node?.type.name === 'paragraph'
const isEmpty = (node: Node) => isParagraph(node) && node.content.size === 0

const isList = (node: Node | undefined) => node?.type.name.endsWith('_list') === true

/** Whether the second would become part of the first with no empty line between them. */
const needsGap = (first: Node | undefined, second: Node) => {
  if (!first || !/^(?:paragraph|blockquote|bullet_list|ordered_list)$/.test(first.type.name)) return false
  if (second.type.name === 'blockquote') return first.type === second.type
  if (second.type.name === 'ordered_list') return isParagraph(first) && second.attrs.order !== 1
  return /^(?:paragraph|source|table)$/.test(second.type.name)
}

/** A list is as close as it was, unless something in it can't be. */
const isTight = (list: Node) =>
  list.attrs.tight === true &&
  list.content.content.every((item) => {
    const shown = item.content.content.filter((child) => !isEmpty(child))
    return !shown.some((child, at) => needsGap(shown[at - 1], child))
  })

const itemOf = (item: Node, sign: string, tight: boolean, place: Place) => {
  const inner = blocksMarkdown(item.content.content, { ...place, isTop: false, taken: [] }, tight ? '\n' : '\n\n')
  const box = item.attrs.checked === null ? '' : item.attrs.checked ? '[x] ' : '[ ] '
  return indented(box + inner, `${sign} `, ' '.repeat(sign.length + 1))
}

const listOf = (list: Node, place: Place) => {
  const tight = isTight(list)
  const sign = signOf(list, place.taken)
  const from = (list.attrs.order as number | undefined) ?? 0
  return list.content.content
    .map((item, at) => itemOf(item, list.type.name === 'bullet_list' ? sign : `${from + at}${sign}`, tight, place))
    .join(tight ? '\n' : '\n\n')
}

const signOf = ({ type, attrs }: Node, taken: string[]) => {
  const own = (type.name === 'bullet_list' ? attrs.bullet : attrs.delimiter) as string
  const signs = type.name === 'bullet_list' ? [own, '-', '*', '+'] : [own, '.', ')']
  return signs.find((sign) => !taken.includes(sign)) ?? own
}

const detailsOf = (node: Node, place: Place) => {
  const [summary, ...content] = node.content.content
  const open = `<details${node.attrs.open ? ' open' : ''}><summary>${words(summary!, 'line', place)}</summary>`
  const inner = blocksMarkdown(content, { ...place, isTop: false, taken: [] })
  return `${open}\n\n${inner ? `${inner}\n\n` : ''}</details>`
}

const quoteOf = (quote: Node, place: Place) => {
  const inner = blocksMarkdown(quote.content.content, { ...place, isTop: false, taken: [] })
  const { alert } = quote.attrs as { alert: string }
  if (!alert) return quoted(inner)
  return quoted(`[!${alert}]\n${isParagraph(quote.firstChild) ? '' : '\n'}${inner}`)
}

export const blockMarkdown = (node: Node, place: Place): string => {
  switch (node.type.name) {
    case 'paragraph':
      return words(node, 'paragraph', place)
    case 'heading':
      return `${'#'.repeat(node.attrs.level as number)} ${words(node, 'line', place).replace(/#+$/, (signs) => `\\${signs}`)}`.trimEnd()
    case 'code_block':
      return fenced(node)
    case 'blockquote':
      return quoteOf(node, place)
    case 'bullet_list':
    case 'ordered_list':
      return listOf(node, place)
    case 'horizontal_rule':
      return place.isTop ? '---' : '***'
    case 'table':
      return tableOf(node, place)
    case 'details':
      return detailsOf(node, place)
    default:
      return node.textContent
  }
}

/** Blocks that stand in another one. Empty paragraphs are nothing in Markdown. */
export const blocksMarkdown = (nodes: readonly Node[], place: Place, gap = '\n\n') => {
  let before: Node | undefined
  let sign = ''
  const shown: string[] = []
  for (const node of nodes) {
    if (isEmpty(node)) continue
    const taken = before?.type === node.type && isList(node) ? [sign] : []
    shown.push(blockMarkdown(node, { ...place, taken }))
    sign = isList(node) ? signOf(node, taken) : ''
    before = node
  }
  return shown.join(gap)
}
