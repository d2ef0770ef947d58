import type { RankedUser } from '@askwell/contract/users.ts'
import { AsideSection } from '../../components/layout/page-frame.tsx'
import { UserAvatar, UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { useFormatCount } from '../../ui/count.tsx'

const SHOWN = 10

interface Week {
  users_with_the_most_reputation: RankedUser[]
  users_with_the_most_vote: RankedUser[]
  staffs: RankedUser[]
}

/** Beside the directory: who gained and voted most in the last seven days, and who looks after the site. */
export function WeekAside({ week }: { week: Week }) {
  const t = useText('users')
  const format = useFormatCount()
  return (
    <>
      <AsideSection id="most-reputation" title={t('most_reputation')}>
        <Ranked
          users={week.users_with_the_most_reputation.slice(0, SHOWN)}
          none={t('no_reputation')}
          note={({ rank }) => t('gained', { count: rank, points: format(rank) })}
        />
      </AsideSection>
      <AsideSection id="most-votes" title={t('most_votes')}>
        <Ranked
          users={week.users_with_the_most_vote.slice(0, SHOWN)}
          none={t('no_votes')}
          note={({ vote_count }) => t('votes_cast', { count: vote_count, votes: format(vote_count) })}
        />
      </AsideSection>
      {week.staffs.length > 0 && (
        <AsideSection id="staff" title={t('staff')}>
          <Ranked
            users={week.staffs}
            none=""
            note={({ rank }) => t('reputation_of', { count: rank, points: format(rank) })}
          />
        </AsideSection>
      )}
    </>
  )
}

function Ranked({ users, none, note }: { users: RankedUser[]; none: string; note: (user: RankedUser) => string }) {
  if (users.length === 0) return <p className="aside-note">{none}</p>
  return (
    <ol className="ranked">
      {users.map((user) => (
        <li key={user.username}>
          <UserAvatar user={user} size="small" />
          <UserLink user={user} />
          <span className="member-note">{note(user)}</span>
        </li>
      ))}
    </ol>
  )
}
