import type { AdminBadge } from '@askwell/contract/badges.ts'
import { BADGE_ICONS } from '@askwell/contract/badges.ts'
import { type BadgeRule, faultOf } from '@askwell/contract/badge-rules.ts'
import { numberOf, objectId } from '@askwell/contract/ids.ts'
import type { App } from '../../../events/events.ts'
import { beginTask } from '../../../events/tasks/service.ts'
import type { Db } from '../../../db/dialect.ts'
import type { Actor } from '../../../lib/actor.ts'
import { BadRequest, type FieldError, Invalid } from '../../../lib/errors.ts'
import { isImageAddress } from '@askwell/contract/link-address.ts'
import { LANGUAGES } from '../../../lib/messages.ts'
import { listTagsBySlug } from '../../content/tags/queries.ts'
import { recordAudit, recordTask } from '../../operations/audit/queries.ts'
import { findUserByName } from '../../users/users/names/queries.ts'
import { changeAwardCounts, findAwardByKey, insertAwards, lockAward, updateAward } from './awards/queries.ts'
import { type Badge, BADGE_STATUS, insertBadge, lockBadge, updateBadge } from './queries.ts'

/** The kind of the task that awards badges for what was done before. */
export const AWARD_PAST = 'award_past_badges'

const missing = () => new BadRequest('error.object.not_found')
const isThere = (badge: Badge | undefined): badge is Badge =>
  badge !== undefined && badge.status !== BADGE_STATUS.deleted

const fact = (actor: Actor) => ({ actor_id: actor.id, object_type: 'badge' as const, question_id: 0 })

export const setBadgeStatus = (app: App, actor: Actor, id: string, status: 'active' | 'inactive') =>
  app.transaction(async (tx) => {
    const badge = await lockBadge(tx.db, numberOf('badge', id))
    if (!isThere(badge)) throw missing()
    const after = BADGE_STATUS[status]
    if (badge.status === after) return null
    await updateBadge(tx.db, badge.id, { status: after, updated_at: tx.now() })
    await recordAudit(tx, {
      actor_id: actor.id,
      action: 'badge.changed',
      object_type: 'badge',
      object_id: badge.id,
      before: { status: badge.status },
      after: { status: after },
    })
    await tx.emit('badge.changed', { ...fact(actor), object_id: badge.id })
    return null
  })

export type Draft = Pick<AdminBadge, 'icon' | 'level' | 'group_id' | 'is_single' | 'rule' | 'words'> & { id?: string }

const isIcon = (icon: string) => (BADGE_ICONS as readonly string[]).includes(icon) || isImageAddress(icon)

/** Names that were left empty are left out. */
const wordsOf = (words: Draft['words']) =>
  Object.fromEntries(
    Object.entries(words)
      .map(
        ([language, { name, description }]) =>
          [language, { name: name.trim(), description: description.trim() }] as const,
      )
      .filter(([language, { name }]) => LANGUAGES.has(language) && name !== ''),
  )

const faultsOf = (draft: Draft, builtin: boolean): FieldError[] => [
  ...(isIcon(draft.icon) ? [] : [{ field: 'icon', reason: 'field.bad_url' }]),
  ...(builtin || Object.keys(wordsOf(draft.words)).length ? [] : [{ field: 'name', reason: 'field.required' }]),
]

export const checkRule = async (db: Db, rule: BadgeRule, is_single: boolean): Promise<FieldError[]> => {
  const fault = faultOf(rule, is_single)
  if (fault) return [fault]
  const tags = rule.conditions.flatMap(({ field, value }, at) => (field === 'tag' ? [{ slug: String(value), at }] : []))
  const there = await listTagsBySlug(
    db,
    tags.map(({ slug }) => slug),
  )
  const unknown = tags.find(({ slug }) => !there.some(({ slug_name }) => slug_name === slug))
  return unknown
    ? [{ field: 'conditions', reason: 'field.badge_condition_tag', values: { number: unknown.at + 1 } }]
    : []
}

/** What an admin sees of a change, and what was before. */
const kept = ({ icon, level, group_id, is_single, rule, words }: Badge) => ({
  icon,
  level,
  group_id,
  is_single,
  rule: JSON.parse(rule) as BadgeRule,
  words: JSON.parse(words) as Draft['words'],
})

/** Makes a badge or changes one. Of those that the site began with the words and the activity stay: they are what existing clients know them for. */
export const saveBadge = (app: App, actor: Actor, draft: Draft) =>
  app.transaction(async (tx) => {
    const before = draft.id === undefined ? undefined : await lockBadge(tx.db, numberOf('badge', draft.id))
    if (draft.id !== undefined && !isThere(before)) throw missing()
    const builtin = before !== undefined && before.code !== ''
    const same = before !== undefined && isSameRule(before, draft)
    const wrong = [
      ...faultsOf(draft, builtin),
      ...(same ? [] : await checkRule(tx.db, draft.rule, draft.is_single)),
      ...(builtin && before.activity !== draft.rule.activity
        ? [{ field: 'activity', reason: 'field.badge_activity' }]
        : []),
    ]
    if (wrong.length) throw new Invalid(wrong)
    const { activity, count, conditions } = draft.rule
    const row = {
      words: builtin ? '{}' : JSON.stringify(wordsOf(draft.words)),
      icon: draft.icon,
      level: draft.level,
      group_id: draft.group_id,
      activity,
      rule: JSON.stringify({ activity, count, conditions }),
      is_single: draft.is_single ? (1 as const) : (0 as const),
      updated_at: tx.now(),
    }
    const id = before
      ? (await updateBadge(tx.db, before.id, row), before.id)
      : await insertBadge(tx.db, {
          ...row,
          code: '',
          status: BADGE_STATUS.active,
          award_count: 0,
          created_at: tx.now(),
        })
    await recordAudit(tx, {
      actor_id: actor.id,
      action: before ? 'badge.changed' : 'badge.made',
      object_type: 'badge',
      object_id: id,
      before: before ? kept(before) : null,
      after: { ...row, rule: draft.rule, words: wordsOf(draft.words) },
    })
    await tx.emit('badge.changed', { ...fact(actor), object_id: id })
    return { id: objectId('badge', id) }
  })

const isSameRule = (before: Badge, { rule, is_single }: Draft) => {
  const { activity, count, conditions } = JSON.parse(before.rule) as BadgeRule
  return (
    (before.is_single === 1) === is_single &&
    JSON.stringify([activity, count, conditions]) === JSON.stringify([rule.activity, rule.count, rule.conditions])
  )
}

export const awardPast = async (app: App, actor: Actor, ids: string[]) => ({
  task_id: String(
    await beginTask(app, actor.id, AWARD_PAST, { ids: ids.map((id) => numberOf('badge', id)) }, (tx, task) =>
      recordTask(tx, actor.id, 'task.begun', task),
    ),
  ),
})

interface ByHand {
  id: string
  username: string
  reason: string
}

/** Awards it whatever the rule says; one that was taken back is there again. A badge for each thing can be awarded as often as there are reasons. */
export const awardByHand = (app: App, actor: Actor, { id, username, reason }: ByHand) =>
  app.idempotent({ actor_id: actor.id, what: 'award a badge', body: { id, username, reason } }, async (tx) => {
    const badge = await lockBadge(tx.db, numberOf('badge', id))
    if (!isThere(badge)) throw missing()
    const user = await findUserByName(tx.db, username)
    if (!user) throw new Invalid([{ field: 'username', reason: 'field.not_found' }])
    const award_key = badge.is_single ? '' : `by hand ${actor.id} ${tx.now()}`
    const there = await findAwardByKey(tx.db, { badge_id: badge.id, user_id: user.id, award_key })
    if (there && there.taken_back_at === 0) throw new BadRequest('error.badge.has_it')
    const now = { awarded_by: actor.id, reason, created_at: tx.now() }
    const made = there
      ? (await updateAward(tx.db, there.id, { ...now, taken_back_at: 0, taken_back_by: 0, taken_back_reason: '' }),
        there.id)
      : (
          await insertAwards(tx.db, [
            { user_id: user.id, badge_id: badge.id, award_key, object_type: '', object_id: 0, question_id: 0, ...now },
          ])
        )[0]!.id
    await changeAwardCounts(tx.db, [{ badge_id: badge.id }], 1)
    await recordAudit(tx, {
      actor_id: actor.id,
      action: 'badge.awarded',
      object_type: 'badge_award',
      object_id: made,
      user_id: user.id,
      before: null,
      after: { badge_id: badge.id, user_id: user.id, reason },
    })
    await tx.emit('badge.awarded', {
      actor_id: actor.id,
      object_type: 'user',
      object_id: user.id,
      question_id: 0,
      award_id: made,
      badge_id: badge.id,
      past: false,
    })
    return null
  })

/** It stays in the list of the admins, and no rule awards it again. */
export const takeBack = (app: App, actor: Actor, id: string, reason: string) =>
  app.transaction(async (tx) => {
    const award = await lockAward(tx.db, numberOf('badge_award', id))
    if (!award) throw missing()
    if (award.taken_back_at > 0) return null
    await updateAward(tx.db, award.id, {
      taken_back_at: tx.now(),
      taken_back_by: actor.id,
      taken_back_reason: reason,
    })
    await changeAwardCounts(tx.db, [award], -1)
    await recordAudit(tx, {
      actor_id: actor.id,
      action: 'badge.taken_back',
      object_type: 'badge_award',
      object_id: award.id,
      user_id: award.user_id,
      before: { badge_id: award.badge_id, user_id: award.user_id, reason: award.reason },
      after: { reason },
    })
    await tx.emit('badge.taken_back', {
      actor_id: actor.id,
      object_type: 'user',
      object_id: award.user_id,
      question_id: 0,
      award_id: award.id,
      badge_id: award.badge_id,
    })
    return null
  })
