import { createTurns } from '../../../../lib/turns.ts'
import { Stopped } from '../import-stopped.ts'
import { emptySelection, type Selection } from '../selection.ts'
import { type AnswerDatabase, type Row, rowsOf, type TableName } from './queries.ts'
import { num, SHOWN, str } from './records.ts'

/** The first questions with their answers, and everybody whom they and their comments name. */
export const select = async (answer: AnswerDatabase, limit: number, signal: AbortSignal): Promise<Selection> => {
  const { posts, members, tags } = emptySelection()
  const giveWay = createTurns()
  async function* rows(table: TableName, where?: string) {
    for (const row of rowsOf(answer, table, where)) {
      if (signal.aborted) throw new Stopped()
      await giveWay()
      yield row
    }
  }
  const need = (...ids: (Row[string] | undefined)[]) => {
    for (const id of ids) if (num(id)) members.add(str(id))
  }
  for await (const row of rows('question', SHOWN)) {
    posts.add(str(row.id))
    need(row.user_id, row.last_edit_user_id)
    if (posts.size === limit) break
  }
  for await (const row of rows('answer', SHOWN)) {
    if (!posts.has(str(row.question_id))) continue
    posts.add(str(row.id))
    need(row.user_id, row.last_edit_user_id)
  }
  for await (const row of rows('comment', SHOWN)) if (posts.has(str(row.object_id))) need(row.user_id)
  for await (const { object_id, tag_id } of rows('tag_rel', 'status <> 10'))
    if (posts.has(str(object_id))) tags.add(str(tag_id))
  // Synonyms come with their tags.
  for await (const { id, main_tag_id, user_id } of rows('tag', SHOWN)) {
    if (tags.has(str(main_tag_id))) tags.add(str(id))
    if (tags.has(str(id))) need(user_id)
  }
  return { posts, members, tags }
}

type Selected = 'user' | 'tag' | 'question' | 'answer' | 'comment'

export const isSelected = ({ posts, members, tags }: Selection, table: Selected, row: Row) => {
  switch (table) {
    case 'user':
      return members.has(str(row.id))
    case 'tag':
      return tags.has(str(row.id))
    case 'comment':
      return posts.has(str(row.object_id))
    case 'question':
    case 'answer':
      return posts.has(str(row.id))
  }
}
