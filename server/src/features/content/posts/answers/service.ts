import { numberOf } from '@askwell/contract/ids.ts'
import { ANSWER_STATUS } from '@askwell/contract/shapes.ts'
import type { App } from '../../../../events/events.ts'
import type { Actor } from '../../../../lib/actor.ts'
import { operate } from '../transitions/service.ts'
import { lockAnswer } from './lock-answer.ts'

export const deleteAnswer = async (app: App, actor: Actor, id: string) => {
  await app.transaction((tx) => operate(tx, actor, numberOf('answer', id), 'delete', { kind: 'answer' }))
  return null
}

/** Brings an answer into a state from any other; for the administration. */
export const setAnswerState = async (app: App, actor: Actor, id: string, status: 'available' | 'deleted') => {
  await app.transaction(async (tx) => {
    const { answer } = await lockAnswer(tx, actor, numberOf('answer', id))
    const step = status === 'deleted' ? 'delete' : answer.status === ANSWER_STATUS.pending ? 'approve' : 'undelete'
    await operate(tx, actor, answer.id, step, { kind: 'answer' })
  })
  return null
}
