import { Parser } from 'htmlparser2'

const BLOCKS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'br',
  'dd',
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
  'table',
  'tr',
  'ul',
])
const UNSEEN = /^(script|style|template|head|title|noscript|iframe|svg|xmp)$/

/**
 * The words of HTML: blocks on lines of their own, pictures as their descriptions, formulas as TeX.
 * The result is text; whoever puts it into HTML escapes it.
 */
export const plainText = (html: string, { code = true }: { code?: boolean } = {}) => {
  let text = ''
  const open: { name: string; skip: boolean; pre: boolean }[] = []
  const parser = new Parser({
    onopentag: (name, attribs) => {
      const around = open.at(-1)
      // KaTeX writes each formula twice, drawn and as MathML; in the second the author's TeX stands beside.
      const skip =
        !!around?.skip ||
        UNSEEN.test(name) ||
        (name === 'pre' && !code) ||
        attribs.class === 'katex-html' ||
        (/^m(row|table|style)$/.test(name) && around?.name === 'semantics')
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
  })
  parser.end(html)
  return text
    .split('\n')
    .map((line) => line.trim().replace(/[ \t]{2,}/g, ' '))
    .filter(Boolean)
    .join('\n')
}

const words = new Intl.Segmenter('en', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const within = (text: string, room: number, segmenter: Intl.Segmenter) => {
  let end = 0
  for (const { index, segment } of segmenter.segment(text)) {
    if (index + segment.length > room) break
    end = index + segment.length
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
