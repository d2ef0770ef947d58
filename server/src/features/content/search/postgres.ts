import { sql, type SqlBool } from 'kysely'
import type { Engine, Row, Texts } from './sqlite.ts'

const LONGEST_TERM = 500
const LAST_POSITION = 16383 // PostgreSQL counts no further

const quoted = (term: string) => `'${term.replace(/['\\]/g, '$&$&')}'`

/** `:A` of the title, `:*` not written to its end. */
const marked = (term: string, begun: boolean | undefined, in_title: boolean | undefined) =>
  begun || in_title ? `${quoted(term)}:${begun ? '*' : ''}${in_title ? 'A' : ''}` : quoted(term)

const anyOf = (rows: Row[], in_title?: boolean) =>
  `(${rows
    .map(({ terms, begun }) => {
      const row = terms.map((term, at) => marked(term, begun && at === terms.length - 1, in_title))
      return `(${row.join(' <-> ')})`
    })
    .join(' | ')})`

const vector = (terms: string[], weight: 'A' | 'D', from: number) =>
  terms.flatMap((term, at) =>
    term.length > LONGEST_TERM ? [] : [`${quoted(term)}:${Math.min(from + at, LAST_POSITION)}${weight}`],
  )

const apart = (terms: string) => (terms === '' ? [] : terms.split(' '))

const vectorOf = (texts: Texts) => {
  const [title, body] = [apart(texts.title), apart(texts.body)]
  return [...vector(title, 'A', 1), ...vector(body, 'D', title.length + 2)].join(' ')
}

/** What a term in the body counts, of one in the title: less where all words must occur. Judged by searches. */
const inBody = (share: number) => sql.lit(`{${share}, ${share}, 0.4, 1.0}`)
const LENGTH_DOES_NOT_MATTER = sql.lit(0)
const rank = (search: string, share: number) =>
  sql<number>`ts_rank(${inBody(share)}, search_terms.terms, ${search}::tsquery, ${LENGTH_DOES_NOT_MATTER})`

/** How much more a rare term counts than a common one, and how much less a long text; judged by searches. */
const TELLING = 1.5
const LENGTH_COUNTS = 0.04

/** tsvector and tsquery made of our own terms: no dictionary of the database has a say in them. */
export const postgres: Engine = {
  from: sql`search_terms join posts on posts.id = search_terms.post_id`,
  index: sql`search_terms`,
  postId: sql<number>`search_terms.post_id`,
  search: ({ all, none, in_title }) =>
    [...all.map((rows) => anyOf(rows, in_title)), ...(none.length ? [`!${anyOf(none)}`] : [])].join(' & '),
  matches: (search) => sql<SqlBool>`search_terms.terms @@ ${search}::tsquery`,
  alsoMatches: (search) => sql<SqlBool>`search_terms.terms @@ ${search}::tsquery`,
  lacks: (search) => sql<SqlBool>`not exists (select 1 from search_terms as lacking where lacking.post_id = posts.id
    and lacking.terms @@ ${search}::tsquery)`,
  rank: (search) => rank(search, 0.2),
  // ts_rank takes all terms for equally telling, and what is written at length for as much to the point as a few words.
  rankAny: (terms) =>
    sql<number>`((${sql.join(
      terms.map(({ term, weight }) => sql`${weight ** TELLING}::float * ${rank(quoted(term), 0.4)}`),
      sql` + `,
    )}) / (1 + ${sql.lit(LENGTH_COUNTS)} * ln(1 + length(search_terms.terms))))`,

  /** Of the thousand commonest as the planner's statistics have them: counting would read every entry of a term. The others have few. */
  counts: (terms, limit) => sql<{
    term: string
    count: number
  }>`with known as (select term, frequency * greatest(1, reltuples) as count
      from pg_class, pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (term, frequency)
      where oid = 'search_terms'::regclass and schemaname = current_schema() and tablename = 'search_terms'
      and attname = 'terms' and term in (${sql.join(terms)}))
    select asked.term, least(${limit}::float, coalesce(known.count,
      (select count(*) from (select 1 from search_terms where terms @@ asked.query::tsquery limit ${limit}) as rare)))::int as count
    from (values ${sql.join(terms.map((term) => sql`(${term}, ${quoted(term)})`))}) as asked (term, query)
    left join known on known.term = asked.term`,

  aboutCounts: (terms, last) => postgres.counts(terms, last),

  indexed: sql`(select post_id from search_terms)`,

  async put(db, texts) {
    if (texts.length === 0) return
    const rows = sql.join(texts.map((text) => sql`(${text.id}::bigint, ${vectorOf(text)}::tsvector)`))
    await sql`insert into search_terms (post_id, terms) values ${rows} on conflict (post_id) do update set terms = excluded.terms`.execute(
      db,
    )
  },

  remove: (db, ids) => sql`delete from search_terms where post_id in (${sql.join(ids)})`.execute(db),
}
