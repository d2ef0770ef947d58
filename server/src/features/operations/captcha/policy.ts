import type { CaptchaAction } from '@askwell/contract/accounts.ts'

/** How often a person has done something lately, and when last. */
export interface RecentActions {
  count: number
  last: number
}

interface Rule {
  /** Whose actions are counted together; anonymous visitors always count by their network. */
  by: 'person' | 'network'
  demanded(count: number, seconds: number): boolean
  /** What counts as an action. `try`: all; `success` and `failure`: only those. */
  counts: 'nothing' | 'try' | 'success' | 'failure'
  /** A right answer resets the count. */
  forgets?: boolean
}

/** Counts are forgotten this long after the last action, and a picture can be solved for as long. */
export const CAPTCHA_SECONDS = 6 * 60

const HALF_AN_HOUR = 30 * 60
const pause =
  (seconds: number, count: number): Rule['demanded'] =>
  (n, since) =>
    n > 0 && (since <= seconds || n >= count)

/** When each kind of action asks for a captcha: after how many of them, or how few seconds after the last. */
export const RULES: Record<CaptchaAction, Rule> = {
  email: { by: 'network', demanded: () => true, counts: 'nothing' },
  password: {
    by: 'network',
    demanded: (n, since) => n >= 3 && since <= HALF_AN_HOUR,
    counts: 'failure',
    forgets: true,
  },
  edit_userinfo: {
    by: 'person',
    demanded: (n, since) => n >= 3 && since <= HALF_AN_HOUR,
    counts: 'try',
    forgets: true,
  },
  question: { by: 'person', demanded: pause(5, 10), counts: 'success' },
  answer: { by: 'person', demanded: pause(5, 10), counts: 'success' },
  comment: { by: 'person', demanded: pause(1, 30), counts: 'try' },
  edit: { by: 'person', demanded: (n) => n >= 10, counts: 'success' },
  invitation_answer: { by: 'person', demanded: (n) => n >= 30, counts: 'success' },
  search: { by: 'person', demanded: (n, since) => n >= 20 && since <= 60, counts: 'try' },
  report: { by: 'person', demanded: pause(1, 30), counts: 'try' },
  delete: { by: 'person', demanded: pause(5, 5), counts: 'try' },
  vote: { by: 'person', demanded: (n) => n >= 40, counts: 'try' },
}

/** Whether the next action of this kind needs a captcha. */
export const isDemanded = (action: CaptchaAction, recent: RecentActions | undefined, now: number) =>
  RULES[action].demanded(recent?.count ?? 0, recent ? now - recent.last : Infinity)
