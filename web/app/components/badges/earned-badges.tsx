import type { EarnedBadge } from '@askwell/contract/badges.ts'
import { paths } from '../../paths.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { LEVELS, type Level, MedalShape } from './medal.tsx'
import './badges.css'

/** How many medals of each level these badges are. */
export const medalsOf = (list: EarnedBadge[]) => {
  const counts: Record<Level, number> = { 1: 0, 2: 0, 3: 0 }
  for (const { level, earned_count } of list) counts[level] += earned_count
  return counts
}

/** Somebody's badges in one line each. words: badges.level_* */
export function EarnedBadges({ list }: { list: EarnedBadge[] }) {
  const t = useText('badges')
  const { number } = useLanguage()
  return (
    <ul className="badge-list">
      {list.map(({ id, name, level, earned_count }) => (
        <li key={id}>
          <Link className="badge" to={paths.badge(id)}>
            <MedalShape level={level} />
            <span className="visually-hidden">{`${t(`level_${LEVELS[level]}`)}: `}</span>
            {name}
            {earned_count > 1 && <span className="badge-times">{`×${number(earned_count)}`}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
