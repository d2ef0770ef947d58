import { type Kysely, sql } from 'kysely'
import { isPostgres } from '../dialect.ts'

/** Words of three letters may be slips too: those of the index join the vocabulary, which had longer ones only. */
export const up = async (db: Kysely<any>) => {
  if (isPostgres(db))
    return void (await sql`insert into search_vocabulary select 3, word, reverse(word)
      from ts_stat('select terms from search_terms') where length(word) = 3 and word !~ '[0-9+#.]'
      on conflict do nothing`.execute(db))
  await sql`create virtual table temp.search_index_terms using fts5vocab('main', 'search_index', 'row')`.execute(db)
  await sql`insert into search_vocabulary
    select 3, term, substr(term, 3, 1) || substr(term, 2, 1) || substr(term, 1, 1) from temp.search_index_terms
    where length(term) = 3 and not glob('*[0-9+#.]*', term) on conflict do nothing`.execute(db)
  await sql`drop table temp.search_index_terms`.execute(db)
}
