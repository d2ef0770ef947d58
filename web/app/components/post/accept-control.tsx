import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ActForm, useAct } from './act-form.tsx'
import { intents } from './intents.ts'
import './vote-control.css'

interface Props {
  question_id: string
  answer_id: string
  accepted: boolean
  /** The asker and staff. */
  mayAccept: boolean
}

const NONE = '0'

/** The tick beside an answer: a mark for readers, a switch for the asker and staff. */
export function AcceptControl({ accepted, mayAccept, ...ids }: Props) {
  const t = useText('post')
  if (mayAccept) return <Switch accepted={accepted} {...ids} />
  return accepted ? (
    <span className="rail-accepted">
      <Icon name="check" label={t('accepted')} />
    </span>
  ) : null
}

function Switch({ question_id, answer_id, accepted }: Omit<Props, 'mayAccept'>) {
  const t = useText('post')
  const { submit, sent } = useAct()
  const shown = sent ? !accepted : accepted
  const word = shown ? t('accept_back') : t('accept')
  return (
    <ActForm intent={intents.accept} fields={{ question_id, answer_id: accepted ? NONE : answer_id }} onSubmit={submit}>
      <button className="rail-accept" type="submit" aria-pressed={shown} aria-label={t('accept')} title={word}>
        <Icon name="check" />
      </button>
    </ActForm>
  )
}
