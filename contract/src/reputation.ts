/** How many points things bring or cost. The limits, 200 a day and never below 1, are in limits.ts. */

export const VOTE_POINTS = {
  question: { up: { author: 10, voter: 0 }, down: { author: -2, voter: 0 } },
  answer: { up: { author: 10, voter: 0 }, down: { author: -2, voter: -1 } },
} as const
/** For the author of an answer that is accepted; nothing if it was their own question. */
export const ACCEPTED_POINTS = 15
/** For the asker, even where staff accepted the answer. */
export const ACCEPTING_POINTS = 2
export const ACTIVATION_POINTS = 1
/** For an edit of another's post, once it is approved. */
export const EDIT_POINTS = 2

/** Why points were given or taken, and the name that a profile's list has for it (`rank_type`). */
export const ACTIVITIES = {
  'user.activated': 'activated',
  'question.voted_up': 'upvoted',
  'question.voted_down': 'downvoted',
  'answer.voted_up': 'upvoted',
  'answer.voted_down': 'downvoted',
  'answer.vote_down': 'downvote',
  'answer.accepted': 'accepted',
  'answer.accept': 'accept',
  'edit.accepted': 'edited',
} as const
export type Activity = keyof typeof ACTIVITIES
/**
 * `opening` was imported from another site; `floor` makes up for what taking a gain back would have cost below 1;
 * `correction` is by staff.
 */
export const RANK_TYPES = [...new Set(Object.values(ACTIVITIES)), 'opening', 'floor', 'correction'] as const
export type RankType = (typeof RANK_TYPES)[number]

/** What the ledger's list can be narrowed to. */
export const LEDGER_KINDS = {
  votes: ['question.voted_up', 'question.voted_down', 'answer.voted_up', 'answer.voted_down', 'answer.vote_down'],
  acceptances: ['answer.accepted', 'answer.accept'],
  edits: ['edit.accepted'],
  corrections: ['correction'],
  others: ['user.activated', 'opening', 'floor'],
} as const
export type LedgerKind = keyof typeof LEDGER_KINDS
