import type { Answer } from '@askwell/contract/answers.ts'
import type { Comment } from '@askwell/contract/comments.ts'
import type { QuestionInfo } from '@askwell/contract/questions.ts'
import type { QuestionCard } from '@askwell/contract/shapes.ts'

// What a page carries along for its scripts is what they show: the HTML of a post, whose source is asked for by those who edit, and the titles beside it.

export type QuestionRead = Omit<QuestionInfo, 'content'>
export type AnswerRead = Omit<Answer, 'content'>
/** Comments are edited where they stand, by those who may. */
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
