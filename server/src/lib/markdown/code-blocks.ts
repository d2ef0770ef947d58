import type { MarkdownIt, Token } from 'markdown-it'
import { safeDrawing } from '../sanitize.ts'
import { certainLanguage, highlight, languageName } from './highlight.ts'

/** This many pieces of code are coloured in one text; what comes after that stays plain. */
const COLOURED_MAX = 500
const COLOURED_CHARACTERS = 60_000
/** Ten times what so much code takes; where a piece of it takes longer, it and what comes after it stay plain. */
export const COLOURED_MS = 250
/** Shorter code is read without numbers beside it, longer by nobody. */
const NUMBERED_FROM = 16
const NUMBERED_TO = 2_000

/** What plugins have made of blocks of code. It is made safe with the rest of the text. */
export type Drawn = readonly { language: string; text: string; html: string }[]

export interface Coloured {
  blocks: number
  characters: number
  /** So long may the rest take. */
  ms: number
}

const numbers = (lines: number) => Array.from({ length: lines }, (_, at) => at + 1).join('\n')

const languageIn = (info: string) => /^[\w+#.-]{1,30}/.exec(info)?.[0] ?? ''
export const languageOf = (md: MarkdownIt, info: string) => languageIn(md.utils.unescapeAll(info).trim())

const codeBlock = ({ content, info }: Pick<Token, 'content' | 'info'>, coloured: Coloured, isPost: boolean) => {
  const named = languageIn(info)
  const characters = coloured.characters + content.length
  const fits = coloured.blocks < COLOURED_MAX && characters <= COLOURED_CHARACTERS && coloured.ms > 0
  const language = named || (fits ? certainLanguage(content) : '')
  if (fits && language) Object.assign(coloured, { blocks: coloured.blocks + 1, characters })
  const lines = isPost ? content.split('\n').length - 1 : 0
  const pre = named && isPost ? ` data-language="${languageName(named)}"` : ''
  const code =
    (language && ` class="language-${language}"`) +
    (lines >= NUMBERED_FROM && lines <= NUMBERED_TO ? ` data-lines="${numbers(lines)}"` : '')
  return `<pre tabindex="0"${pre}><code${code}>${highlight(content, fits ? language : '', coloured)}</code></pre>\n`
}

/** Code with its language, and in posts with numbers where it is long; both are shown by the styles, so that copied code is code. */
export const codeBlocks = (md: MarkdownIt, isPost: boolean) => {
  md.renderer.rules.fence = md.renderer.rules.code_block = (tokens, at, _options, env) => {
    const { drawn } = env as { drawn?: Drawn }
    const { content, info } = tokens[at]!
    const html = drawn?.find(({ language, text }) => text === content && language === languageOf(md, info))?.html
    const drawing = html === undefined ? undefined : safeDrawing(html)
    if (drawing !== undefined) return `<div class="drawn">${drawing}</div>\n`
    return codeBlock(
      { content: tokens[at]!.content, info: md.utils.unescapeAll(tokens[at]!.info).trim() },
      (env as { coloured: Coloured }).coloured,
      isPost,
    )
  }
}
