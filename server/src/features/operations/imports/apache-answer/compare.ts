import { SHOW } from '@askwell/contract/shapes.ts'
import { tagSlug } from '../../../../lib/slug.ts'
import { batches, type Import } from '../batches.ts'
import { createComparison } from '../compare.ts'
import { countQuestionsByTag, listFigures, listOrigins, type OriginKind } from '../queries.ts'
import { type AnswerDatabase, type Row, rowsOf, tagsOfQuestions } from './queries.ts'
import { isSelected } from './selection.ts'
import { isUnlisted, num, SHOWN, str } from './records.ts'

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
        show: [isUnlisted(row) ? SHOW.unlisted : SHOW.listed, its.show],
      }),
    })
  }
}

/** Counted while the questions were read. */
const compareTags = async (one: Import, compared: Compared, answer: AnswerDatabase, counts: Map<string, number>) => {
  const here = await countQuestionsByTag(one.app.db, one.site)
  for await (const rows of batches(rowsOf(answer, 'tag', SHOWN), one.batch))
    for (const row of rows)
      if (!num(row.main_tag_id))
        compared.compare('tag', str(row.slug_name), {
          question_count: [counts.get(str(row.slug_name)) ?? 0, here.get(tagSlug(str(row.slug_name))) ?? 0],
        })
}

const namesOfTags = async (one: Import, answer: AnswerDatabase) => {
  const names = new Map<string, string>()
  for await (const rows of batches(rowsOf(answer, 'tag', SHOWN), one.batch))
    for (const row of rows) names.set(str(row.id), str(row.slug_name))
  return names
}

const OTHERS: [table: 'tag' | 'user' | 'comment', kind: OriginKind, where: string][] = [
  ['tag', 'tag', SHOWN],
  ['user', 'user', 'true'],
  ['comment', 'comment', SHOWN],
]

export const compare = async (one: Import, answer: AnswerDatabase) => {
  const compared = createComparison()
  const { selection } = one
  const counts = new Map<string, number>()
  const names = await namesOfTags(one, answer)
  for (const table of ['question', 'answer'] as const)
    for await (const all of batches(rowsOf(answer, table, SHOWN), one.batch)) {
      const rows = selection ? all.filter((row) => isSelected(selection, table, row)) : all
      await comparePosts(one, compared, table, rows)
      if (table === 'answer') continue
      const keys = rows.map(({ id }) => str(id))
      for (const its of tagsOfQuestions(answer, names, keys).values())
        for (const name of its) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  if (!selection) await compareTags(one, compared, answer, counts)
  for (const [table, kind, where] of OTHERS)
    for await (const all of batches(rowsOf(answer, table, where), one.batch)) {
      const rows = selection ? all.filter((row) => isSelected(selection, table, row)) : all
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
