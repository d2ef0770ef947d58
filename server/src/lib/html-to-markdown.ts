import { Parser } from 'htmlparser2'
import { isLinkAddress } from './link-address.ts'
import { formulaSpans } from './markdown-math.ts'

const BLOCKS = new Set('p hr h1 h2 h3 h4 h5 h6 pre ul ol li blockquote table thead tbody tfoot tr th td div'.split(' '))
const KEPT = new Set([...BLOCKS, ...'br strong b em i del s strike a img code'.split(' ')])
const VOID = new Set(['br', 'hr', 'img'])
const CELLS = new Set(['th', 'td'])
const MEANINGFUL_WHEN_BLANK = new Set(['a', 'table', 'thead', 'tbody', 'tfoot', 'th', 'td'])
/** A browser shows nothing of what is in them. */
const UNSEEN = new Set(['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'iframe'])
/** Deeper nesting than any reader follows: tags below it are dropped. */
const DEEPEST = 60

interface Text {
  name: ''
  parent: Element
  data: string
}
interface Element {
  name: string
  parent: Element | undefined
  attribs: Record<string, string>
  children: (Element | Text)[]
  /** Its place among the children of its parent. */
  at: number
  /** Within `code`. */
  isCode: boolean
  /** Nothing to see in it. */
  isBlank: boolean
}

const isText = (node: Element | Text): node is Text => node.name === ''

const element = (name: string, attribs: Record<string, string>, parent?: Element): Element => ({
  name,
  parent,
  attribs,
  children: [],
  at: 0,
  isCode: name === 'code' || !!parent?.isCode,
  isBlank: false,
})

/** A paragraph can't contain a block: as in a browser, the paragraph ends before it, with all that is open in it. */
const paragraphAround = (node: Element) => {
  let one: Element | undefined = node
  while (one && one.name !== 'p' && !CELLS.has(one.name)) one = one.parent
  return one?.name === 'p' ? one : undefined
}

const isWithin = (node: Element, other: Element) => {
  let one: Element | undefined = node
  while (one && one !== other) one = one.parent
  return one === other
}

/** The HTML as a tree; unknown elements leave only their text. */
const treeOf = (html: string) => {
  const root = element('', {})
  let current = root
  let unseen = 0
  const open: (Element | undefined)[] = []
  const parser = new Parser({
    onopentag(name, attribs) {
      if (unseen || UNSEEN.has(name)) unseen++
      const isKept = !unseen && KEPT.has(name) && open.length < DEEPEST
      if (isKept && BLOCKS.has(name)) current = paragraphAround(current)?.parent ?? current
      const kept = isKept ? element(name, attribs, current) : undefined
      if (kept) {
        current.children.push(kept)
        current = kept
      }
      open.push(kept)
    },
    onclosetag() {
      if (unseen) unseen--
      const closed = open.pop()
      if (closed && isWithin(current, closed)) current = closed.parent!
    },
    ontext(data) {
      if (unseen) return
      const last = current.children.at(-1)
      if (last && isText(last)) last.data += data
      else current.children.push({ name: '', parent: current, data: opened(current, data) })
    },
  })
  parser.end(html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html)
  return root
}

/** A line break right after `<pre>` isn't shown. */
const opened = (parent: Element, data: string) =>
  parent.name === 'pre' && parent.children.length === 0 && data.startsWith('\n') ? data.slice(1) : data

/** White space as a browser shows it: runs of it as one space, none at the edges of blocks; then each node knows its place. */
const collapse = (root: Element) => {
  let previous: Text | undefined
  let keepsLeading = false
  const trimPrevious = () => {
    if (previous?.data.endsWith(' ')) previous.data = previous.data.slice(0, -1)
  }
  const pass = ({ name }: Element) => {
    if (name === 'br' || BLOCKS.has(name)) {
      trimPrevious()
      previous = undefined
      keepsLeading = false
    } else if (VOID.has(name)) {
      previous = undefined
      keepsLeading = true
    } else if (previous) keepsLeading = false
  }
  const visit = (parent: Element) => {
    let isBlank = !MEANINGFUL_WHEN_BLANK.has(parent.name) && !VOID.has(parent.name)
    let count = 0
    for (const node of parent.children) {
      if (isText(node)) {
        if (parent.name !== 'pre' && !isInPre) {
          let data = node.data.replace(/[ \r\n\t]+/g, ' ')
          if ((!previous || previous.data.endsWith(' ')) && !keepsLeading && data.startsWith(' ')) data = data.slice(1)
          if (!data) continue
          node.data = data
          previous = node
        }
        if (isBlank && /\S/.test(node.data)) isBlank = false
      } else {
        const wasInPre = isInPre
        if (!wasInPre) pass(node)
        isInPre ||= node.name === 'pre'
        visit(node)
        isInPre = wasInPre
        if (!isInPre && node.name !== 'pre' && node.children.length) pass(node)
        isBlank &&= node.isBlank
        node.at = count
      }
      parent.children[count++] = node
    }
    parent.children.length = count
    parent.isBlank = isBlank
  }
  let isInPre = false
  visit(root)
  trimPrevious()
}

const wordsOf = (node: Element | Text): string =>
  isText(node)
    ? node.data
    : node.children.length === 1
      ? wordsOf(node.children[0]!)
      : node.children.map(wordsOf).join('')

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

const MARKUP = /[\\*`[\]_&~<$]|^[-+=#>\d]/

/** What our renderer would read as markup. */
const escapeWords = (text: string) =>
  text
    .replace(/[\\*`[\]_]/g, '\\$&')
    .replace(/^(?:-|\+ |=+|#{1,6} |~~~|>)/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, (all, digits: string, mark: string, at: number, whole: string) =>
      mark === ')' || whole[digits.length + 1] === ' ' ? `${digits}\\${mark}` : all,
    )
    .replace(/&(?=#?\w{1,31};)/g, '\\&')
    .replace(/(?<!\\)~~/g, '\\~\\~')
    .replace(/<(?=[a-z][a-z0-9+.-]*:)/gi, '\\<')

/** Words as Markdown; formulas are no words, and stay as they are. */
const escaped = (text: string) => {
  if (!MARKUP.test(text)) return text
  if (!text.includes('$')) return escapeWords(text)
  let done = 0
  let result = ''
  for (const [from, to] of formulaSpans(text)) {
    result += escapeWords(text.slice(done, from)) + text.slice(from, to)
    done = to
  }
  return result + escapeWords(text.slice(done))
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
  const trimmed = content.replace(/^\n+/, '')
  const text = endTrimmed(trimmed) + (trimmed.endsWith('\n') ? '\n' : '')
  const hasNext = node.at < children.length - 1
  return prefix + text.replaceAll('\n', `\n${' '.repeat(prefix.length)}`) + (hasNext ? '\n' : '')
}

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

const markdownOf = (content: string, node: Element): string => {
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
      return content.trim() ? `*${content}*` : ''
    case 'strong':
    case 'b':
      return content.trim() ? `**${content}**` : ''
    case 'del':
    case 's':
    case 'strike':
      return content.trim() ? `~~${content.trim()}~~` : content
    case 'code':
      return content && inlineCode(content)
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

const shown = (node: Element | Text): string => {
  if (isText(node)) return node.parent.isCode ? node.data : escaped(node.data)
  const isBlock = BLOCKS.has(node.name)
  if (node.name === 'pre' && !node.isBlank) return fenced(node)
  if (isBlock) return node.isBlank ? '\n\n' : markdownOf(contentOf(node), node)
  const [leading, trailing] = edgesOf(node)
  const content = node.isBlank ? '' : contentOf(node)
  return leading + (node.isBlank ? '' : markdownOf(leading || trailing ? content.trim() : content, node)) + trailing
}

const newlinesAtEnd = (text: string) => text.length - endTrimmed(text).length

/** Joins blocks with as many empty lines between as either asks for, and two line breaks at most. */
const contentOf = (node: Element) => {
  if (node.children.length === 1) return shown(node.children[0]!)
  let result = ''
  for (const child of node.children) {
    const next = shown(child)
    const end = newlinesAtEnd(result)
    let start = 0
    while (next[start] === '\n') start++
    if (end + start === 0) result += next
    else
      result = result.slice(0, result.length - end) + '\n'.repeat(Math.min(2, Math.max(end, start))) + next.slice(start)
  }
  return result
}

/** Markdown that shows what the HTML showed, for imported texts. */
export const htmlToMarkdown = (html: string) => {
  const root = treeOf(html)
  collapse(root)
  return contentOf(root).trim()
}
