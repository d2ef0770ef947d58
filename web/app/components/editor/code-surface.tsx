import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { defineLanguageFacet, Language, syntaxHighlighting } from '@codemirror/language'
import { EditorState, Prec } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { GFM, parser } from '@lezer/markdown'
import { useEffect, useRef } from 'react'
import type { Selected } from './markdown-edit.ts'
import type { Surface } from './editor-surface.ts'

// Loaded when a person focuses the field: it is the largest part of the editor.

interface Props {
  text: string
  /** Where the cursor was, and whether the field still has the focus. */
  start: { selected: Pick<Selected, 'from' | 'to'>; focus: boolean }
  attributes: Record<string, string>
  onChange: (text: string) => void
  /** Where the cursor is after typing; null if the focus went elsewhere. */
  onCursor: (written: Selected | null) => void
  /** Whether the key was one of ours. */
  onKey: (key: string) => boolean
  onReady: (surface: Surface | null) => void
}

const markdown = new Language(defineLanguageFacet(), parser.configure(GFM), [], 'markdown')

const readFrom = ({ doc, selection: { main } }: EditorState): Selected => ({
  text: doc.toString(),
  from: main.from,
  to: main.to,
})

const surfaceOf = (view: EditorView): Surface => ({
  read: () => readFrom(view.state),
  apply({ from, to, insert, select: [anchor, head] }) {
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor, head },
      scrollIntoView: true,
      userEvent: 'input',
    })
    view.focus()
  },
  caret: (at) => view.coordsAtPos(at) ?? view.dom.getBoundingClientRect(),
})

const OUR_KEYS = ['Enter', 'Tab', 'Escape', 'ArrowUp', 'ArrowDown', 'Mod-b', 'Mod-i', 'Mod-k', 'Mod-Enter']

export function CodeSurface({ text, start, attributes, onChange, onCursor, onKey, onReady }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const now = useRef({ attributes, onChange, onCursor, onKey, onReady })
  useEffect(() => {
    now.current = { attributes, onChange, onCursor, onKey, onReady }
  })

  useEffect(() => {
    const editor = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: text,
        selection: { anchor: start.selected.from, head: start.selected.to },
        extensions: [
          Prec.highest(keymap.of(OUR_KEYS.map((key) => ({ key, run: () => now.current.onKey(key) })))),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          markdown,
          syntaxHighlighting(classHighlighter),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of(() => ({
            spellcheck: 'true',
            autocapitalize: 'sentences',
            dir: 'auto',
            ...now.current.attributes,
          })),
          EditorView.updateListener.of(({ docChanged, selectionSet, focusChanged, state }) => {
            if (docChanged) now.current.onChange(state.doc.toString())
            if (docChanged || selectionSet || focusChanged) now.current.onCursor(docChanged ? readFrom(state) : null)
          }),
          EditorView.theme({
            '&.cm-focused': { outline: 'none' },
            '.cm-content': { padding: '0', caretColor: 'var(--fg)' },
            '.cm-line': { padding: '0' },
            '.cm-scroller': { fontFamily: 'inherit', lineHeight: 'inherit' },
          }),
        ],
      }),
    })
    view.current = editor
    now.current.onReady(surfaceOf(editor))
    if (start.focus) editor.focus()
    return () => {
      now.current.onReady(null)
      editor.destroy()
    }
    // Made once; later texts come below.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  useEffect(() => {
    const editor = view.current
    if (!editor || editor.state.doc.toString() === text) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
  }, [text])

  const said = JSON.stringify(attributes)
  useEffect(() => {
    view.current?.dispatch({})
  }, [said]) // it reads them again

  return <div className="editor-source editor-code" ref={box} />
}
