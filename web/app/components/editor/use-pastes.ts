import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef } from 'react'
import type { EditorExtension } from '@askwell/contract/editor-port.ts'
import { type Pasted, pastedFrom, type Surface } from './editor-surface.ts'
import { trying } from './extensions.ts'
import type { Selected } from './markdown-edit.ts'
import { changeForAddress, ownAddress, pasteMarkdown, pasteMore, pasteOwnAddress, saysMore } from './paste.ts'

interface Pastes {
  at: () => Surface
  /** Takes files. Without it they are left to the browser. */
  add: ((files: File[]) => void) | undefined
  extensions: readonly EditorExtension[]
}

/** What the first rule that knows it makes of it. */
const byRule = (extensions: readonly EditorExtension[], { text, html }: Pasted, now: Selected) => {
  const selected = now.text.slice(now.from, now.to)
  for (const { name, pastes = [] } of extensions)
    for (const rule of pastes) {
      const markdown = trying(name, () => rule({ text, html, selected }))
      if (typeof markdown === 'string') return markdown
    }
  return null
}

/** What the clipboard has, and what is dropped, as the text is to have it. */
export function usePastes({ at, add, extensions }: Pastes) {
  /** Ctrl+Shift+V is being pressed. */
  const asIs = useRef(false)
  /** What is dragged began here: the surface moves it by itself. */
  const isMoving = useRef(false)

  const taken = (event: ClipboardEvent | DragEvent) => {
    event.preventDefault()
    event.stopPropagation()
  }
  const dropped = (event: ClipboardEvent | DragEvent, from: DataTransfer) => {
    const files = [...from.files]
    if (!add || files.length === 0) return false
    taken(event)
    add(files)
    return true
  }
  const pasted = (event: ClipboardEvent) => {
    if ((event.target as Element).closest('input, dialog')) return
    const { clipboardData: board } = event
    // Cells of a spreadsheet and texts of word processors come with a picture of themselves.
    const hasWords = board.getData('text/html') !== '' && board.getData('text/plain').trim() !== ''
    const isPlain = asIs.current && !at().paste
    if ((!hasWords && dropped(event, board)) || isPlain) return
    const given = pastedFrom(board)
    const ruled = asIs.current ? null : byRule(extensions, given, at().read())
    if (ruled !== null) {
      taken(event)
      return void pasteMarkdown(ruled, at)
    }
    const rich = at().paste
    if (rich) {
      taken(event)
      return void rich(given, asIs.current)
    }
    const next = changeForAddress(at().read(), given)
    const address = ownAddress(at().read(), given)
    if (!next && !address && !saysMore(at().read(), given)) return
    taken(event)
    if (next) at().apply(next)
    else if (address) void pasteOwnAddress(address, at)
    else void pasteMore(given, at)
  }

  return {
    onPasteCapture: pasted,
    onKeyDownCapture: (event: KeyboardEvent) => {
      asIs.current = event.shiftKey && event.key.toLowerCase() === 'v'
    },
    onDragStartCapture: () => {
      isMoving.current = true
    },
    onDragEndCapture: () => {
      isMoving.current = false
    },
    onDropCapture: (event: DragEvent) => {
      const isOwn = isMoving.current
      isMoving.current = false
      if (dropped(event, event.dataTransfer) || isOwn) return
      if (at().drop?.(event, pastedFrom(event.dataTransfer))) taken(event)
    },
  }
}
