import { type Kysely, sql } from 'kysely'
import { isPostgres } from './dialect.ts'

// Part of migration 0001, which has been run on existing sites: it must not change. docs/decisions/0005

/**
 * Stores the terms and nothing else: the texts are in `posts` already. Terms come ready from lib/text-terms.ts, joined by
 * spaces, so the tokenizer may split at spaces only: everything beyond ASCII is part of a term, and so are these signs.
 */
const ON_SQLITE = `create virtual table search_index using fts5(title, body, content = '', contentless_delete = 1,
  tokenize = "ascii tokenchars '!#$%&()*+,-./:;<=>?@[\\]^_{|}~''\`'")`

export const createSearchIndex = async (db: Kysely<any>) => {
  if (!isPostgres(db)) return void (await sql.raw(ON_SQLITE).execute(db))
  await sql.raw('create table search_terms (post_id bigint primary key, terms tsvector not null)').execute(db)
  await sql.raw('create index search_terms_terms on search_terms using gin (terms)').execute(db)
}

export const dropSearchIndex = (db: Kysely<any>) =>
  sql.raw(`drop table if exists ${isPostgres(db) ? 'search_terms' : 'search_index'}`).execute(db)
