import { useText } from '../../i18n/text.tsx'
import '../../ui/skeleton.css'
import './question-list.css'

const widths = [
  [72, 51],
  [58, 64],
  [80, 51],
  [64, 58],
  [76, 51],
]

/** The shape of a list that takes longer than a second, in place of the one that was there, and as long. */
export function QuestionListSkeleton({ rows }: { rows: number }) {
  const t = useText('ui')
  return (
    <div role="status" aria-label={t('loading')}>
      <ul className="question-list" aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => widths[row % widths.length]!).map(([title, tags], row) => (
          <li className="question-row" key={row}>
            <div className="question-row-counts">
              <div className="skeleton question-row-bars" />
              <div className="skeleton question-row-bars" />
            </div>
            <div className="skeleton-lines">
              <div className="skeleton skeleton-line" data-width={title} />
              <div className="skeleton skeleton-line" data-width={tags} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
