import { closeHistory, history } from 'prosemirror-history'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import { tableEditing } from 'prosemirror-tables'
import type { Change, Selected } from '../markdown-edit.ts'
import { markdownAsTyped } from './input-rules.ts'
import { readText, writeText } from './kept-text.ts'
import { keys } from './keys.ts'
import { flatText, offsetOf, posOf } from './positions.ts'
import { readAs, readingOf, readingPlugin } from './reading.ts'
import { schema } from './schema.ts'

// The state of the editor, and what of the outside speaks Markdown with it.

/** There is always a paragraph at the end to go on in. */
const lastParagraph = new Plugin({
  appendTransaction: (_, __, { doc, tr }) =>
    doc.lastChild?.type === schema.nodes.paragraph
      ? null
      : tr.insert(doc.content.size, schema.nodes.paragraph.create()),
})

const between = (doc: Node, from: number, to: number) =>
  TextSelection.between(doc.resolve(Math.min(from, doc.content.size)), doc.resolve(Math.min(to, doc.content.size)))

/** A text to be edited, with the cursor where it was. */
export const openText = ({ text, from, to }: Selected) => {
  const kept = readText(text)
  const written = writeText(kept, kept.doc)
  return EditorState.create({
    doc: kept.doc,
    selection: between(
      kept.doc,
      posOf(written.placed, written.markdown, from),
      posOf(written.placed, written.markdown, to),
    ),
    plugins: [markdownAsTyped(), ...keys(), tableEditing(), history(), readingPlugin(kept), lastParagraph],
  })
}

/** The text of a document, and what of it is selected. */
export const readState = (state: EditorState): Selected => {
  const { markdown, placed } = writeText(readingOf(state), state.doc)
  return {
    text: markdown,
    from: offsetOf(placed, markdown, state.selection.from),
    to: offsetOf(placed, markdown, state.selection.to),
  }
}

export const markdownOf = (state: EditorState) => writeText(readingOf(state), state.doc).markdown

const sizeOf = (doc: Node, from: number, to: number) => {
  let size = 0
  for (let at = from; at < to; at++) size += doc.child(at).nodeSize
  return size
}

/** Another text in place of this one, as one step to undo; blocks that stay the same stay themselves. */
export const rewrite = (state: EditorState, markdown: string): Transaction => {
  const next = readText(markdown)
  const [old, now] = [state.doc, next.doc]
  const most = Math.min(old.childCount, now.childCount)
  let start = 0
  while (start < most && old.child(start).eq(now.child(start))) start++
  let end = 0
  while (end < most - start && old.child(old.childCount - 1 - end).eq(now.child(now.childCount - 1 - end))) end++
  const tr = closeHistory(state.tr).step(readAs(readingOf(state), next))
  if (start + end === old.childCount && start + end === now.childCount) return tr
  const pos = sizeOf(old, 0, start)
  const middle = now.content.content.slice(start, now.childCount - end)
  return tr.replaceWith(pos, pos + sizeOf(old, start, old.childCount - end), middle)
}

const isInline = (doc: Node) => doc.childCount === 1 && doc.firstChild!.type === schema.nodes.paragraph

const inCell = ({ selection: { $from } }: Transaction) =>
  $from.depth > 0 && $from.node(-1).type.spec.tableRole !== undefined

/** Markdown in place of what is selected. */
export const insertMarkdown = (tr: Transaction, markdown: string): Transaction => {
  const { selection } = tr
  if (selection.$from.parent.type.spec.code) return tr.insertText(markdown)
  const { doc } = readText(markdown)
  const nodes = doc.content.content.filter((node) => node.type !== schema.nodes.paragraph || node.content.size > 0)
  if (nodes.length === 0) return tr.insertText(markdown)
  if (isInline(doc)) {
    const [, before, after] = /^([ \t]*)[^]*?([ \t]*)$/.exec(markdown)!
    const space = (spaces = '') => (spaces ? [schema.text(spaces)] : [])
    const content = Fragment.from([...space(before), ...nodes[0]!.content.content, ...space(after)])
    return tr.replaceSelection(new Slice(content, 0, 0))
  }
  if (inCell(tr) || selection.$from.parent.type === schema.nodes.summary)
    return tr.insertText(markdown.replace(/\s+/g, ' ').trim())
  const isText = (node: Node) => (node.type === schema.nodes.paragraph ? 1 : 0)
  return tr.replaceSelection(
    new Slice(schema.nodes.doc.create(null, nodes).content, isText(nodes[0]!), isText(nodes.at(-1)!)),
  )
}

/** The words around the cursor, for completions: in it a place is the same as in the document. Null where nothing is completed. */
export const flatSelected = ({ doc, storedMarks, selection: { from, to, $from } }: EditorState): Selected | null => {
  const isCode = $from.parent.type.spec.code || (storedMarks ?? $from.marks()).some(({ type }) => type.spec.code)
  return isCode ? null : { text: flatText(doc), from, to }
}

export const isAtSelection = ({ from, to }: Pick<Change, 'from' | 'to'>, selected: Selected) =>
  from === selected.from && to === selected.to
