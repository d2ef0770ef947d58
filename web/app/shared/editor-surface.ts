import type { Change, Selected } from './markdown-edit.ts'

/** Where Markdown is written: a plain textarea at first, CodeMirror once it has come. The toolbar knows neither. */
export interface Surface {
  read(): Selected
  apply(change: Change): void
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
})
