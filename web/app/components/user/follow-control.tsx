import { type Following, follow } from '@askwell/contract/follows.ts'
import { isOn, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useUser } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ActForm, useAct } from '../post/act-form.tsx'
import { intents } from '../post/intents.ts'
import { useHere } from '../layout/places.ts'

/** What the page's action does with the form below. */
export const sendFollow = ({ call, form }: Submission) =>
  call(follow, { body: { object_id: text(form, 'object_id'), is_cancel: isOn(form, 'is_cancel') } })

interface Props {
  object_id: string
  is_followed: boolean
  size?: 'small'
}

/** Follows or unfollows what the page is about. */
export function FollowControl({ object_id, is_followed, size }: Props) {
  const t = useText('follows')
  const here = useHere()
  const user = useUser()
  const { submit, sent, busy } = useAct<Following>()
  const on = sent ? !isOn(sent, 'is_cancel') : is_followed
  if (!user)
    return (
      <ButtonLink to={paths.login(here)} icon="bell" size={size}>
        {t('follow')}
      </ButtonLink>
    )
  return (
    <ActForm intent={intents.follow} fields={{ object_id, is_cancel: String(on) }} onSubmit={submit}>
      <Button type="submit" icon={on ? 'check' : 'bell'} size={size} aria-pressed={on} busy={busy}>
        {t(on ? 'following' : 'follow')}
      </Button>
    </ActForm>
  )
}
