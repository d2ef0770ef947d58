import type { ReactNode } from 'react'
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
  /** The form that goes along to other pages, with what is ticked in it. */
  form?: string
}

interface PlaceProps {
  to: number
  address: (page: number) => string
  form: string | undefined
  className: string
  rel?: string
  current?: boolean
  children: ReactNode
}

/** A link to a page, or a button that takes its form along. */
const Place = ({ to, address, form, current, children, className, rel }: PlaceProps) =>
  form ? (
    <button
      type="submit"
      form={form}
      name="page"
      value={to}
      className={className}
      aria-current={current ? 'page' : undefined}
    >
      {children}
    </button>
  ) : (
    <Link className={className} to={address(to)} rel={rel} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  )

export function Pagination({ label, page, pages, address, older, form }: Props) {
  const t = useText('ui')
  if (pages <= 1 && !older) return null
  const next = page < pages ? address(page + 1) : older
  return (
    <nav className="pagination" aria-label={label}>
      {page > 1 ? (
        <Place className="pagination-link" to={page - 1} rel="prev" {...{ address, form }}>
          <Icon name="chevronLeft" small directional />
          {t('previous')}
        </Place>
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
          <Place
            key={number}
            className="pagination-link pagination-number"
            to={number}
            current={number === page}
            {...{ address, form }}
          >
            <span className="visually-hidden">{`${t('page')} `}</span>
            {t('number', { number })}
          </Place>
        ),
      )}
      {page <= pages && <span className="pagination-place">{t('page_of', { page, pages })}</span>}
      {form && page < pages ? (
        <Place className="pagination-link" to={page + 1} {...{ address, form }}>
          {t('next')}
          <Icon name="chevronRight" small directional />
        </Place>
      ) : next ? (
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
