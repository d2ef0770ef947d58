import type { Answer } from '@askwell/contract/answers.ts'
import type { Comment } from '@askwell/contract/comments.ts'
import type { QuestionInfo } from '@askwell/contract/questions.ts'

// What is read is the HTML. The source would come along with every page only for those who edit; they ask for it then.

export type QuestionRead = Omit<QuestionInfo, 'content'>
export type AnswerRead = Omit<Answer, 'content'>
/** Comments are edited where they stand, by those who may. */
export type CommentRead = Omit<Comment, 'original_text'> & { original_text?: string }

export const withoutSource = <T extends { content: string }>({ content: _, ...post }: T) => post

export const commentRead = ({ original_text, ...comment }: Comment): CommentRead => (comment.member_actions.some(({ action }) => action === 'edit') ? { ...comment, original_text } : comment)
