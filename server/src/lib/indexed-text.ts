import { plainText } from './plain-text.ts'
import { terms } from './text-terms.ts'

/** A post as the search needs it. */
export interface IndexedText {
  id: number
  kind: string
  title: string
  parsed_text: string
}

/** What is kept of a post: the terms it is found by, which hold no spaces, and its words as they are quoted. An answer's title is its question's, and found there. */
export const analysedText = ({ id, kind, title, parsed_text }: IndexedText, language: string) => {
  const plain_text = plainText(parsed_text)
  return {
    id,
    title: kind === 'question' ? terms(title, language).join(' ') : '',
    body: terms(plain_text, language).join(' '),
    plain_text,
  }
}
