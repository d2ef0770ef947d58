import type { ReputationGain } from '@askwell/contract/profiles.ts'
import { paths } from '../../paths.ts'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { Link } from '../../ui/link.tsx'
import { Time } from '../../ui/time.tsx'
import { addressOf } from './profile-items.tsx'

/** What is about a post or a tag; whatever else there is has no name of its own. */
const OF_POSTS: string[] = ['upvoted', 'downvoted', 'downvote', 'accepted', 'accept', 'edited']

/** A loss says so by colour, sign and words. */
function Points({ points }: { points: number }) {
  const t = useText('users')
  const { tag } = useLanguage()
  const amount = Math.abs(points)
  const sign = points > 0 ? { 'data-gain': '' } : points < 0 ? { 'data-loss': '' } : {}
  return (
    <span className="score-box" {...sign}>
      <span aria-hidden="true">{new Intl.NumberFormat(tag, { signDisplay: 'exceptZero' }).format(points)}</span>
      <span className="visually-hidden">
        {t(points < 0 ? 'points_lost' : 'points_gained', { count: amount, points: amount })}
      </span>
    </span>
  )
}

/** One line of the ledger: the points, what for, and the reputation with it. */
export function GainItem({ gain }: { gain: ReputationGain }) {
  const t = useText('users')
  const { number } = useLanguage()
  const { object_type, title, url_title, rank_type, reputation, due, total, note, created_at } = gain
  const about = object_type !== ''
  const cut = Math.abs(due) > Math.abs(reputation)
  return (
    <li className="top-item gain-item">
      <Points points={reputation} />
      <div className="top-what">
        {about ? (
          <Link to={object_type === 'tag' ? paths.tag(url_title) : addressOf(gain)} dir="auto">
            {title}
          </Link>
        ) : (
          <span>{t(`for_${rank_type}`)}</span>
        )}
        {about && <span className="top-note">{t(`for_${rank_type}`)}</span>}
        {!about && OF_POSTS.includes(rank_type) && <span className="top-note">{t('not_shown')}</span>}
        {note && (
          <q className="top-note" dir="auto">
            {note}
          </q>
        )}
        {cut && (
          <span className="gain-cut">
            {t(due > 0 ? 'cut_by_day' : 'cut_by_floor', { points: Math.abs(reputation), due: Math.abs(due) })}
          </span>
        )}
      </div>
      {total !== null && (
        <span className="gain-total">
          <span className="visually-hidden">{`${t('total_then')} `}</span>
          {number(total)}
        </span>
      )}
      <Time at={created_at} />
    </li>
  )
}
