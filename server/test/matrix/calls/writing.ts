import * as answers from '@askwell/contract/answers.ts'
import * as comments from '@askwell/contract/comments.ts'
import { uploadFile } from '@askwell/contract/files.ts'
import { lookAtText, renderPost } from '@askwell/contract/posts.ts'
import * as questions from '@askwell/contract/questions.ts'
import { COMMENT_EDIT_SECONDS } from '@askwell/contract/limits.ts'
import * as users from '@askwell/contract/users.ts'
import { vote } from '@askwell/contract/votes.ts'
import { example, fresh, type Scene } from '../cast.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const file = { name: 'pixel.png', bytes: PIXEL }

const draft = () => ({
  title: `What is ${fresh('thing')} about?`,
  content: `The text of ${fresh('question')}.`,
  tags: [{ slug_name: 'support' }],
})
const text = () => `The text of ${fresh('one')}.`
const votedAnswer = async ({ t, cast, thread }: Scene) => {
  const made = await thread()
  await t.vote(cast.privileged, 'up', made.answer)
  return made
}
const acceptedAnswer = async ({ t, cast, thread }: Scene) => {
  const made = await thread()
  await t.accept(cast.author, made.question, made.answer)
  return made
}
/** A comment by the author that has stood for a while. */
const oldComment = async ({ t, cast, w, question }: Scene) => {
  const comment = await t.comment(cast.author, question)
  w.clock.advance(COMMENT_EDIT_SECONDS + 1)
  return comment
}

export const writing = {
  saveProfile: example(users.saveProfile, () => ({ body: { location: fresh('place') } })),
  saveInterface: example(users.saveInterface, () => ({ body: { language: 'en_US', color_scheme: 'dark' } })),

  askQuestion: example(questions.askQuestion, () => ({ body: draft() })),
  'askQuestion: with a new tag': example(questions.askQuestion, () => ({
    body: { ...draft(), tags: [{ slug_name: fresh('tag-') }] },
  })),
  editQuestion: example(questions.editQuestion, async ({ ask }) => ({ body: { id: await ask(), ...draft() } })),
  'editQuestion: deleted': example(questions.editQuestion, ({ hidden }) => ({
    body: { id: hidden.question, ...draft() },
  })),
  deleteQuestion: example(questions.deleteQuestion, async ({ ask }) => ({ body: { id: await ask() } })),
  'deleteQuestion: with an upvoted answer': example(questions.deleteQuestion, async (s) => ({
    body: { id: (await votedAnswer(s)).question },
  })),

  askAndAnswer: example(answers.askAndAnswer, () => ({ body: { ...draft(), answer_content: text() } })),
  writeAnswer: example(answers.writeAnswer, async ({ ask }) => ({
    body: { question_id: await ask(), content: text() },
  })),
  'writeAnswer: to a deleted question': example(answers.writeAnswer, ({ hidden }) => ({
    body: { question_id: hidden.question, content: text() },
  })),
  editAnswer: example(answers.editAnswer, async ({ thread }) => ({
    body: { id: (await thread()).answer, content: text() },
  })),
  'editAnswer: under a deleted question': example(answers.editAnswer, ({ hidden }) => ({
    body: { id: hidden.answer, content: text() },
  })),
  deleteAnswer: example(answers.deleteAnswer, async ({ thread }) => ({ body: { id: (await thread()).answer } })),
  'deleteAnswer: accepted': example(answers.deleteAnswer, async (s) => ({
    body: { id: (await acceptedAnswer(s)).answer },
  })),
  acceptAnswer: example(answers.acceptAnswer, async ({ thread }) => {
    const { question, answer } = await thread()
    return { body: { question_id: question, answer_id: answer } }
  }),

  writeComment: example(comments.writeComment, ({ question }) => ({
    body: { object_id: question, original_text: text() },
  })),
  'writeComment: under a deleted question': example(comments.writeComment, ({ hidden }) => ({
    body: { object_id: hidden.answer, original_text: text() },
  })),
  editComment: example(comments.editComment, async ({ t, cast, question }) => ({
    body: { comment_id: await t.comment(cast.author, question), original_text: text() },
  })),
  'editComment: after five minutes': example(comments.editComment, async (s) => ({
    body: { comment_id: await oldComment(s), original_text: text() },
  })),
  deleteComment: example(comments.deleteComment, async ({ t, cast, question }) => ({
    body: { comment_id: await t.comment(cast.author, question) },
  })),

  vote: example(vote, ({ question }) => ({
    params: { direction: 'up' },
    body: { object_id: question },
  })),
  'vote: down, a question': example(vote, ({ question }) => ({
    params: { direction: 'down' },
    body: { object_id: question },
  })),
  'vote: up, an answer': example(vote, ({ answer }) => ({ params: { direction: 'up' }, body: { object_id: answer } })),
  'vote: down, an answer': example(vote, ({ answer }) => ({
    params: { direction: 'down' },
    body: { object_id: answer },
  })),
  'vote: up, a comment': example(vote, ({ comment }) => ({
    params: { direction: 'up' },
    body: { object_id: comment },
  })),
  'vote: a deleted question': example(vote, ({ hidden }) => ({
    params: { direction: 'up' },
    body: { object_id: hidden.question },
  })),

  renderPost: example(renderPost, () => ({ body: { content: text() } })),
  lookAtText: example(lookAtText, () => ({ body: { content: 'Nothing secret.' } })),
  uploadFile: example(uploadFile, () => ({ body: { source: 'post' }, file })),
  'uploadFile: branding': example(uploadFile, () => ({ body: { source: 'branding' }, file })),
}
