import type { Import } from '../batches.ts'
import { importBadges, type ImportedBadge } from '../badges.ts'
import { fieldsIn } from './files.ts'
import { time } from './records.ts'

/** Their badges whose rule is that of ours; the others have no counterpart here. */
const OURS: Record<string, string> = {
  Autobiographer: 'autobiographer',
  Editor: 'editor',
  'Citizen Patrol': 'first_flag',
  Supporter: 'first_upvote',
  Scholar: 'scholar',
  Informed: 'read_guidelines',
  'Nice Question': 'nice_question',
  'Good Question': 'good_question',
  'Great Question': 'great_question',
  'Nice Answer': 'nice_answer',
  'Good Answer': 'good_answer',
  'Great Answer': 'great_answer',
  Announcer: 'nice_share',
  Booster: 'good_share',
  Publicist: 'great_share',
}
/** What a post had to reach there. */
const SCORES = [10, 25, 100] as const
const SCORE_OF: Record<string, [kind: 'question' | 'answer', least: number]> = {
  nice_question: ['question', SCORES[0]],
  good_question: ['question', SCORES[1]],
  great_question: ['question', SCORES[2]],
  nice_answer: ['answer', SCORES[0]],
  good_answer: ['answer', SCORES[1]],
  great_answer: ['answer', SCORES[2]],
}

export const bringBadges = async (one: Import) => {
  let waiting: ImportedBadge[] = []
  const bring = async () => {
    if (waiting.length) await importBadges(one.app, one.site, waiting)
    waiting = []
  }
  for await (const { fields } of fieldsIn(one, 'Badges')) {
    const { Id = '', UserId = '', Name = '', Date: date, TagBased } = fields
    const code = TagBased === 'True' ? undefined : OURS[Name]
    if (!code || !UserId) continue
    const [kind, least] = SCORE_OF[code] ?? []
    waiting.push({
      key: Id,
      user_key: UserId,
      code,
      created_at: time(date),
      ...(kind && { earned_by: { kind, least: least! } }),
    })
    if (waiting.length >= one.batch) await bring()
  }
  await bring()
}
