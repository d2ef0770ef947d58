import type { UserChip } from '@askwell/contract/shapes.ts'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { useFormatCount } from '../../ui/count.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import './user-card.css'

export type NamedUser = Pick<UserChip, 'username' | 'display_name'> &
  Partial<Pick<UserChip, 'avatar' | 'rank' | 'status'>>

/** A deleted member has a number to tell them apart, and no profile to link to. */
export const UserLink = ({ user }: { user: NamedUser }) =>
  user.status === 'deleted' ? (
    <span className="user-link" dir="auto">
      {user.display_name}
    </span>
  ) : (
    <Link className="user-link" to={paths.user(user.username)} dir="auto">
      {user.display_name}
    </Link>
  )

export const UserAvatar = ({ user, size }: { user: NamedUser; size?: 'tiny' | 'small' | 'large' }) => (
  <Avatar name={user.display_name} seed={user.username} url={user.avatar} size={size} />
)

export function Reputation({ rank }: { rank: number }) {
  const t = useText('user_card')
  const format = useFormatCount()
  return (
    <span className="reputation" title={t('reputation')}>
      <Icon name="star" small />
      {format(rank)}
      <span className="visually-hidden">{` ${t('reputation')}`}</span>
    </span>
  )
}

/** A label beside a name: "Moderator", "asker". */
export const Role = ({ children }: { children: ReactNode }) => <span className="role">{children}</span>

interface Props {
  user: NamedUser
  /** What they did then: "asked". */
  verb: 'asked' | 'answered' | 'edited' | 'joined'
  at: number
  /** When it was last changed; 0 is never. */
  edited?: number
  role?: ReactNode
  /** Where its earlier texts are. */
  history?: string
}

/** Who wrote a post, and when. */
export function UserCard({ user, verb, at, edited = 0, role, history }: Props) {
  const t = useText('user_card')
  return (
    <div className="user-card">
      <UserAvatar user={user} />
      <span className="user-card-when">
        {`${t(verb)} `}
        <Time at={at} exact />
        {edited > 0 && (
          <>
            {' '}
            ·{' '}
            {history ? (
              <Link to={history}>
                {`${t('edited')} `}
                <Time at={edited} />
              </Link>
            ) : (
              <>
                {`${t('edited')} `}
                <Time at={edited} />
              </>
            )}
          </>
        )}
      </span>
      <span className="user-card-who">
        <UserLink user={user} />
        {role && <Role>{role}</Role>}
        {user.status === 'suspended' && <Role>{t('suspended')}</Role>}
        {user.rank !== undefined && <Reputation rank={user.rank} />}
      </span>
    </div>
  )
}
