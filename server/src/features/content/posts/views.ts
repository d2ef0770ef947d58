// words: actions.* operations.*
import type { Answer } from '@askwell/contract/answers.ts'
import { DUPLICATE, reasonWords } from '@askwell/contract/flag-reasons.ts'
import { objectId } from '@askwell/contract/ids.ts'
import { questionPath } from '@askwell/contract/permalink.ts'
import type { Duplicate, Operation, QuestionInfo } from '@askwell/contract/questions.ts'
import {
  ACCEPTED,
  type MemberAction,
  QUESTION_STATUS,
  type QuestionCard,
  SHOW,
  type UserCard,
  type UserChip,
  type VoteStatus,
} from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/member.ts'
import { translate } from '../../../lib/messages.ts'
import { answerActions } from './answers/policy.ts'
import { followedOf } from '../../users/users/followed.ts'
import { isUnused, questionActions, questionExtras } from './questions/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { tagChipsOrWaiting } from '../tags/views.ts'
import { userCards } from '../../users/users/views.ts'
import { HIDDEN_FROM } from '@askwell/contract/states.ts'
import { findAnswerOf, listAnswerScores, listBestAnswers } from './answers/queries.ts'
import { findAuthor, findVisiblePost, listCardRows, listVisiblePosts, type Post } from './queries.ts'
import { findClosing } from './transitions/queries.ts'
import { listVotesOf, collectedOf } from './viewer-state.ts'

/** The reader: decides what may be done, and in which language. */
export interface ViewContext {
  viewer: Viewer
  settings: SiteSettings
  language: string
}

const chip = ({ id, username, rank, display_name, avatar, status }: UserCard): UserChip => ({
  id,
  username,
  rank,
  display_name,
  avatar,
  status,
})

type Facts = Pick<
  Post,
  | 'id'
  | 'title'
  | 'url_title'
  | 'pin'
  | 'show'
  | 'status'
  | 'view_count'
  | 'unique_view_count'
  | 'score'
  | 'answer_count'
  | 'collection_count'
  | 'follow_count'
  | 'accepted_answer_id'
  | 'last_answer_id'
>

/** The part of a question that is the same for every viewer and page. */
const questionFacts = (row: Facts) => ({
  id: objectId('question', row.id),
  title: row.title,
  url_title: row.url_title,
  pin: row.pin as QuestionCard['pin'],
  show: row.show as QuestionCard['show'],
  status: row.status as QuestionCard['status'],
  view_count: row.view_count,
  unique_view_count: row.unique_view_count,
  vote_count: row.score,
  answer_count: row.answer_count,
  collection_count: row.collection_count,
  follow_count: row.follow_count,
  accepted_answer_id: objectId('answer', row.accepted_answer_id),
  last_answer_id: objectId('answer', row.last_answer_id),
})

/** More fields, for its own page and the list of bookmarks. */
export const questionRecord = (
  row: Facts & Pick<Post, 'comment_count' | 'created_at' | 'updated_at' | 'edited_at'>,
) => ({
  ...questionFacts(row),
  comment_count: row.comment_count,
  create_time: row.created_at,
  update_time: row.updated_at,
  edit_time: row.edited_at,
})

/** Rows of a list, in the order of the ids. What the viewer may not see is left out. */
export const questionCards = async (db: Db, ids: number[], viewer: Viewer): Promise<QuestionCard[]> => {
  if (ids.length === 0) return []
  const rows = new Map((await listCardRows(db, ids, viewer)).map((row) => [row.id, row]))
  const shown = ids.flatMap((id) => rows.get(id) ?? [])
  const tags = await tagChipsOrWaiting(db, shown)
  const users = await userCards(
    db,
    shown.map((row) => row.operator_id),
  )
  return shown.map((row) => ({
    ...questionFacts(row),
    created_at: row.created_at,
    description: row.description,
    tags: tags.get(row.id)!,
    operated_at: row.active_at,
    operator: chip(users.get(row.operator_id)!),
    operation_type: row.operation_type as QuestionCard['operation_type'],
  }))
}

export const named = (actions: Omit<MemberAction, 'name'>[], language: string): MemberAction[] =>
  actions.map(({ action, type }) => ({ action, name: translate(language, `actions.${action}`), type }))

const notice = (
  state: 'closed' | 'deleted' | 'pending' | 'unlisted',
  level: Operation['level'],
  language: string,
  time = 0,
): Operation => ({ type: '', description: '', msg: translate(language, `operations.${state}`), time, level })

const ANSWERS_OF_DUPLICATE = 3

/** The question that another is a duplicate of, and the beginnings of its best answers, as far as the viewer may see them. */
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
      user_info: chip(users.get(answer.user_id)!),
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
    description: translate(language, reasonWords(closing.close_type, 'description')),
    ...(duplicate && { msg: settings.general.site_url + questionPath(settings.seo.permalink, duplicate), duplicate }),
  }
}

/** The notice above a question that isn't in its usual state. */
const operationOf = (db: Db, question: Post, reader: ViewContext): Operation | undefined | Promise<Operation> => {
  const { status, show, deleted_at } = question
  if (status === QUESTION_STATUS.deleted) return notice('deleted', 'danger', reader.language, deleted_at)
  if (status === QUESTION_STATUS.pending) return notice('pending', 'warning', reader.language)
  if (status === QUESTION_STATUS.closed) return closedNotice(db, question, reader)
  return show === SHOW.unlisted ? notice('unlisted', 'secondary', reader.language) : undefined
}

export const voteStatus = (direction: 'up' | 'down' | undefined): VoteStatus => (direction ? `vote_${direction}` : '')

/** A question as its page shows it. The caller has made sure that the viewer may see it. */
export const questionDetail = async (db: Db, question: Post, reader: ViewContext): Promise<QuestionInfo> => {
  const { viewer, settings, language } = reader
  const answer_id = question.last_answer_id
  const lastAnswerer = (answer_id && (await findAuthor(db, answer_id))) || 0
  const users = await userCards(db, [question.user_id, question.last_editor_id, lastAnswerer].filter(Boolean))
  const own = viewer && (await findAnswerOf(db, question.id, viewer.id))
  const votes = viewer && (await listVotesOf(db, viewer.id, [question.id]))
  const unused = viewer?.id === question.user_id && isUnused(question, await listAnswerScores(db, question.id, 2))
  const operation = await operationOf(db, question, reader)
  return {
    ...questionRecord(question),
    content: question.original_text,
    html: question.parsed_text,
    description: question.description,
    tags: (await tagChipsOrWaiting(db, [question])).get(question.id)!,
    ...(operation && { operation }),
    user_info: users.get(question.user_id)!,
    ...(question.last_editor_id && { update_user_info: users.get(question.last_editor_id)! }),
    ...(lastAnswerer && { last_answered_user_info: users.get(lastAnswerer)! }),
    answered: Boolean(own),
    first_answer_id: own ? objectId('answer', own) : '',
    collected: viewer !== null && (await collectedOf(db, viewer.id, [question.id])).has(question.id),
    vote_status: voteStatus(votes?.get(question.id)),
    is_followed: viewer !== null && (await followedOf(db, viewer.id, 'question', [question.id])).has(question.id),
    member_actions: named(questionActions(settings, viewer, question, unused), language),
    extends_actions: named(questionExtras(settings, viewer, question), language),
    revision_id: String(question.revision_id),
  }
}

/** Answers to one question, in the order of the ids, as far as the viewer may see them. */
export const answerViews = async (
  db: Db,
  ids: number[],
  question: Post,
  { viewer, settings, language }: ViewContext,
): Promise<Answer[]> => {
  if (ids.length === 0) return []
  const rows = new Map((await listVisiblePosts(db, ids, viewer)).map((row) => [row.id, row]))
  const shown = ids.flatMap((id) => rows.get(id) ?? [])
  const users = await userCards(db, shown.flatMap((row) => [row.user_id, row.last_editor_id]).filter(Boolean))
  const votes = viewer && (await listVotesOf(db, viewer.id, ids))
  return shown.map((answer) => ({
    id: objectId('answer', answer.id),
    question_id: objectId('question', answer.question_id),
    content: answer.original_text,
    html: answer.parsed_text,
    create_time: answer.created_at,
    update_time: answer.edited_at,
    accepted: question.accepted_answer_id === answer.id ? ACCEPTED.yes : ACCEPTED.no,
    user_info: users.get(answer.user_id)!,
    ...(answer.last_editor_id && { update_user_info: users.get(answer.last_editor_id)! }),
    collected: false,
    vote_status: voteStatus(votes?.get(answer.id)),
    vote_count: answer.score,
    comment_count: answer.comment_count,
    status: answer.status as Answer['status'],
    member_actions: named(answerActions(settings, viewer, answer, question), language),
    revision_id: String(answer.revision_id),
  }))
}
