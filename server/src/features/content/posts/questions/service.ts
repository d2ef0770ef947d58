import { numberOf } from '@askwell/contract/ids.ts'
import { QUESTION_STATUS } from '@askwell/contract/shapes.ts'
import type { OperationName } from '@askwell/contract/states.ts'
import type { App } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { NotFound } from '../../../../lib/errors.ts'
import { lockVisiblePost } from '../queries.ts'
import { operate } from '../transitions/service.ts'

export const deleteQuestion = async (app: App, actor: Actor, id: string) => {
  await app.transaction((tx) => operate(tx, actor, numberOf('question', id), 'delete', { kind: 'question' }))
  return null
}

/** The operations that lead to a state from each of the others, in order. */
const STEPS = {
  available: {
    [QUESTION_STATUS.closed]: ['reopen'],
    [QUESTION_STATUS.deleted]: ['undelete', 'reopen'],
    [QUESTION_STATUS.pending]: ['approve'],
  },
  closed: {
    [QUESTION_STATUS.available]: ['close'],
    [QUESTION_STATUS.deleted]: ['undelete', 'close'],
    [QUESTION_STATUS.pending]: ['approve', 'close'],
  },
  deleted: {
    [QUESTION_STATUS.available]: ['delete'],
    [QUESTION_STATUS.closed]: ['delete'],
    [QUESTION_STATUS.pending]: ['delete'],
  },
} as const satisfies Record<string, Record<number, OperationName[]>>

/** Brings a question into a state from any other; for the administration. */
export const setQuestionState = async (app: App, actor: Actor, id: string, status: keyof typeof STEPS) => {
  await app.transaction(async (tx) => {
    const question = (await lockVisiblePost(tx.db, numberOf('question', id), actor, 'question'))?.question
    if (!question) throw new NotFound('error.question.not_found')
    for (const step of (STEPS[status] as Record<number, OperationName[]>)[question.status] ?? [])
      await operate(tx, actor, question.id, step, { kind: 'question' })
  })
  return null
}
