import type { Node } from 'prosemirror-model'
import { type EditorState, NodeSelection, TextSelection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { type RefObject, use, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../../../i18n/text.tsx'
import { type OutsideImages, OutsideImagesContext } from '../../../ui/outside-images.ts'
import { keyName, noteCopiedHere, type Surface } from '../editor-surface.ts'
import type { ToolbarButton } from '../editor-toolbar.tsx'
import type { Sample, Selected } from '../markdown-edit.ts'
import { AddressDialog, type Asked } from './address-dialog.tsx'
import { commandFor, markedAround, pressedIn } from './commands.ts'
import { flatSelected, insertMarkdown, isAtSelection, markdownOf, openText, readState, rewrite } from './document.ts'
import { codeView, hasOutsideImage, imageView, itemView, LANGUAGES, sourceView, type ViewWords } from './node-views.ts'
import { pasteRich } from './paste-rich.ts'
import './rich.css'
import { schema } from './schema.ts'
import { blocksMarkdown } from './to-markdown.ts'

// Loaded when somebody chooses to write in rich text.

export interface RichProps {
  /** The plain field, whose text it shows; what is selected there is selected here. */
  field: RefObject<HTMLTextAreaElement | null>
  attributes: Record<string, string>
  onChange: (text: string) => void
  /** Where the cursor is after typing; null if it only moved, or the focus went elsewhere. */
  onCursor: (written: Selected | null) => void
  /** Whether the key was one of ours. */
  onKey: (key: string) => boolean
  onReady: (surface: Surface | null) => void
  /** The buttons whose work the cursor stands in. */
  onPressed: (tools: ToolbarButton[]) => void
  /** Whether there are images of other sites in the text. */
  onOutsideImages: (found: boolean) => void
}

const nodeViews = (words: ViewWords, languages: string, images: Pick<OutsideImages, 'heldBack' | 'ownHost'>) => ({
  code_block: codeView(words, languages),
  image: imageView(images),
  list_item: itemView(words),
  source: sourceView(words),
})

const surfaceOf = (view: EditorView, sample: Sample, ask: (asked: Asked) => void): Surface => {
  const read = () => readState(view.state)
  /** By the text where it isn't what is selected: other blocks stay as they are. */
  const rewritten = (from: number, to: number, insert: string) => {
    const text = markdownOf(view.state)
    return rewrite(view.state, text.slice(0, from) + insert + text.slice(to))
  }
  return {
    read,
    apply({ from, to, insert }) {
      const tr = isAtSelection({ from, to }, read())
        ? insertMarkdown(view.state.tr, insert)
        : rewritten(from, to, insert)
      view.dispatch(tr.scrollIntoView())
      view.focus()
    },
    replace(from, to, insert) {
      view.dispatch(
        from === to && isAtSelection({ from, to }, read())
          ? insertMarkdown(view.state.tr, insert)
          : rewritten(from, to, insert),
      )
    },
    complete({ from, to, insert }) {
      const tr = view.state.tr.setSelection(TextSelection.create(view.state.doc, from, to))
      const info = /^```(.*)$/.exec(insert)?.[1]
      if (info !== undefined) tr.deleteSelection().setBlockType(from, from, schema.nodes.code_block, { info })
      else if (insert) insertMarkdown(tr, insert)
      else tr.deleteSelection()
      view.dispatch(tr.scrollIntoView())
      view.focus()
    },
    undo: () => void commandFor('undo', sample)(view.state, view.dispatch),
    redo: () => void commandFor('redo', sample)(view.state, view.dispatch),
    caret: (at) => view.coordsAtPos(Math.min(at, view.state.doc.content.size)),
    press(tool) {
      if (tool === 'link' || tool === 'image') return ask(askedFor(tool, view.state))
      commandFor(tool, sample)(view.state, view.dispatch, view)
      view.focus()
    },
    paste: (pasted, asIs) => pasteRich(view, pasted, asIs),
    drop(event, pasted) {
      const at = view.posAtCoords({ left: event.clientX, top: event.clientY })
      if (!at) return false
      view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(at.pos))))
      void pasteRich(view, pasted, false)
      return true
    },
  }
}

/** The link or image that the cursor is at. */
const askedFor = (tool: 'link' | 'image', { selection, doc }: EditorState): Asked => {
  const image = selection instanceof NodeSelection && selection.node.type === schema.nodes.image ? selection.node : null
  if (tool === 'image')
    return {
      tool,
      address: (image?.attrs.src as string | undefined) ?? '',
      words: (image?.attrs.alt as string | undefined) ?? '',
      isThere: image !== null,
    }
  const { from, to, $from } = selection
  const link = schema.marks.link.isInSet($from.marks()) ?? schema.marks.link.isInSet($from.nodeAfter?.marks ?? [])
  return {
    tool,
    address: (link?.attrs.href as string | undefined) ?? '',
    words: link ? ($from.nodeAfter?.text ?? '') : doc.textBetween(from, to, ' '),
    isThere: link !== undefined,
  }
}

const putAddress = (view: EditorView, { tool, address, words, isThere }: Asked) => {
  const { state } = view
  const { from, to, empty } = state.selection
  if (tool === 'image') {
    const alt = words.replace(/[[\]\\]/g, '')
    view.dispatch(state.tr.replaceSelectionWith(schema.nodes.image.create({ src: address, alt }), false))
  } else {
    const [start, end] = (isThere && markedAround(state, schema.marks.link)) || [from, to]
    const mark = schema.marks.link.create({ href: address })
    const tr = state.tr.removeMark(start, end, schema.marks.link)
    if (address && empty && !isThere) tr.replaceSelectionWith(schema.text(words || address, [mark]), false)
    else if (address) tr.addMark(start, end, mark)
    view.dispatch(tr)
  }
}

const copied = (content: readonly Node[], fallback: () => string) =>
  content.every(({ type }) => type.isInGroup('block'))
    ? blocksMarkdown(content, { references: {}, isTop: true, taken: [] })
    : fallback()

export function RichSurface(props: RichProps) {
  const { field, attributes } = props
  const t = useText('editor')
  const languages = useId()
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const sample: Sample = (name) => t(`text_${name}`)
  const words = { language: t('language'), done: t('task_done'), source: t('source') }
  const { heldBack, ownHost } = use(OutsideImagesContext)
  const now = useRef({ ...props, sample, words, heldBack, ownHost })
  useEffect(() => {
    now.current = { ...props, sample, words, heldBack, ownHost }
  })

  // Before anything else can happen: no key comes between the two.
  useLayoutEffect(() => {
    const area = field.current!
    const focused = document.activeElement === area
    let pressed = ''
    let byMouse = false
    const tell = (state: EditorState) => {
      const tools = pressedIn(state)
      if (tools.join() === pressed) return
      pressed = tools.join()
      now.current.onPressed(tools)
    }
    const editor: EditorView = new EditorView(box.current, {
      state: openText({ text: area.value, from: area.selectionStart, to: area.selectionEnd }),
      attributes: () => ({
        role: 'textbox',
        tabindex: '0', // what scrolls around it is reached by keyboard
        'aria-multiline': 'true',
        class: 'prose rich-text',
        spellcheck: 'true',
        autocapitalize: 'sentences',
        ...now.current.attributes,
      }),
      nodeViews: nodeViews(now.current.words, languages, now.current),
      handleKeyDown: (_, event) => !event.isComposing && !event.altKey && now.current.onKey(keyName(event)),
      handleDOMEvents: {
        blur: () => now.current.onCursor(null),
        mousedown: () => void (byMouse = true),
        // What is typed at once belongs where the cursor was, not where the browser puts it.
        focus: () => {
          if (!byMouse) editor.focus()
          byMouse = false
        },
      },
      clipboardTextSerializer: ({ content }) =>
        copied(content.content, () => content.textBetween(0, content.size, '\n\n')),
      dispatchTransaction(tr) {
        const state = editor.state.apply(tr)
        editor.updateState(state)
        if (tr.docChanged) {
          now.current.onOutsideImages(hasOutsideImage(state.doc, now.current.ownHost))
          now.current.onChange(markdownOf(state))
          box.current?.dispatchEvent(new Event('input', { bubbles: true })) // keys and buttons are typing, too
        }
        now.current.onCursor(tr.docChanged ? flatSelected(state) : null)
        tell(state)
      },
    })
    view.current = editor
    // After the editor's own listeners, which clear the clipboard first.
    for (const event of ['copy', 'cut'] as const)
      editor.dom.addEventListener(event, ({ defaultPrevented, clipboardData }) => {
        if (defaultPrevented && clipboardData) noteCopiedHere(clipboardData)
      })
    now.current.onReady(surfaceOf(editor, now.current.sample, setAsked))
    now.current.onOutsideImages(hasOutsideImage(editor.state.doc, now.current.ownHost))
    tell(editor.state)
    if (focused) editor.focus()
    return () => {
      now.current.onPressed([])
      now.current.onOutsideImages(false)
      now.current.onReady(null)
      editor.destroy()
    }
  }, [field, languages])

  // Once the dialog is gone: as long as it is there, nothing else takes the focus.
  const wasAsked = useRef(false)
  useEffect(() => {
    if (wasAsked.current && !asked) view.current?.focus()
    wasAsked.current = asked !== null
  }, [asked])

  // Images appear once somebody has agreed to them.
  const wasHeldBack = useRef(heldBack)
  useEffect(() => {
    if (wasHeldBack.current === heldBack) return
    wasHeldBack.current = heldBack
    view.current?.setProps({ nodeViews: nodeViews(now.current.words, languages, { heldBack, ownHost }) })
  }, [heldBack, ownHost, languages])

  const said = JSON.stringify(attributes)
  useEffect(() => {
    view.current?.setProps({})
  }, [said]) // it reads them again

  return (
    <>
      <div className="editor-source editor-rich" ref={box} />
      <datalist id={languages}>
        {LANGUAGES.map((language) => (
          <option key={language}>{language}</option>
        ))}
      </datalist>
      {asked && (
        <AddressDialog
          asked={asked}
          onClose={() => setAsked(null)}
          onDone={(given) => {
            setAsked(null)
            putAddress(view.current!, given)
          }}
        />
      )}
    </>
  )
}
