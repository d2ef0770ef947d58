import { type Collected, switchCollection } from '@askwell/contract/collections.ts'
import { isOn, type Submission, text } from '../../forms.tsx'
import { paths } from '../../paths.ts'
import { useText } from '../../i18n/text.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { ActForm, useAct } from './act-form.tsx'
import { intents } from './intents.ts'
import { useHere } from '../layout/places.ts'

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
  const here = useHere()
  const { submit, sent } = useAct<Collected>()
  const on = sent ? isOn(sent, 'bookmark') : collected
  const shown = count + Number(on) - Number(collected)
  const label = shown > 0 ? t('bookmark_counted', { count: shown }) : t('bookmark')
  if (visitor)
    return (
      <Link
        className="icon-button"
        to={paths.login(here)}
        rel="nofollow"
        aria-label={t('bookmark_log_in')}
        title={t('bookmark_log_in')}
      >
        <Icon name="bookmark" />
      </Link>
    )
  return (
    <ActForm intent={intents.collect} fields={{ object_id, bookmark: String(!on) }} onSubmit={submit}>
      <button
        className="icon-button"
        type="submit"
        aria-pressed={on}
        aria-label={label}
        title={on ? t('bookmark_back') : label}
      >
        <Icon name="bookmark" />
      </button>
    </ActForm>
  )
}
