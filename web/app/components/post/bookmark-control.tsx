import { type Collected, switchCollection } from '@askwell/contract/collections.ts'
import { isOn, type Submission, text } from '../../forms.tsx'
import { useText } from '../../i18n/text.tsx'
import { useAct } from './act-form.tsx'
import { IconLogin, IconToggle } from './icon-toggle.tsx'
import { intents } from './intents.ts'

/** What the page's action does with the form below. */
export const sendBookmark = ({ call, form }: Submission) =>
  call(switchCollection, { body: { object_id: text(form, 'object_id'), bookmark: isOn(form, 'bookmark') } })

interface Props {
  object_id: string
  collected: boolean
  count: number
  visitor: boolean
}

/** Adds or removes a bookmark. */
export function BookmarkControl({ object_id, collected, count, visitor }: Props) {
  const t = useText('follows')
  const { submit, sent } = useAct<Collected>()
  const on = sent ? isOn(sent, 'bookmark') : collected
  const shown = count + Number(on) - Number(collected)
  const label = shown > 0 ? t('bookmark_counted', { count: shown }) : t('bookmark')
  const anchor = `bookmark-${object_id}`
  return visitor ? (
    <IconLogin icon="bookmark" label={t('bookmark_log_in')} anchor={anchor} shortcut="b" />
  ) : (
    <IconToggle
      icon="bookmark"
      on={on}
      anchor={anchor}
      shortcut="b"
      label={label}
      title={on ? t('bookmark_back') : label}
      intent={intents.collect}
      fields={{ object_id, bookmark: String(!on) }}
      onSubmit={submit}
    />
  )
}
