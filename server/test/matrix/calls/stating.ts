import { deleteAnswer, recoverAnswer } from '@askwell/contract/answers.ts'
import * as administration from '@askwell/contract/content-administration.ts'
import {
  closeQuestion,
  deleteQuestion,
  operateQuestion,
  recoverQuestion,
  reopenQuestion,
} from '@askwell/contract/questions.ts'
import { example, type Scene } from '../cast.ts'

const closed = async ({ w, cast, ask }: Scene) => {
  const id = await ask()
  await w.as(cast.moderator).call(closeQuestion, { body: { id, close_type: 64 } })
  return id
}
const deletedQuestion = async ({ w, cast, ask }: Scene, by: 'author' | 'moderator') => {
  const id = await ask()
  await w.as(cast[by]).call(deleteQuestion, { body: { id } })
  return id
}
const deletedAnswer = async ({ w, cast, thread }: Scene, by: 'author' | 'moderator') => {
  const { answer } = await thread()
  await w.as(cast[by]).call(deleteAnswer, { body: { id: answer } })
  return answer
}

export const stating = {
  closeQuestion: example(closeQuestion, async ({ ask }) => ({ body: { id: await ask(), close_type: 64 } })),
  'closeQuestion: as a duplicate': example(closeQuestion, async ({ ask, question }) => ({
    body: { id: await ask(), close_type: 60, close_msg: `http://world.example/questions/${question}` },
  })),
  reopenQuestion: example(reopenQuestion, async (s) => ({ body: { question_id: await closed(s) } })),
  operateQuestion: example(operateQuestion, async ({ ask }) => ({ body: { id: await ask(), operation: 'pin' } })),
  'operateQuestion: unlist': example(operateQuestion, async ({ ask }) => ({
    body: { id: await ask(), operation: 'hide' },
  })),
  recoverQuestion: example(recoverQuestion, async (s) => ({
    body: { question_id: await deletedQuestion(s, 'moderator') },
  })),
  'recoverQuestion: deleted by its author': example(recoverQuestion, async (s) => ({
    body: { question_id: await deletedQuestion(s, 'author') },
  })),
  recoverAnswer: example(recoverAnswer, async (s) => ({ body: { answer_id: await deletedAnswer(s, 'moderator') } })),
  'recoverAnswer: deleted by its author': example(recoverAnswer, async (s) => ({
    body: { answer_id: await deletedAnswer(s, 'author') },
  })),

  questionsInState: example(administration.questionsInState, () => ({ query: { status: 'deleted' } })),
  answersInState: example(administration.answersInState, () => ({ query: { status: 'deleted' } })),
  setQuestionStatus: example(administration.setQuestionStatus, async ({ ask }) => ({
    body: { question_id: await ask(), status: 'closed' },
  })),
  setAnswerStatus: example(administration.setAnswerStatus, async ({ thread }) => ({
    body: { answer_id: (await thread()).answer, status: 'deleted' },
  })),
  deletePermanently: example(administration.deletePermanently, async (s) => ({
    body: { type: 'questions', object_id: await deletedQuestion(s, 'author') },
  })),
}
