import type { Answer } from '@askwell/contract/answers.ts'
import type { Comment } from '@askwell/contract/comments.ts'
import type { QuestionInfo } from '@askwell/contract/questions.ts'
import type { QuestionCard } from '@askwell/contract/shapes.ts'

// The data that a page carries for its scripts is only what they show: the HTML of a post and its title. Members who edit ask for the source.

export type QuestionRead = Omit<QuestionInfo, 'content'>
export type AnswerRead = Omit<Answer, 'content'>
/** Comments are edited in place, so those who may edit get the source. */
export type CommentRead = Omit<Comment, 'original_text'> & { original_text?: string }

export const withoutSource = <T extends { content: string }>({ content: _, ...post }: T) => post

export const commentRead = ({ original_text, ...comment }: Comment): CommentRead =>
  comment.member_actions.some(({ action }) => action === 'edit') ? { ...comment, original_text } : comment

export type SideQuestion = Pick<QuestionCard, 'id' | 'title' | 'url_title' | 'vote_count' | 'accepted_answer_id'>
export const besides = ({ id, title, url_title, vote_count, accepted_answer_id }: QuestionCard): SideQuestion => ({
  id,
  title,
  url_title,
  vote_count,
  accepted_answer_id,
})
