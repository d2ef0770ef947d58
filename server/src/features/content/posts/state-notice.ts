import { DUPLICATE, reasonWords } from '@askwell/contract/flag-reasons.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { questionPath } from '@askwell/contract/permalink.ts'
import type { Duplicate, Operation } from '@askwell/contract/questions.ts'
import { ACCEPTED, QUESTION_STATUS, SHOW } from '@askwell/contract/shapes.ts'
import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { translate } from '../../../lib/messages.ts'
import { userCards, userChip } from '../../users/users/views.ts'
import { listBestAnswers } from './answers/queries.ts'
import { findVisiblePost, type Post } from './queries.ts'
import { findClosing } from './transitions/queries.ts'
import type { ViewContext } from './views.ts'

const notice = (
  state: 'closed' | 'deleted' | 'pending' | 'unlisted',
  level: Operation['level'],
  language: string,
  time = 0,
): Operation => ({ type: '', description: '', msg: translate(language, `operations.${state}`), time, level })

const ANSWERS_OF_DUPLICATE = 1

/** The question that another is a duplicate of, and the beginning of its best answer, as far as the viewer may see them. */
const duplicateOf = async (db: Db, id: number, viewer: Viewer): Promise<Duplicate | undefined> => {
  const question = await findVisiblePost(db, id, viewer, 'question')
  if (!question || question.status >= HIDDEN_FROM) return undefined
  const answers = await listBestAnswers(db, question, ANSWERS_OF_DUPLICATE)
  const users = await userCards(
    db,
    answers.map((answer) => answer.user_id),
  )
  return {
    id: objectId('question', id),
    title: question.title,
    url_title: question.url_title,
    answer_count: question.answer_count,
    answers: answers.map((answer) => ({
      id: objectId('answer', answer.id),
      description: answer.description,
      vote_count: answer.score,
      accepted: question.accepted_answer_id === answer.id ? ACCEPTED.yes : ACCEPTED.no,
      user_info: userChip(users.get(answer.user_id)!),
    })),
  }
}

/** Why a question is closed: the text of the reason, and the remark of the person who closed it; for a duplicate the other question's address. */
const closedNotice = async (db: Db, { id }: Post, { viewer, settings, language }: ViewContext): Promise<Operation> => {
  const closing = await findClosing(db, id)
  const plain = notice('closed', 'info', language, closing?.created_at)
  if (!closing?.close_type) return plain
  const duplicate = closing.duplicate_of_id ? await duplicateOf(db, closing.duplicate_of_id, viewer) : undefined
  if (closing.close_type !== DUPLICATE && closing.close_msg)
    return { ...plain, msg: closing.close_msg, remark: closing.close_msg }
  return {
    ...plain,
    type: translate(language, reasonWords(closing.close_type, 'name')),
    description: translate(language, reasonWords(closing.close_type, 'description', true)),
    ...(duplicate && { msg: settings.general.site_url + questionPath(settings.seo.permalink, duplicate), duplicate }),
  }
}

/** The notice above a question that isn't in its usual state. */
export const stateNotice = (
  db: Db,
  question: Post,
  reader: ViewContext,
): Operation | undefined | Promise<Operation> => {
  const { status, show, deleted_at } = question
  if (status === QUESTION_STATUS.deleted) return notice('deleted', 'danger', reader.language, deleted_at)
  if (status === QUESTION_STATUS.pending) return notice('pending', 'warning', reader.language)
  if (status === QUESTION_STATUS.closed) return closedNotice(db, question, reader)
  return show === SHOW.unlisted ? notice('unlisted', 'secondary', reader.language) : undefined
}
