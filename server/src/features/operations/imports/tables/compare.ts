import { tagSlug } from '../../../../lib/slug.ts'
import { batches, type Import, type NumberedRecord } from '../batches.ts'
import { type Comparison, createComparison } from '../compare.ts'
import { listFigures, listOrigins, type OriginKind } from '../queries.ts'
import type { TableName, Values } from './columns.ts'
import { answerKey, questionKey } from './keys.ts'
import { type Form, rowsOf } from './rows.ts'

type Compared = ReturnType<typeof createComparison>

const comparePosts = async (
  one: Import,
  compared: Compared,
  table: 'questions' | 'answers',
  posts: NumberedRecord<Values>[],
) => {
  const keyOf = ({ id }: Values) => (table === 'questions' ? questionKey(id) : answerKey(id))
  const ids = await listOrigins(
    one.app.db,
    one.site,
    'post',
    posts.map(({ record }) => keyOf(record)),
  )
  const here = await listFigures(one.app.db, [...ids.values()])
  for (const { record } of posts) {
    const its = here.get(ids.get(keyOf(record)) ?? 0)
    compared.count(table, its !== undefined)
    if (!its) continue
    compared.compare(table, String(record.id), {
      ...(record.score !== undefined && { score: [record.score, its.score] as const }),
      ...(record.views !== undefined && { views: [record.views, its.view_count] as const }),
      ...(record.bookmarks !== undefined && { bookmarks: [record.bookmarks, its.collection_count] as const }),
      ...(table === 'questions' && {
        state: [record.closed_at === undefined ? 'open' : 'closed', its.status === 2 ? 'closed' : 'open'] as const,
      }),
    })
  }
}

const OTHERS: [table: TableName, kind: OriginKind, keyOf: (record: Values) => string][] = [
  ['tags', 'tag', ({ name }) => tagSlug(String(name))],
  ['members', 'user', ({ id }) => String(id)],
  ['comments', 'comment', ({ id }) => String(id)],
]

export const compare = async (one: Import, form: Form): Promise<Comparison> => {
  const compared = createComparison()
  for (const table of ['questions', 'answers'] as const)
    for await (const batch of batches(rowsOf(one, form, table, { silent: true }), one.batch))
      await comparePosts(one, compared, table, batch)
  for (const [table, kind, keyOf] of OTHERS)
    for await (const batch of batches(rowsOf(one, form, table, { silent: true }), one.batch)) {
      const keys = batch.map(({ record }) => keyOf(record))
      const known = await listOrigins(one.app.db, one.site, kind, keys)
      for (const key of keys) compared.count(table, known.has(key))
    }
  return compared.result()
}
