/** The people of the crawl. Each reads everything; to what is hidden `suspended` and `newcomer` (not activated) have no more access than anonymous visitors. */
export const PEOPLE = [
  'nobody',
  'newcomer',
  'member',
  'asker',
  'answerer',
  'commenter',
  'suspended',
  'moderator',
  'admin',
] as const
export type Viewer = (typeof PEOPLE)[number]

/** How a state is brought about: by the call that makes it, or, where no single call does, in the database. */
export const STATES = {
  normal: 'call',
  deleted: 'call',
  closed: 'call',
  pinned: 'call',
  unlisted: 'call',
  pending: 'database',
} as const
export type State = keyof typeof STATES

export interface Row {
  /** The state of each step down to the thing: a question, its answer, a comment on the last of them. */
  question: State
  answer?: State
  comment?: State
  /** Who may see it where they ask for it by its address. */
  opens: readonly Viewer[]
  /** Whose lists, searches and profiles may hold it. */
  listed: readonly Viewer[]
  /** Somebody else than `asker` asked. */
  asked_by?: Viewer
}

const ALL = PEOPLE
const NONE: Viewer[] = []
const staffAnd = (...others: Viewer[]): Viewer[] => [...others, 'moderator', 'admin']

/**
 * Every state of a post or a comment, and every state by inheritance (an answer of a deleted question, a comment of a pending answer).
 * Unlisted opens for everybody and is only in the lists of its author and staff; hidden is what is pending or deleted, and what belongs to it.
 */
export const ROWS: Row[] = [
  { question: 'normal', opens: ALL, listed: ALL },
  { question: 'closed', opens: ALL, listed: ALL },
  { question: 'pinned', opens: ALL, listed: ALL },
  { question: 'unlisted', opens: ALL, listed: staffAnd('asker', 'answerer') }, // its answerers find their own answer, under its title
  { question: 'pending', opens: staffAnd('asker'), listed: NONE },
  { question: 'deleted', opens: staffAnd('asker'), listed: NONE },
  { question: 'pending', asked_by: 'suspended', opens: staffAnd(), listed: NONE },
  { question: 'deleted', asked_by: 'suspended', opens: staffAnd(), listed: NONE },

  { question: 'normal', answer: 'normal', opens: ALL, listed: ALL },
  { question: 'normal', answer: 'pending', opens: staffAnd('answerer'), listed: NONE },
  { question: 'normal', answer: 'deleted', opens: staffAnd('answerer'), listed: NONE },
  { question: 'closed', answer: 'normal', opens: ALL, listed: ALL },
  { question: 'pinned', answer: 'normal', opens: ALL, listed: ALL },
  { question: 'unlisted', answer: 'normal', opens: ALL, listed: staffAnd('asker', 'answerer') },
  { question: 'unlisted', answer: 'deleted', opens: staffAnd('answerer'), listed: NONE },
  { question: 'pending', answer: 'normal', opens: staffAnd('asker'), listed: NONE },
  { question: 'deleted', answer: 'normal', opens: staffAnd('asker'), listed: NONE },
  { question: 'deleted', answer: 'deleted', opens: staffAnd(), listed: NONE },

  { question: 'normal', comment: 'normal', opens: ALL, listed: ALL },
  { question: 'normal', comment: 'pending', opens: staffAnd('commenter'), listed: NONE },
  { question: 'deleted', comment: 'pending', opens: staffAnd(), listed: NONE },
  { question: 'normal', answer: 'normal', comment: 'pending', opens: staffAnd('commenter'), listed: NONE },
  { question: 'normal', answer: 'deleted', comment: 'pending', opens: staffAnd(), listed: NONE },
  { question: 'normal', comment: 'deleted', opens: NONE, listed: NONE },
  { question: 'closed', comment: 'normal', opens: ALL, listed: ALL },
  { question: 'pinned', comment: 'normal', opens: ALL, listed: ALL },
  { question: 'unlisted', comment: 'normal', opens: ALL, listed: staffAnd('asker') },
  { question: 'pending', comment: 'normal', opens: staffAnd('asker'), listed: NONE },
  { question: 'deleted', comment: 'normal', opens: staffAnd('asker'), listed: NONE },
  { question: 'normal', answer: 'normal', comment: 'normal', opens: ALL, listed: ALL },
  { question: 'normal', answer: 'normal', comment: 'deleted', opens: NONE, listed: NONE },
  { question: 'normal', answer: 'pending', comment: 'normal', opens: staffAnd('answerer'), listed: NONE },
  { question: 'normal', answer: 'deleted', comment: 'normal', opens: staffAnd('answerer'), listed: NONE },
  { question: 'unlisted', answer: 'normal', comment: 'normal', opens: ALL, listed: staffAnd('asker', 'answerer') },
  { question: 'pending', answer: 'normal', comment: 'normal', opens: staffAnd('asker'), listed: NONE },
  { question: 'deleted', answer: 'normal', comment: 'normal', opens: staffAnd('asker'), listed: NONE },
]

/** Tags, and what is left of a member: `on the staff's tag page` and `in the administration` are their only addresses. */
export const OTHERS = {
  tag: { opens: ALL, listed: ALL },
  'deleted tag': { opens: staffAnd(), listed: NONE },
  'deleted member': { opens: ['admin'], listed: NONE },
} as const satisfies Record<string, { opens: readonly Viewer[]; listed: readonly Viewer[] }>

export const nameOf = ({
  question,
  answer,
  comment,
  asked_by,
}: Pick<Row, 'question' | 'answer' | 'comment' | 'asked_by'>) => {
  const thread = `a ${question} question${asked_by ? ` of the ${asked_by}` : ''}`
  const post = answer ? `a ${answer} answer to ${thread}` : thread
  return comment ? `a ${comment} comment on ${post}` : post
}
