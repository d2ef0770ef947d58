import { isImageAddress } from '@askwell/contract/link-address.ts'
import { DOMSerializer, type Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'
import { outsideHost } from '../../../ui/outside-images.ts'

// What in the document is a control of its own: the language of code, the box of a task.

type GetPos = () => number | undefined

const setAttribute = (view: EditorView, getPos: GetPos, name: string, value: unknown) => {
  const pos = getPos()
  if (pos !== undefined) view.dispatch(view.state.tr.setNodeAttribute(pos, name, value))
}

export interface ViewWords {
  language: string
  done: string
  source: string
}

/** What can be chosen for code; others can be typed. */
export const LANGUAGES =
  'bash c clojure cpp csharp css dart diff dockerfile elixir erlang fortran go graphql haskell html ini java javascript json julia kotlin latex lisp lua makefile markdown matlab nginx objectivec ocaml perl php plaintext powershell prolog protobuf python r ruby rust scala scheme scss shell sql swift toml typescript vbnet verilog vim xml yaml'.split(
    ' ',
  )

/** Code with its language, which can be chosen from a list of that id, or typed. */
export const codeView =
  ({ language }: ViewWords, languages: string) =>
  (node: Node, view: EditorView, getPos: GetPos): NodeView => {
    const dom = document.createElement('div')
    dom.className = 'rich-code'
    const field = document.createElement('input')
    Object.assign(field, {
      value: node.attrs.info as string,
      placeholder: language,
      spellcheck: false,
      autocomplete: 'off',
    })
    field.setAttribute('aria-label', language)
    field.setAttribute('list', languages)
    field.contentEditable = 'false'
    const pre = document.createElement('pre')
    const contentDOM = document.createElement('code')
    contentDOM.spellcheck = false
    pre.append(contentDOM)
    dom.append(field, pre)
    const set = () => {
      const info = field.value.trim()
      const pos = getPos()
      if (pos !== undefined && view.state.doc.nodeAt(pos)?.attrs.info !== info) setAttribute(view, getPos, 'info', info)
    }
    field.addEventListener('change', set)
    field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.preventDefault() // Enter would send the form
      set()
      view.focus()
    })
    return {
      dom,
      contentDOM,
      update(next) {
        if (next.type !== node.type) return false
        if (document.activeElement !== field) field.value = next.attrs.info as string
        return true
      },
      stopEvent: ({ target }) => target === field,
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    }
  }

/** An item of a list; a task has a box to tick. */
export const itemView =
  ({ done }: ViewWords) =>
  (node: Node, view: EditorView, getPos: GetPos): NodeView => {
    const dom = document.createElement('li')
    const isTask = node.attrs.checked !== null
    if (!isTask)
      return { dom, contentDOM: dom, update: (next) => next.type === node.type && next.attrs.checked === null }
    dom.className = 'rich-task'
    const box = document.createElement('input')
    Object.assign(box, { type: 'checkbox', checked: node.attrs.checked as boolean })
    box.setAttribute('aria-label', done)
    box.contentEditable = 'false'
    box.addEventListener('change', () => setAttribute(view, getPos, 'checked', box.checked))
    const contentDOM = document.createElement('div')
    dom.append(box, contentDOM)
    const show = (checked: boolean) => {
      box.checked = checked
      dom.dataset.checked = String(checked)
    }
    show(node.attrs.checked as boolean)
    return {
      dom,
      contentDOM,
      update(next) {
        if (next.type !== node.type || next.attrs.checked === null) return false
        show(next.attrs.checked as boolean)
        return true
      },
      stopEvent: ({ target }) => target === box,
      ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
    }
  }

const imageHost = (node: Node, ownHost: string) =>
  node.type.name === 'image' && isImageAddress(node.attrs.src as string)
    ? outsideHost(node.attrs.src as string, ownHost)
    : ''

export const hasOutsideImage = (doc: Node, ownHost: string) => {
  let found = false
  doc.descendants((node) => {
    found ||= imageHost(node, ownHost) !== ''
    return !found
  })
  return found
}

/** An image; where those of other sites are held back, what stands for it, and nothing is asked of that site. */
export const imageView =
  ({ heldBack, ownHost }: { heldBack: boolean; ownHost: string }) =>
  (node: Node): NodeView => {
    const host = heldBack ? imageHost(node, ownHost) : ''
    if (!host) return { dom: DOMSerializer.renderSpec(document, node.type.spec.toDOM!(node)).dom }
    const dom = document.createElement('span')
    dom.className = 'outside-image'
    dom.append([node.attrs.alt as string, host].filter(Boolean).join(' · '))
    return { dom }
  }

/** Markdown as it is written, and a word that it is. */
export const sourceView =
  ({ source }: ViewWords) =>
  (): NodeView => {
    const dom = document.createElement('pre')
    dom.className = 'rich-source'
    dom.dataset.label = source
    dom.dir = 'auto'
    dom.spellcheck = false
    return { dom, contentDOM: dom }
  }
