import { muteTopic } from '@askwell/contract/channels.ts'
import { isOn, type Submission, text } from '../../forms.tsx'
import { useUser } from '../../root-data.ts'
import { useText } from '../../i18n/text.tsx'
import { Button } from '../../ui/button.tsx'
import { ActForm, useAct } from '../post/act-form.tsx'
import { IconToggle } from '../post/icon-toggle.tsx'
import { intents } from '../post/intents.ts'
import { sendFollow } from './follow-control.tsx'

export const sendMute = ({ call, form }: Submission) =>
  call(muteTopic, { body: { object_id: text(form, 'object_id'), mute: isOn(form, 'mute') } })

/** What the action of a page does that has this beside the button to follow. */
export const sendFollowOrMute = (submission: Submission) =>
  text(submission.form, 'intent') === intents.mute ? sendMute(submission) : sendFollow(submission)

interface Props {
  object_id: string
  is_muted: boolean
}

const useMuting = (is_muted: boolean) => {
  const { submit, sent, busy } = useAct<null>()
  return { submit, busy, on: sent ? isOn(sent, 'mute') : is_muted }
}

/** Hears nothing more of a question, or hears of it again. */
export function MuteQuestion({ object_id, is_muted }: Props) {
  const t = useText('follows')
  const { submit, on } = useMuting(is_muted)
  return (
    <IconToggle
      icon="bellOff"
      on={on}
      anchor={`mute-${object_id}`}
      label={t('mute_question')}
      title={t(on ? 'mute_back' : 'mute_note')}
      intent={intents.mute}
      fields={{ object_id, mute: String(!on) }}
      onSubmit={submit}
    />
  )
}

/** The same for a tag, beside its `FollowControl`. */
export function MuteTag({ object_id, is_muted }: Props) {
  const t = useText('follows')
  const user = useUser()
  const { submit, busy, on } = useMuting(is_muted)
  if (!user) return null
  return (
    <ActForm intent={intents.mute} fields={{ object_id, mute: String(!on) }} onSubmit={submit}>
      <Button type="submit" icon="bellOff" aria-pressed={on} busy={busy} title={t(on ? 'mute_back' : 'mute_tag_note')}>
        {t(on ? 'muted' : 'mute')}
      </Button>
    </ActForm>
  )
}
