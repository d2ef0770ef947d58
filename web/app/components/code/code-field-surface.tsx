import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { indentOnInput, LRLanguage, syntaxHighlighting } from '@codemirror/language'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { EditorState } from '@codemirror/state'
import { parser as cssParser } from '@lezer/css'
import { configureNesting, parser as htmlParser } from '@lezer/html'
import { parser as jsParser } from '@lezer/javascript'
import { classHighlighter } from '@lezer/highlight'
import { useEffect, useRef } from 'react'

// Loaded when somebody turns to such a field: CodeMirror with HTML, CSS and the scripts in HTML.

const LANGUAGES = {
  css: LRLanguage.define({ name: 'css', parser: cssParser }),
  html: LRLanguage.define({
    name: 'html',
    parser: htmlParser.configure({
      wrap: configureNesting(
        [
          { tag: 'script', attrs: ({ type = '' }) => !type.includes('json'), parser: jsParser },
          { tag: 'style', parser: cssParser },
        ],
        [{ name: 'style', parser: cssParser }],
      ),
    }),
  }),
}

interface Props {
  text: string
  language: keyof typeof LANGUAGES
  attributes: Record<string, string>
  onChange: (text: string) => void
}

export function CodeFieldSurface({ text, language, attributes, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const change = useRef(onChange)
  useEffect(() => {
    change.current = onChange
  })
  useEffect(() => {
    const view = new EditorView({
      parent: box.current!,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          highlightActiveLine(),
          // Tab leads on to the next field, as everywhere.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          LANGUAGES[language],
          syntaxHighlighting(classHighlighter),
          EditorView.lineWrapping,
          // The library's own styles are in no layer, so ours can't win from a stylesheet.
          EditorView.theme({
            '.cm-content': { caretColor: 'var(--fg)' },
            '.cm-cursor': { borderColor: 'var(--fg)' },
            '.cm-gutters': { border: '0', background: 'transparent', color: 'var(--fg-3)' },
            '.cm-activeLine, .cm-activeLineGutter': { background: 'transparent' },
            '&.cm-focused :is(.cm-activeLine, .cm-activeLineGutter)': { background: 'var(--bg-hover)' },
          }),
          EditorView.contentAttributes.of({ dir: 'ltr', spellcheck: 'false', autocapitalize: 'off', ...attributes }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) change.current(state.doc.toString())
          }),
        ],
      }),
    })
    view.focus()
    return () => view.destroy()
    // Made once, with the text as it is then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return <div className="code-field-surface" ref={box} />
}
