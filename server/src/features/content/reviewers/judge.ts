import type { PostForReview, Reviewer } from '@askwell/contract/reviewers.ts'
import { isStaff } from '@askwell/contract/roles.ts'
import pTimeout from 'p-timeout'
import type { App } from '../../../events/events.ts'
import { type FieldError, Invalid } from '../../../lib/errors.ts'
import type { Actor } from '../../../lib/actor.ts'
import { outsideSlot } from '../../../lib/concurrency-slot.ts'
import { translate } from '../../../lib/messages.ts'
import { siteSettings } from '../../operations/settings/views.ts'
import { gravest, type Judged, judgeNewcomers, newLinks, refusalOf } from './policy.ts'
import { countComments, findAuthor } from './queries.ts'

const REVIEWER_MS = 10_000

export const APPROVED: Judged = { verdict: 'approved', reviewer: '', reason: '', failed: false }

type Draft = Pick<PostForReview, 'object_type' | 'title' | 'content' | 'html' | 'tags' | 'links'> & {
  /** The text it would replace; links in that are nothing new. */
  former?: string
}
/** Where a call came from. */
export interface From {
  ip: string
  user_agent: string
}

/** If a reviewer fails, a post is neither lost nor shown: it waits, and the admins learn why. */
const ask = async (reviewer: Reviewer, post: PostForReview, language: string): Promise<Judged> => {
  const { slug_name } = reviewer
  try {
    const { verdict, reason = '' } = await pTimeout(
      Promise.resolve().then(() => reviewer.review(post)),
      { milliseconds: REVIEWER_MS, message: `no answer after ${REVIEWER_MS / 1000} s` },
    )
    if (!['approved', 'waiting', 'deleted'].includes(verdict)) throw new Error(`"${verdict}" is no judgement`)
    return { verdict, reviewer: slug_name, reason, failed: false }
  } catch (error) {
    return {
      verdict: 'waiting',
      reviewer: slug_name,
      reason: translate(language, 'review.reason.failed', {
        name: slug_name,
        message: error instanceof Error ? error.message : String(error),
      }),
      failed: true,
    }
  }
}

/** Only plugins review new questions and answers by staff; everything else staff write they could approve themselves. */
const isTrusted = (actor: Pick<Actor, 'role_id'>, { object_type, former }: Draft) =>
  isStaff(actor) && !(former === undefined && (object_type === 'question' || object_type === 'answer'))

/** Asks all reviewers. It takes as long as they take: before the transaction, never in it. */
export const judge = async (
  app: App,
  actor: Pick<Actor, 'id' | 'rank' | 'role_id'>,
  { former, ...draft }: Draft,
  { ip, user_agent }: From,
): Promise<Judged> => {
  const settings = await siteSettings(app)
  const { hold_first_posts, hold_links } = settings.review
  const reviewers = [...app.reviewers, ...app.plugins.reviewers()]
  if (reviewers.length === 0 && !hold_first_posts && !hold_links) return APPROVED
  if (isTrusted(actor, { ...draft, former })) return APPROVED
  const found = await findAuthor(app.db, actor.id)
  const { language } = settings.interface
  const author = {
    id: actor.id,
    username: found?.username ?? '',
    display_name: found?.display_name ?? '',
    e_mail: found?.e_mail ?? '',
    rank: actor.rank,
    role_id: actor.role_id,
    approved_question_count: found?.question_count ?? 0,
    approved_answer_count: found?.answer_count ?? 0,
    approved_comment_count: await countComments(app.db, actor.id),
  }
  const links = newLinks(draft.links, former ?? '', settings.general.site_url)
  const post: PostForReview = { ...draft, links, is_edit: former !== undefined, author, language, user_agent, ip }
  const { verdict, why } = judgeNewcomers(settings, post)
  const own: Judged = {
    verdict,
    reviewer: '',
    reason: why ? translate(language, `review.reason.${why}`) : '',
    failed: false,
    why,
  }
  const asked = await outsideSlot(() => Promise.all(reviewers.map((reviewer) => ask(reviewer, post, language))))
  return gravest([own, ...asked], APPROVED)
}

/** Asks about a text that is either shown or refused: it has no queue to wait in. */
export const judgeAtOnce = async (
  app: App,
  actor: Pick<Actor, 'id' | 'rank' | 'role_id'>,
  draft: Draft,
  from: From,
  field: string,
): Promise<FieldError[]> => {
  const judged = await judge(app, actor, draft, from)
  return judged.verdict === 'approved' ? [] : [refusalOf(judged, await siteSettings(app), field)]
}

/** As `judgeAtOnce`; what is not taken is refused. */
export const ensureShownAtOnce = async (...asked: Parameters<typeof judgeAtOnce>) => {
  const refused = await judgeAtOnce(...asked)
  if (refused.length) throw new Invalid(refused)
}

/** An edit that waits: why, for the staff who decide on it, and whether a reviewer failed. */
export interface PendingReason {
  held_reason: string
  failed: boolean
}
export const pendingReason = async (
  app: App,
  { verdict, reason, failed }: Judged,
): Promise<PendingReason | undefined> =>
  verdict === 'approved'
    ? undefined
    : { held_reason: reason || translate((await siteSettings(app)).interface.language, 'review.reason.held'), failed }

/** An edit that a reviewer rejects outright isn't accepted: the text stays as it is. */
export const ensureTaken = ({ verdict }: Judged, field: string) => {
  if (verdict === 'deleted') throw new Invalid([{ field, reason: 'field.refused_by_review' }])
}
