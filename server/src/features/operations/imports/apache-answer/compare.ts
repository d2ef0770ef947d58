import { tagSlug } from '../../../../lib/slug.ts'
import { batches, type Import } from '../batches.ts'
import { createComparison } from '../compare.ts'
import { countQuestionsByTag, listFigures, listOrigins, type OriginKind } from '../queries.ts'
import { type AnswerDatabase, type Row, rowsOf, type TableName, tagsOfQuestions } from './queries.ts'
import { num, STATUS, str } from './records.ts'

const SHOWN = `status in (${STATUS.available}, ${STATUS.closed})`
type Compared = ReturnType<typeof createComparison>

const comparePosts = async (one: Import, compared: Compared, table: 'question' | 'answer', rows: Row[]) => {
  const keys = rows.flatMap((row) => [
    str(row.id),
    ...(num(row.accepted_answer_id) ? [str(row.accepted_answer_id)] : []),
  ])
  const ids = await listOrigins(one.app.db, one.site, 'post', keys)
  const here = await listFigures(
    one.app.db,
    rows.flatMap((row) => ids.get(str(row.id)) ?? []),
  )
  for (const row of rows) {
    const its = here.get(ids.get(str(row.id)) ?? 0)
    compared.count(table, its !== undefined)
    if (!its) continue
    compared.compare(table, str(row.id), {
      vote_count: [num(row.vote_count), its.score],
      ...(table === 'question' && {
        view_count: [num(row.view_count), its.view_count],
        answer_count: [num(row.answer_count), its.answer_count],
        collection_count: [num(row.collection_count), its.collection_count],
        accepted_answer_id: [ids.get(str(row.accepted_answer_id)) ?? 0, its.accepted_answer_id],
        status: [row.status, its.status],
      }),
    })
  }
}

const compareTags = async (one: Import, compared: Compared, answer: AnswerDatabase) => {
  const tags = [...rowsOf(answer, 'tag', SHOWN)]
  const names = new Map(tags.map((row) => [str(row.id), str(row.slug_name)]))
  const counts = new Map<string, number>()
  const shown = new Set([...rowsOf(answer, 'question', SHOWN)].map((row) => str(row.id)))
  for (const [question, its] of tagsOfQuestions(answer, names))
    if (shown.has(question)) for (const name of its) counts.set(name, (counts.get(name) ?? 0) + 1)
  const here = await countQuestionsByTag(one.app.db, one.site)
  for (const row of tags)
    if (!num(row.main_tag_id))
      compared.compare('tag', str(row.slug_name), {
        question_count: [counts.get(str(row.slug_name)) ?? 0, here.get(tagSlug(str(row.slug_name))) ?? 0],
      })
}

const OTHERS: [table: TableName, kind: OriginKind, where: string][] = [
  ['tag', 'tag', SHOWN],
  ['user', 'user', 'true'],
  ['comment', 'comment', SHOWN],
]

export const compare = async (one: Import, answer: AnswerDatabase) => {
  const compared = createComparison()
  await compareTags(one, compared, answer)
  for (const table of ['question', 'answer'] as const)
    for await (const rows of batches(rowsOf(answer, table, SHOWN), one.batch))
      await comparePosts(one, compared, table, rows)
  for (const [table, kind, where] of OTHERS)
    for await (const rows of batches(rowsOf(answer, table, where), one.batch)) {
      const known = await listOrigins(
        one.app.db,
        one.site,
        kind,
        rows.map((row) => str(row.id)),
      )
      for (const row of rows) compared.count(table, known.has(str(row.id)))
    }
  return compared.result()
}
