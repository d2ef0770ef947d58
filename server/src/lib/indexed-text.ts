import { codeTerms, languageTerm, nameTerms } from './code-terms.ts'
import { commonName, languageName } from './markdown/highlight.ts'
import { codeOf, plainText } from './plain-text.ts'
import { terms } from './text-terms.ts'

/** A post as the search needs it. */
export interface IndexedText {
  id: number
  kind: string
  title: string
  parsed_text: string
}

const termsOf = (text: string, language: string) => [...terms(text, language), ...nameTerms(text, language)]

/** Code is found by its language as it was named, and as people call it: `js` by `javascript` too. */
const languageTerms = (html: string) => {
  const named = Array.from(html.matchAll(/<code class="language-([\w+#.-]{1,30})"/g), ([, name]) => name!)
  return [...new Set(named.flatMap((name) => [name, commonName(name), languageName(name)].map(languageTerm)))]
}

/** What is stored of a post: its search terms, which contain no spaces, and the words that search quotes. An answer has no title of its own: its question is found by that. */
export const analysedText = ({ id, kind, title, parsed_text }: IndexedText, language: string) => {
  const plain_text = plainText(parsed_text)
  const code = parsed_text.includes('<code') ? codeOf(parsed_text) : ''
  return {
    id,
    title: kind === 'question' ? termsOf(title, language).join(' ') : '',
    body: [...termsOf(plain_text, language), ...codeTerms(code, language), ...languageTerms(parsed_text)].join(' '),
    plain_text,
  }
}
