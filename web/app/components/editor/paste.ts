import type { Pasted, Surface } from './editor-surface.ts'
import { type Change, put, type Selected } from './markdown-edit.ts'
import { isInCode } from './text-lines.ts'

export const ADDRESS = /^https?:\/\/[^\s<>]+$/

/** More than that is pasted as its text: the page would stand still meanwhile. */
const LONGEST_HTML = 1_000_000

/** Parentheses that stand alone would end the link early. */
export const inLink = (address: string) => address.replaceAll('(', '%28').replaceAll(')', '%29')

/** An address pasted over words makes them a link. */
export function changeForAddress({ text, from, to }: Selected, pasted: Pasted): Change | null {
  const chosen = text.slice(from, to)
  const address = pasted.text.trim()
  if (isInCode(text, from) || !chosen.trim() || /[\n[\]]/.test(chosen)) return null
  if (!ADDRESS.test(address) || ADDRESS.test(chosen)) return null
  return put({ text, from, to }, `[${chosen}](${inLink(address)})`)
}

/** Whether a paste may say more than its text. */
export const saysMore = ({ text, from }: Selected, { html, editor, text: words }: Pasted) =>
  (html !== '' || editor !== '') && html.length <= LONGEST_HTML && !ADDRESS.test(words.trim()) && !isInCode(text, from)

/** The address of a question of this site that is pasted by itself. */
export const ownAddress = ({ text, from, to }: Selected, pasted: Pasted) => {
  const address = pasted.text.trim()
  const isOwn = ADDRESS.test(address) && address.startsWith(`${window.location.origin}/questions/`)
  // Within a link it stays what it is.
  return isOwn && from === to && !/[(<`]$/.test(text.slice(0, from)) && !isInCode(text, from) ? address : null
}

/** Pastes the address at once, and makes it a link with the question's title once that is known. */
export const pasteOwnAddress = async (address: string, at: () => Surface) => {
  const { from, to } = at().read()
  const end = from + address.length
  at().apply({ from, to, insert: address, select: [end, end] })
  const link = await import('./own-links.ts').then(({ titledLink }) => titledLink(address)).catch(() => null)
  // Whoever has gone on with the address meant another one.
  if (link && at().read().text.startsWith(address, from) && !/^[^\s).,]/.test(at().read().text.slice(end)))
    at().replace(from, end, link)
}

/** Pastes Markdown, or the text where that says the same or the script for it can't be fetched. */
export const pasteMore = async (pasted: Pasted, at: () => Surface) => {
  const change = await import('./paste-html.ts').then(
    ({ changeForPaste }) => changeForPaste(at().read(), pasted),
    () => null,
  )
  at().apply(change ?? put(at().read(), pasted.text))
}

/** Markdown that an extension has made of a paste; as it is where the script that sets blocks apart can't be fetched. */
export const pasteMarkdown = async (markdown: string, at: () => Surface) => {
  const rich = at().paste
  if (rich) return rich({ text: markdown, html: '', editor: '' }, false)
  const change = await import('./pasted-blocks.ts').then(
    ({ changeForMarkdown }) => changeForMarkdown,
    () => put,
  )
  at().apply(change(at().read(), markdown))
}
