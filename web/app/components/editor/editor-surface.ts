import type { Change, Selected } from './markdown-edit.ts'

/** The field for Markdown: a plain textarea at first, CodeMirror once it is loaded. The toolbar knows neither. */
export interface Surface {
  read(): Selected
  apply(change: Change): void
  /** The position in the window of the character at this index. */
  caret(at: number): { left: number; bottom: number }
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
  caret: (at) => caretIn(field, at),
})
