import type { MarkdownIt, StateInline } from 'markdown-it'

const MOST = 50 // more names than that in one text is noise
const MOST_LINKS = 500 // and so is naming them again and again

// Letters, digits, underscore, dot and hyphen. A full stop or dash after the name belongs to the sentence.
const NAME = /@([A-Za-z0-9_.-]{2,60})(?![A-Za-z0-9_.-])/y
const BEFORE = /[\s([{<"'“‘«,;:!?>*_~|\u0080-\uffff]/ // not in addresses, paths and packages: a@b, /@b, =@b

const nameAt = (source: string, at: number) => {
  if (at > 0 && !BEFORE.test(source[at - 1]!)) return null
  NAME.lastIndex = at
  const found = NAME.exec(source)?.[1]
  if (!found || /^[/@]/.test(source.slice(at + 1 + found.length))) return null
  const name = found.replace(/[.-]+$/, '')
  return name.length >= 2 && name.length <= 30 && /[A-Za-z0-9]/.test(name) ? name : null
}

/** `@name` becomes a link to the member's page. The names found are put into `env.mentions`, in lower case. */
export const mentions = (md: MarkdownIt) => {
  md.inline.ruler.after('escape', 'mention', (state: StateInline, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x40 || state.linkLevel > 0) return false
    const name = nameAt(state.src, state.pos)
    if (!name) return false
    const found = state.env.mentions as Set<string>
    const username = name.toLowerCase()
    if (!silent) {
      const counted = state.env as { mentionLinks: number }
      if (counted.mentionLinks < MOST_LINKS && (found.has(username) || found.size < MOST)) {
        counted.mentionLinks++
        found.add(username)
        state.push('link_open', 'a', 1).attrs = [
          ['href', `/users/${username}`],
          ['class', 'mention'],
        ]
        state.push('text', '', 0).content = `@${name}`
        state.push('link_close', 'a', -1)
      } else state.pending += `@${name}`
    }
    state.pos += 1 + name.length
    return true
  })
}
