import { type CompiledQuery, sql, type SqlBool } from 'kysely'
import { containing, type Db } from '../../../../db/dialect.ts'
import { DEEPEST_ROW, offsetOf, type Page } from '../../../../db/page.ts'
import { slowRead } from '../../../../db/slow-reads.ts'
import type { Post } from '../queries.ts'

/** Posts in a state, for the administration; `piece` is a part of a question's title or an answer's text. */
interface InState extends Page {
  kind: Post['kind']
  status: number
  id?: number
  question_id?: number
  piece?: string
}

/** The ids of a page, newest first, and how many there are, as far as pages reach. */
export const listInState = async (db: Db, { kind, status, id, question_id, piece, ...page }: InState) => {
  // As in the indexes of migrations 0004 and 0072, which nothing but lists of the administration are to use.
  let found = db
    .selectFrom('posts')
    .$if(true, (q) =>
      piece && kind === 'question'
        ? q.where(sql<SqlBool>`lower(kind) = 'question'`).where(sql<number>`(status * 1)`, '=', status)
        : q.where(sql<number>`(status + 0)`, '=', status).where('kind', '=', kind),
    )
  if (id !== undefined) found = found.where('id', '=', id)
  if (question_id !== undefined) found = found.where('question_id', '=', question_id)
  if (piece) found = found.where(containing(db, kind === 'question' ? 'title' : 'original_text', piece))
  const ids = found
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.page_size)
    .offset(offsetOf(page))
  const count = db
    .selectFrom(
      found
        .select('id')
        .limit(DEEPEST_ROW + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
  // A part of a text is looked for in all of them.
  const read = async <T>(query: { compile: () => CompiledQuery<T>; execute: () => Promise<T[]> }) =>
    piece ? slowRead(db, query.compile()) : query.execute()
  return { ids: (await read(ids)).map((row) => row.id), count: (await read(count))[0]!.count }
}
