import { mentionAt } from '@askwell/contract/mentions.ts'
import type { MarkdownIt, StateInline } from 'markdown-it'

const MOST = 50 // more names than that in one text is noise
const MOST_LINKS = 500 // and so is naming them again and again

/** `@name` becomes a link to the member's page. The names found are put into `env.mentions`, in lower case. */
export const mentions = (md: MarkdownIt) => {
  md.inline.ruler.after('escape', 'mention', (state: StateInline, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x40 || state.linkLevel > 0) return false
    const mention = mentionAt(state.src, state.pos)
    if (!mention) return false
    const { username, end } = mention
    const name = state.src.slice(state.pos + 1, end)
    const found = state.env.mentions as Set<string>
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
    state.pos = end
    return true
  })
}
