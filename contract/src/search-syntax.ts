import { SEARCH_TERMS, SEARCH_WORDS } from './limits.ts'

/** A search, parsed. Everything left out is undefined or an empty list. */
export interface SearchQuery {
  words: string[]
  phrases: string[]
  /** Of each group, written `one OR "another one"`, any suffices. */
  either: string[][]
  /** Slugs. */
  tags: string[]
  /** Written `-word`, `-"a phrase"`, `-[tag]`: what must not occur. */
  without: string[]
  without_tags: string[]
  /** A username, or `me`. */
  user?: string
  is?: 'question' | 'answer'
  /** Words that must stand within code. */
  code: string[]
  /** Languages that a block of code must be in, as its author named it: `python`, `c++`. */
  code_languages: string[]
  /** Questions that are closed, or open. */
  closed?: boolean
  /** Words and phrases must stand in the title. */
  in_title?: true
  /** When it was written, as `2024`, `2024-03`, `2024-03-31`, or from one to another of them: `2023..2024-06`, `2024..`, `..2024`. */
  created?: string
  /** At least this many votes or views. */
  score?: number
  views?: number
  /** At least this many answers; 0 means none at all. */
  answers?: number
  /** Questions with, or without, an accepted answer. */
  has_accepted?: boolean
  /** Answers that are, or aren't, accepted. */
  is_accepted?: boolean
  /** Answers to this question only. */
  in_question?: string
}

const count = (text: string) => (/^-?\d{1,9}$/.test(text) ? Number(text) : undefined)
const yesOrNo = (text: string) => (text === 'yes' ? true : text === 'no' ? false : undefined)

const DAY = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/

/** The first second of a day, month or year, and the first one after it. */
const spanOf = (text: string) => {
  const [, year, month, day] = DAY.exec(text) ?? []
  if (!year) return undefined
  const at = (y: number, m: number, d: number) => Date.UTC(y, m, d) / 1000
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)]
  const start = at(y, m, d)
  if (m < 0 || m > 11 || new Date(start * 1000).getUTCDate() !== d) return undefined
  return { start, end: day ? at(y, m, d + 1) : month ? at(y, m + 1, 1) : at(y + 1, 0, 1) }
}

/** From when on, and before when, in seconds of UTC; undefined if it says no time. */
export const createdRange = (text: string): { from?: number; before?: number } | undefined => {
  const [first = '', last, ...more] = text.split('..')
  if (more.length) return undefined
  const [from, to] = [spanOf(first), spanOf(last ?? first)]
  if ((first && !from) || (last && !to) || !(from || to)) return undefined
  return { ...(from && { from: from.start }), ...(to && { before: to.end }) }
}

type Read = (value: string) => Partial<SearchQuery> | undefined
const known = <K extends keyof SearchQuery>(key: K, value: SearchQuery[K] | undefined) =>
  value === undefined ? undefined : ({ [key]: value } as Partial<SearchQuery>)

const STATES = new Map<string, Partial<SearchQuery>>([
  ['question', { is: 'question' }],
  ['answer', { is: 'answer' }],
  ['closed', { closed: true }],
  ['open', { closed: false }],
])

const OPERATORS: Record<string, Read> = {
  user: (value) => ({ user: value }),
  is: (value) => STATES.get(value),
  in: (value) => (value === 'title' ? { in_title: true } : undefined),
  created: (value) => known('created', createdRange(value) && value),
  score: (value) => known('score', count(value)),
  views: (value) => known('views', count(value)),
  answers: (value) => known('answers', count(value)),
  hasaccepted: (value) => known('has_accepted', yesOrNo(value)),
  isaccepted: (value) => known('is_accepted', yesOrNo(value)),
  inquestion: (value) => ({ in_question: value }),
}

// a phrase, a tag, or anything up to the next space; the first two also with a minus
const PART = /(-?)"([^"]*)"|(-?)\[([^[\]]+)\]|(\S+)/g

const OPERATION = /^([a-z]+):(.+)$/i

/** What looks like an operator and isn't one is a plain word. */
const operation = (part: string) => {
  const [, name = '', value = ''] = OPERATION.exec(part) ?? []
  const key = name.toLowerCase()
  return Object.hasOwn(OPERATORS, key)
    ? OPERATORS[key]!(['user', 'inquestion'].includes(key) ? value : value.toLowerCase())
    : undefined
}

/** Whether a word names an operator and a value that it doesn't know, such as `score:many`: it is searched for like any other. */
export const isMisread = (word: string) =>
  Object.hasOwn(OPERATORS, OPERATION.exec(word)?.[1]?.toLowerCase() ?? '') && !operation(word)

const firstFew = (list: string[], most: number) => [...new Set(list)].slice(0, most)

type Kind = 'word' | 'phrase' | 'tag' | 'code' | 'language' | 'without' | 'without_tag' | 'or'
interface Piece {
  kind: Kind
  text: string
}

const slugOf = (tag: string) => tag.trim().toLowerCase().replace(/\s+/g, '-')

const pieceOf = ([, noPhrase, phrase, noTag, tag, part]: string[]): Piece => {
  if (phrase !== undefined) return { kind: noPhrase ? 'without' : 'phrase', text: phrase.trim() }
  if (tag !== undefined) return { kind: noTag ? 'without_tag' : 'tag', text: slugOf(tag) }
  if (part === 'OR') return { kind: 'or', text: part }
  const [, not, tagged] = /^(-?)tag:(.+)$/i.exec(part!) ?? []
  if (tagged) return { kind: not ? 'without_tag' : 'tag', text: slugOf(tagged) }
  const [, code] = /^code:(.+)$/i.exec(part!) ?? []
  if (code) return { kind: 'code', text: code }
  const [, language] = /^lang:(.+)$/i.exec(part!) ?? []
  if (language) return { kind: 'language', text: language.toLowerCase() }
  const text = part!.replace(/^"|"$/g, '')
  return /^-[\p{L}\p{N}]/u.test(text) ? { kind: 'without', text: text.slice(1) } : { kind: 'word', text }
}

/** Takes the groups out whose words and phrases have `OR` between them; elsewhere `OR` is a word. */
const groupsOf = (pieces: Piece[]) => {
  const groups: string[][] = []
  const others: Piece[] = []
  const isText = (piece: Piece | undefined) => piece?.kind === 'word' || piece?.kind === 'phrase'
  for (let at = 0; at < pieces.length; at++) {
    const group = [pieces[at]!]
    while (isText(group.at(-1)) && pieces[at + 1]?.kind === 'or' && isText(pieces[at + 2])) {
      group.push(pieces[at + 2]!)
      at += 2
    }
    if (group.length > 1)
      groups.push(
        firstFew(
          group.map(({ text }) => text),
          SEARCH_TERMS,
        ),
      )
    else others.push(group[0]!.kind === 'or' ? { kind: 'word', text: 'OR' } : group[0]!)
  }
  return { groups: groups.slice(0, SEARCH_TERMS), others }
}

export const parseSearch = (text: string): SearchQuery => {
  const operations: Partial<SearchQuery> = {}
  const pieces: Piece[] = []
  for (const match of text.matchAll(PART)) {
    const found = match[5] && operation(match[5])
    const piece = found ? undefined : pieceOf(match)
    if (found) Object.assign(operations, found)
    if (piece?.text) pieces.push(piece)
  }
  const { groups, others } = groupsOf(pieces)
  const texts = (kind: Kind) =>
    firstFew(
      others.filter((piece) => piece.kind === kind).map((piece) => piece.text),
      kind === 'word' || kind === 'phrase' ? SEARCH_WORDS : SEARCH_TERMS,
    )
  return {
    words: texts('word'),
    phrases: texts('phrase'),
    either: groups,
    tags: texts('tag'),
    code: texts('code'),
    code_languages: texts('language'),
    without: texts('without'),
    without_tags: texts('without_tag'),
    ...operations,
  }
}

/** Nobody writes these but in a search; tags and names stand in messages, too. */
const SURE = [
  'is',
  'closed',
  'in_title',
  'created',
  'score',
  'views',
  'answers',
  'has_accepted',
  'is_accepted',
] as const

/** Whether a long text is a search all the same, with operators. */
export const isWritten = (text: string) => {
  const query = parseSearch(text)
  return SURE.some((key) => query[key] !== undefined)
}

/** A text that was pasted whole, such as an error message, with nothing in it that means something to a search. */
const withoutSyntax = (text: string) =>
  text
    .replace(/["“”[\]]/g, ' ')
    .replace(/(^|[^:]):(?!:)/g, '$1 ')
    .replace(/(^|\s)-+(?=\S)/g, '$1')
    .replace(/\bOR\b/g, 'or')

/** What is searched for where somebody gives a text that is longer than a search. */
export const searchIn = (text: string) => (isWritten(text) ? text : withoutSyntax(text))

/** What a search wants to be found somewhere in a text. */
export const searchedTexts = ({ words, phrases, either, code, code_languages }: SearchQuery) => [
  ...words,
  ...phrases,
  ...either.flat(),
  ...code,
  ...code_languages,
]

export const isEmptySearch = ({
  words,
  phrases,
  either,
  tags,
  code,
  code_languages,
  without,
  without_tags,
  ...operations
}: SearchQuery) =>
  [words, phrases, either, tags, code, code_languages, without, without_tags].every((list) => list.length === 0) &&
  Object.keys(operations).length === 0
