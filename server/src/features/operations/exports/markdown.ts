import { COMMENT_STATUS } from '../../content/comments/queries.ts'
import type * as queries from './queries.ts'
import { head, time } from './views.ts'

export type Post = Awaited<ReturnType<typeof queries.listThreads>>[number]
export type Comment = Awaited<ReturnType<typeof queries.listCommentsOf>>[number]

const signed = (post: { user_id: number; author: string | null; created_at: number; score: number }) =>
  `${post.author ?? `user${post.user_id}`}, ${time(post.created_at)}, ${post.score >= 0 ? '+' : ''}${post.score}`
const { pending: WAITING } = COMMENT_STATUS
const quoted = (comments: Comment[]) =>
  comments
    .map(
      (comment) =>
        `\n> **${signed(comment)}**${comment.status === WAITING ? ' (waits for review)' : ''}\n>\n${comment.original_text
          .split(/\r?\n/)
          .map((line) => `> ${line}`)
          .join('\n')}\n`,
    )
    .join('')

/** A question with its answers and comments, for people. */
export const markdown = (question: Post, answers: Post[], tags: string[], comments: Map<number, Comment[]>) =>
  [
    head({
      id: question.id,
      title: question.title,
      tags,
      author: question.author ?? `user${question.user_id}`,
      created_at: time(question.created_at),
      score: question.score,
      views: question.view_count,
      ...(question.pin && { pinned: true }),
      ...(question.status >= 10 && { hidden: true }),
      ...(question.show !== 1 && { unlisted: true }),
    }),
    `\n# ${question.title}\n\n${question.original_text}\n`,
    quoted(comments.get(question.id) ?? []),
    ...answers.map(
      (answer) =>
        `\n---\n\n## ${signed(answer)}${answer.id === question.accepted_answer_id ? ' ✓' : ''}\n\n${answer.original_text}\n${quoted(comments.get(answer.id) ?? [])}`,
    ),
  ].join('')
