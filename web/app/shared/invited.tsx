import { invite } from '@askwell/contract/invitations.ts'
import { INVITED_MAX } from '@askwell/contract/limits.ts'
import type { UserCard } from '@askwell/contract/shapes.ts'
import { type Submission, text } from '../forms.tsx'
import { paths } from '../paths.ts'
import { useText } from '../text.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { ActForm, useAct } from './act-form.tsx'
import { intents } from './intents.ts'
import { AsideSection } from './page-frame.tsx'
import { MemberField } from './member-field.tsx'
import { UserAvatar } from './user-card.tsx'
import './invited.css'

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
  people: UserCard[]
  mayInvite: boolean
}

/** Who was asked to answer, and for whoever may a way to ask more. */
export function Invited({ question_id, people, mayInvite }: Props) {
  const t = useText('follows')
  if (people.length === 0 && !mayInvite) return null
  const names = people.map(({ username }) => username)
  return (
    <AsideSection id="invited" title={t('invited')}>
      {people.length > 0 && (
        <ul className="tag-list invite-people">
          {people.map((person) => (
            <li key={person.id} className="invite-person">
              <Link className="tag" to={paths.user(person.username)}>
                <UserAvatar user={person} size="tiny" />
                <span dir="auto">{person.display_name}</span>
              </Link>
              {mayInvite && (
                <TakeBack
                  question_id={question_id}
                  person={person}
                  left={names.filter((name) => name !== person.username)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayInvite && people.length < INVITED_MAX && (
        <InviteMore key={names.join()} question_id={question_id} before={names} />
      )}
    </AsideSection>
  )
}

function TakeBack({ question_id, person, left }: { question_id: string; person: UserCard; left: string[] }) {
  const t = useText('follows')
  const { submit } = useAct()
  const label = t('invite_back', { name: person.display_name })
  return (
    <ActForm intent={intents.invite} fields={{ object_id: question_id, invite_user: left.join(' ') }} onSubmit={submit}>
      <button className="icon-button icon-button-small" type="submit" aria-label={label} title={label}>
        <Icon name="x" small />
      </button>
    </ActForm>
  )
}

function InviteMore({ question_id, before }: { question_id: string; before: string[] }) {
  const t = useText('follows')
  const { submit, busy } = useAct()
  return (
    <details className="invite-more">
      <summary className="button button-small">
        <Icon name="userPlus" small />
        {t('invite')}
      </summary>
      <ActForm
        intent={intents.invite}
        fields={{ object_id: question_id, invite_user: before.join(' ') }}
        onSubmit={submit}
        className="invite-form"
      >
        <MemberField name="invite_name" label={t('invite_whom')} object_id={question_id} />
        <Button type="submit" size="small" look="primary" busy={busy}>
          {t('invite_send')}
        </Button>
      </ActForm>
    </details>
  )
}
