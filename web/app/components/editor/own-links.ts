import { objectId } from '@askwell/contract/ids.ts'
import { parseQuestionPath } from '@askwell/contract/permalink.ts'
import { questionInfo } from '@askwell/contract/questions.ts'
import { call } from '../../session.ts'

// Loaded with the first address of a question of this site that is pasted.

const inWords = (title: string) => title.replace(/[\\[\]*_`<~$]/g, '\\$&')

/** A link with the question's title; null where there is none to be seen. */
export const titledLink = async (address: string) => {
  const question = parseQuestionPath(new URL(address).pathname)?.question
  if (question === undefined) return null
  const { title } = await call(questionInfo, { query: { id: objectId('question', question) } })
  return `[${inWords(title)}](${address})`
}
