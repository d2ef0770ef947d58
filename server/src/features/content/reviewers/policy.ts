import type { Judgement, PostForReview } from '@askwell/contract/reviewers.ts'
import { ROLE } from '@askwell/contract/roles.ts'
import { ANSWER_STATUS } from '@askwell/contract/shapes.ts'
import type { FieldError } from '../../../lib/errors.ts'
import type { SiteSettings } from '../../operations/settings/views.ts'

/** What was decided about a new post before anybody saw it, and by whom. */
export interface Judged {
  verdict: Judgement['verdict']
  reviewer: string
  reason: string
  failed: boolean
  /** If the site's own reviewer holds it. */
  why?: 'first_post' | 'links'
}

type Author = PostForReview['author']
/** How many of a member's posts have been approved; for members who only comment, comments count. */
const approvedCount = (object_type: PostForReview['object_type'], author: Author) =>
  author.approved_question_count +
  author.approved_answer_count +
  (object_type === 'comment' ? author.approved_comment_count : 0)

/** Profiles and tags are no posts. */
const isPost = (object_type: PostForReview['object_type']) => object_type !== 'tag' && object_type !== 'profile'

/** The site's own reviewer: first posts and links of newcomers wait, if the admin wants that. Staff are trusted. */
export const judgeNewcomers = (
  { review }: Pick<SiteSettings, 'review'>,
  { object_type, author, links }: Pick<PostForReview, 'object_type' | 'author' | 'links'>,
): Pick<Judged, 'verdict' | 'why'> => {
  if (author.role_id !== ROLE.user) return { verdict: 'approved' }
  if (review.hold_first_posts && isPost(object_type) && approvedCount(object_type, author) < review.first_posts)
    return { verdict: 'waiting', why: 'first_post' }
  if (review.hold_links && links.length > 0 && author.rank < review.links_rank)
    return { verdict: 'waiting', why: 'links' }
  return { verdict: 'approved' }
}

const GRAVITY: Record<Judgement['verdict'], number> = { approved: 0, waiting: 1, deleted: 2 }

/** The most severe verdict counts; of equal ones the first. */
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

/** Links and pictures from elsewhere that were not in the text before: approved ones need no second look. */
export const newLinks = (links: readonly string[], former: string, siteUrl: string) => {
  const own = URL.parse(siteUrl)?.origin
  return links.filter((link) => !standsIn(former, link) && (!own || URL.parse(link)?.origin !== own))
}

const GOES_ON = /^([\p{L}\p{N}_%@:-]|\.[\p{L}\p{N}])/u
/** The whole address: where `https://good.com` stands, `https://good.co` doesn't. */
const standsIn = (text: string, address: string) => {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1))
    if (!GOES_ON.test(text.slice(at + address.length, at + address.length + 4))) return true
  return false
}

/** The addresses in a text that lead to other sites. */
export const outsideLinks = (links: readonly string[]) => links.filter((link) => /^https?:/i.test(link))

/** Addresses in a text that isn't Markdown. */
export const plainLinks = (text: string) => text.match(/https?:\/\/[^\s<>"']+/gi) ?? []

/** Why a text that can't wait isn't accepted, for its author. */
export const refusalOf = (
  { verdict, why, failed }: Judged,
  { review }: Pick<SiteSettings, 'review'>,
  field: string,
): FieldError => {
  if (failed) return { field, reason: 'field.not_reviewed' }
  return verdict === 'waiting' && why === 'links'
    ? { field, reason: 'field.links_need_rank', values: { rank: review.links_rank } }
    : { field, reason: 'field.refused_by_review' }
}
