import type { Fragment, Mark, Node } from 'prosemirror-model'
import { escapeLine, escapeText } from './escape.ts'
import { parseBlocks } from './from-markdown.ts'
import type { References } from './parser.ts'
import { schema } from './schema.ts'

// Words with their marks as Markdown. Where one way of writing doesn't read back as meant, the next is tried.

interface Way {
  all: boolean
  em: '*' | '_'
  /** Letters beside `**` as numbers, where the mark would not count otherwise. */
  asNumbers?: boolean
}
const WAYS: Way[] = [
  { all: false, em: '*' },
  { all: false, em: '_' },
  { all: false, em: '*', asNumbers: true },
  { all: true, em: '*' },
  { all: true, em: '_' },
  { all: true, em: '*', asNumbers: true },
]

interface Writing extends Way {
  references: References
  isOneLine: boolean
}

interface Piece {
  node: Node
  /** Whether other words follow: else a line can't end in `\\`. */
  goesOn: boolean
  marks: readonly Mark[]
}

/** A mark that only counts beside the right letters, as GFM has it. */
interface Delimiter {
  sign: string
  side: 'open' | 'close'
}
type Part = string | Delimiter

const { marks } = schema
const DELIMITED = new Set([marks.strong, marks.em, marks.strike])

const signOf = ({ type }: Mark, { em }: Writing) => (type === marks.strong ? '**' : type === marks.em ? em : '~~')

const codeSpan = (code: string) => {
  const runs = new Set([...code.matchAll(/`+/g)].map(([run]) => run.length))
  let width = 1
  while (runs.has(width)) width++
  const fence = '`'.repeat(width)
  const padding = /^`|`$|^ .* $/.test(code) && code.trim() ? ' ' : ''
  return fence + padding + code.replaceAll('\n', ' ') + padding + fence
}

const address = (href: string) =>
  href === '' || /[\s<>\\]/.test(href) || !isBalanced(href)
    ? `<${href.replace(/[<>\\]/g, '\\$&').replace(/\s/g, (space) => encodeURIComponent(space))}>`
    : href.replace(/[*_`]/g, (sign) => (href.includes('://') ? sign : `\\${sign}`))

const isBalanced = (href: string) => {
  let depth = 0
  for (const sign of href) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (depth < 0) return false
  }
  return depth === 0
}

const target = ({ href, title }: { href: string; title: string }) =>
  `(${address(href)}${title ? ` "${title.replace(/["\\]/g, '\\$&')}"` : ''})`

const leaf = ({ node, goesOn }: Piece, writing: Writing, inLink: boolean): string => {
  const attrs = node.attrs as { src: string; alt: string; title: string; mark: string }
  switch (node.type.name) {
    case 'soft_break':
      return writing.isOneLine ? ' ' : '\n'
    case 'hard_break':
      return writing.isOneLine || !goesOn ? '<br>' : '\\\n'
    case 'image':
      return `![${attrs.alt}]${target({ href: attrs.src, title: attrs.title })}`
    case 'upload':
      return attrs.mark
    default:
      return escapeText(node.text ?? '', {
        all: writing.all,
        hasReferences: Object.keys(writing.references).length > 0,
        inLink,
      })
  }
}

/** Spaces at the edges stand outside of what is bold. */
const wrapped = (parts: Part[], sign: string): Part[] => {
  const inner = [...parts]
  const spaces = { before: '', after: '' }
  const first = inner[0]
  if (typeof first === 'string') {
    spaces.before = /^\s*/.exec(first)![0]
    inner[0] = first.slice(spaces.before.length)
  }
  const last = inner.at(-1)
  if (typeof last === 'string') {
    spaces.after = /(?:\\\n|\s)*$/.exec(last)![0]
    inner[inner.length - 1] = last.slice(0, last.length - spaces.after.length)
  }
  if (inner.every((part) => part === '')) return [spaces.before + spaces.after]
  return [spaces.before, { sign, side: 'open' }, ...inner, { sign, side: 'close' }, spaces.after]
}

const textOf = (pieces: Piece[]) => pieces.map(({ node }) => node.text ?? '').join('')

const withMark = (mark: Mark, pieces: Piece[], writing: Writing, inLink: boolean): Part[] => {
  const inner = (within = inLink) => partsOf(pieces, writing, within)
  if (DELIMITED.has(mark.type)) return wrapped(merged(inner()), signOf(mark, writing))
  switch (mark.type.name) {
    case 'code':
      return [codeSpan(textOf(pieces))]
    case 'raw':
      return [textOf(pieces)]
    case 'link': {
      const { href, title } = mark.attrs as { href: string; title: string }
      const isPlain = pieces.every((piece) => piece.node.isText && piece.marks.length === 0)
      if (isPlain && !title && textOf(pieces) === href && /^[a-z][\w+.-]+:[^\s<>]*$/i.test(href)) return [`<${href}>`]
      return ['[', ...inner(true), `]${target({ href, title })}`]
    }
    default:
      return [`<${mark.type.name}>`, ...inner(), `</${mark.type.name}>`]
  }
}

/** Of the marks that begin here, the one that lasts longest is the outermost. */
const partsOf = (pieces: Piece[], writing: Writing, inLink: boolean): Part[] => {
  const result: Part[] = []
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at]!
    const lengths = piece.marks.map((mark) => {
      let end = at
      while (end < pieces.length && mark.isInSet(pieces[end]!.marks)) end++
      return end - at
    })
    const longest = Math.max(0, ...lengths)
    const mark = piece.marks[lengths.indexOf(longest)]
    if (!mark) {
      result.push(leaf(piece, writing, inLink))
      at++
      continue
    }
    const run = pieces.slice(at, at + longest)
    const inner = run.map((one) => ({ ...one, marks: mark.removeFromSet(one.marks) }))
    result.push(...withMark(mark, inner, writing, inLink))
    at += longest
  }
  return result
}

const merged = (parts: Part[]) => {
  const result: Part[] = []
  for (const part of parts) {
    const last = result.at(-1)
    if (typeof part === 'string' && typeof last === 'string') result[result.length - 1] = last + part
    else if (part !== '') result.push(part)
  }
  return result
}

const isSpace = (letter: string) => letter === '' || /\s/.test(letter)
const isSign = (letter: string) => /[\p{P}\p{S}]/u.test(letter)
const lastLetter = (text: string) => /.$/su.exec(text)?.[0] ?? ''
const firstLetter = (text: string) => /^./su.exec(text)?.[0] ?? ''
const asNumber = (letter: string) => `&#${letter.codePointAt(0)};`

/** Between a letter and a sign a mark would not count: the letter outside of it becomes a number, which ends in a sign. */
const flanked = (parts: Part[]) => {
  const result = merged(parts)
  for (const [at, part] of result.entries()) {
    if (typeof part === 'string') continue
    const step = part.side === 'open' ? 1 : -1
    const [inside, outside] = [result[at + step], result[at - step]]
    if (typeof inside !== 'string' || typeof outside !== 'string') continue
    const [within, beside] =
      step === 1 ? [firstLetter(inside), lastLetter(outside)] : [lastLetter(inside), firstLetter(outside)]
    if (isSpace(beside) || isSign(beside) || !isSign(within)) continue
    result[at - step] =
      step === 1 ? outside.slice(0, -beside.length) + asNumber(beside) : asNumber(beside) + outside.slice(beside.length)
  }
  return result
}

const written = (content: Fragment, writing: Writing) => {
  const nodes = content.content
  const isWords = (node: Node | undefined) => node !== undefined && !node.type.name.endsWith('_break')
  const pieces = nodes.map((node, at): Piece => ({ node, marks: node.marks, goesOn: isWords(nodes[at + 1]) }))
  const parts = partsOf(pieces, writing, false)
  const line = (writing.asNumbers ? flanked(parts) : parts)
    .map((part) => (typeof part === 'string' ? part : part.sign))
    .join('')
    .replace(/[ \t]*(?:\\?\n[ \t]*)+$/, '')
  if (writing.isOneLine) return line.replace(/\s*\n\s*/g, ' ').trim()
  return line
    .split('\n')
    .map((one) => escapeLine(one).replace(/[ \t]+$/, ''))
    .filter((one) => one !== '' && one !== '\\')
    .join('\n')
}

/** What a reader sees of it, letter by letter with its marks; spaces at the ends of lines are nothing. */
const seen = (content: Fragment) => {
  const lines: string[] = ['']
  content.forEach((node) => {
    if (node.type.name === 'soft_break' || node.type.name === 'hard_break') lines.push(`${node.type.name}\n`, '')
    else if (node.isText) {
      const around = node.marks.map((mark) => JSON.stringify(mark.toJSON())).join()
      for (const letter of node.text!)
        lines[lines.length - 1] += /\s/.test(letter) ? letter : letter + (around && `{${around}}`)
    } else lines[lines.length - 1] += JSON.stringify(node.toJSON())
  })
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
    .replace(/(?:(?:hard|soft)_break\n?)+$/, '')
    .trim()
}

export type Where = 'paragraph' | 'line' | 'cell'

const reads = (markdown: string, content: Fragment, where: Where, references: References) => {
  const read = where === 'paragraph' ? markdown : `# ${markdown.replace(/^(?=#+$)/, '\\')}`
  const { blocks } = parseBlocks(read, references)
  return blocks.length === 1 && blocks[0]!.node !== null && seen(blocks[0]!.node.content) === seen(content)
}

/** The words of a paragraph, a heading, a cell. */
export const inlineMarkdown = (content: Fragment, where: Where, references: References): string => {
  if (content.size === 0) return ''
  const isOneLine = where !== 'paragraph'
  let first: string | undefined
  for (const way of WAYS) {
    const markdown = written(content, { ...way, references, isOneLine })
    if (markdown === '' || reads(markdown, content, where, references)) return markdown
    first ??= markdown
  }
  return first!
}
