import { DUPLICATE } from '@askwell/contract/flag-reasons.ts'
import type { FlaggedPost } from '@askwell/contract/reviews.ts'
import { UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Time } from '../../ui/time.tsx'

/** Why it was flagged, by whom and when. */
export function FlagNotice({ item: { reason, reason_content, submitter_user, submit_at } }: { item: FlaggedPost }) {
  const t = useText('review')
  // The server has made sure that it is a question of this site.
  const address = reason.reason_type === DUPLICATE ? URL.parse(reason_content)?.pathname : undefined
  return (
    <Notice kind="warning" icon="flag" title={reason.name}>
      {reason_content && (
        <p>
          {address ? (
            <Link to={address} dir="auto">
              {reason_content}
            </Link>
          ) : (
            reason_content
          )}
        </p>
      )}
      <p className="notice-note">
        {t('flagged_by')} <UserLink user={submitter_user} />, <Time at={submit_at} />
      </p>
    </Notice>
  )
}
