import { createHash } from 'node:crypto'
import { reasonsFor } from '@askwell/contract/flag-reasons.ts'
import { FLAG_DECISIONS, type FlagDecision } from '@askwell/contract/reviews.ts'

export type Flagged = 'question' | 'answer' | 'comment'

const ON_QUESTIONS_ONLY: readonly FlagDecision[] = ['close_post', 'unlist_post']

/** What can be done about a flag on such a thing. */
export const decisionsFor = (type: Flagged): readonly FlagDecision[] =>
  FLAG_DECISIONS.filter((decision) => type === 'question' || !ON_QUESTIONS_ONLY.includes(decision))

const [LOOKS_OK, NEEDS_CLOSE, NEEDS_DELETE, ANOTHER_REASON] = [72, 74, 75, 59]

/** What a reason stands for in the older way to handle flags; undefined where it stands for nothing that can be done by itself. */
export const decisionBy = (
  reason: number,
  remark: string,
): { operation_type: FlagDecision; close_type?: number; close_msg?: string } | undefined => {
  if (reason === LOOKS_OK) return { operation_type: 'ignore_report' }
  if (reason === NEEDS_DELETE) return { operation_type: 'delete_post' }
  if (reason === NEEDS_CLOSE) return { operation_type: 'close_post', close_type: ANOTHER_REASON, close_msg: remark }
  if (reasonsFor('question', 'close').includes(reason))
    return { operation_type: 'close_post', close_type: reason, close_msg: remark }
  return undefined
}

/** What stands for a text in its present wording. Comments keep no earlier ones, so theirs is made of the words. */
export const versionOfPost = ({ revision_id }: { revision_id: number }) => String(revision_id)
export const versionOfComment = ({ original_text }: { original_text: string }) =>
  createHash('sha256').update(original_text).digest('base64url')

/** Whether such a thing can be flagged for that. */
export const isFlagReason = (type: string, reason: number) => reasonsFor(type, 'flag').includes(reason)
