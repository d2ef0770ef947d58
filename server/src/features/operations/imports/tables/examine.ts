import { tagSlug } from '../../../../lib/slug.ts'
import type { OriginKind } from '../queries.ts'
import type { TableName, Values } from './columns.ts'
import { answerKey, namelessIn, postKey, questionKey } from './keys.ts'
import { type Form, type Reading, rowsOf } from './rows.ts'

const KINDS: [table: TableName, kind: OriginKind, keyOf: (record: Values) => string][] = [
  ['tags', 'tag', ({ name }) => tagSlug(String(name))],
  ['members', 'user', ({ id }) => String(id)],
  ['questions', 'post', ({ id }) => questionKey(id)],
  ['answers', 'post', ({ id }) => answerKey(id)],
  ['comments', 'comment', ({ id }) => String(id)],
]

/** Besides each row by itself, whether what it names is there. */
export async function* examine(one: Reading, form: Form) {
  const posts = new Set<string>()
  const members = new Set<string>()
  for (const [file, kind, keyOf] of KINDS)
    for await (const { line, record } of rowsOf(one, form, file)) {
      const key = keyOf(record)
      const needs =
        file === 'answers' ? questionKey(record.question) : file === 'comments' ? postKey(record) : undefined
      if (needs !== undefined && !posts.has(needs)) {
        one.tally.complain(file, line, `its ${needs.replace(':', ' ')} isn't there`)
        continue
      }
      if (form.namesAllMembers) for (const problem of namelessIn(record, members)) one.tally.remark(file, line, problem)
      if (kind === 'post') posts.add(key)
      if (kind === 'user') members.add(key)
      yield { file, kind, key }
    }
  for await (const _ of rowsOf(one, form, 'votes')) continue
}
