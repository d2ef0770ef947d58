import type { BulkOptions } from '@askwell/contract/bulk.ts'
import type { By } from '../../../lib/acting.ts'

/** What an act meets; a vote on a comment has the comment's number. */
export interface Thing {
  object_type: 'question' | 'answer' | 'comment' | 'user' | 'vote' | 'comment_vote'
  object_id: number
}

/** What an act needs to know, with names turned into numbers. */
export interface Particulars extends BulkOptions {
  add: number[]
  remove: number[]
  author_id: number
}

/** What a thing was and what it is now, as far as the act has changed it. */
export interface Recorded {
  before: unknown
  after: unknown
}

export type PostAct =
  | 'close'
  | 'reopen'
  | 'pin'
  | 'unpin'
  | 'unlist'
  | 'list'
  | 'delete'
  | 'undelete'
  | 'retag'
  | 'author'
export type CommentAct = 'delete' | 'undelete'
export type UserAct = 'suspend' | 'unsuspend' | 'role' | 'delete'

export const BULK_TASK = 'bulk_act'

/** What the long task is given. */
export interface BulkTask extends By {
  id: number
  undo: boolean
}
