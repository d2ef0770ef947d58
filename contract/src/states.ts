import { type MEMBER_ACTIONS, PIN, QUESTION_STATUS, SHOW } from './shapes.ts'

/** What a question or an answer is as a whole; answers are neither closed nor pinned nor unlisted. */
export interface PostState {
  kind: 'question' | 'answer'
  status: number
  pin: number
  show: number
}
type State = Partial<Record<'status' | 'pin' | 'show', readonly number[]>>

interface Step {
  kinds: readonly PostState['kind'][]
  /** `author` may delete what nobody would miss, and undo that deletion. `staff` may always, unless it says `admin`. */
  who: 'staff' | 'author' | 'admin'
  /** What it leads away from; what isn't named may be anything. */
  from: State
  /** Where it is so already, and nothing is left to do. */
  already: State
  /** What it becomes; `former`: what it was before it was deleted; `nothing`: it is gone for good. */
  to: Partial<Record<'status' | 'pin' | 'show', number>> | 'former' | 'nothing'
  /** How clients call it. */
  action?: (typeof MEMBER_ACTIONS)[number]
}

const { available, closed, deleted, pending } = QUESTION_STATUS
const QUESTIONS = ['question'] as const
const POSTS = ['question', 'answer'] as const
/** Everybody sees it: only then it matters whether it is pinned or listed. */
const shown = { status: [available, closed] }

/** All that can be done to a post as a whole. Server and pages read who, from where and what it becomes from here. */
export const OPERATIONS = {
  close: {
    kinds: QUESTIONS,
    who: 'staff',
    from: { status: [available] },
    already: { status: [closed] },
    to: { status: closed },
    action: 'close',
  },
  reopen: {
    kinds: QUESTIONS,
    who: 'staff',
    from: { status: [closed] },
    already: { status: [available] },
    to: { status: available },
    action: 'reopen',
  },
  pin: {
    kinds: QUESTIONS,
    who: 'staff',
    from: { ...shown, pin: [PIN.no], show: [SHOW.listed] },
    already: { pin: [PIN.yes] },
    to: { pin: PIN.yes },
    action: 'pin',
  },
  unpin: {
    kinds: QUESTIONS,
    who: 'staff',
    from: { ...shown, pin: [PIN.yes] },
    already: { pin: [PIN.no] },
    to: { pin: PIN.no },
    action: 'unpin',
  },
  unlist: {
    kinds: QUESTIONS,
    who: 'staff',
    from: { ...shown, show: [SHOW.listed], pin: [PIN.no] },
    already: { show: [SHOW.unlisted] },
    to: { show: SHOW.unlisted },
    action: 'hide',
  },
  list: {
    kinds: QUESTIONS,
    who: 'staff',
    from: { ...shown, show: [SHOW.unlisted] },
    already: { show: [SHOW.listed] },
    to: { show: SHOW.listed },
    action: 'show',
  },
  delete: {
    kinds: POSTS,
    who: 'author',
    from: { status: [available, closed, pending] },
    already: { status: [deleted] },
    to: { status: deleted },
    action: 'delete',
  },
  undelete: {
    kinds: POSTS,
    who: 'author',
    from: { status: [deleted] },
    already: { status: [available, closed, pending] },
    to: 'former',
    action: 'undelete',
  },
  /** Lets through what waited for review. */
  approve: {
    kinds: POSTS,
    who: 'staff',
    from: { status: [pending] },
    already: { status: [available, closed] },
    to: { status: available },
    action: 'approve',
  },
  /** Deletes permanently. */
  erase: { kinds: POSTS, who: 'admin', from: { status: [deleted] }, already: {}, to: 'nothing', action: 'erase' },
} as const satisfies Record<string, Step>

export type OperationName = keyof typeof OPERATIONS
export const OPERATION_NAMES = Object.keys(OPERATIONS) as OperationName[]

/** What clients say to `question/operation`. */
export const OPERATION_OF = { pin: 'pin', unpin: 'unpin', hide: 'unlist', show: 'list' } as const satisfies Record<
  string,
  OperationName
>

export const stepOf = (operation: OperationName): Step => OPERATIONS[operation]

const PARTS = ['status', 'pin', 'show'] as const
const within = (post: PostState, state: State) =>
  PARTS.every((part) => !state[part] || state[part].includes(post[part]))

/** What stands in the way; words: reasons.error.post.* */
export type Obstacle = 'open' | 'closed' | 'deleted' | 'pending' | 'pinned' | 'unlisted'
const STATUS_NAMES: Record<number, Obstacle> = {
  [available]: 'open',
  [closed]: 'closed',
  [deleted]: 'deleted',
  [pending]: 'pending',
}

/** Whether a step can be taken from here: it can, it is so already, or something is in the way. */
export const operationStatus = (operation: OperationName, post: PostState): 'possible' | 'already' | Obstacle => {
  const { from, already } = stepOf(operation)
  if (within(post, from)) return 'possible'
  if (PARTS.some((part) => already[part]) && within(post, already)) return 'already'
  if (from.status && !from.status.includes(post.status)) return STATUS_NAMES[post.status] ?? 'deleted'
  return post.pin === PIN.yes ? 'pinned' : 'unlisted'
}

/** The operations that this post's state allows; who may carry them out is another question. */
export const possibleFor = (post: PostState) =>
  OPERATION_NAMES.filter(
    (name) =>
      (stepOf(name).kinds as readonly string[]).includes(post.kind) && operationStatus(name, post) === 'possible',
  )

/** What a post becomes; undefined where nothing is left of it. */
export const stateAfter = <P extends PostState>(
  operation: OperationName,
  post: P,
  formerStatus: number,
): P | undefined => {
  const { to } = stepOf(operation)
  if (to === 'nothing') return undefined
  return to === 'former' ? { ...post, status: formerStatus } : { ...post, ...to }
}

/** Deleted and pending posts have this status or a higher one. */
export const HIDDEN_FROM = 10

export interface PostVisibility {
  status: number
  show: number
}

/** Whether everybody's lists show a question, and counts count it. */
export const isListed = ({ status, show }: PostVisibility) => status < HIDDEN_FROM && show === 1
