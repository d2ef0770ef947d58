import { SEARCH_TERMS } from './limits.ts'

/** A search, parsed. Everything left out is undefined or an empty list. */
export interface SearchQuery {
  words: string[]
  phrases: string[]
  /** Slugs. */
  tags: string[]
  /** A username, or `me`. */
  user?: string
  is?: 'question' | 'answer'
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

type Read = (value: string) => Partial<SearchQuery> | undefined
const known = <K extends keyof SearchQuery>(key: K, value: SearchQuery[K] | undefined) =>
  value === undefined ? undefined : ({ [key]: value } as Partial<SearchQuery>)

const OPERATORS: Record<string, Read> = {
  user: (value) => ({ user: value }),
  is: (value) => (value === 'question' || value === 'answer' ? { is: value } : undefined),
  score: (value) => known('score', count(value)),
  views: (value) => known('views', count(value)),
  answers: (value) => known('answers', count(value)),
  hasaccepted: (value) => known('has_accepted', yesOrNo(value)),
  isaccepted: (value) => known('is_accepted', yesOrNo(value)),
  inquestion: (value) => ({ in_question: value }),
}

// a phrase, a tag, or anything up to the next space
const PART = /"([^"]*)"|\[([^[\]]+)\]|(\S+)/g

/** What looks like an operator and isn't one is a plain word. */
const operation = (part: string) => {
  const [, name = '', value = ''] = /^([a-z]+):(.+)$/i.exec(part) ?? []
  const key = name.toLowerCase()
  return Object.hasOwn(OPERATORS, key)
    ? OPERATORS[key]!(['user', 'inquestion'].includes(key) ? value : value.toLowerCase())
    : undefined
}

const firstFew = (list: string[]) => [...new Set(list)].slice(0, SEARCH_TERMS)

export const parseSearch = (text: string): SearchQuery => {
  const words: string[] = []
  const phrases: string[] = []
  const tags: string[] = []
  const operations: Partial<SearchQuery> = {}
  for (const [, phrase, tag, part] of text.matchAll(PART)) {
    if (phrase?.trim()) phrases.push(phrase.trim())
    if (tag?.trim()) tags.push(tag.trim().toLowerCase().replace(/\s+/g, '-'))
    const found = part && operation(part)
    const word = found ? '' : part?.replace(/^"|"$/g, '')
    if (found) Object.assign(operations, found)
    if (word) words.push(word)
  }
  return { words: firstFew(words), phrases: firstFew(phrases), tags: firstFew(tags), ...operations }
}

export const isEmptySearch = ({ words, phrases, tags, ...operations }: SearchQuery) =>
  words.length + phrases.length + tags.length + Object.keys(operations).length === 0
