import type { MarkdownIt, StateInline } from 'markdown-it'
import emojiByName from 'markdown-it-emoji/lib/data/full.mjs'

const NAME = /:([a-z0-9_+-]{1,40}):(?![\p{L}\p{N}:])/uy
const EMOJI = new Map(Object.entries(emojiByName))

/** Where a word ends no emoji begins: `std::map::at`, `10:100:20` and `a:b:c` are none. */
const emojiAt = (source: string, at: number) => {
  if (at > 0 && /[\p{L}\p{N}:]/u.test(source[at - 1]!)) return undefined
  NAME.lastIndex = at
  const [written, name = ''] = NAME.exec(source) ?? []
  const emoji = EMOJI.get(name)
  return written && emoji ? { written, emoji } : undefined
}

/** `:tada:` becomes 🎉. Other characters, such as `:-)` and quotes, stay as they were typed. */
export const emoji = (md: MarkdownIt) => {
  md.inline.ruler.after('escape', 'emoji', (state: StateInline, silent) => {
    if (state.src.charCodeAt(state.pos) !== 0x3a) return false
    const found = emojiAt(state.src, state.pos)
    if (!found) return false
    if (!silent) state.push('text', '', 0).content = found.emoji
    state.pos += found.written.length
    return true
  })
}

export const emojiNamed = (name: string) => EMOJI.get(name)

/** Is there a name of an emoji between these colons? What is imported must not become a picture by chance. */
export const isEmojiName = (name: string) => EMOJI.has(name)
