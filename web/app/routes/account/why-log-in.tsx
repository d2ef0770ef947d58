import { placeBefore } from '@askwell/contract/own-path.ts'
import { useSearchParams } from 'react-router'
import { Notice } from '../../ui/notice.tsx'
import { useText } from '../../i18n/text.tsx'

/** What somebody was about to do, as the address tells that they come back to. */
const ACTS = [
  ['ask', /^\/questions\/ask/],
  ['edit', /^\/(posts|tags)\/.*\/edit\b/],
  ['flag', /^\/report\//],
  ['comment', /[?&](comment|reply|edit_comment)=/],
  ['vote', /#vote-/],
  ['bookmark', /#bookmark-/],
  ['follow', /#follow-/],
  ['answer', /#write-answer$/],
] as const

/** Why one has to log in, or register, and that one comes back. */
export function WhyLogIn() {
  const t = useText('account')
  const [search] = useSearchParams()
  if (search.has('ended'))
    return (
      <Notice kind="warning" role="status" title={t('ended_title')}>
        {t('ended')}
      </Notice>
    )
  const place = placeBefore(search.get('from'))
  const why = ACTS.find(([, pattern]) => pattern.test(place))?.[0]
  return why ? <p className="login-why">{t(`why_${why}`)}</p> : null
}
