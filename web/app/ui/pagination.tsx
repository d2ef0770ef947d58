import { useText } from '../i18n/text.tsx'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'
import { pageNumbers } from './page-numbers.ts'
import './pagination.css'

interface Props {
  /** What is paged through: "Pages of questions". */
  label: string
  /** One more than `pages` where one has gone on by `older`. */
  page: number
  /** The last page that can be asked for by number. */
  pages: number
  address: (page: number) => string
  /** Beyond the last page by number: where older things go on. */
  older?: string
}

export function Pagination({ label, page, pages, address, older }: Props) {
  const t = useText('ui')
  if (pages <= 1 && !older) return null
  const next = page < pages ? address(page + 1) : older
  return (
    <nav className="pagination" aria-label={label}>
      {page > 1 ? (
        <Link className="pagination-link" to={address(page - 1)} rel="prev">
          <Icon name="chevronLeft" small directional />
          {t('previous')}
        </Link>
      ) : (
        <span className="pagination-link" aria-disabled="true">
          <Icon name="chevronLeft" small directional />
          {t('previous')}
        </span>
      )}
      {pageNumbers(page, pages).map((number, place) =>
        number === null ? (
          <span key={`gap-${place}`} className="pagination-gap pagination-number" aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            className="pagination-link pagination-number"
            to={address(number)}
            aria-current={number === page ? 'page' : undefined}
          >
            <span className="visually-hidden">{`${t('page')} `}</span>
            {t('number', { number })}
          </Link>
        ),
      )}
      {page <= pages && <span className="pagination-place">{t('page_of', { page, pages })}</span>}
      {next ? (
        <Link className="pagination-link" to={next} rel="next">
          {page < pages ? t('next') : t('older')}
          <Icon name="chevronRight" small directional />
        </Link>
      ) : (
        <span className="pagination-link" aria-disabled="true">
          {t('next')}
          <Icon name="chevronRight" small directional />
        </span>
      )}
    </nav>
  )
}
