import { badges, type BadgeCard } from '@askwell/contract/badges.ts'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { BadgeEmblem } from '../../components/badges/badge-emblem.tsx'
import { LEVELS } from '../../components/badges/medal.tsx'
import { useText } from '../../i18n/text.tsx'
import { className } from '../../ui/class-name.ts'
import { useFormatCount } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import { BadgeProgress } from './badge-progress.tsx'
import './badges.css'
import type { Route } from './+types/list.ts'

const load = async ({ call }: RouteContext) => ({ groups: await call(badges) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Badges({ loaderData: { groups } }: Route.ComponentProps) {
  const t = useText('badges')
  const user = useUser()
  const all = groups.flatMap((group) => group.badges)
  const earned = all.filter(({ earned_count }) => earned_count > 0).length
  return (
    <PageFrame>
      <PageMeta title={t('title')} description={t('lead')} canonical={paths.badges()} />
      <PageTitle note={user ? t('earned_of', { count: earned, total: all.length }) : undefined}>{t('title')}</PageTitle>
      <p className="page-lead">{t('lead')}</p>
      {groups.map(({ group_name, badges: list }, place) => (
        <Panel key={group_name} title={group_name} id={`group-${place}`}>
          <ul className="badge-cards">
            {list.map((badge) => (
              <Card key={badge.id} badge={badge} />
            ))}
          </ul>
        </Panel>
      ))}
    </PageFrame>
  )
}

function Card({ badge }: { badge: BadgeCard }) {
  const t = useText('badges')
  const format = useFormatCount()
  const { id, name, description, icon, level, award_count, earned_count, progress } = badge
  return (
    <li className={className('badge-card', earned_count > 0 && 'badge-earned')}>
      <BadgeEmblem icon={icon} level={level} />
      <div>
        <h3>
          <Link to={paths.badge(id)}>{name}</Link>
          <span className="visually-hidden">{`, ${t(`level_${LEVELS[level]}`)}`}</span>
        </h3>
        <p>{description}</p>
        {progress && progress.done > 0 && <BadgeProgress {...progress} name={name} />}
        <p className="badge-facts">
          {earned_count > 0 && (
            <span className="badge-yours">
              <Icon name="check" small />
              {t('yours', { count: earned_count })}
            </span>
          )}
          {award_count > 0 && <span>{t('awarded', { count: award_count, number: format(award_count) })}</span>}
        </p>
      </div>
    </li>
  )
}
