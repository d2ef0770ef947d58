import { formulaEnd } from '@askwell/contract/formula-spans.ts'
import { mentionAt } from '@askwell/contract/mentions.ts'

const SIGNS = /[\\`*_[\]<>&~$#!^|:]/
const WORD = /[\p{L}\p{N}]/u
const PUNCTUATION = /[!-/:-@[-`{-~]/
const TAG = /^<(?:\/?(?:kbd|sub|sup|br|details|summary)\b|[a-z][a-z0-9+.-]*:|[^\s<>@]+@)/i
const ENTITY = /^&(?:#\w{1,8}|[a-z]\w{1,31});/i
const LINK = /^\[[^\]]*\](?:\(|\[|:)|^\[[\^!]|^\[[ xX]\]/
const EMOJI = /:[a-z0-9_+-]{1,40}:/y

/** Whether the sign would mean something here. */
const isMeant = (text: string, at: number, hasReferences: boolean) => {
  const [before, after] = [text[at - 1] ?? '', text[at + 1] ?? '']
  const rest = () => text.slice(at, at + 400)
  switch (text.charAt(at)) {
    case '\\':
      return after === '' || PUNCTUATION.test(after)
    case '*':
      return !(/\s/.test(before) && /\s/.test(after))
    case '_':
      return !(WORD.test(before) && WORD.test(after)) && !(/\s/.test(before) && /\s/.test(after))
    case '`':
      return true
    case '[':
      return hasReferences || LINK.test(rest())
    case '<':
      return TAG.test(rest())
    case '&':
      return ENTITY.test(rest())
    case '~':
      return before === '~' || after === '~'
    case '$':
      return formulaEnd(text, at, text.length) > 0
    case '^':
      return after === '['
    default:
      return false
  }
}

export interface Escaping {
  /** Every sign that could ever mean something. */
  all: boolean
  hasReferences: boolean
  inLink: boolean
}

/** Words as Markdown that shows just these words. Names of members and emoji stay as they are. */
export const escapeText = (text: string, { all, hasReferences, inLink }: Escaping) => {
  let result = ''
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    const end = sign === '@' ? mentionAt(text, at)?.end : sign === ':' ? emojiEnd(text, at) : undefined
    if (end) {
      result += text.slice(at, end)
      at = end - 1
    } else {
      const isSign = SIGNS.test(sign)
      const isEscaped = isSign && (all || (inLink && /[[\]]/.test(sign)) || isMeant(text, at, hasReferences))
      result += isEscaped ? `\\${sign}` : sign
    }
  }
  return result
}

const emojiEnd = (text: string, at: number) => {
  EMOJI.lastIndex = at
  const name = EMOJI.exec(text)?.[0]
  return name ? at + name.length : undefined
}

const BEGINS_BLOCK =
  /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|`{3,}|~{3,}|\$\$|<\/?(?:details|summary)\b|\||:?-+:?(?=\s*(?:\||$))|=+(?=\s*$)|(?:\*\s*){3,}$|(?:_\s*){3,}$|(?:-\s*){3,}$|\[[^\]]*\]:)/i
const NUMBERED = /^(\d{1,9})([.)])(?=\s|$)/

/** A line of a paragraph that could be taken for a heading, a list … */
export const escapeLine = (line: string) => {
  const words = line.replace(/^[ \t]+/, '')
  if (NUMBERED.test(words)) return words.replace(NUMBERED, '$1\\$2')
  return BEGINS_BLOCK.test(words) ? `\\${words}` : words
}
