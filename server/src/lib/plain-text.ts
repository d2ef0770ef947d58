import { Parser } from 'htmlparser2'
import { unescapeHtml } from './html-entities.ts'

const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'br',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'li',
  'main',
  'nav',
  'ol',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tr',
  'ul',
])
const UNSEEN = /^(script|style|template|head|title|noscript|iframe|svg|xmp)$/

const STORED = new Set(
  'p br hr h4 h5 h6 strong em s kbd sub sup a code pre span ul ol li blockquote table thead tbody tr th td div img'.split(
    ' ',
  ),
)
const VOID = new Set(['br', 'hr', 'img'])
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)(?: \/)?>/y
const ENTITY = /&(?!(?:amp|lt|gt|quot);)/

const altOf = (attribs: string) => unescapeHtml(/ alt="([^"]*)"/.exec(attribs)?.[1] ?? '')

interface HtmlHandlers {
  onopentag: (name: string, attribs: Record<string, string>) => void
  ontext: (text: string) => void
  onclosetag: (name: string) => void
}

/** Reads HTML as our sanitizer writes it, five times faster than a parser that knows all HTML; false, and nothing said, where it is another. */
const readStored = (html: string, reader: HtmlHandlers) => {
  if (ENTITY.test(html)) return false
  const pieces: (string | { name: string; attribs: string } | { closed: string })[] = []
  const open: string[] = []
  for (let at = 0; at < html.length;) {
    const from = html.indexOf('<', at)
    if (from !== at) pieces.push(from < 0 ? html.slice(at) : html.slice(at, from))
    if (from < 0) break
    TAG.lastIndex = from
    const [all, closes, name = '', attribs = ''] = TAG.exec(html) ?? []
    if (all === undefined || !STORED.has(name) || attribs.includes('katex')) return false
    if (closes) {
      if (open.pop() !== name) return false
      pieces.push({ closed: name })
    } else {
      pieces.push({ name, attribs })
      if (VOID.has(name)) pieces.push({ closed: name })
      else if (all.endsWith('/>')) return false
      else open.push(name)
    }
    at = from + all.length
  }
  if (open.length) return false
  for (const piece of pieces) {
    if (typeof piece === 'string') reader.ontext(unescapeHtml(piece))
    else if ('closed' in piece) reader.onclosetag(piece.closed)
    else reader.onopentag(piece.name, piece.name === 'img' ? { alt: altOf(piece.attribs) } : {})
  }
  return true
}

/** What KaTeX draws with these isn't of letters: rules, lines, boxes, roots. */
const DRAWN = /\b(?:frac-line|katex-rule|fbox|fcolorbox|(?:under|over)line-line|vertical-separator|hline|hdashline)\b/
const COLOURED = /\bbackground-color:/
const TRANSPARENT = /color:(?:transparent|#[0-9a-f]{3}0|#[0-9a-f]{6}00)(?:;|$)/i

const isDrawn = (name: string, { class: classes = '', style = '' }: Record<string, string>) =>
  !TRANSPARENT.test(style) && (name === 'svg' || DRAWN.test(classes) || COLOURED.test(style))

/**
 * The words of HTML: blocks on lines of their own, pictures as their descriptions, formulas as TeX, or as what of them is seen.
 * The result is text; to put it into HTML, escape it.
 */
export const plainText = (
  html: string,
  { code = true, formulas = 'tex' }: { code?: boolean; formulas?: 'tex' | 'seen' } = {},
) => {
  let text = ''
  const open: { name: string; skip: boolean; pre: boolean }[] = []
  const reader: HtmlHandlers = {
    onopentag: (name, attribs) => {
      const around = open.at(-1)
      // KaTeX writes each formula twice, rendered and as MathML; in the second the author's TeX stands beside.
      const skip =
        !!around?.skip ||
        UNSEEN.test(name) ||
        (name === 'pre' && !code) ||
        attribs.class === (formulas === 'tex' ? 'katex-html' : 'katex-mathml') ||
        (formulas === 'seen' && TRANSPARENT.test(attribs.style ?? '')) ||
        (/^m(row|table|style)$/.test(name) && around?.name === 'semantics')
      if (formulas === 'seen' && !around?.skip && isDrawn(name, attribs)) text += '▭'
      const pre = name === 'pre' || !!around?.pre
      if (!skip && BLOCKS.has(name)) text += '\n'
      if (!skip && (name === 'td' || name === 'th')) text += ' '
      if (!skip && name === 'img' && attribs.alt) text += ` ${attribs.alt} `
      open.push({ name, skip, pre })
    },
    onclosetag: (name) => {
      const closed = open.pop()
      if (!closed?.skip && BLOCKS.has(name)) text += '\n'
    },
    ontext: (words) => {
      const around = open.at(-1)
      if (!around?.skip) text += around?.pre ? words : words.replace(/\s+/g, ' ')
    },
  }
  if (!readStored(html, reader)) new Parser(reader).end(html)
  return text
    .split('\n')
    .map((line) => line.trim().replace(/[ \t]{2,}/g, ' '))
    .filter(Boolean)
    .join('\n')
}

/** What stands within code, each piece on a line. */
export const codeOf = (html: string) => {
  let [code, depth] = ['', 0]
  const reader: HtmlHandlers = {
    onopentag: (name) => {
      if (name === 'code' && depth++ === 0) code += '\n'
    },
    onclosetag: (name) => {
      if (name === 'code') depth--
    },
    ontext: (text) => {
      if (depth > 0) code += text
    },
  }
  if (!readStored(html, reader)) new Parser(reader).end(html)
  return code.trim()
}

const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const within = (text: string, room: number, segmenter: Intl.Segmenter) => {
  // Before a space something always ends, so that only what comes behind the last one is looked at.
  const from = Math.max(0, text.lastIndexOf(' ', room))
  // No word ends within letters and digits, so what they begin doesn't fit; the segmenter takes as long as all the rest.
  if (from > 0 && segmenter === words && /^[A-Za-z0-9]*$/.test(text.slice(from + 1, room + 1)))
    return text.slice(0, from).trimEnd()
  let end = from
  for (const { index, segment } of segmenter.segment(text.slice(from))) {
    if (from + index + segment.length > room) break
    end = from + index + segment.length
  }
  return text.slice(0, end).trimEnd()
}

/** The beginning of a text on one line, at most `max` characters, ending after a whole word and with an ellipsis where something was cut. */
export const excerpt = (text: string, max: number) => {
  const line = text
    .slice(0, max * 8)
    .replace(/\s+/g, ' ')
    .trim()
  if (line.length <= max && text.length <= max * 8) return line
  const start = line.slice(0, max + 64) // enough to see where the last word ends
  const whole = within(start, max - 1, words)
  return `${whole.length > max / 2 ? whole : within(start, max - 1, graphemes)}…`
}

/** What stands under a title in lists and in search engines: the prose without the code, or the code if there is nothing else. */
export const description = (html: string, { max = 240, text }: { max?: number; text?: string } = {}) =>
  excerpt((html.includes('<pre') && plainText(html, { code: false })) || (text ?? plainText(html)), max)
