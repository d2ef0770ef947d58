import { answerInfo } from '@askwell/contract/answers.ts'
import { parseObjectId } from '@askwell/contract/ids.ts'
import { questionInfo } from '@askwell/contract/questions.ts'
import { tag as tagCall } from '@askwell/contract/tags.ts'
import { paths } from '../../paths.ts'
import type { RouteContext } from '../../session.ts'

/** What has revisions, as its pages name it. */
export interface Thing {
  type: 'question' | 'answer' | 'tag'
  id: string
  question_id: string
  name: string
  address: string
  comments: string
  mayEdit: boolean
}

const mayEdit = (actions: { action: string }[]) => actions.some(({ action }) => action === 'edit')

export const thingOf = async (call: RouteContext['call'], id: string): Promise<Thing> => {
  const type = parseObjectId(id)?.type
  if (type === 'tag') {
    const tag = await call(tagCall, { query: { id } })
    return {
      type,
      id: tag.tag_id,
      question_id: '',
      name: tag.display_name || tag.slug_name,
      address: paths.tagInfo(tag.slug_name),
      comments: '',
      mayEdit: mayEdit(tag.member_actions),
    }
  }
  if (type === 'answer') {
    const { info, question } = await call(answerInfo, { query: { id } })
    const address = paths.answer(question, info.id)
    return {
      type,
      id: info.id,
      question_id: question.id,
      name: question.title,
      address,
      comments: address,
      mayEdit: false,
    }
  }
  const question = await call(questionInfo, { query: { id } })
  return {
    type: 'question',
    id: question.id,
    question_id: question.id,
    name: question.title,
    address: paths.question(question),
    comments: paths.question(question),
    mayEdit: mayEdit(question.member_actions),
  }
}

/** Where one edits it. */
export const editOf = ({ type, id, question_id }: Thing) => {
  if (type === 'tag') return paths.editTag(id)
  return type === 'answer' ? paths.editAnswer(question_id, id) : paths.editQuestion(id)
}

/** The id in the address of a post's or a tag's page. */
export const objectIdIn = ({ questionId, answerId, tagId }: Record<string, string | undefined>) =>
  answerId ?? questionId ?? tagId ?? ''
