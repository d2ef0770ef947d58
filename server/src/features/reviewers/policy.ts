import type { Judgement, PostForReview } from '@askwell/contract/reviewers.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { ANSWER_STATUS } from '@askwell/contract/shapes.ts'
import type { SiteSettings } from '../site/views.ts'

/** What became of a new post before anybody saw it, and who said so. */
export interface Judged {
  verdict: Judgement['verdict']
  reviewer: string
  reason: string
  failed: boolean
}

/** What the site's own reviewer says: first posts and links of newcomers wait, where the admin wants that. The staff are trusted. */
export const judgeNewcomers = (
  { review }: Pick<SiteSettings, 'review'>,
  { author, links }: Pick<PostForReview, 'author' | 'links'>,
): Judgement & { why?: 'first_post' | 'links' } => {
  if (author.role_id !== ROLE.user) return { verdict: 'approved' }
  if (review.hold_first_posts && author.approved_question_count + author.approved_answer_count < review.first_posts)
    return { verdict: 'waiting', why: 'first_post' }
  if (review.hold_links && links.length > 0 && author.rank < review.links_rank)
    return { verdict: 'waiting', why: 'links' }
  return { verdict: 'approved' }
}

const GRAVITY: Record<Judgement['verdict'], number> = { approved: 0, waiting: 1, deleted: 2 }

/** Of several judgements the gravest counts; of equal ones the first. */
export const gravest = <J extends Judgement>(judgements: readonly J[], none: J): J =>
  judgements.reduce((worst, one) => (GRAVITY[one.verdict] > GRAVITY[worst.verdict] ? one : worst), none)

/** What a new post is at first. */
export const firstState = (
  { verdict }: Judged,
  now: number,
): { status: number; deleted_at?: number; former_status?: number } => {
  if (verdict === 'deleted')
    return { status: ANSWER_STATUS.deleted, deleted_at: now, former_status: ANSWER_STATUS.pending }
  return { status: verdict === 'waiting' ? ANSWER_STATUS.pending : ANSWER_STATUS.available }
}
