import { correctReputation } from '@askwell/contract/ledger.ts'
import { type Submission, text } from '../../forms.tsx'

/** What the form below a ledger is told apart by. */
export const CORRECT = 'correct_reputation'

export const sendCorrection = ({ call, form }: Submission) =>
  call(correctReputation, {
    body: { username: text(form, 'username'), points: Number(text(form, 'points')), reason: text(form, 'reason') },
  })
