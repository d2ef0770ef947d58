import { Fragment, type Mark, type Node, type NodeType } from 'prosemirror-model'
import { type References, type Token, tokensOf } from './parser.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

const INLINE_MARKS: Record<string, (token: Token) => Mark> = {
  strong: () => marks.strong.create(),
  em: () => marks.em.create(),
  s: () => marks.strike.create(),
  kbd: () => marks.kbd.create(),
  sub: () => marks.sub.create(),
  sup: () => marks.sup.create(),
  link: (token) =>
    marks.link.create({ href: String(token.attrGet('href')), title: String(token.attrGet('title') ?? '') }),
}

const leafOf = (token: Token, isOneLine: boolean): { node: Node; own?: Mark } | null => {
  const text = (words: string) => (words ? { node: schema.text(words) } : null)
  switch (token.type) {
    case 'softbreak':
      return isOneLine ? text(' ') : { node: nodes.soft_break.create() }
    case 'hardbreak':
      return { node: nodes.hard_break.create() }
    case 'code_inline':
      return token.content ? { node: schema.text(token.content), own: marks.code.create() } : null
    case 'raw':
      return { node: schema.text(token.content), own: marks.raw.create() }
    case 'upload':
      return { node: nodes.upload.create({ mark: token.content }) }
    case 'image':
      return {
        node: nodes.image.create({
          src: String(token.attrGet('src')),
          alt: token.content,
          title: String(token.attrGet('title') ?? ''),
        }),
      }
    case 'task_box':
      return null
    default:
      return text(token.content)
  }
}

/** The words of a line, a paragraph, a cell. */
const inlineOf = (token: Token, isOneLine: boolean) => {
  const content: Node[] = []
  let open: Mark[] = []
  for (const child of token.children ?? []) {
    const [, name = '', side] = /^(.*)_(open|close)$/.exec(child.type) ?? []
    const mark = INLINE_MARKS[name]
    if (mark && side === 'open') open = [...open, mark(child)]
    else if (mark) open = open.slice(0, -1)
    else {
      const leaf = leafOf(child, isOneLine)
      if (leaf) {
        const set = (leaf.own ? [...open, leaf.own] : open).reduce<readonly Mark[]>((all, one) => one.addToSet(all), [])
        content.push(leaf.node.mark(set))
      }
    }
  }
  return Fragment.fromArray(joined(content))
}

/** Pieces of text with the same marks as one, as the editor would have them. */
const joined = (content: Node[]) => {
  const result: Node[] = []
  for (const node of content) {
    const last = result.at(-1)
    if (last?.isText && last.sameMarkup(node))
      result[result.length - 1] = schema.text(last.text! + node.text!, last.marks)
    else result.push(node)
  }
  return result
}

const alertOf = ({ tag, attrs }: Token) =>
  tag === 'div'
    ? (/alert-(\w+)/.exec(String(attrs?.find(([name]) => name === 'class')?.[1]))?.[1] ?? '').toUpperCase()
    : ''

const codeOf = (token: Token) => {
  const text = token.content.replace(/\n$/, '')
  return nodes.code_block.create(
    { info: token.type === 'fence' ? token.info.trim() : '' },
    text ? schema.text(text) : null,
  )
}

const alignOf = ({ attrs }: Token) =>
  /text-align:(left|center|right)/.exec(String(attrs?.find(([name]) => name === 'style')?.[1]))?.[1] ?? ''

/** Builds one node after another from the tokens between its opening and its closing one. */
class Builder {
  private readonly tokens: Token[]
  private at = 0
  constructor(tokens: Token[]) {
    this.tokens = tokens
  }
  /** All nodes until the closing token of the one that is open. */
  private until(type?: string) {
    const result: Node[] = []
    while (this.at < this.tokens.length && this.tokens[this.at]!.type !== type) {
      const node = this.next()
      if (node) result.push(node)
    }
    this.at++
    return result
  }
  private textblock(type: NodeType, attrs?: Record<string, unknown>) {
    const inline = this.tokens[this.at + 1]!
    this.at += 3
    return type.create(attrs, inlineOf(inline, type !== nodes.paragraph))
  }
  private block(type: NodeType, closing: string, attrs?: Record<string, unknown>) {
    this.at++
    const content = this.until(closing)
    return type.create(attrs, content.length ? content : nodes.paragraph.create())
  }
  private list(type: NodeType, closing: string, attrs: Record<string, unknown>) {
    this.at++
    const from = this.at
    const items = this.until(closing)
    const { level } = this.tokens[from - 1]!
    const loose = this.tokens
      .slice(from, this.at)
      .some((token) => token.type === 'paragraph_open' && token.level === level + 2 && !token.hidden)
    return type.create({ ...attrs, tight: !loose }, items)
  }
  private item(token: Token) {
    const [, paragraph, inline] = this.tokens.slice(this.at, this.at + 3)
    const box = paragraph?.type === 'paragraph_open' ? inline?.children?.[0] : undefined
    const isEmptyTask = box?.type === 'text' && /^\[[ xX]\]$/.test(inline!.content)
    if (isEmptyTask) inline!.children = []
    const isTask = isEmptyTask || box?.type === 'task_box'
    const isDone = isEmptyTask ? inline!.content !== '[ ]' : /task-done/.test(String(token.attrGet('class')))
    return this.block(nodes.list_item, 'list_item_close', { checked: isTask ? isDone : null })
  }
  private table() {
    this.at++
    const rows: Node[] = []
    while (this.tokens[this.at]!.type !== 'table_close') {
      if (this.tokens[this.at]!.type === 'tr_open') rows.push(this.row())
      else this.at++
    }
    this.at++
    return nodes.table.create(null, rows)
  }
  private row() {
    this.at++
    const cells: Node[] = []
    while (this.tokens[this.at]!.type !== 'tr_close') {
      const opening = this.tokens[this.at]!
      const inline = inlineOf(this.tokens[this.at + 1]!, true)
      const type = opening.type === 'th_open' ? nodes.table_header : nodes.table_cell
      cells.push(type.create({ align: alignOf(opening) }, nodes.paragraph.create(null, inline)))
      this.at += 3
    }
    this.at++
    return nodes.table_row.create(null, cells)
  }
  private details(token: Token) {
    this.at++
    const summary = this.textblock(nodes.summary)
    return nodes.details.create({ open: token.markup === 'open' }, [summary, ...this.until('details_close')])
  }
  /** The node that begins here; null where a token shows nothing. */
  next(): Node | null {
    const token = this.tokens[this.at]!
    switch (token.type) {
      case 'paragraph_open':
        if (token.attrGet('class') === 'alert-title') {
          this.at += 3
          return null
        }
        return this.textblock(nodes.paragraph)
      case 'heading_open':
        return this.textblock(nodes.heading, { level: Number(token.tag.slice(1)) })
      case 'blockquote_open':
        return this.block(nodes.blockquote, 'blockquote_close', { alert: alertOf(token) })
      case 'bullet_list_open':
        return this.list(nodes.bullet_list, 'bullet_list_close', { bullet: token.markup })
      case 'ordered_list_open':
        return this.list(nodes.ordered_list, 'ordered_list_close', {
          order: Number(token.attrGet('start') ?? 1),
          delimiter: token.markup,
        })
      case 'list_item_open':
        return this.item(token)
      case 'details_open':
        return this.details(token)
      case 'table_open':
        return this.table()
    }
    this.at++
    switch (token.type) {
      case 'fence':
      case 'code_block':
        return codeOf(token)
      case 'hr':
        return nodes.horizontal_rule.create()
      case 'source':
        return sourceNode(token.content)
      default:
        return null
    }
  }
  all() {
    return this.until()
  }
}

export const sourceNode = (text: string) => nodes.source.create(null, text ? schema.text(text) : null)

/** The tokens of each block of the top, with the lines it stands in. */
const topBlocks = (tokens: Token[]) => {
  const blocks: { tokens: Token[]; map: [number, number] }[] = []
  let depth = 0
  for (const token of tokens) {
    if (depth === 0 && token.map) blocks.push({ tokens: [], map: token.map })
    depth += token.nesting
    blocks.at(-1)?.tokens.push(token)
  }
  return blocks
}

/** Deeper than this nobody wants to see it. */
const DEEPEST = 20

export interface ParsedBlock {
  /** Null where it goes too deep. */
  node: Node | null
  /** Its lines, the last one not included. */
  map: [number, number]
  token: Token
}

export const parseBlocks = (markdown: string, known?: References) => {
  const { tokens, references } = tokensOf(markdown, known)
  const blocks = topBlocks(tokens).map(({ tokens: own, map }): ParsedBlock => {
    const isDeep = own.some(({ level }) => level > DEEPEST)
    return { node: isDeep ? null : (new Builder(own).all()[0] ?? null), map, token: own[0]! }
  })
  return { blocks, references }
}
