import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../../../db/dialect.ts'
import { insertMany } from '../../../../db/insert-many.ts'
import { fold } from '../../../../lib/text-terms.ts'

interface Named {
  id: number
  username: string
  display_name: string
}

const LAST = '\u{10ffff}'
const MOST_WORDS = 20

/** The words by whose beginnings somebody is found; case and accents don't matter. */
export const wordsOf = (text: string) =>
  [...new Set(fold(text).split(/[^\p{L}\p{M}\p{N}]+/u))].filter(Boolean).slice(0, MOST_WORDS)

/** A username is found as it is written, too: `ann-b` by `ann-b`, `ann` and `b`. */
export const nameWords = ({ username, display_name }: Omit<Named, 'id'>) => [
  ...new Set([username.toLowerCase(), ...wordsOf(username), ...wordsOf(display_name)]),
]

export const insertNames = (db: Db, users: Named[]) =>
  insertMany(
    db,
    'user_names',
    users.flatMap((user) => nameWords(user).map((word) => ({ word, user_id: user.id }))),
  )

/** The words of these users' names as they are now. */
export const setNames = async (db: Db, ids: number[]) => {
  await db.deleteFrom('user_names').where('user_id', 'in', ids).execute()
  await insertNames(
    db,
    await db.selectFrom('users').select(['id', 'username', 'display_name']).where('id', 'in', ids).execute(),
  )
}

/** One letter begins the names of a tenth of all users: no more than these are looked at, by the alphabet. */
const MOST_FOUND = 50_000

/** That each word of what is typed begins a word of the user's names, or all of it the username. */
export const isNamed = (typed: string, id = 'users.id') => {
  const begins = (word: string) =>
    sql<SqlBool>`${sql.ref(id)} in (select user_id from user_names where word >= ${word} and word < ${word + LAST} limit ${sql.lit(MOST_FOUND)})`
  const whole = typed.trim().toLowerCase().replace(/^@/, '')
  const words = wordsOf(whole)
  if (words.length === 1 && words[0] === whole) return begins(whole)
  const all = words.length
    ? sql.join(
        words.map((word) => begins(word)),
        sql` and `,
      )
    : sql`1 = 0`
  return sql<SqlBool>`((${all}) or ${begins(whole)})`
}
