import type { ReactNode } from 'react'
import { useLanguage, useText } from '../../i18n/text.tsx'
import { absoluteTime } from '../format-time.ts'
import { Icon } from '../icon.tsx'

/** A value at a time, in epoch seconds. */
export interface Point {
  at: number
  value: number
}

interface Props {
  /** What the values are. */
  name: string
  points: Point[]
  children: ReactNode
}

/** Days are days of the site, whatever the reader's clock says. */
export const useDay = () => {
  const { tag } = useLanguage()
  return (at: number) => absoluteTime(tag, 'UTC', at, 'date')
}

/** A drawing with the same figures behind it as a table, for those who don't see it or want to know exactly. */
export function ChartFigure({ name, points, children }: Props) {
  const t = useText('ui')
  const { number } = useLanguage()
  const day = useDay()
  return (
    <figure className="chart-figure">
      {children}
      <details className="chart-table">
        <summary>
          {t('as_table')}
          <Icon name="chevronDown" small />
        </summary>
        {/* Scrolls by itself, so it takes the focus. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className="chart-table-rows" role="region" aria-label={name} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('day')}</th>
                <th scope="col" className="number">
                  {name}
                </th>
              </tr>
            </thead>
            <tbody>
              {points.toReversed().map(({ at, value }) => (
                <tr key={at}>
                  <th scope="row">{day(at)}</th>
                  <td className="number">{number(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}
