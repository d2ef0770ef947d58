export const BLOCKS = new Set(
  'p hr h1 h2 h3 h4 h5 h6 pre ul ol li blockquote table thead tbody tfoot tr th td div'.split(' '),
)
const KEPT = new Set([...BLOCKS, ...'br strong b em i del s strike a img code kbd sub sup'.split(' ')])
const VOID = new Set(['br', 'hr', 'img'])
const CELLS = new Set(['th', 'td'])
const MEANINGFUL_WHEN_BLANK = new Set(['a', 'table', 'thead', 'tbody', 'tfoot', 'th', 'td'])
/** A browser shows nothing of what is in them. */
const UNSEEN = new Set(['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'iframe'])
/** Deeper nesting than any reader follows: tags below it are dropped. */
const DEEPEST = 60

export interface Text {
  name: ''
  parent: Element
  data: string
}
export interface Element {
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
  /** Of an item that begins with a box: whether it is ticked. */
  isDone?: boolean
}

export const isText = (node: Element | Text): node is Text => node.name === ''

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

const itemAround = (node: Element) => {
  let one: Element | undefined = node
  while (one && one.name !== 'li') one = one.parent
  return one
}

/** Lists of tasks have a field in each item, or are such fields themselves. */
const noteBox = (node: Element, name: string, attribs: Record<string, string>) => {
  if (name === 'input' && attribs.type?.toLowerCase() === 'checkbox') {
    const item = itemAround(node)
    if (item && item.isDone === undefined && !wordsOf(item).trim()) item.isDone = attribs.checked !== undefined
  } else if (name === 'li' && attribs.role === 'checkbox') node.isDone = attribs['aria-checked'] === 'true'
  else if (name === 'li' && attribs['data-checked']) node.isDone = attribs['data-checked'] === 'true'
}

/** What a parser finds on its way through the HTML. */
export interface HtmlReader {
  onopentag(name: string, attribs: Record<string, string>): void
  onclosetag(): void
  ontext(data: string): void
}

/** Takes HTML apart: on the server by a parser, in a browser by its own. */
export type ReadHtml = (html: string, reader: HtmlReader) => void

/** The HTML as a tree; unknown elements leave only their text. */
const treeOf = (html: string, read: ReadHtml) => {
  const root = element('', {})
  let current = root
  let unseen = 0
  const open: (Element | undefined)[] = []
  read(html.includes('\r') ? html.replace(/\r\n?/g, '\n') : html, {
    onopentag(name, attribs) {
      if (unseen || UNSEEN.has(name)) unseen++
      const isKept = !unseen && KEPT.has(name) && open.length < DEEPEST
      if (isKept && BLOCKS.has(name)) current = paragraphAround(current)?.parent ?? current
      const kept = isKept ? element(name, attribs, current) : undefined
      if (kept) {
        current.children.push(kept)
        current = kept
      }
      if (!unseen) noteBox(current, name, attribs)
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

export const wordsOf = (node: Element | Text): string =>
  isText(node)
    ? node.data
    : node.children.length === 1
      ? wordsOf(node.children[0]!)
      : node.children.map(wordsOf).join('')

/** The HTML as a tree whose white space is what a browser shows. */
export const shownTree = (html: string, read: ReadHtml) => {
  const root = treeOf(html, read)
  collapse(root)
  return root
}
