import { sql, type SqlBool } from 'kysely'
import { type CheckedTable, check, wrongRows } from '../../../db/checks.ts'
import { engineOf } from './queries.ts'

/** A post that a job is still to bring into the index, or out of it, is not off. */
export const waits = (
  column: string,
) => sql<SqlBool>`exists (select 1 from jobs inner join events on events.id = jobs.event_id
  where jobs.effect like '%/indexPost' and events.object_type in ('question', 'answer') and events.object_id = ${sql.ref(column)})`

/** What must hold of every row. */
export const checks = {
  search_state: {
    key: 'post_id',
    checks: {
      'search.leftover': check(
        "is in the search index and isn't shown",
        (
          within,
          db,
        ) => sql`select post_id as id from (select post_id from ${engineOf(db).indexed} as indexed union select post_id from search_state) as indexed
      where ${within('indexed.post_id')} and not exists (select 1 from posts where posts.id = indexed.post_id
      and posts.status < 10) and not ${waits('indexed.post_id')}`,
      ),
      // After an update they are filled in by and by.
      'search.plain_text': check(
        'is in the search index without its words, and nothing is going to fill them in',
        wrongRows(
          'search_state',
          sql`plain_text is null and exists (select 1 from posts where posts.id = search_state.post_id and posts.status < 10)
      and not exists (select 1 from jobs where jobs.effect = 'keepWords')`,
          'post_id',
        ),
      ),
    },
  },
} satisfies Record<string, CheckedTable>
