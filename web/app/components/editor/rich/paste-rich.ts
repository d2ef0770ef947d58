import { Slice } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import type { Pasted } from '../editor-surface.ts'
import { insertMarkdown } from './document.ts'
import { schema } from './schema.ts'

// What the clipboard has becomes the same Markdown as in the other face, and only then a part of the document: its HTML never does.

const ADDRESS = /^https?:\/\/[^\s<>]+$/

const plain = (text: string) => {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) =>
      schema.nodes.paragraph.create(
        null,
        paragraph
          .split('\n')
          .flatMap((line, at) => [
            ...(at > 0 ? [schema.nodes.hard_break.create()] : []),
            ...(line ? [schema.text(line)] : []),
          ]),
      ),
    )
  return new Slice(schema.nodes.doc.create(null, paragraphs).content, 1, 1)
}

/** The title instead of the address of a question of this site, once it is known and if the address still stands there. */
const titled = async (view: EditorView, address: string) => {
  const link = await import('../own-links.ts').then(({ titledLink }) => titledLink(address)).catch(() => null)
  if (!link || view.isDestroyed) return
  const [, words = ''] = /^\[(.*)\]\(/s.exec(link) ?? []
  const title = words.replace(/\\([!-/:-@[-`{-~])/g, '$1')
  let from = -1
  view.state.doc.descendants((node, pos) => {
    const at = node.isText && node.marks.length === 0 ? node.text!.indexOf(address) : -1
    if (at >= 0 && !/^[^\s).,]/.test(node.text!.slice(at + address.length))) from = pos + at
  })
  const mark = schema.marks.link.create({ href: address })
  if (from >= 0 && title)
    view.dispatch(view.state.tr.replaceWith(from, from + address.length, schema.text(title, [mark])))
}

const markdownOf = async (pasted: Pasted) => {
  const { text, html, editor } = pasted
  const plainText = text.replace(/\r\n?/g, '\n')
  if ((html === '' && editor === '') || html.length > 1_000_000) return plainText
  const change = await import('../paste-html.ts').then(
    ({ changeForPaste }) => changeForPaste({ text: '', from: 0, to: 0 }, pasted),
    () => null,
  )
  return change?.insert ?? plainText
}

export const pasteRich = async (view: EditorView, pasted: Pasted, asIs: boolean) => {
  const { state } = view
  const { from, to, empty, $from } = state.selection
  const address = pasted.text.trim()
  if ($from.parent.type.spec.code) view.dispatch(state.tr.insertText(pasted.text.replace(/\r\n?/g, '\n')))
  else if (asIs) view.dispatch(state.tr.replaceSelection(plain(pasted.text)))
  else if (!empty && ADDRESS.test(address) && !ADDRESS.test(state.doc.textBetween(from, to).trim()))
    view.dispatch(state.tr.addMark(from, to, schema.marks.link.create({ href: address })))
  else if (ADDRESS.test(address)) {
    view.dispatch(state.tr.insertText(address))
    if (address.startsWith(`${window.location.origin}/questions/`)) await titled(view, address)
  } else {
    const markdown = await markdownOf(pasted)
    if (!view.isDestroyed) view.dispatch(insertMarkdown(view.state.tr, markdown).scrollIntoView())
  }
}
