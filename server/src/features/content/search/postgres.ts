import { sql, type SqlBool } from 'kysely'
import type { Engine, Texts } from './sqlite.ts'

const LONGEST_TERM = 500
const LAST_POSITION = 16383 // PostgreSQL counts no further

const quoted = (term: string) => `'${term.replace(/['\\]/g, '$&$&')}'`

const vector = (terms: string[], weight: 'A' | 'D', from: number) =>
  terms.flatMap((term, at) =>
    term.length > LONGEST_TERM ? [] : [`${quoted(term)}:${Math.min(from + at, LAST_POSITION)}${weight}`],
  )

const apart = (terms: string) => (terms === '' ? [] : terms.split(' '))

const vectorOf = (texts: Texts) => {
  const [title, body] = [apart(texts.title), apart(texts.body)]
  return [...vector(title, 'A', 1), ...vector(body, 'D', title.length + 2)].join(' ')
}

/** Of the body (the first) and the title (the last). */
const WEIGHTS = sql.lit('{0.2, 0.2, 0.4, 1.0}')
/** Divides by the logarithm of the length: long texts mention more, which doesn't make them better answers. */
const LONG_TEXTS_LESS = sql.lit(1)

/** tsvector and tsquery made of our own terms: no dictionary of the database has a say in them. */
export const postgres: Engine = {
  from: sql`search_terms join posts on posts.id = search_terms.post_id`,
  postId: sql<number>`search_terms.post_id`,
  all: (wanted) => wanted.map((terms) => `(${terms.map(quoted).join(' <-> ')})`).join(' & '),
  any: (terms) => terms.map(quoted).join(' | '),
  matches: (search) => sql<SqlBool>`search_terms.terms @@ ${search}::tsquery`,
  rank: (search) => sql<number>`ts_rank(${WEIGHTS}, search_terms.terms, ${search}::tsquery, ${LONG_TEXTS_LESS})`,
  // ts_rank takes all terms for equally telling.
  rankAny: (terms) =>
    sql<number>`(${sql.join(
      terms.map(({ term, weight }) => sql`${weight}::float * ${postgres.rank(quoted(term))}`),
      sql` + `,
    )})`,

  /** As the planner's statistics have them, for the thousand commonest; counting would read every entry of a term. */
  counts: (terms, limit) => sql<{
    term: string
    count: number
  }>`select known.term, least(${limit}::float, known.frequency * greatest(1, reltuples))::int as count
    from pg_class, pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) as known (term, frequency)
    where oid = 'search_terms'::regclass and schemaname = current_schema() and tablename = 'search_terms' and attname = 'terms' and known.term in (${sql.join(terms)})`,

  kept: sql`(select post_id from search_terms)`,

  async put(db, texts) {
    if (texts.length === 0) return
    const rows = sql.join(texts.map((text) => sql`(${text.id}::bigint, ${vectorOf(text)}::tsvector)`))
    await sql`insert into search_terms (post_id, terms) values ${rows} on conflict (post_id) do update set terms = excluded.terms`.execute(
      db,
    )
  },

  remove: (db, ids) => sql`delete from search_terms where post_id in (${sql.join(ids)})`.execute(db),
}
