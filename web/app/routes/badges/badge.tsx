import { badge as badgeEndpoint, type BadgeAward, badgeAwards } from '@askwell/contract/badges.ts'
import { PAGE } from '@askwell/contract/limits.ts'
import { CallFailed } from '@askwell/web/context.ts'
import { data } from 'react-router'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { BadgeEmblem } from '../../components/badges/badge-emblem.tsx'
import { LEVELS } from '../../components/badges/medal.tsx'
import { pageIn, pagesOf, withQuery } from '../../components/lists/listing.ts'
import { UserAvatar, UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Tab, Tabs } from '../../ui/tabs.tsx'
import { Time } from '../../ui/time.tsx'
import { BadgeProgress } from './badge-progress.tsx'
import './badges.css'
import type { Route } from './+types/badge.ts'

/** A page of its own says that it isn't there: existing clients get 400 from the call. */
const orMissing = (error: unknown) => {
  throw error instanceof CallFailed && error.status === 400 ? data(null, { status: 404 }) : error
}

const load = async ({ call, params, url, user }: RouteContext) => {
  const badge = await call(badgeEndpoint, { query: { id: params.badgeId! } }).catch(orMissing)
  const page = pageIn(url)
  const username = url.searchParams.get('username') ?? ''
  const awards = await call(badgeAwards, {
    query: { badge_id: badge.id, username, page, page_size: PAGE.size },
  }).catch(orMissing)
  return { badge, awards, page, username, own: user !== null && username === user.username }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Badge({ loaderData: { badge, awards, page, username, own } }: Route.ComponentProps) {
  const t = useText('badges')
  const format = useFormatCount()
  const user = useUser()
  const { id, name, description, icon, level, award_count, earned_count, is_single, progress } = badge
  const here = paths.badge(id)
  return (
    <PageFrame>
      <PageMeta title={name} description={description} canonical={here} />
      <header className="badge-head">
        <BadgeEmblem icon={icon} level={level} size="large" />
        <div>
          <h1>{name}</h1>
          <p className="page-lead">{description}</p>
          <div className="badge-head-facts">
            <span>{t(`level_${LEVELS[level]}`)}</span>
            <span>{is_single ? t('once') : t('many')}</span>
            <span>{t('awarded', { count: award_count, number: format(award_count) })}</span>
            {earned_count > 0 && (
              <span className="badge-yours">
                <Icon name="check" small />
                {t('yours', { count: earned_count })}
              </span>
            )}
          </div>
          {progress && progress.done > 0 && <BadgeProgress {...progress} name={name} />}
        </div>
      </header>
      {user && earned_count > 0 && (
        <Tabs label={t('whose')}>
          <Tab to={here} current={!username}>
            {t('of_all')}
          </Tab>
          <Tab to={withQuery(here, { username: user.username })} current={own}>
            {t('of_mine')}
          </Tab>
        </Tabs>
      )}
      {awards.count === 0 ? (
        <Empty icon="award" title={t('none_yet')}>
          {t('none_yet_note')}
        </Empty>
      ) : (
        <Panel title={t('awards')} id="awards">
          <ul className="badge-awards">
            {awards.list.map((award, place) => (
              <Award key={place} award={award} />
            ))}
          </ul>
        </Panel>
      )}
      <Pagination
        label={t('awards')}
        page={page}
        pages={pagesOf(awards.count)}
        address={(to) => withQuery(here, { username, page: to })}
      />
    </PageFrame>
  )
}

function Award({ award }: { award: BadgeAward }) {
  const t = useText('badges')
  const { author_user_info: user, created_at, object_type, question_id, answer_id, title, url_title, reason } = award
  const question = { id: question_id, url_title }
  return (
    <li className="badge-award">
      <UserAvatar user={user} />
      <UserLink user={user} />
      <Time at={created_at} />
      {object_type && (
        <span className="badge-award-for">
          {t('award_for')}{' '}
          <Link to={answer_id ? paths.answer(question, answer_id) : paths.question(question)} dir="auto">
            {title}
          </Link>
        </span>
      )}
      {reason && (
        <span className="badge-award-for" dir="auto">
          {reason}
        </span>
      )}
    </li>
  )
}
