import { plainText } from './plain-text.ts'
import { terms } from './text-terms.ts'

/** A post as the search needs it. */
export interface IndexedText {
  id: number
  kind: string
  title: string
  parsed_text: string
}

/** What is stored of a post: its search terms, which contain no spaces, and the words that search quotes. An answer has no title of its own: its question is found by that. */
export const analysedText = ({ id, kind, title, parsed_text }: IndexedText, language: string) => {
  const plain_text = plainText(parsed_text)
  return {
    id,
    title: kind === 'question' ? terms(title, language).join(' ') : '',
    body: terms(plain_text, language).join(' '),
    plain_text,
  }
}
