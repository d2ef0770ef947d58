import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Db } from '../../../db/dialect.ts'
import { insertMany } from '../../../db/insert-many.ts'

/** The terms of a post, in their order, with a space between any two. */
export interface Texts {
  id: number
  title: string
  body: string
}

/** A term, and how much it tells: the rarer, the more. */
export interface Weighed {
  term: string
  weight: number
}

/** What both databases can do, each in its way: pieces of SQL, and keeping the terms. */
export interface Engine {
  /** The index beside the posts it is about; the index is to be asked first. */
  from: RawBuilder<unknown>
  postId: RawBuilder<number>
  /** A search for all of these: single terms, and terms that must stand in a row. */
  all: (wanted: string[][]) => string
  /** A search for any of these. */
  any: (terms: string[]) => string
  matches: (search: string) => RawBuilder<SqlBool>
  /** How well a post fits: the more, the better. Titles say more than bodies. */
  rank: (search: string) => RawBuilder<number>
  /** The same for a search for any, with what each term counts. */
  rankAny: (terms: Weighed[]) => RawBuilder<number>
  /** How many posts have each of the terms, as far as it is known, and up to a limit. */
  counts: (terms: string[], limit: number) => RawBuilder<{ term: string; count: number }>
  /** The numbers of all posts in the index, as a table. */
  kept: RawBuilder<{ post_id: number }>
  put: (db: Db, texts: Texts[]) => Promise<unknown>
  remove: (db: Db, ids: number[]) => Promise<unknown>
}

const quoted = (terms: string[]) => `"${terms.join(' ').replaceAll('"', '""')}"`
const pair = (term: string) => sql`(${term}, ${quoted([term])})`

const bm25 = sql<number>`-bm25(search_index, 8.0, 1.0)` // knows by itself how rare each term is

/** FTS5, which keeps terms only (db/search-tables.ts). */
export const sqlite: Engine = {
  from: sql`search_index cross join posts on posts.id = search_index.rowid`,
  postId: sql<number>`search_index.rowid`,
  all: (wanted) => wanted.map(quoted).join(' AND '),
  any: (terms) => terms.map((term) => quoted([term])).join(' OR '),
  matches: (search) => sql<SqlBool>`search_index match ${search}`,
  rank: () => bm25,
  rankAny: () => bm25,

  counts: (terms, limit) => sql<{ term: string; count: number }>`select column1 as term,
    (select count(*) from (select 1 from search_index where search_index match column2 limit ${limit})) as count from (values ${sql.join(terms.map(pair))})`,

  kept: sql`(select id as post_id from search_index_docsize)`, // where FTS5 has a row for each

  put: (db, texts) =>
    insertMany(
      db,
      'search_index',
      texts.map(({ id, title, body }) => ({ rowid: id, title, body })),
      { verb: 'insert or replace into' },
    ),

  remove: (db, ids) => sql`delete from search_index where rowid in (${sql.join(ids)})`.execute(db),
}
