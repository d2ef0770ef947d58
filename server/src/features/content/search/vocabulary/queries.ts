import { sql } from 'kysely'
import { type Db, isPostgres } from '../../../../db/dialect.ts'
import { slowRead } from '../../../../db/slow-reads.ts'

export const LEAST = 3
const LONGEST = 32
const WORD = /^[\p{L}\p{M}]+$/u

export const lengthOf = (term: string) => [...term].length
const reverse = (term: string) => [...term].toReversed().join('')
export const isOrdinary = (term: string) => {
  const length = lengthOf(term)
  return length >= LEAST && length <= LONGEST && WORD.test(term)
}

/** Adds the words among the terms of texts that are being indexed. Words stay when their texts go: one that nothing has any more finds nothing. */
export const learnWords = async (db: Db, terms: Iterable<string>) => {
  const words = [...new Set(terms)].filter(isOrdinary)
  if (words.length === 0) return
  const rows = JSON.stringify(words.map((term) => ({ length: lengthOf(term), term, reversed: reverse(term) })))
  const given = isPostgres(db)
    ? sql`select length, term, reversed from json_to_recordset(${rows}::json) as given (length int, term text, reversed text)`
    : sql`select value ->> 'length' as length, value ->> 'term' as term, value ->> 'reversed' as reversed from json_each(${rows})`
  // In one order, so that two that learn the same wait for each other.
  await sql`insert into search_vocabulary (length, term, reversed) select length, term, reversed from (${given}) as given
    where not exists (select 1 from search_vocabulary as known where known.length = given.length and known.term = given.term)
    order by length, term on conflict do nothing`.execute(db)
}

export const findKnown = async (db: Db, words: string[]) => {
  const ordinary = words.filter(isOrdinary)
  if (ordinary.length === 0) return new Set<string>()
  const rows = await db
    .selectFrom('search_vocabulary')
    .select('term')
    .where('length', 'in', [...new Set(ordinary.map(lengthOf))])
    .where('term', 'in', ordinary)
    .execute()
  return new Set(rows.map(({ term }) => term))
}

const MOST_CANDIDATES = 2000
const AFTER_ALL = '\u{10ffff}'

interface Side {
  column: 'term' | 'reversed'
  start: string
  length: number
}

/** Where a word with one slip is to be found: what lies before the slip, or what lies behind it, is half of the word or more. */
const sidesOf = (word: string): Side[] => {
  const length = lengthOf(word)
  const sides = (ofLength: number, half: number): Side[] => [
    { column: 'term', start: [...word].slice(0, half).join(''), length: ofLength },
    { column: 'reversed', start: [...reverse(word)].slice(0, half).join(''), length: ofLength },
  ]
  const rest = Math.ceil((length - 1) / 2)
  return [...sides(length - 1, rest), ...sides(length, rest), ...sides(length + 1, Math.ceil(length / 2))].filter(
    (side) => side.length >= LEAST && side.start !== '',
  )
}

/** Two letters that changed places may leave less on either side; such words are few enough to be looked for one by one. */
const swapped = (word: string) => {
  const letters = [...word]
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at]!, ...letters.slice(at + 2)].join(''))
}

/** Words among which are all that differ from one of these by one slip. */
export const nearQuery = (words: string[]) => {
  const sides = words.flatMap(sidesOf).map(
    ({ column, start, length }) =>
      sql`select term from (select term from search_vocabulary where length = ${sql.lit(length)}
        and ${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${start + AFTER_ALL} limit ${sql.lit(MOST_CANDIDATES)}) as near`,
  )
  const lengths = [...new Set(words.map(lengthOf))]
  const places = sql`select term from search_vocabulary where length in (${sql.join(lengths.map((length) => sql.lit(length)))})
    and term in (${sql.join(words.flatMap(swapped))})`
  return sql<{ term: string }>`${sql.join([...sides, places], sql` union `)}`
}

export const findNear = async (db: Db, words: string[]) =>
  (await slowRead(db, nearQuery(words).compile(db))).map(({ term }) => term)

/** Words that end with this one, behind so many other letters or more. */
export const endingQuery = (word: string, before: number, limit: number) => {
  const [length, end] = [lengthOf(word), reverse(word)]
  const lengths = Array.from({ length: Math.max(0, LONGEST - length - before) }, (_, n) => length + before + n)
  return sql<{
    term: string
  }>`select term from search_vocabulary where length in (${sql.join(lengths.map((one) => sql.lit(one)))})
    and reversed >= ${end} and reversed < ${end + AFTER_ALL} limit ${sql.lit(limit)}`
}

export const findEnding = async (db: Db, word: string, before: number, limit: number) =>
  (await slowRead(db, endingQuery(word, before, limit).compile(db))).map(({ term }) => term)
