import { chainCommands, lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, Node, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, isInTable } from 'prosemirror-tables'
import type { Sample } from '../markdown-edit.ts'
import type { ToolbarButton } from '../editor-toolbar.tsx'
import { sourceNode } from './from-markdown.ts'
import { schema } from './schema.ts'

const { nodes, marks } = schema

/** What of this kind the cursor stands in, from the inside out. */
export const around = ({ selection: { $from } }: EditorState, is: (node: Node) => boolean) => {
  for (let depth = $from.depth; depth > 0; depth--)
    if (is($from.node(depth))) return { node: $from.node(depth), pos: $from.before(depth), depth }
  return null
}
const isList = ({ type }: Node) => type === nodes.bullet_list || type === nodes.ordered_list

/** A list, or the one around the cursor as another kind, or none any more. */
const asList =
  (type: NodeType, isTask: boolean): Command =>
  (state, dispatch, view) => {
    const list = around(state, isList)
    const item = around(state, (node) => node.type === nodes.list_item)
    if (!list || !item) {
      if (!wrapInList(type)(state)) return false
      return wrapInList(type)(state, (tr) => {
        if (isTask) {
          const { $from, $to } = tr.selection
          tr.doc.nodesBetween($from.pos, $to.pos, (node, pos) => {
            if (node.type === nodes.list_item) tr.setNodeAttribute(pos, 'checked', false)
          })
        }
        dispatch?.(tr)
      })
    }
    const isSame = list.node.type === type && (item.node.attrs.checked !== null) === isTask
    if (isSame) return liftListItem(nodes.list_item)(state, dispatch, view)
    const tr = state.tr.setNodeMarkup(list.pos, type, { tight: list.node.attrs.tight as boolean })
    list.node.forEach((one, offset) => {
      const checked = isTask ? ((one.attrs.checked as boolean | null) ?? false) : null
      tr.setNodeAttribute(list.pos + 1 + offset, 'checked', checked)
    })
    dispatch?.(tr)
    return true
  }

const heading: Command = (state, dispatch) =>
  around(state, ({ type }) => type === nodes.heading)
    ? setBlockType(nodes.paragraph)(state, dispatch)
    : setBlockType(nodes.heading)(state, dispatch)

const quote: Command = (state, dispatch, view) =>
  around(state, ({ type }) => type === nodes.blockquote)
    ? lift(state, dispatch, view)
    : wrapIn(nodes.blockquote)(state, dispatch, view)

const codeBlock: Command = (state, dispatch) =>
  state.selection.$from.parent.type === nodes.code_block
    ? setBlockType(nodes.paragraph)(state, dispatch)
    : setBlockType(nodes.code_block)(state, dispatch)

const code: Command = (state, dispatch) =>
  state.selection.$from.sameParent(state.selection.$to) && !state.selection.$from.parent.type.spec.code
    ? toggleMark(marks.code)(state, dispatch)
    : codeBlock(state, dispatch)

/** Puts a block where the cursor is, after a paragraph that has words, and goes into it. */
const insertBlock =
  (node: Node): Command =>
  (state, dispatch) => {
    const { $from } = state.selection
    if ($from.node(-1).type.spec.tableRole || $from.parent.type.spec.code) return false
    const isEmpty = $from.parent.content.size === 0
    const at = isEmpty ? $from.before() : $from.after()
    const tr = isEmpty ? state.tr.replaceWith(at, $from.after(), node) : state.tr.insert(at, node)
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(at + 1))).scrollIntoView())
    return true
  }

const table: Command = (state, dispatch) => {
  const row = (type: NodeType) =>
    nodes.table_row.create(
      null,
      [0, 1].map(() => type.createAndFill()!),
    )
  return insertBlock(nodes.table.create(null, [row(nodes.table_header), row(nodes.table_cell)]))(state, dispatch)
}

/** The part to open around the cursor becomes what is in it again, if nobody has named it yet; what is selected goes into a new one. */
const details =
  (summary: string): Command =>
  (state, dispatch) => {
    const there = around(state, ({ type }) => type === nodes.details)
    if (there && there.node.firstChild!.textContent !== summary) return false
    const { tr, doc } = state
    if (there) {
      const content = there.node.content.content.slice(1)
      tr.replaceWith(there.pos, there.pos + there.node.nodeSize, content.length ? content : nodes.paragraph.create())
      dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(there.pos + 1))).scrollIntoView())
      return true
    }
    const { $from, $to, empty } = state.selection
    const range = $from.blockRange($to)
    if (!range || range.depth > 0 || $from.parent.type.spec.code) return false
    const name = nodes.summary.create(null, schema.text(summary))
    if (empty) {
      return insertBlock(nodes.details.create(null, [name, nodes.paragraph.create()]))(state, (tr) => {
        const { $from } = tr.selection
        dispatch?.(tr.setSelection(TextSelection.create(tr.doc, $from.start(), $from.end())))
      })
    }
    const content = doc.slice(range.start, range.end).content.content
    tr.replaceWith(range.start, range.end, nodes.details.create(null, [name, ...content]))
    const start = range.start + 2
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, start, start + summary.length)).scrollIntoView())
    return true
  }

const raw = (text: string) => schema.text(text, [marks.raw.create()])

/** The whole of the marked words around the cursor. */
export const markedAround = ({ selection: { $from } }: EditorState, mark: MarkType): [number, number] | null => {
  let found: [number, number] | null = null
  $from.parent.forEach((node, offset) => {
    const from = $from.start() + offset
    if (!mark.isInSet(node.marks) || $from.pos < from || $from.pos > from + node.nodeSize) return
    found = [from, from + node.nodeSize]
  })
  return found
}

const formula: Command = (state, dispatch) => {
  const { from, to, empty } = state.selection
  if (state.selection.$from.parent.type.spec.code) return false
  const [start, end] = markedAround(state, marks.raw) ?? [to, from]
  if (start < from && to < end) {
    const source = state.doc.textBetween(start, end).replace(/^\$+|\$+$/g, '')
    const tr = state.tr.replaceWith(start, end, schema.text(source))
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, start, start + source.length)))
    return true
  }
  const words = empty ? 'x^2' : state.doc.textBetween(from, to, ' ', ' ')
  const tr = state.tr.replaceWith(from, to, raw(`$${words}$`))
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, from + 1, from + 1 + words.length)))
  return true
}

const footnote =
  (note: string): Command =>
  (state, dispatch) => {
    if (state.selection.$from.parent.type.spec.code) return false
    const used = [...state.doc.textContent.matchAll(/\[\^(\d{1,6})\]/g)].map(([, number]) => Number(number))
    const mark = `[^${Math.max(0, ...used) + 1}]`
    const tr = state.tr.insert(state.selection.to, raw(mark))
    const last = tr.doc.lastChild!
    const end = last.type === nodes.paragraph && last.content.size === 0 ? tr.doc.content.size - 2 : tr.doc.content.size
    tr.insert(end, sourceNode(`${mark}: ${note}`))
    const start = end + 1 + mark.length + 2
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, start, start + note.length)).scrollIntoView())
    return true
  }

/** What a button does to the document; links, images and files ask first, elsewhere. */
export const commandFor = (tool: ToolbarButton, sample: Sample): Command => {
  switch (tool) {
    case 'bold':
      return toggleMark(marks.strong)
    case 'italic':
      return toggleMark(marks.em)
    case 'strike':
      return toggleMark(marks.strike)
    case 'heading':
      return heading
    case 'quote':
      return quote
    case 'code':
      return code
    case 'code_block':
      return codeBlock
    case 'list':
      return asList(nodes.bullet_list, false)
    case 'numbered':
      return asList(nodes.ordered_list, false)
    case 'task':
      return asList(nodes.bullet_list, true)
    case 'table':
      return table
    case 'details':
      return details(sample('summary'))
    case 'formula':
      return formula
    case 'footnote':
      return footnote(sample('note'))
    case 'table_row_below':
      return addRowAfter
    case 'table_delete_row':
      return chainCommands(deleteRowOfBody, deleteTable)
    case 'table_column_after':
      return addColumnAfter
    case 'table_delete_column':
      return chainCommands(deleteColumn, deleteTable)
    case 'undo':
      return undo
    case 'redo':
      return redo
    case 'link':
    case 'image':
    case 'attach':
      return () => false
  }
}

/** The head of a table stays: Markdown has none without. */
const deleteRowOfBody: Command = (state, dispatch) => {
  const row = around(state, ({ type }) => type === nodes.table_row)
  return row?.node.firstChild?.type === nodes.table_header ? false : deleteRow(state, dispatch)
}

const deleteTable: Command = (state, dispatch) => {
  const found = around(state, ({ type }) => type === nodes.table)
  if (!found) return false
  dispatch?.(state.tr.delete(found.pos, found.pos + found.node.nodeSize))
  return true
}

const MARKED = { bold: marks.strong, italic: marks.em, strike: marks.strike, code: marks.code, link: marks.link }

/** The buttons whose work the cursor stands in. */
export const pressedIn = (state: EditorState): ToolbarButton[] => {
  const { from, to, empty, $from } = state.selection
  const set = state.storedMarks ?? $from.marks()
  const marked = Object.entries(MARKED).flatMap(([tool, mark]) =>
    (empty ? mark.isInSet(set) : state.doc.rangeHasMark(from, to, mark)) ? [tool as ToolbarButton] : [],
  )
  const list = around(state, isList)
  const item = around(state, ({ type }) => type === nodes.list_item)
  const within = (type: NodeType) => around(state, (node) => node.type === type) !== null
  const isImage = state.selection instanceof NodeSelection && state.selection.node.type === nodes.image
  return [
    ...marked,
    ...(isImage ? ['image' as const] : []),
    ...(within(nodes.heading) ? ['heading' as const] : []),
    ...(within(nodes.blockquote) ? ['quote' as const] : []),
    ...(within(nodes.code_block) ? ['code_block' as const] : []),
    ...(isInTable(state) ? ['table' as const] : []),
    ...(!list
      ? []
      : item?.node.attrs.checked !== null
        ? ['task' as const]
        : [list.node.type === nodes.bullet_list ? ('list' as const) : ('numbered' as const)]),
  ]
}
