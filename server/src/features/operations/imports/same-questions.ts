import type { Db } from '../../../db/dialect.ts'
import { TookTooLong } from '../../../db/slow-reads.ts'
import { findLikeTitle } from '../../content/search/views.ts'
import { hasQuestions, listOrigins, listTitles } from './queries.ts'
import type { Source } from './source.ts'

// The keys of a community are others in another form of its dump, so that a form that hasn't come in yet isn't recognized by them. Titles are the same.

/** Two communities ask a few questions in the same words, and not most of their first. */
const ENOUGH = 5

/** A question with the same title is among so many of those most like it. They are searched for, since titles have no index. */
const ALIKE = 10

/** On a busy site a question that can't be searched for in time isn't known. */
const asked = (db: Db, title: string) =>
  findLikeTitle(db, title, null, ALIKE).catch((error: unknown) => {
    if (error instanceof TookTooLong) return []
    throw error
  })

/** Titles of the first questions that haven't come from this site and are asked here; none where they are too few to mean anything. */
export const sameQuestions = async (db: Db, source: Source, folder: string, site: string) => {
  if (!(await hasQuestions(db, ENOUGH))) return []
  const { title: titles } = await source.samples(folder)
  const known = await listOrigins(db, site, 'post', [...titles.keys()])
  const fresh = [...titles].filter(([key]) => !known.has(key)).map(([, title]) => title)
  const alike = new Set<number>()
  for (const title of fresh) for (const id of await asked(db, title)) alike.add(id)
  const here = new Set(await listTitles(db, [...alike]))
  const same = fresh.filter((title) => here.has(title))
  return same.length >= ENOUGH && same.length * 2 >= fresh.length ? same : []
}
