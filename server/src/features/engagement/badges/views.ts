import type { AdminAward, AdminBadge, BadgeAward, BadgeCard, EarnedBadge } from '@askwell/contract/badges.ts'
import { BADGE_FIELDS, type BadgeRule, USER_FIELDS } from '@askwell/contract/badge-rules.ts'
import { objectId } from '@askwell/contract/ids.ts'
import type { MessageKey } from '@askwell/contract/message-keys.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Viewer } from '../../../lib/actor.ts'
import { DEFAULT_LANGUAGE, translate } from '../../../lib/messages.ts'
import { userCards } from '../../users/users/views.ts'
import { bestOf, countMatches } from './matching/queries.ts'
import { countEarned, type listAwards, listRecent, listShown } from './awards/queries.ts'
import { type Badge, BADGE_STATUS, listBadges } from './queries.ts'
import { ruled } from './rule.ts'

type Words = Record<string, { name: string; description: string }>

/** In this language; where a badge of the site's own has no words in it, in the site's, or in any. */
export const wordsIn = (badge: Pick<Badge, 'code' | 'words'>, language: string) => {
  if (badge.code)
    return {
      name: translate(language, `badge_names.${badge.code}` as MessageKey),
      description: translate(language, `badge_names.${badge.code}_description` as MessageKey),
    }
  const words = JSON.parse(badge.words) as Words
  return words[language] ?? words[DEFAULT_LANGUAGE] ?? Object.values(words)[0] ?? { name: '', description: '' }
}
const GROUPS = { 1: 'starting', 2: 'community', 3: 'posting' } as const
export const groupName = (group_id: number, language: string) =>
  translate(language, `badge_names.group_${GROUPS[group_id as keyof typeof GROUPS] ?? 'community'}`)

const named = (badge: Badge, language: string) => ({
  id: objectId('badge', badge.id),
  name: wordsIn(badge, language).name,
  icon: badge.icon,
  level: badge.level,
})

const card = (
  badge: Badge,
  language: string,
  earned: Map<number, number>,
  progress: Map<number, BadgeCard['progress']>,
): BadgeCard => ({
  ...named(badge, language),
  description: wordsIn(badge, language).description,
  award_count: badge.award_count,
  earned_count: earned.get(badge.id) ?? 0,
  is_single: badge.is_single === 1,
  progress: progress.get(badge.id) ?? null,
})

const isNumber = (field: string) =>
  BADGE_FIELDS[field as keyof typeof BADGE_FIELDS] === 'at_least' && !(USER_FIELDS as readonly string[]).includes(field)

/** How far somebody is towards each badge that they haven't got, where a number says so. */
const progressOf = async (db: Db, badges: Badge[], user_id: number, earned: Map<number, number>, now: number) => {
  const open = badges
    .filter(({ id, is_single, activity }) => activity !== 'best_month' && !(is_single && earned.has(id)))
    .map(ruled)
  const found = new Map<number, BadgeCard['progress']>()
  const users = { from: user_id, to: user_id }
  for (const activity of new Set(open.map((rule) => rule.activity))) {
    const rules = open.filter((rule) => rule.activity === activity)
    const several = rules.filter(({ count }) => count > 1)
    const single = rules
      .filter(({ count }) => count === 1)
      .flatMap((rule) => {
        const asked = rule.conditions.find(({ field, value }) => isNumber(field) && Number(value) > 1)
        return asked ? [{ ...rule, field: asked.field, target: Number(asked.value) }] : []
      })
    if (several.length) {
      const [counted] = await countMatches(db, several, { users }, now)
      for (const { id, count } of several)
        found.set(id, { done: Math.min(counted?.counts.get(id) ?? 0, count), target: count })
    }
    if (single.length) {
      const best = await bestOf(db, single, user_id, now)
      for (const { id, target } of single) found.set(id, { done: Math.min(best.get(id) ?? 0, target), target })
    }
  }
  return found
}

interface Reader {
  viewer: Viewer
  language: string
  now: number
}

const cards = async (db: Db, badges: Badge[], { viewer, language, now }: Reader) => {
  const earned = viewer ? await countEarned(db, viewer.id) : new Map<number, number>()
  const progress = viewer
    ? await progressOf(db, badges, viewer.id, earned, now)
    : new Map<number, BadgeCard['progress']>()
  return badges.map((badge) => ({ group_id: badge.group_id, card: card(badge, language, earned, progress) }))
}

/** Those that are on; of others what one has. */
export const badgeGroups = async (db: Db, reader: Reader) => {
  const all = await cards(db, await listBadges(db, BADGE_STATUS.active), reader)
  return [...new Set(all.map(({ group_id }) => group_id))].map((group_id) => ({
    group_name: groupName(group_id, reader.language),
    badges: all.filter((one) => one.group_id === group_id).map((one) => one.card),
  }))
}
export const badgeCard = async (db: Db, badge: Badge, reader: Reader) => (await cards(db, [badge], reader))[0]!.card

const earnedBadge = (badge: Badge, language: string, count: number): EarnedBadge => ({
  ...named(badge, language),
  earned_count: count,
})

/** Gold first, then in the order of the badges. */
export const earnedBadges = async (db: Db, user_id: number, language: string): Promise<EarnedBadge[]> => {
  const earned = await countEarned(db, user_id)
  const badges = (await listBadges(db)).filter(({ id, status }) => earned.has(id) && status !== BADGE_STATUS.deleted)
  return badges
    .toSorted((a, b) => b.level - a.level || a.id - b.id)
    .map((badge) => earnedBadge(badge, language, earned.get(badge.id)!))
}
const RECENT = 10
export const recentlyEarned = async (db: Db, user_id: number, language: string): Promise<EarnedBadge[]> => {
  const ids = await listRecent(db, user_id, RECENT)
  const earned = await countEarned(db, user_id)
  const badges = new Map((await listBadges(db)).map((badge) => [badge.id, badge]))
  return ids.map((id) => earnedBadge(badges.get(id)!, language, earned.get(id) ?? 0))
}

type AwardRow = Awaited<ReturnType<typeof listAwards>>[number]

/** What each award is for, as far as lists show it to this viewer. */
const objectsOf = async (db: Db, viewer: Viewer, awards: AwardRow[]) => {
  const idsOf = (types: string[]) => awards.filter((one) => types.includes(one.object_type)).map((one) => one.object_id)
  const { posts, comments } = await listShown(db, viewer, idsOf(['question', 'answer']), idsOf(['comment']))
  return (award: AwardRow) => {
    const none = {
      object_type: '' as const,
      object_id: '',
      question_id: '',
      answer_id: '',
      comment_id: '',
      title: '',
      url_title: '',
    }
    const { object_type, object_id, question_id } = award
    const comment = object_type === 'comment' ? comments.find(({ id }) => id === object_id) : undefined
    const post =
      object_type === 'question' || object_type === 'answer' ? posts.find(({ id }) => id === object_id) : undefined
    const shown = comment ?? post
    if (!shown || object_type === '') return none
    const answer = object_type === 'answer' ? object_id : comment?.kind === 'answer' ? comment.post_id : 0
    return {
      object_type,
      object_id: objectId(object_type, object_id),
      question_id: objectId('question', question_id),
      answer_id: answer ? objectId('answer', answer) : '',
      comment_id: comment ? objectId('comment', comment.id) : '',
      title: shown.title,
      url_title: shown.url_title,
    }
  }
}

export const awardViews = async (db: Db, viewer: Viewer, awards: AwardRow[]): Promise<BadgeAward[]> => {
  const users = await userCards(
    db,
    awards.map(({ user_id }) => user_id),
  )
  const about = await objectsOf(db, viewer, awards)
  return awards.map((award) => {
    const { id, username, rank, display_name, avatar, status } = users.get(award.user_id)!
    return {
      created_at: award.created_at,
      ...about(award),
      author_user_info: { id, username, rank, display_name, avatar, status },
      reason: award.reason,
    }
  })
}

export const adminAwardViews = async (db: Db, viewer: Viewer, awards: AwardRow[]): Promise<AdminAward[]> => {
  const users = await userCards(
    db,
    awards.flatMap(({ user_id, awarded_by, taken_back_by }) => [user_id, awarded_by, taken_back_by]),
  )
  const nameOf = (id: number) => (id === 0 ? '' : users.get(id)!.display_name)
  const about = await objectsOf(db, viewer, awards)
  return awards.map((award) => {
    const { id, username, rank, display_name, avatar, status } = users.get(award.user_id)!
    return {
      id: objectId('badge_award', award.id),
      user: { id, username, rank, display_name, avatar, status },
      created_at: award.created_at,
      awarded_by: nameOf(award.awarded_by),
      reason: award.reason,
      title: about(award).title,
      taken_back_at: award.taken_back_at,
      taken_back_by: nameOf(award.taken_back_by),
      taken_back_reason: award.taken_back_reason,
    }
  })
}

export const adminBadgeView = (badge: Badge, language: string, earned: Map<number, number>): AdminBadge => ({
  ...named(badge, language),
  description: wordsIn(badge, language).description,
  award_count: badge.award_count,
  earned: earned.has(badge.id),
  group_name: groupName(badge.group_id, language),
  status: badge.status === BADGE_STATUS.active ? 'active' : 'inactive',
  group_id: badge.group_id as AdminBadge['group_id'],
  is_single: badge.is_single === 1,
  rule: JSON.parse(badge.rule) as BadgeRule,
  is_builtin: badge.code !== '',
  words: JSON.parse(badge.words) as Words,
})
