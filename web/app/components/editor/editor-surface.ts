import type { ToolbarButton } from './editor-toolbar.tsx'
import type { Change, Selected } from './markdown-edit.ts'

/** The field for Markdown: a plain textarea at first, CodeMirror or rich text once it is loaded. All of them speak Markdown. */
export interface Surface {
  read(): Selected
  apply(change: Change): void
  /** Changes a part of the text while the person may be writing another: neither the focus nor the cursor moves. */
  replace(from: number, to: number, insert: string): void
  undo(): void
  redo(): void
  /** The position in the window of the character at this index. */
  caret(at: number): { left: number; bottom: number }
  /** What rich text does by itself, and in its own document. */
  press?(tool: ToolbarButton): void
  paste?(pasted: Pasted, asIs: boolean): Promise<void>
  /** Takes what was dragged from elsewhere. @returns whether it is more than the text that is put in anyway. */
  drop?(event: { clientX: number; clientY: number }, pasted: Pasted): boolean
  /** What a completion puts in, at places of the text that it was shown. */
  complete?(change: Change): void
}

/** What the clipboard offers; `editor` is what code editors of VS Code's kind add. */
export interface Pasted {
  text: string
  html: string
  editor: string
}

const COPIED_HERE = 'application/x-askwell-markdown'

/** Notes of what rich text has copied that its text is its Markdown. Its HTML doesn't tell: other sites have editors of the same kind. */
export const noteCopiedHere = (board: DataTransfer) => board.setData(COPIED_HERE, board.getData('text/plain'))

export const pastedFrom = (board: DataTransfer): Pasted => ({
  // Windows ends lines with two characters; whoever counts on from here counts one.
  text: board.getData('text/plain').replace(/\r\n?/g, '\n'),
  html: board.types.includes(COPIED_HERE) ? '' : board.getData('text/html'),
  editor: board.getData('vscode-editor-data'),
})

/** A key as our lists of keys name it. */
export const keyName = (event: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
  const shift = event.shiftKey ? 'Shift-' : ''
  return event.ctrlKey || event.metaKey
    ? `Mod-${shift}${event.key === 'Enter' ? 'Enter' : event.key.toLowerCase()}`
    : shift + event.key
}

const FLOW = [
  'boxSizing',
  'padding',
  'borderWidth',
  'borderStyle',
  'font',
  'lineHeight',
  'letterSpacing',
  'tabSize',
  'direction',
  'overflowWrap',
] as const

/** A textarea doesn't tell where its characters are: an invisible copy does. */
const caretIn = (field: HTMLTextAreaElement, at: number) => {
  const twin = document.createElement('div')
  const style = getComputedStyle(field)
  for (const name of FLOW) twin.style[name] = style[name]
  const { left, top } = field.getBoundingClientRect()
  Object.assign(twin.style, {
    position: 'fixed',
    visibility: 'hidden',
    whiteSpace: 'pre-wrap',
    left: `${left}px`,
    top: `${top - field.scrollTop}px`,
    width: `${field.offsetWidth}px`,
  })
  const mark = document.createElement('span')
  mark.textContent = '.'
  twin.append(field.value.slice(0, at), mark)
  document.body.append(twin)
  const found = mark.getBoundingClientRect()
  twin.remove()
  return found
}

/** Through the browser's own insertion, so that undo works. */
export const textareaSurface = (field: HTMLTextAreaElement): Surface => ({
  read: () => ({ text: field.value, from: field.selectionStart, to: field.selectionEnd }),
  apply({ from, to, insert, select }) {
    field.focus()
    field.setSelectionRange(from, to)
    // oxlint-disable-next-line no-deprecated
    if (!document.execCommand(insert ? 'insertText' : 'delete', false, insert)) {
      field.setRangeText(insert, from, to)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    field.setSelectionRange(...select)
  },
  replace(from, to, insert) {
    field.setRangeText(insert, from, to, 'preserve')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  },
  undo() {
    field.focus()
    // oxlint-disable-next-line no-deprecated
    document.execCommand('undo')
  },
  redo() {
    field.focus()
    // oxlint-disable-next-line no-deprecated
    document.execCommand('redo')
  },
  caret: (at) => caretIn(field, at),
})

/** Sends a file of a text, and says how many bytes have gone. @returns its address. */
export type SendFile = (sent: {
  source: 'post' | 'post_attachment'
  file: File
  onProgress: (sent: number) => void
  signal: AbortSignal
}) => Promise<string>
