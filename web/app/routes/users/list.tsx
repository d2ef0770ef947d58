import { type RankedUser, ranking } from '@askwell/contract/users.ts'
import { paths } from '../../paths.ts'
import { inBrowser, onServer, type RouteContext } from '../../session.ts'
import { PageFrame } from '../../components/layout/page-frame.tsx'
import { PageMeta } from '../../components/layout/page-meta.tsx'
import { UserAvatar } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Link } from '../../ui/link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { Panel } from '../../ui/panel.tsx'
import './users.css'
import type { Route } from './+types/list.ts'

const load = ({ call }: RouteContext) => call(ranking)
export const loader = onServer(load)
export const clientLoader = inBrowser(load)

export default function Users({
  loaderData: { users_with_the_most_reputation, users_with_the_most_vote, staffs },
}: Route.ComponentProps) {
  const t = useText('users')
  const format = useFormatCount()
  return (
    <PageFrame>
      <PageMeta title={t('title')} description={t('lead')} canonical={paths.users()} />
      <PageTitle>{t('title')}</PageTitle>
      <Panel title={t('most_reputation')} note={t('this_week')} id="most-reputation">
        <Members
          members={users_with_the_most_reputation}
          none={t('no_reputation')}
          note={({ rank }) => t('gained', { count: rank, points: format(rank) })}
        />
      </Panel>
      <Panel title={t('most_votes')} note={t('this_week')} id="most-votes">
        <Members
          members={users_with_the_most_vote}
          none={t('no_votes')}
          note={({ vote_count }) => t('votes_cast', { count: vote_count, votes: format(vote_count) })}
        />
      </Panel>
      {staffs.length > 0 && (
        <Panel title={t('staff')} note={t('staff_note')} id="staff">
          <Members
            members={staffs}
            none=""
            note={({ rank }) => t('reputation_of', { count: rank, points: format(rank) })}
          />
        </Panel>
      )}
    </PageFrame>
  )
}

function Members({
  members,
  none,
  note,
}: {
  members: RankedUser[]
  none: string
  note: (member: RankedUser) => string
}) {
  if (members.length === 0) return <p className="page-lead">{none}</p>
  return (
    <ol className="member-grid">
      {members.map((member) => (
        <li className="member" key={member.username}>
          <UserAvatar user={member} />
          <Link className="user-link member-name" to={paths.user(member.username)} dir="auto">
            {member.display_name}
          </Link>
          <span className="member-note">{note(member)}</span>
        </li>
      ))}
    </ol>
  )
}
