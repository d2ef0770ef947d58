import { join } from 'node:path'
import { Stopped } from '../import-stopped.ts'
import { emptySelection, type Selection } from '../selection.ts'
import { type Fields, type File, fileName, hasFile } from './files.ts'
import { readRows, type Wants } from './rows.ts'

const TEXTS = new Set(['Body', 'Title', 'Text', 'Comment'])
const withoutTexts: Wants = (name) => !TEXTS.has(name)

const QUESTION = '1'
const ANSWER = '2'

async function* fieldsOf(folder: string, file: File, signal: AbortSignal): AsyncGenerator<Fields> {
  if (!hasFile(folder, file)) return
  for await (const row of readRows(join(folder, fileName(file)), () => {}, withoutTexts)) {
    if (signal.aborted) throw new Stopped()
    if ('fields' in row) yield row.fields
  }
}

/** The first questions of a dump with their answers, and everybody whom they, their comments and their history name. */
export const select = async (folder: string, limit: number, signal: AbortSignal): Promise<Selection> => {
  const { posts, members, tags } = emptySelection()
  const need = (...ids: (string | undefined)[]) => {
    for (const id of ids) if (id !== undefined) members.add(id)
  }
  const answers = new Map<string, string[]>()
  let count = 0
  for await (const { Id = '', PostTypeId, ParentId = '', Tags = '', ...fields } of fieldsOf(folder, 'Posts', signal)) {
    const isQuestion = PostTypeId === QUESTION && ++count <= limit
    if (!isQuestion && !(PostTypeId === ANSWER && posts.has(ParentId))) {
      // A few answers stand before their questions.
      if (PostTypeId === ANSWER && count < limit) answers.getOrInsert(ParentId, []).push(Id)
      continue
    }
    posts.add(Id)
    need(fields.OwnerUserId, fields.LastEditorUserId)
    for (const name of Tags.match(/[^<>|]+/g) ?? []) tags.add(name)
  }
  for (const [question, its] of answers) if (posts.has(question)) for (const id of its) posts.add(id)
  for (const file of ['Comments', 'PostHistory'] as const)
    for await (const { PostId = '', UserId } of fieldsOf(folder, file, signal)) if (posts.has(PostId)) need(UserId)
  return { posts, members, tags }
}
