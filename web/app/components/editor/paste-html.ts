import { htmlToMarkdown } from '@askwell/contract/html-to-markdown.ts'
import { BLOCKS, type HtmlReader } from '@askwell/contract/html-tree.ts'
import type { Change, Selected } from './markdown-edit.ts'
import type { Pasted } from './editor-surface.ts'
import { blockOf, changeForMarkdown } from './pasted-blocks.ts'
import { withListsOfWord } from './word-lists.ts'

// Loaded with the first paste of HTML. The browser parses it into a document of its own, in which nothing runs and nothing is fetched; only Markdown leaves it.

const UNSEEN = new Set(
  'script style noscript template iframe object embed svg select button textarea title head meta link'.split(' '),
)
const BLANK = new Set(['br', 'hr', 'img'])
const HEAVY = 'b, strong, th, h1, h2, h3, h4, h5, h6'
const BOLD = /^(?:bold|bolder|[6-9]00)$/
const PLAIN = /^(?:normal|lighter|[1-4]00)$/
const HIGHLIGHTED = /\bhighlight-(?:source|text)-([\w+#-]+)/

const isHeavy = (element: HTMLElement | null) => element !== null && !PLAIN.test(element.style.fontWeight)

/** Word processors say by styles what others say by elements: both ways. */
const namesOf = (element: HTMLElement): string[] => {
  const name = element.localName
  const { fontWeight, fontStyle, textDecorationLine, textDecoration } = element.style
  if ((name === 'b' || name === 'strong') && PLAIN.test(fontWeight)) return ['span']
  if ((name === 'i' || name === 'em') && fontStyle === 'normal') return ['span']
  if (name !== 'span') return [name]
  if (!element.textContent.trim()) return [name]
  return [
    ...(BOLD.test(fontWeight) && !isHeavy(element.closest<HTMLElement>(HEAVY)) ? ['strong'] : []),
    ...(fontStyle === 'italic' && !element.closest('i, em') ? ['em'] : []),
    ...(`${textDecorationLine} ${textDecoration}`.includes('line-through') ? ['del'] : []),
  ]
}

const attributesOf = (element: HTMLElement) => {
  const attributes = Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))
  const language = element.localName === 'pre' && HIGHLIGHTED.exec(element.parentElement?.className ?? '')?.[1]
  return language ? { ...attributes, class: `language-${language}` } : attributes
}

/** A typeset formula has its source with it. */
const formulaIn = (element: HTMLElement) => {
  if (!element.classList.contains('katex')) return undefined
  const source = element.querySelector('annotation[encoding="application/x-tex"]')?.textContent.trim()
  const mark = element.closest('.katex-display') ? '$$' : '$'
  return source && mark + source + mark
}

/** What white space in a text means: `source` is code, `lines` is words whose ends of lines are seen. */
type Space = 'source' | 'lines' | 'none'

const spaceIn = (element: HTMLElement, around: Space): Space => {
  if (element.localName === 'pre' || around === 'source') return 'source'
  const said = element.style?.whiteSpace || element.style?.getPropertyValue('white-space-collapse')
  return said ? (/^(?:pre|break-spaces)/.test(said) ? 'lines' : 'none') : around
}

const isBlock = (node: Node | null) => node instanceof Element && BLOCKS.has(node.localName)

/** Editors draw code as lines of their own, in a typeface of one width. */
const isSource = ({ localName, style, children }: HTMLElement) =>
  localName === 'div' &&
  style.whiteSpace.startsWith('pre') &&
  /mono|courier|consolas|menlo/i.test(style.fontFamily) &&
  children.length > 1

const sourceOf = (element: HTMLElement) => {
  let source = ''
  const add = (node: Node) => {
    if (node instanceof Text) source += node.data
    if (!(node instanceof Element) || UNSEEN.has(node.localName)) return
    if (node.localName === 'br' || (isBlock(node) && source && !source.endsWith('\n'))) source += '\n'
    node.childNodes.forEach(add)
  }
  element.childNodes.forEach(add)
  return source.replaceAll('\u00a0', ' ')
}

const readText = ({ data, previousSibling, nextSibling }: Text, reader: HtmlReader, space: Space) => {
  if (space === 'source') return reader.ontext(data)
  const text = data.replaceAll('\u00a0', ' ')
  if (space === 'none' || (!text.trim() && (isBlock(previousSibling) || isBlock(nextSibling))))
    return reader.ontext(text)
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
    if (at > 0) {
      reader.onopentag('br', {})
      reader.onclosetag()
    }
    reader.ontext(line)
  }
}

const read = (node: Node, reader: HtmlReader, around: Space = 'none') => {
  if (node instanceof Text) return readText(node, reader, around)
  if (!(node instanceof Element) || UNSEEN.has(node.localName)) return
  const element = node as HTMLElement
  if (element.hidden || element.style?.display === 'none') return
  const formula = formulaIn(element)
  if (formula) return reader.ontext(formula)
  // A box as our own pages show it.
  if (element.classList.contains('task-box')) {
    reader.onopentag('input', { type: 'checkbox', ...(element.textContent === '☑' && { checked: '' }) })
    return reader.onclosetag()
  }
  if (element.style && isSource(element)) {
    reader.onopentag('pre', {})
    reader.ontext(sourceOf(element))
    return reader.onclosetag()
  }
  const names = element.style ? namesOf(element) : [element.localName]
  for (const [at, name] of names.entries()) reader.onopentag(name, at === 0 ? attributesOf(element) : {})
  const space = spaceIn(element, around)
  if (!BLANK.has(element.localName)) for (const child of element.childNodes) read(child, reader, space)
  for (const _ of names) reader.onclosetag()
}

/** Web and mail addresses; a path would lead to another place here than where it was copied. */
const isLinkAddress = (address: string) => /^(?:https?:\/\/|mailto:)\S/i.test(address) && URL.canParse(address)

const collapsed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** What the clipboard's HTML shows, as Markdown; null where it is no more than its text. */
const markdownOfHtml = (html: string, text: string): string | null => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const image of body.querySelectorAll('img'))
    if (!/^https?:/i.test(image.getAttribute('src') ?? '')) image.remove()
  withListsOfWord(body)
  const markdown = htmlToMarkdown(
    html,
    (_, reader) => {
      for (const child of body.childNodes) read(child, reader)
    },
    { isLinkAddress, isEmojiName: () => true },
  )
  return markdown === '' || collapsed(markdown.replace(/\\(?=[!-/:-@[-`{-~])/g, '')) === collapsed(text)
    ? null
    : markdown
}

/** What a paste becomes where it is more than its text. An editor for code says itself what it has. */
export const changeForPaste = (selected: Selected, pasted: Pasted): Change | null => {
  const markdown = blockOf(pasted) ?? (pasted.editor ? null : markdownOfHtml(pasted.html, pasted.text))
  return markdown === null ? null : changeForMarkdown(selected, markdown)
}
