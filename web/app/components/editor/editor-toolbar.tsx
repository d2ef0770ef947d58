import type { EditorButton } from '@askwell/contract/editor-port.ts'
import { useState, type KeyboardEvent } from 'react'
import { useText } from '../../i18n/text.tsx'
import { IconButton } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import type { Tool } from './markdown-edit.ts'

/** Only where the cursor is in a table of rich text. */
const TABLE_TOOLS = ['table_row_below', 'table_delete_row', 'table_column_after', 'table_delete_column'] as const
export type ToolbarButton = Tool | 'attach' | 'undo' | 'redo' | (typeof TABLE_TOOLS)[number]

export const icons: Record<ToolbarButton, IconName> = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strikethrough',
  heading: 'heading',
  link: 'link',
  quote: 'quote',
  code: 'code',
  code_block: 'codeBlock',
  formula: 'sigma',
  list: 'list',
  numbered: 'listOrdered',
  task: 'listTodo',
  table: 'table',
  image: 'image',
  attach: 'paperclip',
  footnote: 'superscript',
  details: 'listCollapse',
  undo: 'undo',
  redo: 'redo',
  table_row_below: 'rowAdd',
  table_delete_row: 'rowDelete',
  table_column_after: 'columnAdd',
  table_delete_column: 'columnDelete',
}
const groups: ToolbarButton[][] = [
  ['bold', 'italic', 'strike', 'heading'],
  ['link', 'image', 'attach', 'quote', 'code', 'code_block'],
  ['list', 'numbered', 'task', 'table'],
  ['formula', 'footnote', 'details'],
  ['undo', 'redo'],
]
const keys: Partial<Record<ToolbarButton, string>> = {
  bold: 'Ctrl+B',
  italic: 'Ctrl+I',
  strike: 'Ctrl+Shift+X',
  link: 'Ctrl+K',
  code: 'Ctrl+E',
  undo: 'Ctrl+Z',
  redo: 'Ctrl+Y',
}
const TOGGLES = new Set<ToolbarButton>([
  'bold',
  'italic',
  'strike',
  'heading',
  'quote',
  'code',
  'code_block',
  'list',
  'numbered',
  'task',
])

/** One stop for the Tab key; arrows walk along it. */
export function EditorToolbar({
  attach,
  pressed,
  own,
  onTool,
  onOwn,
}: {
  attach: boolean
  /** In rich text, the buttons whose work the cursor stands in. */
  pressed?: ToolbarButton[]
  /** Of extensions. */
  own: readonly EditorButton[]
  onTool: (tool: ToolbarButton) => void
  onOwn: (button: EditorButton) => void
}) {
  const t = useText('editor')
  const [chosen, setStop] = useState(0)
  const shown = [...groups, ...(pressed?.includes('table') ? [[...TABLE_TOOLS]] : [])].map((group) =>
    group.filter((tool) => attach || tool !== 'attach'),
  )
  const all = shown.flat()
  const count = all.length + own.length
  // The one that was used last may be gone, as those for tables are outside of them.
  const stop = Math.min(chosen, count - 1)
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    const next = { ArrowRight: stop + 1, ArrowLeft: stop - 1, Home: 0, End: count - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    const place = (next + count) % count
    setStop(place)
    event.currentTarget.querySelectorAll('button')[place]?.focus()
  }
  return (
    <div className="editor-tools" role="toolbar" aria-label={t('formatting')} onKeyDown={walk}>
      {shown.map((group) => (
        <span className="editor-group" key={group[0]}>
          {group.map((tool) => (
            <IconButton
              key={tool}
              icon={icons[tool]}
              label={t(tool)}
              title={keys[tool] ? `${t(tool)} (${keys[tool]})` : t(tool)}
              tabIndex={all.indexOf(tool) === stop ? 0 : -1}
              aria-pressed={pressed && TOGGLES.has(tool) ? pressed.includes(tool) : undefined}
              onFocus={() => setStop(all.indexOf(tool))}
              onClick={() => onTool(tool)}
            />
          ))}
        </span>
      ))}
      {own.length > 0 && (
        <span className="editor-group">
          {own.map((button, at) => (
            <button
              key={`${at} ${button.label}`}
              type="button"
              className="icon-button"
              title={button.label}
              aria-label={button.label}
              tabIndex={all.length + at === stop ? 0 : -1}
              onFocus={() => setStop(all.length + at)}
              onClick={() => onOwn(button)}
            >
              <span aria-hidden="true">{[...button.sign].slice(0, 2).join('')}</span>
            </button>
          ))}
        </span>
      )}
    </div>
  )
}
