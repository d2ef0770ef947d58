import { formulaSpans } from './formula-spans.ts'

/** What differs by where HTML is read: the server knows all emoji by name and which addresses may be linked. */
export interface Dialect {
  isEmojiName: (name: string) => boolean
  isLinkAddress: (address: string) => boolean
}

const MARKUP = /[\\*`[\]_&~<$]|^[-+=#>\d]|:[a-z0-9_+-]+:/

/** What our renderer would read as markup. */
const escapeWords = (text: string, { isEmojiName }: Dialect) =>
  text
    .replace(/[\\*`[\]_]/g, '\\$&')
    .replace(/^(?:-|\+ |=+|#{1,6} |~~~|>)/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, (all, digits: string, mark: string, at: number, whole: string) =>
      mark === ')' || whole[digits.length + 1] === ' ' ? `${digits}\\${mark}` : all,
    )
    .replace(/&(?=#?\w{1,31};)/g, '\\&')
    .replace(/(?<!\\)~~/g, '\\~\\~')
    .replace(/<(?=[a-z][a-z0-9+.-]*:|(?:kbd|su[bp]|br *\/?|details(?: open)?)>)/gi, '\\<')
    .replace(/:(?=([a-z0-9_+-]+):)/g, (colon, name: string) => (isEmojiName(name) ? '\\:' : colon))

/** Words as Markdown; formulas are no words, and stay as they are. */
export const escaped = (text: string, dialect: Dialect) => {
  if (!MARKUP.test(text)) return text
  if (!text.includes('$')) return escapeWords(text, dialect)
  let done = 0
  let result = ''
  for (const [from, to] of formulaSpans(text)) {
    result += escapeWords(text.slice(done, from), dialect) + text.slice(from, to)
    done = to
  }
  return result + escapeWords(text.slice(done), dialect)
}
