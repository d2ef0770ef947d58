import type { PostForReview, Reviewer } from '@askwell/contract/reviewers.ts'
import type { App } from '../../events/events.ts'
import type { Member } from '../../lib/member.ts'
import { say } from '../../lib/words.ts'
import { siteSettings } from '../site/views.ts'
import { findUser } from '../users/queries.ts'
import { gravest, type Judged, judgeNewcomers } from './policy.ts'

// words: review.reason.*

const REVIEWER_MS = 10_000

const APPROVED: Judged = { verdict: 'approved', reviewer: '', reason: '', failed: false }

type Draft = Pick<PostForReview, 'object_type' | 'title' | 'content' | 'html' | 'tags' | 'links'>
/** Where a call came from. */
export interface From {
  ip: string
  user_agent: string
}

const intime = async <T>(work: Promise<T>) => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer after ${REVIEWER_MS / 1000} s`)), REVIEWER_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** A reviewer that fails is no reason to lose a post, nor to show it: it waits, and the admins learn why. */
const ask = async (reviewer: Reviewer, post: PostForReview, language: string): Promise<Judged> => {
  const { slug_name } = reviewer
  try {
    const { verdict, reason = '' } = await intime(Promise.resolve().then(() => reviewer.review(post)))
    if (!['approved', 'waiting', 'deleted'].includes(verdict)) throw new Error(`"${verdict}" is no judgement`)
    return { verdict, reviewer: slug_name, reason, failed: false }
  } catch (error) {
    return {
      verdict: 'waiting',
      reviewer: slug_name,
      reason: say(language, 'review.reason.failed', {
        name: slug_name,
        message: error instanceof Error ? error.message : String(error),
      }),
      failed: true,
    }
  }
}

/** Asks everybody who reviews new posts. Takes as long as they take: before the transaction, never in it. */
export const judge = async (app: App, actor: Member, draft: Draft, { ip, user_agent }: From): Promise<Judged> => {
  const settings = await siteSettings(app)
  const { hold_first_posts, hold_links } = settings.review
  if (app.reviewers.length === 0 && !hold_first_posts && !hold_links) return APPROVED
  const user = await findUser(app.db, actor.id)
  const { language } = settings.interface
  const author = {
    id: actor.id,
    rank: actor.rank,
    role_id: actor.role_id,
    approved_question_count: user?.question_count ?? 0,
    approved_answer_count: user?.answer_count ?? 0,
  }
  const post: PostForReview = { ...draft, author, language, user_agent, ip }
  const { verdict, why } = judgeNewcomers(settings, post)
  const own: Judged = { verdict, reviewer: '', reason: why ? say(language, `review.reason.${why}`) : '', failed: false }
  return gravest(
    [own, ...(await Promise.all(app.reviewers.map((reviewer) => ask(reviewer, post, language))))],
    APPROVED,
  )
}
