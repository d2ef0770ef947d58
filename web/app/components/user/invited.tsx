import { invite } from '@askwell/contract/invitations.ts'
import { INVITED_MAX } from '@askwell/contract/limits.ts'
import type { UserCard } from '@askwell/contract/shapes.ts'
import { Suspense } from 'react'
import { lazyPart } from '../../chunks.ts'
import { type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { AsideSection } from '../layout/page-frame.tsx'
import { UserAvatar } from './user-card.tsx'
import '../../ui/field.css' // the form is rendered before its scripts are fetched
import './invited.css'

const fetchActs = () => import('./invite-acts.tsx')
const TakeBack = lazyPart(fetchActs, (part) => part.TakeBack)
const InviteMore = lazyPart(fetchActs, (part) => part.InviteMore)

/** What the page's action does with the forms below: all who are invited from then on. */
export const sendInvitation = ({ call, form }: Submission) =>
  call(invite, {
    body: {
      id: text(form, 'object_id'),
      invite_user: `${text(form, 'invite_user')} ${text(form, 'invite_name').trim().replace(/^@/, '')}`
        .split(' ')
        .filter(Boolean),
    },
  })

interface Props {
  question_id: string
  users: UserCard[]
  mayInvite: boolean
}

/** Who was invited to answer, and a way to invite more for those who may. */
export function Invited({ question_id, users, mayInvite }: Props) {
  const t = useText('follows')
  if (users.length === 0 && !mayInvite) return null
  const names = users.map(({ username }) => username)
  return (
    <AsideSection id="invited" title={t('invited')}>
      {users.length > 0 && (
        <ul className="tag-list invite-people">
          {users.map((user) => (
            <li key={user.id} className="invite-person">
              <Link className="tag" to={paths.user(user.username)}>
                <UserAvatar user={user} size="tiny" />
                <span dir="auto">{user.display_name}</span>
              </Link>
              {mayInvite && (
                <Suspense>
                  <TakeBack
                    question_id={question_id}
                    user={user}
                    left={names.filter((name) => name !== user.username)}
                  />
                </Suspense>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayInvite && users.length < INVITED_MAX && (
        <Suspense>
          <InviteMore key={names.join()} question_id={question_id} before={names} />
        </Suspense>
      )}
    </AsideSection>
  )
}
