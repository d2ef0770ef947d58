import { BLOCKS, type Element, isText, type ReadHtml, shownTree, type Text, wordsOf } from './html-tree.ts'
import { type Dialect, escaped } from './markdown-escapes.ts'

/** Characters within `kbd`, `sub` and `sup`; around more they are text. */
export const LONGEST_INLINE_HTML = 1_000

const endsWithSpace = (node: Element | Text | undefined) =>
  !!node && !BLOCKS.has(node.name) && wordsOf(node).endsWith(' ')
const startsWithSpace = (node: Element | Text | undefined) =>
  !!node && !BLOCKS.has(node.name) && wordsOf(node).startsWith(' ')

const ASCII_SPACE = /[ \t\r\n]/

/** White space inside a mark belongs outside of it; `*a *` is no emphasis. */
const edgesOf = (node: Element): [leading: string, trailing: string] => {
  const words = wordsOf(node)
  const first = words.search(/\S/)
  let leading = first < 0 ? words : words.slice(0, first)
  let trailing = first < 0 ? '' : words.slice(words.trimEnd().length)
  if (!leading && !trailing) return ['', '']
  const siblings = node.parent!.children
  if (ASCII_SPACE.test(leading[0] ?? '') && endsWithSpace(siblings[node.at - 1]))
    leading = leading.replace(/^[ \t\r\n]+/, '')
  if (ASCII_SPACE.test(trailing.at(-1) ?? '') && startsWithSpace(siblings[node.at + 1]))
    trailing = trailing.replace(/[ \t\r\n]+$/, '')
  return [leading, trailing]
}

const absolute = (address = '') => address.replace(/^\/\/(?=\w)/, 'https://') // `//host/…` means the scheme of the old site
const isNaughty = (address: string) => {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address.replace(/[\0-\x20]+/g, ''))?.[1]
  return scheme !== undefined && !/^(?:https?|mailto)$/i.test(scheme)
}
const destination = (address: string) => {
  const marked = address.replace(/[<>()]/g, '\\$&')
  return marked.includes(' ') ? `<${marked}>` : marked
}
const titleOf = ({ title }: Record<string, string>) =>
  title ? ` "${title.replace(/\n\s*/g, '\n').replace(/"/g, '\\"')}"` : ''

const languageOf = (classes: string) => /\blang(?:uage)?-([\w+#.-]+)/.exec(classes)?.[1] ?? ''

const fenced = (pre: Element) => {
  const [first] = pre.children
  const code = wordsOf(pre)
  const language = languageOf(
    `${pre.attribs.class ?? ''} ${(first && !isText(first) && ['code', 'pre'].includes(first.name) && first.attribs.class) || ''}`,
  )
  const fence = '`'.repeat(Math.max(3, ...[...code.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  return `\n\n${fence}${language}\n${code.replace(/\n$/, '')}\n${fence}\n\n`
}

const inlineCode = (content: string) => {
  const line = content.replaceAll('\n', ' ')
  if (!line.includes('`')) return /^ .*?[^ ].* $/.test(line) ? `\` ${line} \`` : `\`${line}\``
  const space = /^`|^ .*?[^ ].* $|`$/.test(line) ? ' ' : ''
  const runs = new Set(line.match(/`+/g))
  let mark = '`'
  while (runs.has(mark)) mark += '`'
  return mark + space + line + space + mark
}

const isLastElement = (node: Element) => node.parent!.children.findLast((one) => !isText(one)) === node

const listItem = (content: string, node: Element) => {
  const { name, attribs, children } = node.parent!
  let prefix = '-   '
  if (name === 'ol') {
    let before = 0
    for (let at = 0; at < node.at; at++) if (!isText(children[at]!)) before++
    prefix = `${attribs.start ? Number(attribs.start) + before : before + 1}.  `
  }
  const box = node.isDone === undefined ? '' : node.isDone ? '[x] ' : '[ ] '
  const trimmed = box + content.replace(/^\s+/, '')
  const text = endTrimmed(trimmed) + (trimmed.endsWith('\n') ? '\n' : '')
  const hasNext = node.at < children.length - 1
  return prefix + text.replaceAll('\n', `\n${' '.repeat(prefix.length)}`) + (hasNext ? '\n' : '')
}

/** What our renderer takes for the element; around more it would be text. */
const isShort = (content: string, name: string) =>
  content.trim() !== '' && content.length < LONGEST_INLINE_HTML && !content.includes(`<${name}>`)

const ALIGNED: Record<string, string> = { left: ':--', center: ':-:', right: '--:' }

const isFirstRow = (row: Element) => {
  let node: Element = row
  while (node.parent && node.name !== 'table') {
    const { parent, at } = node
    if (parent.children.slice(0, at).some((one) => !isText(one) && hasRow(one))) return false
    node = parent
  }
  return node.name === 'table'
}
const hasRow = (node: Element): boolean =>
  node.name === 'tr' || node.children.some((one) => !isText(one) && one.name !== 'table' && hasRow(one))

const row = (content: string, node: Element) => {
  const line = `\n${content}|`
  if (!isFirstRow(node)) return line
  const marks = node.children
    .filter((one): one is Element => one.name === 'th' || one.name === 'td')
    .map(({ attribs }) => `| ${ALIGNED[attribs.align ?? ''] ?? '---'} `)
  return `${line}\n${marks.join('')}|`
}

const cell = (content: string) =>
  `| ${content
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/(?<!\\)\|/g, '\\|')} `

const endTrimmed = (text: string) => {
  let end = text.length
  while (end > 0 && text[end - 1] === '\n') end--
  return text.slice(0, end)
}

const EMPHASIS = new Set(['em', 'i', 'strong', 'b'])
const PUNCTUATION = /^[\p{P}\p{S}]$/u
const isWord = (sign: string) => sign !== '' && !/\s/.test(sign) && !PUNCTUATION.test(sign)

/** What stands directly before or after in the same line; nothing at its end. */
const besides = (node: Element, step: -1 | 1): Element | Text | undefined => {
  for (let inner = node; inner.parent; inner = inner.parent) {
    const beside = inner.parent.children[inner.at + step]
    if (beside) return BLOCKS.has(beside.name) || beside.name === 'br' ? undefined : beside
    if (BLOCKS.has(inner.parent.name)) return undefined
  }
  return undefined
}
/** Its first letter, or the last; without reading what lies between. */
const edgeOf = (node: Element | Text | undefined, side: 'first' | 'last'): string => {
  if (!node) return ''
  if (isText(node)) return (side === 'first' ? /^./su : /.$/su).exec(node.data)?.[0] ?? ''
  const { children } = node
  for (let at = 0; at < children.length; at++) {
    const found = edgeOf(children.at(side === 'first' ? at : -1 - at), side)
    if (found) return found
  }
  return ''
}

/**
 * Marks count only where letters are outside and inside alike, or neither: `**注意：**内` shows its stars. Punctuation at the edge goes outside then;
 * where it is no plain text, or nothing else is left, the words stay without marks.
 */
const emphasised = (content: string, node: Element, mark: string): string => {
  if (!content.trim()) return ''
  const [before, after] = [besides(node, -1), besides(node, 1)]
  // White space at an edge goes outside, and parts them.
  const parted = (side: 'first' | 'last') => /\s/.test(edgeOf(node, side))
  const prior = parted('first') ? '' : edgeOf(before, 'last')
  const next = parted('last') ? '' : edgeOf(after, 'first')
  // `*a**b*` is one emphasis around two stars.
  if (before && !isText(before) && EMPHASIS.has(before.name) && prior !== '' && !/\s/.test(prior)) return content
  const [first, last] = [node.children[0], node.children.at(-1)]
  const [, lead = ''] = isWord(prior) ? (/^((?:\\?[\p{P}\p{S}])+)/u.exec(content) ?? []) : []
  const [, trail = ''] = isWord(next) ? (/((?:\\?[\p{P}\p{S}])+)$/u.exec(content) ?? []) : []
  if ((lead && !(first && isText(first))) || (trail && !(last && isText(last)))) return content
  const inner = content.slice(lead.length, content.length - trail.length)
  return lead.length + trail.length >= content.length || !inner.trim()
    ? content
    : `${lead}${mark}${inner}${mark}${trail}`
}

const markdownOf = (content: string, node: Element, { isLinkAddress }: Dialect): string => {
  switch (node.name) {
    case 'p':
    case 'div':
      return `\n\n${content}\n\n`
    case 'br':
      return '  \n'
    case 'hr':
      return '\n\n* * *\n\n'
    case 'blockquote':
      return `\n\n${endTrimmed(content.replace(/^\n+/, '')).replace(/^/gm, '> ')}\n\n`
    case 'ul':
    case 'ol':
      return node.parent!.name === 'li' && isLastElement(node) ? `\n${content}` : `\n\n${content}\n\n`
    case 'li':
      return listItem(content, node)
    case 'a': {
      const href = absolute(node.attribs.href)
      return href && isLinkAddress(href) ? `[${content}](${destination(href)}${titleOf(node.attribs)})` : content
    }
    case 'em':
    case 'i':
      return emphasised(content, node, '*')
    case 'strong':
    case 'b':
      return emphasised(content, node, '**')
    case 'del':
    case 's':
    case 'strike':
      return content.trim() ? `~~${content.trim()}~~` : content
    case 'code':
      return content && inlineCode(content)
    case 'kbd':
    case 'sub':
    case 'sup':
      return isShort(content, node.name) ? `<${node.name}>${content}</${node.name}>` : content
    case 'img': {
      const src = absolute(node.attribs.src)
      const alt = (node.attribs.alt ?? '').replace(/\n\s*/g, '\n')
      return src && !isNaughty(src) ? `![${escapedAlt(alt)}](${destination(src)}${titleOf(node.attribs)})` : ''
    }
    case 'tr':
      return row(content, node)
    case 'th':
    case 'td':
      return cell(content)
    case 'table':
      return `\n\n${content.replace(/\n{2,}/g, '\n').trim()}\n\n`
    default:
      return node.name.startsWith('h') ? `\n\n${'#'.repeat(Number(node.name[1]))} ${content}\n\n` : content
  }
}

const escapedAlt = (alt: string) =>
  alt
    .replace(/[\\*`[\]_]/g, '\\$&')
    .replace(/^(?:-|\+ |=+|#{1,6} |~~~|>)/, '\\$&')
    .replace(/^(\d+)\. /, '$1\\. ')

const shown = (node: Element | Text, dialect: Dialect): string => {
  if (isText(node)) return node.parent.isCode ? node.data : escaped(node.data, dialect)
  const isBlock = BLOCKS.has(node.name)
  if (node.name === 'pre' && !node.isBlank) return fenced(node)
  if (isBlock) return node.isBlank ? '\n\n' : markdownOf(contentOf(node, dialect), node, dialect)
  const [leading, trailing] = edgesOf(node)
  const content = node.isBlank ? '' : contentOf(node, dialect)
  return (
    leading + (node.isBlank ? '' : markdownOf(leading || trailing ? content.trim() : content, node, dialect)) + trailing
  )
}

const newlinesAtEnd = (text: string) => text.length - endTrimmed(text).length

/** Joins blocks with as many empty lines between as either asks for, and two line breaks at most. */
const contentOf = (node: Element, dialect: Dialect): string => {
  if (node.children.length === 1) return shown(node.children[0]!, dialect)
  let result = ''
  for (const child of node.children) {
    const next = shown(child, dialect)
    const end = newlinesAtEnd(result)
    let start = 0
    while (next[start] === '\n') start++
    if (end + start === 0) result += next
    else
      result = result.slice(0, result.length - end) + '\n'.repeat(Math.min(2, Math.max(end, start))) + next.slice(start)
  }
  return result
}

/** Markdown that shows what the HTML showed. */
export const htmlToMarkdown = (html: string, read: ReadHtml, dialect: Dialect) =>
  contentOf(shownTree(html, read), dialect).trim()
