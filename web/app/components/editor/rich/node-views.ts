import type { Node } from 'prosemirror-model'
import type { EditorView, NodeView } from 'prosemirror-view'

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

const LANGUAGES =
  'bash c clojure cpp csharp css dart diff dockerfile elixir erlang fortran go graphql haskell html ini java javascript json julia kotlin latex lisp lua makefile markdown matlab nginx objectivec ocaml perl php plaintext powershell prolog protobuf python r ruby rust scala scheme scss shell sql swift toml typescript vbnet verilog vim xml yaml'.split(
    ' ',
  )

const languageList = () => {
  const list = document.createElement('datalist')
  for (const language of LANGUAGES) list.append(new Option(language, language))
  return list
}

/** Code with its language, which can be chosen or typed. */
export const codeView =
  ({ language }: ViewWords, id: string) =>
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
    field.setAttribute('list', `${id}-languages`)
    field.contentEditable = 'false'
    const list = languageList()
    list.id = `${id}-languages`
    const pre = document.createElement('pre')
    const contentDOM = document.createElement('code')
    contentDOM.spellcheck = false
    pre.append(contentDOM)
    dom.append(field, ...(document.getElementById(list.id) ? [] : [list]), pre)
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
