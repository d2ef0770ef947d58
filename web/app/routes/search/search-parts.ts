import { parseSearch, type SearchQuery } from '@askwell/contract/search-syntax.ts'

/** One thing a search asks for, and the search as it would be without it. */
export interface Part {
  kind:
    | 'word'
    | 'phrase'
    | 'tag'
    | 'user'
    | 'question'
    | 'answer'
    | 'score'
    | 'views'
    | 'answers'
    | 'no_answers'
    | 'accepted'
    | 'not_accepted'
    | 'is_accepted'
    | 'is_not_accepted'
    | 'in_question'
  value: string | number
  without: string
}

interface Piece {
  kind: Part['kind']
  value: string | number
  text: string
}

const piecesOf = ({ words, phrases, tags, ...asked }: SearchQuery): Piece[] => {
  const pieces: Piece[] = [
    ...words.map((value) => ({ kind: 'word' as const, value, text: value })),
    ...phrases.map((value) => ({ kind: 'phrase' as const, value, text: `"${value}"` })),
    ...tags.map((value) => ({ kind: 'tag' as const, value, text: `[${value}]` })),
  ]
  const add = (kind: Part['kind'], value: string | number, text: string) => pieces.push({ kind, value, text })
  if (asked.user !== undefined) add('user', asked.user, `user:${asked.user}`)
  if (asked.is) add(asked.is, '', `is:${asked.is}`)
  if (asked.score !== undefined) add('score', asked.score, `score:${asked.score}`)
  if (asked.views !== undefined) add('views', asked.views, `views:${asked.views}`)
  if (asked.answers !== undefined)
    add(asked.answers === 0 ? 'no_answers' : 'answers', asked.answers, `answers:${asked.answers}`)
  if (asked.has_accepted !== undefined)
    add(asked.has_accepted ? 'accepted' : 'not_accepted', '', `hasaccepted:${asked.has_accepted ? 'yes' : 'no'}`)
  if (asked.is_accepted !== undefined)
    add(asked.is_accepted ? 'is_accepted' : 'is_not_accepted', '', `isaccepted:${asked.is_accepted ? 'yes' : 'no'}`)
  if (asked.in_question !== undefined) add('in_question', asked.in_question, `inquestion:${asked.in_question}`)
  return pieces
}

/** A search taken apart, as the server understands it. */
export const partsOf = (q: string): Part[] => {
  const pieces = piecesOf(parseSearch(q))
  return pieces.map(({ kind, value }, place) => ({
    kind,
    value,
    without: pieces
      .filter((_, other) => other !== place)
      .map(({ text }) => text)
      .join(' '),
  }))
}
