import { useText } from '../../i18n/text.tsx'
import './medal.css'

export type Level = 1 | 2 | 3
export const LEVELS = { 1: 'bronze', 2: 'silver', 3: 'gold' } as const

const SHAPES: Record<Level, string> = {
  3: 'M5 0l4.33 2.5v5L5 10 .67 7.5v-5z',
  2: 'M5 0l5 5-5 5-5-5z',
  1: 'M5 .9a4.1 4.1 0 1 1 0 8.2 4.1 4.1 0 0 1 0-8.2z',
}

/** A gold hexagon, a silver diamond, a bronze dot. */
export const MedalShape = ({ level }: { level: Level }) => (
  <svg className={`medal-shape medal-${LEVELS[level]}`} viewBox="0 0 10 10" aria-hidden="true">
    <path d={SHAPES[level]} />
  </svg>
)

/** How many of each somebody has; those that they don't have aren't shown. words: badges.medals_* */
export function Medals({ counts }: { counts: Record<Level, number> }) {
  const t = useText('badges')
  return (
    <span className="medals">
      {([3, 2, 1] as const)
        .filter((level) => counts[level] > 0)
        .map((level) => (
          <span className="medal" key={level} title={t(`medals_${LEVELS[level]}`, { count: counts[level] })}>
            <MedalShape level={level} />
            <span aria-hidden="true">{counts[level]}</span>
            <span className="visually-hidden">{t(`medals_${LEVELS[level]}`, { count: counts[level] })}</span>
          </span>
        ))}
    </span>
  )
}
