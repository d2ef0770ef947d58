import { BADGE_FIELDS, type BadgeCondition, type BadgeRule } from '@askwell/contract/badge-rules.ts'
import { useText } from '../../i18n/text.tsx'

/** A condition as people say it: "at least 10 upvotes". words: badge_admin.is_* */
const useCondition = () => {
  const t = useText('badge_admin')
  return ({ field, value }: BadgeCondition) =>
    BADGE_FIELDS[field] === 'is' || BADGE_FIELDS[field] === 'yes'
      ? t(`is_${field}`, { value })
      : t(`is_${field}`, { count: Number(value) })
}

/** A rule in words. words: badge_admin.does_* */
export function RuleWords({
  rule: { activity, conditions, count },
  is_single,
}: {
  rule: BadgeRule
  is_single: boolean
}) {
  const t = useText('badge_admin')
  const say = useCondition()
  const parts = [
    t(`does_${activity}`),
    ...conditions.map(say),
    is_single ? (count > 1 ? t('times', { count }) : t('once')) : t('for_each'),
  ]
  return <span className="badge-rule">{parts.join(' · ')}</span>
}
