import type { UserCard } from '@askwell/contract/shapes.ts'
import { useEffect, useRef } from 'react'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ActForm, useAct } from '../post/act-form.tsx'
import { intents } from '../post/intents.ts'
import { UserField } from './user-field.tsx'

export function TakeBack({ question_id, user, left }: { question_id: string; user: UserCard; left: string[] }) {
  const t = useText('follows')
  const { submit } = useAct()
  const label = t('invite_back', { name: user.display_name })
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
  const box = useRef<HTMLDetailsElement>(null)
  // What one types next is a name, not a shortcut. It may have been opened before the scripts were there.
  const begin = () => {
    if (box.current?.open) box.current.querySelector<HTMLElement>('input:not([type=hidden])')?.focus()
  }
  useEffect(begin, [])
  return (
    <details className="invite-more" ref={box} onToggle={begin}>
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
        <UserField name="invite_name" label={t('invite_whom')} object_id={question_id} />
        <Button type="submit" size="small" look="primary" busy={busy}>
          {t('invite_send')}
        </Button>
      </ActForm>
    </details>
  )
}
