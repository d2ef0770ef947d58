import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands'
import { defineLanguageFacet, Language, syntaxHighlighting } from '@codemirror/language'
import { EditorState, Prec, Transaction } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { directionByLine } from './direction-by-line.ts'
import { classHighlighter } from '@lezer/highlight'
import { GFM, parser } from '@lezer/markdown'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Selected } from './markdown-edit.ts'
import type { Surface } from './editor-surface.ts'
import { pasteMore, saysMore } from './paste.ts'
import { stepInTable } from './table-keys.ts'
import type { Step } from './use-better-surface.ts'

// Loaded when a person focuses the field: it is the largest part of the editor.

interface Props {
  /** The plain field, which it takes over from. */
  field: RefObject<HTMLTextAreaElement | null>
  steps: RefObject<Step[]>
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
  replace: (from, to, insert) => view.dispatch({ changes: { from, to, insert }, userEvent: 'input' }),
  undo() {
    undo(view)
    view.focus()
  },
  redo() {
    redo(view)
    view.focus()
  },
  caret: (at) => view.coordsAtPos(at) ?? view.dom.getBoundingClientRect(),
  drop({ clientX: x, clientY: y }, pasted) {
    const at = view.posAtCoords({ x, y }, false)
    if (!saysMore({ text: view.state.doc.toString(), from: at, to: at }, pasted)) return false
    view.dispatch({ selection: { anchor: at } })
    void pasteMore(pasted, () => surfaceOf(view))
    return true
  },
})

/** From one text to the next: what differs between what both begin and end with. */
const changeBetween = (before: string, after: string) => {
  const most = Math.min(before.length, after.length)
  let from = 0
  while (from < most && before[from] === after[from]) from++
  let end = 0
  while (end < most - from && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) }
}

/** Written again step by step, each at its time: undo takes back what was typed into the plain field as well. */
const rewritten = (empty: EditorState, steps: Step[]) =>
  steps.reduce(
    (state, { text, from, to, at }) =>
      state.update({
        changes: changeBetween(state.doc.toString(), text),
        selection: { anchor: from, head: to },
        annotations: Transaction.time.of(at),
        userEvent: 'input.type',
      }).state,
    empty,
  )

const OUR_KEYS = [
  'Enter',
  'Tab',
  'Shift-Tab',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'Mod-b',
  'Mod-i',
  'Mod-k',
  'Mod-e',
  'Mod-Shift-x',
  'Mod-Enter',
]

export function CodeSurface({ field, steps, attributes, onChange, onCursor, onKey, onReady }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const now = useRef({ attributes, onChange, onCursor, onKey, onReady })
  useEffect(() => {
    now.current = { attributes, onChange, onCursor, onKey, onReady }
  })

  // Before anything else can happen: no key comes between the two.
  useLayoutEffect(() => {
    const area = field.current!
    const [first, ...later] = steps.current
    const { selectionStart: from, selectionEnd: to, scrollTop } = area
    const focused = document.activeElement === area
    /** Escape, then Tab leads out of a table, too. */
    let leaving = false
    const stepped = (at: EditorView, key: string) => {
      const isTab = key === 'Tab' || key === 'Shift-Tab'
      const step = isTab && !leaving ? stepInTable(readFrom(at.state), key === 'Shift-Tab') : null
      leaving = key === 'Escape'
      if (step) surfaceOf(at).apply(step)
      return step !== null
    }
    const state = rewritten(
      EditorState.create({
        doc: first!.text,
        extensions: [
          Prec.highest(
            keymap.of(OUR_KEYS.map((key) => ({ key, run: (at) => now.current.onKey(key) || stepped(at, key) }))),
          ),
          history(),
          keymap.of([...defaultKeymap, ...historyKeymap]),
          markdown,
          syntaxHighlighting(classHighlighter),
          EditorView.lineWrapping,
          directionByLine,
          EditorView.contentAttributes.of(() => ({
            spellcheck: 'true',
            tabindex: '0',
            autocapitalize: 'sentences',
            dir: 'auto',
            ...now.current.attributes,
          })),
          EditorView.updateListener.of(({ docChanged, selectionSet, focusChanged, state }) => {
            if (docChanged || focusChanged) leaving = false
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
      [...later, { text: area.value, from, to, at: Date.now() }],
    )
    const editor = new EditorView({ parent: box.current!, state })
    view.current = editor
    now.current.onReady(surfaceOf(editor))
    box.current!.scrollTop = scrollTop
    if (focused) editor.focus()
    return () => {
      now.current.onReady(null)
      editor.destroy()
    }
  }, [field, steps])

  const said = JSON.stringify(attributes)
  useEffect(() => {
    view.current?.dispatch({})
  }, [said]) // it reads them again

  return <div className="editor-source editor-code" ref={box} />
}
