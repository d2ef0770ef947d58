import { parseObjectId } from '@askwell/contract/ids.ts'
import type { MarkdownIt, StateInline, Token } from 'markdown-it'

const REFERENCE = /#(1\d{16})(?![\w-])/y
const BEFORE = /[\s([{<"'“‘«,;:.!?>*_~|\u0080-\uffff]/ // not in addresses: /questions#1001…

const referenceAt = (source: string, at: number) => {
  if (at > 0 && !BEFORE.test(source[at - 1]!)) return undefined
  REFERENCE.lastIndex = at
  const id = REFERENCE.exec(source)?.[1]
  const type = id && parseObjectId(id)?.type
  return type === 'question' || type === 'answer' ? id : undefined
}

/**
 * `#` and the 17 digits of a question or an answer become a link. Whether the post exists isn't checked, and its title isn't shown: the stored HTML would
 * tell that to everybody, for ever. The linked page redirects to the answer, and is not found for viewers who may not see the post.
 */
export const references = (md: MarkdownIt) => {
  md.inline.ruler.after('escape', 'reference', (state: StateInline, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x23 || state.linkLevel > 0) return false
    const id = referenceAt(state.src, state.pos)
    if (!id) return false
    if (!silent) state.push('reference', '', 0).content = id
    state.pos += 1 + id.length
    return true
  })
  md.renderer.rules.reference = (tokens: Token[], at) =>
    `<a href="/questions/${tokens[at]!.content}">#${tokens[at]!.content}</a>`
}
