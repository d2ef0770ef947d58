import { COMMENT } from '@askwell/contract/limits.ts'
import { emojiNamed } from '../../../../lib/markdown/emoji.ts'

// What Discourse has beyond Markdown, as Markdown has it. Code stays as it is.

/** Its names of emoji that others call otherwise. */
const EMOJI: Record<string, string> = {
  slight_smile: 'slightly_smiling_face',
  slight_frown: 'slightly_frowning_face',
  crazy_face: 'zany_face',
  upside_down: 'upside_down_face',
  thinking_face: 'thinking',
  face_with_raised_eyebrow: 'raised_eyebrow',
}
const DEPTH_MAX = 5

const plainName = (name: string) => name.replace(/[\\[\]*_`<>]/g, '\\$&')

/** `ann, post:3, topic:12` and, where names are shown, `Ann Lee, post:3, topic:12, full:true, username:ann` */
const quoted = (about: string) => {
  const [name = '', ...rest] = about
    .replace(/^["“”']|["“”']$/g, '')
    .split(',')
    .map((part) => part.trim())
  const facts = Object.fromEntries(rest.map((part) => part.split(':', 2).map((word) => word.trim())))
  if (!name) return undefined
  return /^\d{1,12}$/.test(facts.topic ?? '')
    ? `[${plainName(name)}](/t/${facts.topic}/${/^\d{1,9}$/.test(facts.post ?? '') ? facts.post : 1}):`
    : `${plainName(name)}:`
}

type Uploads = (short: string) => string | undefined

const inlineOf = (text: string, uploads: Uploads) =>
  text
    .split(/(`{1,9}[^`\n]+`{1,9})/)
    .map((part, at) =>
      at % 2
        ? part
        : part
            // ![alt|690x400, 50%](…), [report.pdf|attachment](…)
            .replace(/(\[[^[\]|\n]*)\|[^\]\n]{1,60}(\]\()/g, '$1$2')
            .replace(/upload:\/\/([\w.-]{1,80})/g, (whole, short: string) => uploads(short) ?? whole)
            .replace(/:([\w+-]{1,50}):(?:t[2-6]:)?/g, (whole, name: string) =>
              EMOJI[name] ? `:${EMOJI[name]}:` : whole.replace(/t[2-6]:$/, ''),
            ),
    )
    .join('')

const FENCE = /^\s*(`{3,}|~{3,})/

/** The raw text of a post as Markdown. */
export const markdownOf = (raw: string, uploads: Uploads) => {
  const made: string[] = []
  let depth = 0
  let fence = ''
  const write = (line: string) => made.push(depth ? `${'> '.repeat(Math.min(depth, DEPTH_MAX))}${line}` : line)
  for (const line of raw.replaceAll('\r\n', '\n').split('\n')) {
    const [, mark = ''] = FENCE.exec(line) ?? []
    if (fence || mark) {
      write(line)
      if (!fence) fence = mark
      else if (mark.startsWith(fence)) fence = ''
      continue
    }
    const opening = /^\[quote(?:=([^\]]*))?\](.*)$/is.exec(line.trimStart())
    const rest = opening ? opening[2]!.trimStart() : line
    if (opening) {
      if (!depth) write('')
      depth++
      const author = quoted(opening[1] ?? '')
      if (author) {
        write(author)
        write('')
      }
    }
    const closing = /^(.*)\[\/quote\](.*)$/is.exec(rest)
    const details = /^\s*\[details(?:=([^\]]*))?\]/i.exec(rest)
    if (closing && depth) {
      if (closing[1]) write(inlineOf(closing[1], uploads))
      depth--
      write('')
      const behind = closing[2]!.trimStart()
      if (behind) write(inlineOf(behind, uploads))
    } else if (details) {
      const title = (details[1] ?? '').replace(/^"|"$/g, '')
      if (title) write(`**${plainName(title)}**`)
      write('')
    } else if (/^\s*\[\/(?:details|spoiler)\]\s*$/i.test(rest) || /^\s*\[spoiler\]\s*$/i.test(rest)) write('')
    else if (!opening || rest) write(inlineOf(rest, uploads))
  }
  return made.join('\n').trim()
}

/** Without what stands between two marks; each is looked for once. */
const without = (html: string, from: string, to: string) => {
  const parts: string[] = []
  let at = 0
  for (;;) {
    const start = html.indexOf(from, at)
    const end = start < 0 ? -1 : html.indexOf(to, start)
    if (end < 0) return parts.concat(html.slice(at)).join('')
    parts.push(html.slice(at, start))
    at = end + to.length
  }
}

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]

/** The text of a post as it was shown, without what only Discourse shows: pictures of authors, emoji as pictures, sizes of files. */
export const htmlOf = (cooked: string) =>
  without(cooked, '<div class="meta">', '</div>').replace(/<img\b[^<>]{1,5000}>/g, (tag) => {
    const classes = attribute(tag, 'class')?.split(' ') ?? []
    if (classes.includes('avatar')) return ''
    if (!classes.includes('emoji')) return tag
    const name = /^:([\w+-]+)/.exec(attribute(tag, 'alt') ?? '')?.[1]
    return name ? (emojiNamed(EMOJI[name] ?? name) ?? `:${name}:`) : ''
  })

/** Which files the pictures of a shown text are, by the names that the raw text has for them. */
export const uploadsIn = (cooked: string) => {
  const found = new Map<string, string>()
  for (const [tag] of cooked.matchAll(/<(?:img|a)\b[^<>]{1,5000}>/g)) {
    const [short, address] = [attribute(tag, 'data-base62-sha1'), attribute(tag, 'src') ?? attribute(tag, 'href')]
    if (short && address) found.set(short, address)
  }
  return found
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** `upload://` names files by their SHA-1 to the base of 62. */
export const sha1Of = (short: string) => {
  const name = short.replace(/\..*$/s, '')
  if (!/^[\dA-Za-z]{1,27}$/.test(name)) return undefined
  const number = [...name].reduce((sum, digit) => sum * 62n + BigInt(DIGITS.indexOf(digit)), 0n)
  const hex = number.toString(16).padStart(40, '0')
  return hex.length === 40 ? hex : undefined
}

const COMMENT_MAX = COMMENT.max
/** What a comment can hold: a few lines without code, pictures, quotes and lists. */
export const isShort = (raw: string | null, cooked: string | null) => {
  if (raw !== null)
    return (
      raw.length <= COMMENT_MAX &&
      !/```|~~~|!\[|upload:\/\/|\[quote|\[details|^\s*(?:[-*+]|\d+\.|#+|>|\|)\s|^ {4}/m.test(raw)
    )
  return (
    cooked !== null &&
    cooked.length <= 4 * COMMENT_MAX &&
    cooked.replace(/<[^>]*>/g, '').length <= COMMENT_MAX &&
    !/<(?:pre|aside|blockquote|ul|ol|table|h\d|img(?![^>]{0,500}class="emoji))/.test(cooked)
  )
}
