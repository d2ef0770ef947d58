import type { Following } from '@askwell/contract/follows.ts'
import { isOn } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { ActForm, useAct } from './act-form.tsx'
import { intents } from './intents.ts'
import { useHere } from '../layout/places.ts'

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
  const here = useHere()
  const { submit, sent } = useAct<Following>()
  const on = sent ? !isOn(sent, 'is_cancel') : is_followed
  if (visitor)
    return (
      <Link
        className="icon-button"
        to={paths.login(here)}
        rel="nofollow"
        aria-label={t('follow_log_in')}
        title={t('follow_log_in')}
      >
        <Icon name="bell" />
      </Link>
    )
  return (
    <ActForm intent={intents.follow} fields={{ object_id, is_cancel: String(on) }} onSubmit={submit}>
      <button
        className="icon-button"
        type="submit"
        aria-pressed={on}
        aria-label={t('follow_question')}
        title={on ? t('follow_back') : t('follow_note')}
      >
        <Icon name="bell" />
      </button>
    </ActForm>
  )
}
