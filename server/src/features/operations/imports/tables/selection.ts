import { tagSlug } from '../../../../lib/slug.ts'
import { emptySelection, type Selection } from '../selection.ts'
import type { Import } from '../batches.ts'
import type { TableName } from './columns.ts'
import { answerKey, postKey, questionKey, str } from './keys.ts'
import { type Form, rowsOf } from './rows.ts'

/** The first questions with their answers, and everybody whom they and their comments name. */
export const select = async (
  one: Pick<Import, 'folder' | 'tally' | 'onBytes' | 'signal'>,
  form: Form,
  limit: number,
): Promise<Selection> => {
  const { posts, members, tags } = emptySelection()
  const rows = (table: TableName) => rowsOf(one, form, table, { silent: true })
  for await (const { record } of rows('questions')) {
    posts.add(questionKey(record.id))
    for (const id of [record.member, record.editor]) if (id !== undefined) members.add(str(id))
    for (const name of (record.tags as string[] | undefined) ?? []) tags.add(tagSlug(name))
    if (posts.size === limit) break
  }
  for await (const { record } of rows('answers')) {
    if (!posts.has(questionKey(record.question))) continue
    posts.add(answerKey(record.id))
    for (const id of [record.member, record.editor]) if (id !== undefined) members.add(str(id))
  }
  for await (const { record } of rows('comments'))
    if (posts.has(postKey(record)) && record.member !== undefined) members.add(str(record.member))
  return { posts, members, tags }
}
