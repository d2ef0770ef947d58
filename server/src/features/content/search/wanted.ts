import { numberOf } from '@askwell/contract/ids.ts'
import { createdRange, searchedTexts, type SearchQuery } from '@askwell/contract/search-syntax.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { codeTerm, languageTerm, wholeName } from '../../../lib/code-terms.ts'
import { commonName } from '../../../lib/markdown/highlight.ts'
import { fold, terms } from '../../../lib/text-terms.ts'
import { findUserByName } from '../../users/users/names/queries.ts'
import { listTagsBySlug, TAG_STATUS } from '../tags/queries.ts'
import { listTagIds, type SearchFilters } from './queries.ts'
import type { Row } from './sqlite.ts'
import { toldBy } from './telling.ts'
import { type Meant, meantWords, type TypedWord } from './vocabulary/meant-words.ts'

export const MOST_TERMS = 20
/** What fits into the field is looked for, also where each letter begins a term. */
const MOST_TYPED = 80
const SEVERAL_PARTS = /[+#.]/ // `node.js` is a term beside `node` and `js`, so its terms don't stand in a row

const apart = (found: string[]) => found.map((term) => ({ terms: [term] }))

/** A phrase: its terms in a row, as far as they stand in one. */
const phraseRows = (phrase: string, language: string): Row[] => {
  const found = terms(phrase, language)
  if (found.length === 0) return []
  return found.some((term) => SEVERAL_PARTS.test(term)) ? apart(found) : [{ terms: found }]
}

/** The plain words as they were typed, and the terms of each. */
const typedWords = (q: string, { words }: SearchQuery, language: string): TypedWord[] => {
  const last = words.at(-1)
  const typed = words.flatMap((word) => {
    const found = terms(word, language)
    const begun = word === last && q.endsWith(word)
    const name = wholeName(word)
    if (name) return [{ typed: word, asked: name, term: name, parts: found, begun: false }]
    return found.map((term) => ({ typed: word, asked: found.length === 1 ? fold(word) : term, term, begun }))
  })
  return typed.slice(0, MOST_TYPED)
}

/** What must occur beside the plain words, and what must not. */
const otherWords = ({ phrases, either, without, code, code_languages }: SearchQuery, language: string) => {
  const rows = (text: string) => phraseRows(text, language)
  const inCode = code.flatMap((word) => wholeName(word) ?? terms(word, language)).map(codeTerm)
  const all = [
    ...phrases.flatMap(rows).map((row) => [row]),
    ...either.map((group) => group.flatMap(rows)),
    ...apart(inCode).map((row) => [row]),
    ...code_languages.map((name) => [{ terms: [languageTerm(commonName(name))] }]),
  ]
  return {
    all: all.filter((group) => group.length > 0).slice(0, MOST_TERMS),
    none: without.flatMap(rows).slice(0, MOST_TERMS),
  }
}

/** A search as it was asked for; its plain words may also be looked for in wider ways, the others were put so on purpose. */
export interface Wanted {
  filters: SearchFilters
  typed: TypedWord[]
  /** The filters with other groups in the place of the plain words. */
  withWords: (groups: Row[][]) => SearchFilters
}

/** A search with its names looked up; undefined where one of them leads nowhere, so that nothing can be found. */
const lookedUp = async (
  db: Db,
  query: SearchQuery,
  viewer: Viewer,
): Promise<Omit<SearchFilters, 'words'> | undefined> => {
  const wanted: Omit<SearchFilters, 'words'> = {
    tags: await Promise.all(query.tags.map((slug) => listTagIds(db, slug))),
    without_tags: (await Promise.all(query.without_tags.map((slug) => listTagIds(db, slug)))).filter(
      (tag) => tag.length > 0,
    ),
  }
  if (wanted.tags.some((tag) => tag.length === 0)) return undefined
  if (query.user !== undefined) {
    wanted.user_id = query.user.toLowerCase() === 'me' ? viewer?.id : (await findUserByName(db, query.user))?.id
    if (!wanted.user_id) return undefined
  }
  if (query.in_question !== undefined) {
    wanted.question_id = numberOf('question', query.in_question)
    if (!wanted.question_id) return undefined
  }
  const { is, closed, created = '', score, views, answers, has_accepted, is_accepted } = query
  return {
    ...wanted,
    kind: is,
    closed,
    created: createdRange(created),
    score,
    views,
    answers,
    has_accepted,
    is_accepted,
  }
}

/** The tags and the member that a search names and that aren't there. */
export const missingIn = async (db: Db, { tags, user }: SearchQuery) => {
  const found = (await listTagsBySlug(db, tags)).filter(({ status }) => status === TAG_STATUS.available)
  const there = new Set(found.map(({ slug_name }) => slug_name))
  const missing_tags = tags.filter((slug) => !there.has(slug))
  const isMissing = user !== undefined && user.toLowerCase() !== 'me' && !(await findUserByName(db, user))
  return { ...(missing_tags.length && { missing_tags }), ...(isMissing && { missing_user: user }) }
}

export const wantedOf = async (
  db: Db,
  q: string,
  query: SearchQuery,
  viewer: Viewer,
  language: string,
): Promise<Wanted | undefined> => {
  const names = await lookedUp(db, query, viewer)
  const typed = typedWords(q, query, language)
  const { all, none } = otherWords(query, language)
  const hasText = searchedTexts(query).length > 0
  if (!names || (hasText && typed.length + all.length === 0)) return undefined
  const withWords = (groups: Row[][]) => ({
    ...names,
    words: { all: [...groups, ...all], none, in_title: query.in_title },
  })
  return { filters: withWords(typed.map(({ term }) => [{ terms: [term] }])), typed, withWords }
}

/** Each plain word as what it may have been meant to be. */
export const meantOf = (db: Db, { typed }: Wanted, language: string): Promise<Meant[]> =>
  Promise.all(typed.map((word) => meantWords(db, word, language)))

/** One group for a word; where it is written together from two, one for each of them, so that both suffice in its place. */
export const groupsFor = ({ parts }: Meant, rows: Row[]): Row[][] =>
  parts.length ? parts.map((part) => [...rows, { terms: [part] }]) : [rows]

/** Of the words any suffices; those that tell most count most. */
export const anyOfGroups = async (db: Db, { withWords }: Wanted, groups: Row[][]): Promise<SearchFilters> => {
  const rows = groups.flat()
  const asked = [...new Set(rows.flatMap((row) => row.terms))]
  const { telling } = await toldBy(db, asked)
  const weights = telling.length ? telling : asked.map((term) => ({ term, weight: 1 }))
  const weighed = new Set(weights.map(({ term }) => term))
  return { ...withWords([rows.filter((row) => row.terms.some((term) => weighed.has(term)))]), weights }
}
