import type { Node } from 'prosemirror-model'
import { parseBlocks, sourceNode, type ParsedBlock } from './from-markdown.ts'
import type { References } from './parser.ts'
import { schema } from './schema.ts'
import { blockMarkdown } from './to-markdown.ts'

// The Markdown is the truth: each block of the document knows the very letters it was read from, and is written anew only when it has changed.

/** A block as it stood in the text. Nodes never change, so whoever still has the node has the letters, too. */
interface Kept {
  /** The node that was read; undoing brings its equals. */
  self: Node
  markdown: string
  /** Empty lines before it. */
  gap: string
  before: Node | undefined
  after: Node | undefined
  /** Its code has no closing fence, and would take in whatever came after it. */
  isOpen: boolean
}

export interface KeptText {
  doc: Node
  references: References
  kept: WeakMap<Node, Kept>
  /** What has been written anew, so that it is done once. */
  written: WeakMap<Node, string>
  /** The nodes as they were read. */
  read: Node[]
  /** Empty lines at the end. */
  end: string
}

/** The lines with their ends; `\r\n` and `\r` are ends as well. */
const linesOf = (text: string) => text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? []
const isBlank = (line: string) => /^[ \t\r\n]*$/.test(line)
const lettersIn = (text: string) =>
  text
    .replace(/<br *\/?>/gi, '')
    .replace(/[^\p{L}\p{M}]/gu, '')
    .toLowerCase()
const unified = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd')

const isNothing = (node: Node) => node.type === schema.nodes.paragraph && node.content.size === 0

/** Tables of more cells are slow to edit. */
const CELLS_MAX = 2_000
const DEFINES = /^[\s>*+\-\d.)]*\[[^\]]+\]:/m

const isSmall = (node: Node) => {
  let cells = 0
  node.descendants(({ type }) => {
    if (type.spec.tableRole) cells++
    return type.name !== 'paragraph'
  })
  return cells <= CELLS_MAX
}

/** Whether the block says the same when it is written anew: only then may it be edited as what it looks like. */
const canBeRewritten = (node: Node, markdown: string, references: References) => {
  if (node.type === schema.nodes.source) return true
  if (isNothing(node) || !isSmall(node)) return false
  if (node.type !== schema.nodes.paragraph && DEFINES.test(markdown)) return false
  const anew = blockMarkdown(node, { references, isTop: true, taken: [] })
  const hasHidden = Object.keys(references).length > 0 || markdown.includes('&')
  if (!hasHidden && lettersIn(anew) !== lettersIn(markdown)) return false
  const { blocks } = parseBlocks(anew, references)
  return blocks.length === 1 && blocks[0]!.node?.eq(node) === true
}

const isOpenFence = ({ type, markup }: ParsedBlock['token'], lines: string[]) =>
  type === 'fence' &&
  !(lines.length > 1 && new RegExp(`^ {0,3}${markup[0]}{${markup.length},}\\s*$`).test(lines.at(-1)!))

interface Found {
  from: number
  to: number
  block?: ParsedBlock
}

/** All lines that say something: blocks, and between them what only defines where links lead. */
const foundIn = (lines: string[], blocks: ParsedBlock[]) => {
  const found: Found[] = []
  let at = 0
  const upTo = (end: number) => {
    while (at < end) {
      while (at < end && isBlank(lines[at]!)) at++
      const from = at
      while (at < end && !isBlank(lines[at]!)) at++
      if (at > from) found.push({ from, to: at })
    }
  }
  for (const block of blocks) {
    const [from] = block.map
    let [, to] = block.map
    upTo(from)
    while (to > from + 1 && isBlank(lines[to - 1] ?? '')) to--
    if (to > at) found.push({ from: at, to, block })
    at = Math.max(at, to)
  }
  upTo(lines.length)
  return found
}

/** Reads a text. `doc` always ends in a paragraph, to go on in; an empty one is not part of the text. */
export const readText = (text: string): KeptText => {
  const lines = linesOf(text)
  const { blocks, references } = parseBlocks(text)
  const kept = new WeakMap<Node, Kept>()
  const read: Node[] = []
  let end = 0
  for (const { from, to, block } of foundIn(lines, blocks)) {
    const markdown = lines
      .slice(from, to)
      .join('')
      .replace(/(?:\r\n|\r|\n)$/, '')
    const rich = block?.node && canBeRewritten(block.node, markdown, references) ? block.node : null
    const node = rich ?? sourceNode(unified(markdown))
    const before = read.at(-1)
    const gap = text.slice(end, offsetOf(lines, from))
    kept.set(node, {
      self: node,
      markdown,
      gap,
      before,
      after: undefined,
      isOpen: block !== undefined && isOpenFence(block.token, lines.slice(from, to)),
    })
    if (before) kept.get(before)!.after = node
    read.push(node)
    end = offsetOf(lines, from) + markdown.length
  }
  const last = read.at(-1)
  const doc = schema.nodes.doc.create(
    null,
    last?.type === schema.nodes.paragraph ? read : [...read, schema.nodes.paragraph.create()],
  )
  return { doc, references, kept, written: new WeakMap(), read, end: text.slice(end) }
}

const offsets = new WeakMap<string[], number[]>()
const offsetOf = (lines: string[], line: number) => {
  let known = offsets.get(lines)
  if (!known) {
    known = [0]
    for (const one of lines) known.push(known.at(-1)! + one.length)
    offsets.set(lines, known)
  }
  return known[line]!
}

/** A block and where its Markdown stands in the text. */
export interface Placed {
  node: Node
  /** Its place in the document. */
  pos: number
  from: number
  to: number
}

const hasEmptyLine = (gap: string) => /(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)/.test(gap)

/** What is known of a node; after undoing it is another one that says the same. */
const keptOf = ({ kept, read }: KeptText, node: Node | undefined) => {
  if (!node || kept.has(node)) return node && kept.get(node)
  const same = read.find((one) => one.eq(node))
  if (same) kept.set(node, kept.get(same)!)
  return node && kept.get(node)
}

const listSign = (markdown: string) => /^\s*(?:\d{1,9}([.)])|([-*+]))/.exec(markdown)?.slice(1).find(Boolean) ?? ''
const isList = (node: Node) => node.type.name.endsWith('_list')

/** Whether an indented block would now be part of the last item before it, or of the note. */
const isTakenIn = (before: Node | undefined, markdown: string) =>
  before !== undefined && (isList(before) || before.type === schema.nodes.source) && /^(?: {2}| ?\t)/.test(markdown)

const rewritten = (text: KeptText, node: Node, taken: string[]) => {
  const known = taken.length ? undefined : text.written.get(node)
  if (known !== undefined) return known
  const markdown = blockMarkdown(node, { references: text.references, isTop: true, taken })
  if (!taken.length) text.written.set(node, markdown)
  return markdown
}

/** Whether two blocks stay two with no empty line between them. */
const canTouch = (
  { references }: KeptText,
  nodes: [Node | undefined, Node],
  letters: [string, string],
  gap: string,
) => {
  const { blocks } = parseBlocks(letters.join(gap), references)
  return blocks.length === 2 && blocks.every(({ node }, at) => node !== null && nodes[at]?.eq(node))
}

/** The Markdown of a document, and where each of its blocks stands in it. */
export const writeText = (text: KeptText, doc: Node) => {
  const nodes: { node: Node; pos: number }[] = []
  doc.forEach((node, pos) => void (isNothing(node) || nodes.push({ node, pos })))
  const placed: Placed[] = []
  let markdown = ''
  let letters = ''
  for (const [at, { node, pos }] of nodes.entries()) {
    const [before, next] = [nodes[at - 1]?.node, nodes[at + 1]?.node]
    const own = keptOf(text, node)
    const isBesideOld = own !== undefined && own.before === keptOf(text, before)?.self && (!before || !!own.before)
    const sign = before?.type === node.type && isList(node) && !isBesideOld ? listSign(letters) : ''
    const keepsLetters =
      own !== undefined &&
      (isBesideOld ||
        node.type === schema.nodes.source ||
        !(isTakenIn(before, own.markdown) || (sign && sign === listSign(own.markdown)))) &&
      (!own.isOpen || !next || (own.after !== undefined && own.after === keptOf(text, next)?.self))
    const previous = letters
    letters = keepsLetters ? own.markdown : rewritten(text, node, sign ? [sign] : [])
    const followed = keptOf(text, before)?.after
    const old = isBesideOld || own?.before ? own.gap : followed && text.kept.get(followed)?.gap
    const keepsGap =
      old !== undefined &&
      (isBesideOld || hasEmptyLine(old) || canTouch(text, [before, node], [previous, letters], old))
    const gap = keepsGap ? old : '\n\n'
    if (before || isBesideOld) markdown += gap
    placed.push({ node, pos, from: markdown.length, to: markdown.length + letters.length })
    markdown += letters
  }
  const isEmptied = nodes.length === 0 && text.read.length > 0
  return { markdown: isEmptied ? '' : markdown + text.end, placed }
}
