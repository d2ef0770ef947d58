import type { EditorFace, EditorSurface } from '@askwell/contract/editor-port.ts'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Surface } from './editor-surface.ts'

// Loaded when somebody writes in a face that the site didn't bring.

interface Props {
  face: EditorFace
  field: RefObject<HTMLTextAreaElement | null>
  attributes: Record<string, string>
  onChange: (text: string) => void
  onReady: (surface: Surface | null) => void
  /** It can't be shown: the plain field is there again. */
  onFailed: () => void
}

const surfaceOf = (own: EditorSurface, box: HTMLElement): Surface => ({
  read: () => own.read(),
  apply(change) {
    own.apply(change)
    own.focus()
  },
  replace(from, to, insert) {
    const now = own.read()
    const moved = (at: number) => (at <= from ? at : Math.max(from, at + insert.length - (to - from)))
    own.apply({ from, to, insert, select: [moved(now.from), moved(now.to)] })
  },
  undo: () => own.undo?.(),
  redo: () => own.redo?.(),
  caret: () => box.getBoundingClientRect(),
})

export function OwnSurface({ face, field, attributes, onChange, onReady, onFailed }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const now = useRef({ attributes, onChange, onReady, onFailed })
  useEffect(() => {
    now.current = { attributes, onChange, onReady, onFailed }
  })
  useLayoutEffect(() => {
    const area = field.current!
    const element = box.current!
    let mounted: EditorSurface | undefined
    let isGone = false
    const mount = async () => {
      const own = await face.mount(element, {
        text: area.value,
        from: area.selectionStart,
        to: area.selectionEnd,
        labelledBy: now.current.attributes['aria-labelledby'] ?? '',
        onChange: (text) => now.current.onChange(text),
      })
      if (isGone) return own.destroy()
      mounted = own
      now.current.onReady(surfaceOf(own, element))
    }
    mount().catch((error: unknown) => {
      console.error(`editor face ${face.label}:`, error)
      if (!isGone) now.current.onFailed()
    })
    return () => {
      isGone = true
      now.current.onReady(null)
      mounted?.destroy()
    }
  }, [face, field])
  return <div className="editor-source editor-own" ref={box} />
}
