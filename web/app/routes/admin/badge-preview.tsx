import type { previewBadge } from '@askwell/contract/badges.ts'
import type { ReplyOf } from '@askwell/contract/endpoint.ts'
import { UserAvatar, UserLink } from '../../components/user/user-card.tsx'
import { useText } from '../../i18n/text.tsx'
import { Notice } from '../../ui/notice.tsx'

export type Preview = ReplyOf<typeof previewBadge>

/** Who would get a badge by the rule as it is typed. */
export function BadgePreview({ preview: { users, awards, list, after, percent } }: { preview: Preview }) {
  const t = useText('badge_admin')
  return (
    <Notice
      kind="info"
      role="status"
      title={users === 0 ? t('preview_none') : t('preview_some', { count: users, awards })}
    >
      {after > 0 && <p>{t('preview_part', { count: percent })}</p>}
      {list.length > 0 && (
        <ul className="preview-people">
          {list.map(({ user, awards: times }) => (
            <li key={user.id}>
              <UserAvatar user={user} size="tiny" />
              <UserLink user={user} />
              {times > 1 && <span className="numbers">{`×${times}`}</span>}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
