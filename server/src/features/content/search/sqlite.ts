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

/** Terms that must stand in a row; `begun`: the last of them may go on. */
export interface Row {
  terms: string[]
  begun?: boolean
}

export interface Words {
  /** Of each group, any must occur. */
  all: Row[][]
  none: Row[]
  in_title?: boolean
}

/** What both databases can do, each in its way: pieces of SQL, and keeping the terms. */
export interface Engine {
  /** The index beside the posts it is about; the index is to be asked first. */
  from: RawBuilder<unknown>
  /** The index alone, where nothing of the posts is asked. */
  index: RawBuilder<unknown>
  postId: RawBuilder<number>
  /** A search for words; at least one group is wanted. */
  search: (words: Words) => string
  matches: (search: string) => RawBuilder<SqlBool>
  /** Whether one that was found matches this, too. */
  alsoMatches: (search: string) => RawBuilder<SqlBool>
  /** Posts that don't match, where the index isn't asked first. */
  lacks: (search: string) => RawBuilder<SqlBool>
  /** How well a post fits: the more, the better. Titles say more than bodies. */
  rank: (search: string) => RawBuilder<number>
  /** The same for a search for any, with what each term counts. */
  rankAny: (terms: Weighed[]) => RawBuilder<number>
  /** How many posts have each of the terms, up to a limit. */
  counts: (terms: string[], limit: number) => RawBuilder<{ term: string; count: number }>
  /** About how many posts have each of the terms, without reading the whole of a long list; `last`: the number of the newest post. */
  aboutCounts: (terms: string[], last: number) => RawBuilder<{ term: string; count: number }>
  /** The numbers of all posts in the index, as a table. */
  indexed: RawBuilder<{ post_id: number }>
  /** `areNew`: none of them is in it yet. */
  put: (db: Db, texts: Texts[], about?: { areNew?: boolean }) => Promise<unknown>
  remove: (db: Db, ids: number[]) => Promise<unknown>
}

const quoted = ({ terms, begun }: Row) => `"${terms.join(' ').replaceAll('"', '""')}"${begun ? '*' : ''}`
const pair = (term: string) => sql`(${term}, ${quoted({ terms: [term] })})`
const anyOf = (rows: Row[]) => `(${rows.map(quoted).join(' OR ')})`

/** It knows by itself how rare each term is. Titles count for more where all words must occur than where any suffices: judged by searches. */
const bm25 = (title: number) => sql<number>`-bm25(search_index, ${sql.lit(title)}, 1.0)`

/** How far back so many posts with a term lie says how many have it. */
const NEWEST = sql.lit(200)

/** FTS5, which keeps terms only (db/search-tables.ts). */
export const sqlite: Engine = {
  from: sql`search_index cross join posts on posts.id = search_index.rowid`,
  index: sql`search_index`,
  postId: sql<number>`search_index.rowid`,
  search({ all, none, in_title }) {
    const wanted = `${in_title ? 'title : ' : ''}(${all.map(anyOf).join(' AND ')})`
    return none.length ? `${wanted} NOT ${anyOf(none)}` : wanted
  },
  matches: (search) => sql<SqlBool>`search_index match ${search}`,
  alsoMatches: (search) =>
    sql<SqlBool>`posts.id in (select rowid from search_index where search_index match ${search})`,
  lacks: (search) => sql<SqlBool>`posts.id not in (select rowid from search_index where search_index match ${search})`,
  rank: () => bm25(8),
  rankAny: () => bm25(4),

  counts: (terms, limit) => sql<{ term: string; count: number }>`select column1 as term,
    (select count(*) from (select 1 from search_index where search_index match column2 limit ${limit})) as count
      from (values ${sql.join(terms.map(pair))})`,

  aboutCounts: (terms, last) => sql<{ term: string; count: number }>`select column1 as term,
    (select case when count(*) < ${NEWEST} then count(*) else count(*) * ${last} / (${last} + 1 - min(rowid)) end
      from (select rowid from search_index where search_index match column2 order by rowid desc limit ${NEWEST})) as count
      from (values ${sql.join(terms.map(pair))})`,

  indexed: sql`(select id as post_id from search_index_docsize)`, // where FTS5 has a row for each

  put: (db, texts, { areNew = false } = {}) =>
    insertMany(
      db,
      'search_index',
      texts.map(({ id, title, body }) => ({ rowid: id, title, body })),
      { verb: areNew ? 'insert into' : 'insert or replace into' },
    ),

  remove: (db, ids) => sql`delete from search_index where rowid in (${sql.join(ids)})`.execute(db),
}
