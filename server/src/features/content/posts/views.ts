import type { Answer } from '@askwell/contract/answers.ts'
import { objectId } from '@askwell/contract/ids.ts'
import type { QuestionInfo } from '@askwell/contract/questions.ts'
import {
  ACCEPTED,
  type MemberAction,
  type QuestionCard,
  type UserCard,
  type VoteStatus,
} from '@askwell/contract/shapes.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { translate } from '../../../lib/messages.ts'
import { answerActions } from './answers/policy.ts'
import { followedOf } from '../../users/users/followed.ts'
import { isUnused, questionActions, questionExtras } from './questions/policy.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'
import { tagChipsOrWaiting } from '../tags/views.ts'
import { userCards, userChip } from '../../users/users/views.ts'
import { findAnswerOf, listAnswerScores } from './answers/queries.ts'
import { linksFor } from './links/link-titles.ts'
import { findAuthor, listCardRows, type Post } from './queries.ts'
import { stateNotice } from './state-notice.ts'
import { listVotesOf, bookmarkedOf } from './viewer-state.ts'

/** The reader: decides what may be done, and in which language. */
export interface ViewContext {
  viewer: Viewer
  settings: SiteSettings
  language: string
}

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
    operator: userChip(users.get(row.operator_id)!),
    operation_type: row.operation_type as QuestionCard['operation_type'],
  }))
}

export const named = (actions: Omit<MemberAction, 'name'>[], language: string): MemberAction[] =>
  actions.map(({ action, type }) => ({ action, name: translate(language, `actions.${action}`), type }))

export const voteStatus = (direction: 'up' | 'down' | undefined): VoteStatus => (direction ? `vote_${direction}` : '')

type Users = Map<number, UserCard>
type Votes = Map<number, 'up' | 'down'> | null

/** What is read once for all posts of a page. */
const usersAndVotes = async (db: Db, posts: Post[], viewer: Viewer, others: number[] = []) => ({
  users: await userCards(db, [
    ...new Set([...posts.flatMap((post) => [post.user_id, post.last_editor_id]), ...others].filter(Boolean)),
  ]),
  votes:
    viewer &&
    (await listVotesOf(
      db,
      viewer.id,
      posts.map(({ id }) => id),
    )),
})

const htmlsOf = (posts: Post[]) => posts.map(({ parsed_text }) => parsed_text)

const answerView = (
  answer: Post,
  question: Post,
  { viewer, settings, language }: ViewContext,
  { users, votes }: { users: Users; votes: Votes },
  dress: (html: string) => string,
): Answer => ({
  id: objectId('answer', answer.id),
  question_id: objectId('question', answer.question_id),
  content: answer.original_text,
  html: dress(answer.parsed_text),
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
  ...(answer.license && { license: answer.license }),
})

/** A question as its page shows it, with some of its answers. The caller has made sure that the viewer may see them. */
export const questionWithAnswers = async (
  db: Db,
  question: Post,
  answers: Post[],
  reader: ViewContext,
): Promise<{ question: QuestionInfo; answers: Answer[] }> => {
  const { viewer, settings, language } = reader
  const answer_id = question.last_answer_id
  const lastAnswerer =
    answers.find(({ id }) => id === answer_id)?.user_id ?? ((answer_id && (await findAuthor(db, answer_id))) || 0)
  const found = await usersAndVotes(db, [question, ...answers], viewer, [lastAnswerer])
  const { users, votes } = found
  const own = viewer && (await findAnswerOf(db, question.id, viewer.id))
  const unused = viewer?.id === question.user_id && isUnused(question, await listAnswerScores(db, question.id, 2))
  const dress = await linksFor(db, htmlsOf([question, ...answers]), reader)
  const operation = await stateNotice(db, question, reader)
  return {
    question: {
      ...questionRecord(question),
      active_time: question.active_at,
      content: question.original_text,
      html: dress(question.parsed_text),
      description: question.description,
      tags: (await tagChipsOrWaiting(db, [question])).get(question.id)!,
      ...(operation && { operation }),
      user_info: users.get(question.user_id)!,
      ...(question.last_editor_id && { update_user_info: users.get(question.last_editor_id)! }),
      ...(lastAnswerer && { last_answered_user_info: users.get(lastAnswerer)! }),
      answered: Boolean(own),
      first_answer_id: own ? objectId('answer', own) : '',
      collected: viewer !== null && (await bookmarkedOf(db, viewer.id, [question.id])).has(question.id),
      vote_status: voteStatus(votes?.get(question.id)),
      is_followed: viewer !== null && (await followedOf(db, viewer.id, 'question', [question.id])).has(question.id),
      member_actions: named(questionActions(settings, viewer, question, unused), language),
      extends_actions: named(questionExtras(settings, viewer, question), language),
      revision_id: String(question.revision_id),
      ...(question.license && { license: question.license }),
    },
    answers: answers.map((answer) => answerView(answer, question, reader, found, dress)),
  }
}

/** Answers to one question; the caller has made sure that the viewer may see them. */
export const answerViews = async (db: Db, answers: Post[], question: Post, reader: ViewContext): Promise<Answer[]> => {
  if (answers.length === 0) return []
  const found = await usersAndVotes(db, answers, reader.viewer)
  const dress = await linksFor(db, htmlsOf(answers), reader)
  return answers.map((answer) => answerView(answer, question, reader, found, dress))
}
