import type { Following } from '@askwell/contract/follows.ts'
import { isOn } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { useAct } from './act-form.tsx'
import { IconLogin, IconToggle } from './icon-toggle.tsx'
import { intents } from './intents.ts'

/** As `FollowControl`, where only its icon fits. */
export function FollowQuestion({
  object_id,
  is_followed,
  visitor,
}: {
  object_id: string
  is_followed: boolean
  visitor: boolean
}) {
  const t = useText('follows')
  const { submit, sent } = useAct<Following>()
  const on = sent ? !isOn(sent, 'is_cancel') : is_followed
  const anchor = `follow-${object_id}`
  return visitor ? (
    <IconLogin icon="bell" label={t('follow_log_in')} anchor={anchor} shortcut="f" />
  ) : (
    <IconToggle
      icon="bell"
      on={on}
      anchor={anchor}
      shortcut="f"
      label={t('follow_question')}
      title={on ? t('follow_back') : t('follow_note')}
      intent={intents.follow}
      fields={{ object_id, is_cancel: String(on) }}
      onSubmit={submit}
    />
  )
}
