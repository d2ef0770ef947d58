import { acceptAnswer, writeAnswer } from '@askwell/contract/answers.ts'
import { writeComment } from '@askwell/contract/comments.ts'
import { askQuestion } from '@askwell/contract/questions.ts'
import { vote } from '@askwell/contract/votes.ts'
import type { TestUser, World } from './world.ts'

let count = 0

/** What people do in a thread, each in one line; texts are never twice the same, so nothing counts as a repeated call. */
export const threads = ({ as }: World) => ({
  /** @returns the id of the question. */
  ask: async (person: TestUser, title = `How does zephyr number ${++count} begin?`, tags = ['support']) =>
    (
      await as(person).call(askQuestion, {
        body: { title, content: `The text of question ${++count}.`, tags: tags.map((slug_name) => ({ slug_name })) },
      })
    ).id,
  answer: async (person: TestUser, question_id: string, content = `The text of answer ${++count}.`) =>
    (await as(person).call(writeAnswer, { body: { question_id, content } })).info.id,
  accept: (person: TestUser, question_id: string, answer_id: string) =>
    as(person).call(acceptAnswer, { body: { question_id, answer_id } }),
  comment: async (
    person: TestUser,
    object_id: string,
    more: { original_text?: string; reply_comment_id?: string; mention_username_list?: string[] } = {},
  ) =>
    (
      await as(person).call(writeComment, {
        body: { object_id, original_text: `The text of comment ${++count}.`, ...more },
      })
    ).comment_id,
  vote: (person: TestUser, direction: 'up' | 'down', object_id: string, is_cancel = false) =>
    as(person).call(vote, { params: { direction }, body: { object_id, is_cancel } }),
})
