import { isMisread, parseSearch, type SearchQuery } from '@askwell/contract/search-syntax.ts'

/** One thing a search asks for, and the search as it would be without it. */
export interface Part {
  kind:
    | 'word'
    | 'misread'
    | 'phrase'
    | 'either'
    | 'tag'
    | 'code'
    | 'language'
    | 'without'
    | 'without_tag'
    | 'closed'
    | 'open'
    | 'in_title'
    | 'created'
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

/** As one piece of a search, whatever spaces are in it. */
const quoted = (text: string) => (/\s/.test(text) ? `"${text}"` : text)

const piecesOf = ({
  words,
  phrases,
  either,
  tags,
  code,
  code_languages,
  without,
  without_tags,
  ...asked
}: SearchQuery): Piece[] => {
  const pieces: Piece[] = [
    ...words.map((value) => ({
      kind: isMisread(value) ? ('misread' as const) : ('word' as const),
      value,
      text: value,
    })),
    ...phrases.map((value) => ({ kind: 'phrase' as const, value, text: `"${value}"` })),
    ...either.map((group) => ({
      kind: 'either' as const,
      value: group.join(', '),
      text: group.map(quoted).join(' OR '),
    })),
    ...tags.map((value) => ({ kind: 'tag' as const, value, text: `[${value}]` })),
    ...code.map((value) => ({ kind: 'code' as const, value, text: `code:${value}` })),
    ...code_languages.map((value) => ({ kind: 'language' as const, value, text: `lang:${value}` })),
    ...without.map((value) => ({ kind: 'without' as const, value, text: `-${quoted(value)}` })),
    ...without_tags.map((value) => ({ kind: 'without_tag' as const, value, text: `-[${value}]` })),
  ]
  const add = (kind: Part['kind'], value: string | number, text: string) => pieces.push({ kind, value, text })
  if (asked.user !== undefined) add('user', asked.user, `user:${asked.user}`)
  if (asked.is) add(asked.is, '', `is:${asked.is}`)
  if (asked.closed !== undefined) add(asked.closed ? 'closed' : 'open', '', `is:${asked.closed ? 'closed' : 'open'}`)
  if (asked.in_title) add('in_title', '', 'in:title')
  if (asked.created !== undefined) add('created', asked.created, `created:${asked.created}`)
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

/** The search with these words as phrases, which are searched for just as they are. */
export const withPhrases = (q: string, words: { typed: string }[]) => {
  const named = new Set(words.map(({ typed }) => typed))
  return q.replace(/\S+/g, (word) => (named.has(word) ? `"${word}"` : word))
}
