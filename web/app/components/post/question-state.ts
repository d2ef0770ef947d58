import type { ACCEPTED, PIN, QUESTION_STATUS, SHOW } from '@askwell/contract/shapes.ts'

// The numbers of the API. Only their types are imported: the schemas beside them aren't needed to render a page.
const CLOSED: typeof QUESTION_STATUS.closed = 2
const DELETED: typeof QUESTION_STATUS.deleted = 10
const PENDING: typeof QUESTION_STATUS.pending = 11
const ACCEPTED_YES: typeof ACCEPTED.yes = 2
const PINNED: typeof PIN.yes = 2
const UNLISTED: typeof SHOW.unlisted = 2

export type PostState = 'deleted' | 'pending' | 'closed' | 'unlisted'

/** The most important state of a post. An answer's numbers are a question's. */
export const stateOf = ({ status, show }: { status: number; show?: number }): PostState | undefined =>
  status === DELETED
    ? 'deleted'
    : status === PENDING
      ? 'pending'
      : status === CLOSED
        ? 'closed'
        : show === UNLISTED
          ? 'unlisted'
          : undefined

export const isPinned = ({ pin }: { pin: number }) => pin === PINNED
export const isAccepted = ({ accepted }: { accepted: number }) => accepted === ACCEPTED_YES
export const isClosed = ({ status }: { status: number }) => status === CLOSED

/** The id `0` and the empty one are no answer. */
export const isSolved = ({ accepted_answer_id }: { accepted_answer_id: string }) =>
  accepted_answer_id !== '' && accepted_answer_id !== '0'
