import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  exitCode,
  liftEmptyBlock,
  newlineInCode,
  setBlockType,
  splitBlock,
} from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, Plugin, TextSelection } from 'prosemirror-state'
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables'
import { around } from './commands.ts'
import { schema } from './schema.ts'

const { nodes } = schema
const INDENT = '  '

const inCode: (command: Command) => Command = (command) => (state, dispatch, view) =>
  state.selection.$from.parent.type.spec.code ? command(state, dispatch, view) : false

const indentCode: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  if (!$from.sameParent($to)) return false
  const text = $from.parent.textContent
  const tr = state.tr
  const first = text.lastIndexOf('\n', $from.parentOffset - 1) + 1
  for (let at = text.lastIndexOf('\n', Math.max(first, $to.parentOffset - 1)) + 1; at >= first;) {
    tr.insertText(INDENT, $from.start() + at)
    if (at === 0) break
    at = text.lastIndexOf('\n', at - 2) + 1
  }
  dispatch?.(tr)
  return true
}

const outdentCode: Command = (state, dispatch) => {
  const { $from } = state.selection
  const start = $from.parent.textContent.lastIndexOf('\n', $from.parentOffset - 1) + 1
  const spaces = /^ {0,2}/.exec($from.parent.textContent.slice(start))![0].length
  if (spaces === 0) return false
  dispatch?.(state.tr.delete($from.start() + start, $from.start() + start + spaces))
  return true
}

/** From the last cell into a new row. */
const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false
  if (goToNextCell(1)(state, dispatch)) return true
  addRowAfter(state, dispatch)
  return view ? goToNextCell(1)(view.state, dispatch) : true
}

/** Enter in a table goes down, and behind the last row out of it. */
const cellBelow: Command = (state, dispatch) => {
  const table = around(state, ({ type }) => type === nodes.table)
  const row = around(state, ({ type }) => type === nodes.table_row)
  if (!table || !row) return false
  const { $from } = state.selection
  const column = $from.index(row.depth)
  const at = $from.index(table.depth) + 1
  const after = table.pos + table.node.nodeSize
  const next = at < table.node.childCount ? row.pos + row.node.nodeSize + 1 : null
  const before = next === null ? [] : table.node.child(at).content.content.slice(0, column)
  const pos = before.reduce((sum, cell) => sum + cell.nodeSize, next ?? after)
  const tr = state.tr
  dispatch?.(
    tr.setSelection(TextSelection.near(tr.doc.resolve(Math.min(pos + 1, tr.doc.content.size)))).scrollIntoView(),
  )
  return true
}

/** Enter in the line that opens a part goes into it. */
const intoDetails: Command = (state, dispatch) => {
  const { $from } = state.selection
  if ($from.parent.type !== nodes.summary) return false
  const tr = state.tr
  const after = $from.after()
  if ($from.node(-1).childCount === 1) tr.insert(after, nodes.paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView())
  return true
}

const splitItem: Command = (state, dispatch, view) => {
  const item = around(state, ({ type }) => type === nodes.list_item)
  const attrs = item && item.node.attrs.checked !== null ? { checked: false } : undefined
  return splitListItem(nodes.list_item, attrs)(state, dispatch, view)
}

/** An empty last line of code, and another Enter: out of it. */
const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const text = $from.parent.textContent
  if (!empty || $from.parentOffset !== text.length || !text.endsWith('\n\n')) return false
  const tr = state.tr.delete($from.pos - 2, $from.pos)
  const after = tr.mapping.map($from.after())
  tr.insert(after, nodes.paragraph.create())
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView())
  return true
}

const hardBreak: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type.spec.code) return false
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

/** Three backticks, perhaps a language, and Enter begin code. */
const beginCode: Command = (state, dispatch) => {
  const { $from } = state.selection
  const info =
    $from.parent.type === nodes.paragraph ? /^```([\w+#.-]*)$/.exec($from.parent.textContent)?.[1] : undefined
  if (info === undefined) return false
  const start = $from.start()
  dispatch?.(state.tr.delete(start, $from.end()).setBlockType(start, start, nodes.code_block, { info }))
  return true
}

/** Backspace at the beginning of a heading or of empty code makes words of it again. */
const plainAgain: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { type, content } = $from.parent
  const isSpecial = type === nodes.heading || (type === nodes.code_block && content.size === 0)
  return empty && $from.parentOffset === 0 && isSpecial ? setBlockType(nodes.paragraph)(state, dispatch) : false
}

const tab = chainCommands(nextCell, inCode(indentCode), sinkListItem(nodes.list_item))
const shiftTab = chainCommands(goToNextCell(-1), inCode(outdentCode), (state, dispatch) => {
  // At the first level it leads out of the field, as it does everywhere.
  const depth = [...Array(state.selection.$from.depth + 1).keys()].filter(
    (at) => state.selection.$from.node(at).type === nodes.list_item,
  ).length
  return depth > 1 && liftListItem(nodes.list_item)(state, dispatch)
})

/** What the keys do. After Escape, Tab leads out of lists, tables and code. */
export const keys = () => {
  let leaving = false
  const unlessLeaving: (command: Command) => Command = (command) => (state, dispatch, view) =>
    !leaving && command(state, dispatch, view)
  return [
    new Plugin({
      props: {
        handleKeyDown: (_, { key }) => {
          if (!['Tab', 'Shift'].includes(key)) leaving = key === 'Escape'
          return false
        },
        handleDOMEvents: {
          blur: () => {
            leaving = false
          },
        },
      },
    }),
    keymap({
      'Mod-z': undo,
      'Mod-y': redo,
      'Shift-Mod-z': redo,
      Backspace: chainCommands(undoInputRule, plainAgain),
      Tab: unlessLeaving(tab),
      'Shift-Tab': unlessLeaving(shiftTab),
      Enter: chainCommands(
        beginCode,
        cellBelow,
        intoDetails,
        inCode(leaveCode),
        newlineInCode,
        splitItem,
        createParagraphNear,
        liftEmptyBlock,
        splitBlock,
      ),
      'Shift-Enter': chainCommands(newlineInCode, hardBreak),
      ArrowDown: (state, dispatch, view) => {
        const { $from, empty } = state.selection
        const isEnd = empty && $from.parentOffset === $from.parent.content.size
        return isEnd && $from.after($from.depth) === state.doc.content.size
          ? inCode(exitCode)(state, dispatch, view)
          : false
      },
    }),
    keymap(baseKeymap),
  ]
}
