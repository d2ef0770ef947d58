import { paths } from '../../paths.ts'
import { EarnedBadges } from '../../components/badges/earned-badges.tsx'
import { AsideSection } from '../../components/layout/page-frame.tsx'
import { TagChip } from '../../components/lists/tag-chip.tsx'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Link } from '../../ui/link.tsx'
import type { OverviewShown } from './overview.tsx'
import { NextThreshold } from './thresholds.tsx'

/** Beside the overview: what somebody knows about and, for themselves, what their reputation opens next. */
export function OverviewAside({
  username,
  shown: { overview, standing, badges },
  own,
}: {
  username: string
  shown: OverviewShown
  own: boolean
}) {
  const t = useText('users')
  const format = useFormatCount()
  return (
    <>
      {overview.tags.length > 0 && (
        <AsideSection id="known-tags" title={t('knows')}>
          <ul className="known-tags">
            {overview.tags.map(({ tag, score, answers, questions }) => (
              <li key={tag.slug_name}>
                <TagChip tag={tag} />
                <span>{t('score_of', { count: score, score: format(score) })}</span>
                <span>{t('posts_of', { count: answers + questions, posts: format(answers + questions) })}</span>
              </li>
            ))}
          </ul>
        </AsideSection>
      )}
      {badges.length > 0 && (
        <AsideSection
          id="recent-badges"
          title={t('tab_badges')}
          end={<Link to={paths.user(username, 'badges')}>{t('all_of_them')}</Link>}
        >
          <EarnedBadges list={badges} />
        </AsideSection>
      )}
      {own && (
        <AsideSection id="next-threshold" title={t('allows')}>
          <NextThreshold standing={standing} />
        </AsideSection>
      )}
    </>
  )
}
