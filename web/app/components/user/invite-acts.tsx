import type { UserCard } from '@askwell/contract/shapes.ts'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ActForm, useAct } from '../post/act-form.tsx'
import { intents } from '../post/intents.ts'
import { MemberField } from './member-field.tsx'

export function TakeBack({ question_id, person, left }: { question_id: string; person: UserCard; left: string[] }) {
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

export function InviteMore({ question_id, before }: { question_id: string; before: string[] }) {
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
