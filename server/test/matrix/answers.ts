import { PEOPLE, type Kind } from './cast.ts'

export interface Answer {
  status: number
  reason?: string
  type?: string
}

/** What a word of the table means in an API reply. */
const ANSWERS: Record<string, Answer> = {
  ok: { status: 200 },
  /** Nobody known is asking. */
  401: { status: 401, reason: 'base.unauthorized_error' },
  /** Not there, or not for these eyes: the same. */
  404: { status: 404 },
  /** The address is not confirmed yet. */
  inactive: { status: 403, reason: 'error.email.need_to_be_verified', type: 'inactive' },
  suspended: { status: 403, reason: 'error.user.suspended', type: 'suspended' },
  /** For another role. */
  role: { status: 403, reason: 'base.unauthorized_error' },
  /** Reputation would open it, and the reply says how much. */
  rank: { status: 403, reason: 'error.rank.no_enough_rank_to_operate' },
  /** The same, with the tag named that it is about. */
  tag_rank: { status: 403, reason: 'error.tag.unknown_needs_rank' },
  /** Neither role nor owner, and no reputation that is told would do. */
  unmet: { status: 403, reason: 'error.rank.fail_to_meet_the_condition' },
  /** Not even for who may do all the rest. */
  forbidden: { status: 403, reason: 'base.forbidden_error' },
  /** The time for it is over. */
  late: { status: 403, reason: 'error.comment.edit_time_over' },
  /** Never to one's own. */
  own: { status: 400, reason: 'error.object.disallow_vote_your_self' },
  /** They may see it, but in this state it can't be done; or it isn't there, where the API has 400 for that. */
  bad: { status: 400 },
  verified: { status: 400, reason: 'error.email.already_verified' },
  /** The site is installed. */
  over: { status: 403, reason: 'base.already_installed' },
}

export type SiteKind = 'public' | 'private'

/** One row, as what each kind of people gets. */
export const cellsOf = (row: string, site: SiteKind): Record<Kind, Answer> => {
  const words = row.trim().split(/\s+/)
  if (words.length !== PEOPLE.length) throw new Error(`a row needs ${PEOPLE.length} cells: ${row}`)
  return Object.fromEntries(
    words.map((word, at) => {
      const [open, closed = open] = word.split('/')
      const answer = ANSWERS[site === 'public' ? open! : closed!]
      if (!answer) throw new Error(`nobody knows what "${word}" means`)
      return [PEOPLE[at]!, answer]
    }),
  ) as Record<Kind, Answer>
}
