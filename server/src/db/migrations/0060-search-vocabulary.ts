import { type Kysely, sql } from 'kysely'
import { isPostgres, plainText } from '../dialect.ts'

/** The terms of the search index, each once, to be found by how they begin and how they end: docs/decisions/0097. */
export const up = async (db: Kysely<any>) => {
  await db.schema
    .createTable('search_vocabulary')
    .addColumn('length', 'integer', (c) => c.notNull())
    .addColumn('term', plainText(db), (c) => c.notNull())
    .addColumn('reversed', plainText(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('search_vocabulary_key', ['length', 'term'])
    .execute()
  await sql`create index search_vocabulary_reversed on search_vocabulary (length, reversed, term)`.execute(db)
  await fill(db)
}

/** From the index that there is: words of letters only, neither too short to have a slip nor too long to be words. */
const fill = async (db: Kysely<any>) => {
  if (isPostgres(db))
    return sql`insert into search_vocabulary select length(word), word, reverse(word)
      from ts_stat('select terms from search_terms') where length(word) between 4 and 32 and word !~ '[0-9+#.]'`.execute(
      db,
    )
  await sql`create virtual table temp.search_index_terms using fts5vocab('main', 'search_index', 'row')`.execute(db)
  await sql`insert into search_vocabulary with recursive
    words as (select term from temp.search_index_terms where length(term) between 4 and 32
      and not glob('*[0-9+#.]*', term)),
    turned (term, reversed, at) as (
      select term, '', length(term) from words
      union all select term, reversed || substr(term, at, 1), at - 1 from turned where at > 0)
    select length(term), term, reversed from turned where at = 0`.execute(db)
  await sql`drop table temp.search_index_terms`.execute(db)
}
